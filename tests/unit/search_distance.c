/* Distances to uncovered code, against small programs worked out by hand. */
#include "search/distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/*  main:  0 move            callee:  7 move
 *         1 branch -> 4              8 return
 *         2 call callee     loop:    9 call loop
 *         3 jump -> 5               10 return
 *         4 move            taken:  11 move
 *         5 call *pointer           12 return
 *         6 return                           */
static const struct instruction main_code[] = {
    {.op = OP_MOVE}, {.op = OP_BRANCH, .c = 4}, {.op = OP_CALL, .a = 0}, {.op = OP_JUMP, .c = 5},
    {.op = OP_MOVE}, {.op = OP_CALL, .a = 1},   {.op = OP_RETURN}};
static const struct instruction callee_code[] = {{.op = OP_MOVE}, {.op = OP_RETURN}};
static const struct instruction loop_code[] = {{.op = OP_CALL, .a = 0}, {.op = OP_RETURN}};
static const struct call_site main_calls[] = {{.function = 1}, {.function = UINT32_MAX}};
static const struct call_site loop_calls[] = {{.function = 2}};
static const struct constant address[] = {{.kind = CONSTANT_FUNCTION, .index = 3}};
static struct function functions[] = {
    {.index = 0,
     .defined = true,
     .code = main_code,
     .code_count = 7,
     .call_count = 2,
     .calls = main_calls,
     .constant_count = 1,
     .constants = address},
    {.index = 1, .defined = true, .code = callee_code, .code_count = 2, .first_instruction = 7},
    {.index = 2,
     .defined = true,
     .code = loop_code,
     .code_count = 2,
     .first_instruction = 9,
     .call_count = 1,
     .calls = loop_calls},
    {.index = 3, .defined = true, .code = callee_code, .code_count = 2, .first_instruction = 11},
};
static struct program program = {.function_count = 4, .functions = functions, .instruction_count = 13};

static uint64_t grown;

static void cover_all_but(uint8_t *covered, int left)
{
    memset(covered, 1, 13);
    if (left >= 0)
        covered[left] = 0;
    grown++;
}

static void the_way_to_the_return(void **context)
{
    uint8_t covered[13];
    cover_all_but(covered, -1);
    struct distance *distance = distance_new(&program, covered);
    assert_int_equal(distance_return(distance, 6), 1);
    assert_int_equal(distance_return(distance, 7), 2);
    assert_int_equal(distance_return(distance, 5), 4); /* the call, the pointer's function, the return */
    assert_int_equal(distance_return(distance, 0), 7);
    assert_int_equal(distance_return(distance, 2), 8);
    assert_int_equal(distance_return(distance, 9), DISTANCE_NONE); /* endless recursion */
    assert_int_equal(distance_local(distance, 0), DISTANCE_NONE);
    distance_free(distance);
}

static void the_way_to_uncovered_code(void **context)
{
    uint8_t covered[13];
    cover_all_but(covered, 8);
    struct distance *distance = distance_new(&program, covered);
    assert_int_equal(distance_local(distance, 8), 1);
    assert_int_equal(distance_local(distance, 2), 3); /* the call, 7, 8 */
    assert_int_equal(distance_local(distance, 0), 5);
    assert_int_equal(distance_local(distance, 3), DISTANCE_NONE);
    cover_all_but(covered, 12);
    distance_refresh(distance, grown);
    assert_int_equal(distance_local(distance, 0), 6); /* through the pointer */
    assert_int_equal(distance_local(distance, 8), DISTANCE_NONE);
    distance_refresh(distance, grown); /* nothing new: nothing to do */
    assert_int_equal(distance_local(distance, 0), 6);
    functions[3].is_library = true; /* our runtime counts as covered */
    grown++;
    distance_refresh(distance, grown);
    assert_int_equal(distance_local(distance, 0), DISTANCE_NONE);
    functions[3].is_library = false;
    distance_free(distance);
}

/* The caller comes after the function it reaches through a pointer. */
static void the_order_of_functions_does_not_matter(void **context)
{
    static const struct instruction caller_code[] = {{.op = OP_CALL, .a = 0}, {.op = OP_RETURN}};
    static const struct call_site through_pointer[] = {{.function = UINT32_MAX}};
    static const struct constant first[] = {{.kind = CONSTANT_FUNCTION, .index = 0}};
    struct function two[] = {
        {.index = 0, .defined = true, .code = callee_code, .code_count = 2},
        {.index = 1,
         .defined = true,
         .code = caller_code,
         .code_count = 2,
         .first_instruction = 2,
         .call_count = 1,
         .calls = through_pointer,
         .constant_count = 1,
         .constants = first},
    };
    struct program small = {.function_count = 2, .functions = two, .instruction_count = 4};
    uint8_t covered[4] = {1, 0, 1, 1};
    struct distance *distance = distance_new(&small, covered);
    assert_int_equal(distance_return(distance, 2), 4);
    assert_int_equal(distance_local(distance, 2), 3);
    distance_free(distance);
}

static void a_state_may_return_first(void **context)
{
    uint8_t covered[13];
    cover_all_but(covered, 6);
    struct distance *distance = distance_new(&program, covered);
    struct frame bottom = {.function = &functions[0]};
    struct frame top = {.function = &functions[1], .caller = &bottom, .resume = main_code + 3};
    struct state state = {.top = &top, .pc = callee_code};
    /* 7, 8, then 3, 5, 11, 12, 6 */
    assert_int_equal(distance_of(distance, &state), 7);
    struct frame stuck = {.function = &functions[2], .caller = &bottom, .resume = main_code + 3};
    state = (struct state){.top = &stuck, .pc = loop_code};
    assert_int_equal(distance_of(distance, &state), DISTANCE_NONE);
    distance_free(distance);
}

static void try_often(struct distance *distance, const struct state *state)
{
    for (int i = 0; i < 1000; i++) {
        distance_try(distance, state);
        distance_refresh(distance, grown);
    }
}

static void what_nobody_reaches_is_given_up_for_what_is_farther(void **context)
{
    uint8_t covered[13];
    cover_all_but(covered, 8);
    covered[12] = 0;
    struct distance *distance = distance_new(&program, covered);
    struct frame frame = {.function = &functions[0]};
    struct state state = {.top = &frame, .pc = main_code};
    assert_int_equal(distance_target(distance, &state), 8); /* into the callee */
    distance_try(distance, &state);
    assert_int_equal(distance_target(distance, &state), 8); /* once is not often */
    for (int i = 0; distance_target(distance, &state) == 8 && i < 1000; i++) {
        distance_try(distance, &state);
        distance_refresh(distance, grown);
    }
    assert_int_equal(distance_target(distance, &state), 12); /* through the pointer */
    assert_int_equal(distance_of(distance, &state), 6);
    try_often(distance, &state);
    assert_int_equal(distance_of(distance, &state), DISTANCE_NONE);
    distance_try_again(distance);
    distance_refresh(distance, grown);
    assert_int_equal(distance_target(distance, &state), 8);
    distance_free(distance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_reaches_is_given_up_for_what_is_farther),
        cmocka_unit_test(the_way_to_the_return),
        cmocka_unit_test(the_way_to_uncovered_code),
        cmocka_unit_test(the_order_of_functions_does_not_matter),
        cmocka_unit_test(a_state_may_return_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
