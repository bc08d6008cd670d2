/* The reference finds what a load should have given, whoever was asked: a model,
 * or Z3. Each test notes by hand what a program did, and then that a load gave
 * something else. */
#include "memory/reference_proof.h"

#include "expr/eval.h"
#include "memory/space.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TABLE = 0x1000, OTHER = 0x2000, SIZE = 16 };

struct fixture {
    struct exprs *exprs;
    struct history history;
    struct model *model;
    expr_t input;
    struct solver *z3;
    struct solver_stats stats;
    history_events events;
    settled_loads settled;
    struct table touched;
    struct difference difference;
};

static void note(struct fixture *f, enum history_kind kind, struct value pointer, uint64_t count,
                 struct value value)
{
    history_note(&f->history,
                 (struct history_event){.kind = kind, .pointer = pointer, .count = count, .value = value});
}

static int set_up(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    f->history.kept = true;
    f->model = model_new();
    f->input = expr_input(f->exprs, "x", 4);
    f->z3 = z3_solver_new(f->exprs, &f->stats);
    note(f, HISTORY_ALLOCATE, value_plain(TABLE), SIZE, value_plain(0));
    note(f, HISTORY_ALLOCATE, value_plain(OTHER), SIZE, value_plain(0xab));
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    history_release(&f->history);
    model_unref(f->model);
    solver_free(f->z3);
    vector_release(&f->events);
    vector_release(&f->settled);
    table_release(&f->touched);
    exprs_free(f->exprs);
    mem_free(f);
    return 0;
}

static expr_t byte(struct fixture *f, uint64_t index)
{
    return expr_read(f->exprs, f->input, expr_const(f->exprs, 64, index));
}

static struct value term(expr_t term) { return (struct value){0, (uint64_t)term << 2 | TAG_TERM}; }

/* The address TABLE + (x[index] & 7), a symbolic place in the table. */
static struct value place(struct fixture *f, uint64_t index)
{
    expr_t low = expr_and(f->exprs, byte(f, index), expr_const(f->exprs, 8, 7));
    return term(expr_add(f->exprs, expr_zext(f->exprs, low, 64), expr_const(f->exprs, 64, TABLE)));
}

static enum replay_result replay(struct fixture *f)
{
    vector_clear(&f->settled);
    history_list(&f->history, &f->events);
    return reference_replay(f->exprs, &f->events, f->model, &f->settled, &f->touched, &f->difference);
}

static enum verdict prove(struct fixture *f, struct model **model)
{
    struct query path = {.seconds = 60};
    return reference_prove(f->z3, &f->events, &f->settled, &f->touched, &path, model);
}

static bool last_is_settled(const struct fixture *f) { return f->settled.data[f->settled.count - 1]; }

static void a_right_load_is_settled(void **state)
{
    struct fixture *f = *state;
    note(f, HISTORY_STORE, value_plain(TABLE + 4), 32, value_plain(0x11223344));
    note(f, HISTORY_LOAD, value_plain(TABLE + 3), 32, value_plain(0x22334400));
    assert_int_equal(replay(f), REPLAY_AGREES);
    assert_true(last_is_settled(f));
    note(f, HISTORY_STORE, value_plain(TABLE + 8), 8, term(byte(f, 0)));
    note(f, HISTORY_LOAD, value_plain(TABLE + 8), 8, term(byte(f, 0)));
    assert_int_equal(replay(f), REPLAY_AGREES);
    assert_true(last_is_settled(f));
}

static void a_wrong_constant_is_found(void **state)
{
    struct fixture *f = *state;
    note(f, HISTORY_STORE, value_plain(TABLE + 4), 32, value_plain(0x11223344));
    note(f, HISTORY_LOAD, value_plain(TABLE + 4), 32, value_plain(0));
    assert_int_equal(replay(f), REPLAY_DIFFERS);
    assert_int_equal(f->difference.address, TABLE + 4);
    assert_string_equal(f->difference.given, "0x00000000");
    assert_string_equal(f->difference.expected, "0x11223344");
}

static void fills_and_moves_are_followed(void **state)
{
    struct fixture *f = *state;
    note(f, HISTORY_FILL, value_plain(TABLE), 8, value_plain(7));
    history_note(&f->history,
                 (struct history_event){
                     .kind = HISTORY_MOVE, .pointer = value_plain(TABLE + 4), .count = 8, .from = TABLE});
    note(f, HISTORY_LOAD, value_plain(TABLE + 8), 64, value_plain(0x07070707));
    assert_int_equal(replay(f), REPLAY_AGREES);
    note(f, HISTORY_LOAD, value_plain(OTHER), 8, value_plain(0xab));
    assert_int_equal(replay(f), REPLAY_AGREES);
    note(f, HISTORY_LOAD, value_plain(OTHER), 8, value_plain(0));
    assert_int_equal(replay(f), REPLAY_DIFFERS);
}

static void the_word_that_differs_is_named(void **state)
{
    struct fixture *f = *state;
    uint64_t words[2] = {0, 5};
    note(f, HISTORY_STORE, value_plain(TABLE + 8), 64, value_plain(6));
    note(f, HISTORY_LOAD, value_plain(TABLE), 128, term(expr_const_words(f->exprs, 128, words)));
    assert_int_equal(replay(f), REPLAY_DIFFERS);
    assert_int_equal(f->difference.address, TABLE + 8);
    assert_int_equal(f->difference.bytes, 8);
    assert_string_equal(f->difference.given, "0x0000000000000005");
    assert_string_equal(f->difference.expected, "0x0000000000000006");
}

/* After a write at an unknown place: a byte as it was, unless it was written there. */
static expr_t byte_after(struct fixture *f, uint64_t at, uint64_t was)
{
    expr_t here = expr_eq(f->exprs, value_term(place(f, 0)), expr_const(f->exprs, 64, TABLE + at));
    return expr_ite(f->exprs, here, expr_const(f->exprs, 8, 9), expr_const(f->exprs, 8, was));
}

static void what_depends_on_the_input_is_proven(void **state)
{
    struct fixture *f = *state;
    struct model *model;
    note(f, HISTORY_STORE, place(f, 0), 8, value_plain(9));
    note(f, HISTORY_LOAD, value_plain(TABLE + 2), 8, term(byte_after(f, 2, 0)));
    assert_int_equal(replay(f), REPLAY_AGREES);
    assert_false(last_is_settled(f));
    assert_int_equal(prove(f, &model), VERDICT_NO);
    assert_null(model);
}

static void what_is_wrong_for_one_input_is_found(void **state)
{
    struct fixture *f = *state;
    struct model *model;
    note(f, HISTORY_STORE, place(f, 0), 8, value_plain(9));
    note(f, HISTORY_LOAD, value_plain(TABLE + 2), 8, value_plain(0));
    assert_int_equal(replay(f), REPLAY_AGREES); /* x[0] is 0: written at 0 */
    assert_int_equal(prove(f, &model), VERDICT_YES);
    model_unref(f->model);
    f->model = model;
    assert_int_equal(replay(f), REPLAY_DIFFERS);
    assert_string_equal(f->difference.expected, "0x09");
}

static void a_load_at_an_unknown_place_is_followed(void **state)
{
    struct fixture *f = *state;
    struct model *model;
    note(f, HISTORY_STORE, place(f, 0), 16, value_plain(0x0909));
    note(f, HISTORY_LOAD, place(f, 0), 16, value_plain(0x0909));
    assert_int_equal(replay(f), REPLAY_AGREES);
    assert_int_equal(prove(f, &model), VERDICT_NO);
    note(f, HISTORY_LOAD, place(f, 1), 16, value_plain(0x0909));
    assert_int_equal(replay(f), REPLAY_AGREES);
    assert_int_equal(prove(f, &model), VERDICT_YES);
    model_unref(model);
}

static void input_in_memory_is_what_the_model_says(void **state)
{
    struct fixture *f = *state;
    history_note(&f->history,
                 (struct history_event){
                     .kind = HISTORY_INPUT, .pointer = value_plain(TABLE), .count = 4, .input = f->input});
    note(f, HISTORY_LOAD, value_plain(TABLE + 1), 8, term(byte(f, 1)));
    note(f, HISTORY_LOAD, value_plain(TABLE + 1), 8, term(byte(f, 2)));
    assert_int_equal(replay(f), REPLAY_AGREES);
    model_set(f->model, exprs_input(f->exprs, 0)->variable + 2, 5);
    assert_int_equal(replay(f), REPLAY_DIFFERS);
}

static void a_copy_goes_its_own_way(void **state)
{
    struct fixture *f = *state;
    struct history other;
    note(f, HISTORY_STORE, value_plain(TABLE), 8, value_plain(1));
    history_copy(&other, &f->history);
    note(f, HISTORY_STORE, value_plain(TABLE), 8, value_plain(2));
    history_note(&other, (struct history_event){.kind = HISTORY_LOAD,
                                                .pointer = value_plain(TABLE),
                                                .count = 8,
                                                .value = value_plain(1)});
    note(f, HISTORY_LOAD, value_plain(TABLE), 8, value_plain(2));
    assert_int_equal(replay(f), REPLAY_AGREES);
    history_list(&other, &f->events);
    assert_int_equal(f->events.count, 4);
    assert_int_equal(reference_replay(f->exprs, &f->events, f->model, NULL, NULL, &f->difference),
                     REPLAY_AGREES);
    history_release(&other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_right_load_is_settled),
        TEST(a_wrong_constant_is_found),
        TEST(the_word_that_differs_is_named),
        TEST(fills_and_moves_are_followed),
        TEST(what_depends_on_the_input_is_proven),
        TEST(what_is_wrong_for_one_input_is_found),
        TEST(a_load_at_an_unknown_place_is_followed),
        TEST(input_in_memory_is_what_the_model_says),
        TEST(a_copy_goes_its_own_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
