/* Where symbolic pointers may point, and at how many queries. */
#include "memory/resolve.h"

#include "base/alloc.h"
#include "expr/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct objects objects;
    struct space space;
    struct chain *chain;
    struct constraints *constraints;
    struct model *model;
    expr_t index; /* four input bytes, as 64 bits */
    expr_t whole; /* eight input bytes */
    struct targets targets;
};

static int set_up(void **state)
{
    struct fixture *f = NEW(struct fixture);
    char *error = NULL;
    f->exprs = exprs_new();
    space_init(&f->space, f->exprs, &f->objects);
    struct chain_options options = {.backend = "ramify",
                                    .use_simplify = true,
                                    .use_slicing = true,
                                    .use_query_cache = true,
                                    .use_counterexample_cache = true};
    f->chain = chain_new(f->exprs, &options, &error);
    assert_non_null(f->chain);
    f->constraints = constraints_new(f->exprs);
    f->model = model_new();
    expr_t input = expr_input(f->exprs, "input", 8), word = 0;
    for (unsigned i = 0; i < 8; i++) {
        expr_t byte = expr_read(f->exprs, input, expr_const(f->exprs, 64, i));
        word = word ? expr_concat(f->exprs, byte, word) : byte;
        if (i == 3)
            f->index = expr_zext(f->exprs, word, 64);
    }
    f->whole = word;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    targets_release(&f->targets);
    model_unref(f->model);
    constraints_unref(f->constraints);
    chain_free(f->chain);
    space_release(&f->space);
    objects_release(&f->objects);
    exprs_free(f->exprs);
    mem_free(f);
    return 0;
}

static expr_t number(struct fixture *f, uint64_t value) { return expr_const(f->exprs, 64, value); }

static const struct object *heap(struct fixture *f, uint64_t size)
{
    return space_allocate(&f->space, OBJECT_HEAP, size, 16, 0, 0, true);
}

static expr_t base(struct fixture *f, const struct object *object)
{
    return expr_base(f->exprs, object->id, object->address);
}

static void assume(struct fixture *f, expr_t term) { f->constraints = constraints_add(f->constraints, term); }

static void resolve(struct fixture *f, expr_t pointer, uint64_t size)
{
    targets_release(&f->targets);
    resolve_pointer(&f->space, f->chain, f->constraints, f->model,
                    &(struct resolution){.pointer = pointer, .size = size}, &f->targets);
    for (size_t i = 0; i < f->targets.count; i++) {
        const struct target *target = &f->targets.data[i];
        const struct object *object = object_get(&f->objects, target->object);
        assert_true(expr_eval(f->exprs, target->inside, target->model));
        uint64_t address = expr_eval(f->exprs, pointer, target->model);
        assert_true(address >= object->address && address + size <= object->address + object->size);
        assert_int_equal(expr_eval(f->exprs, target->offset, target->model), address - object->address);
        assert_true(expr_all_true(f->exprs, constraints_terms(f->constraints),
                                  constraints_count(f->constraints), target->model));
        for (size_t other = 0; other < i; other++)
            assert_int_not_equal(f->targets.data[other].object, target->object);
    }
    if (f->targets.may_fail == VERDICT_YES)
        assert_true(expr_eval(f->exprs, f->targets.outside, f->targets.fail_model));
    if (f->targets.may_fail == VERDICT_NO)
        assert_true(expr_is_false(f->exprs, f->targets.outside));
}

static bool has_target(struct fixture *f, const struct object *object)
{
    for (size_t i = 0; i < f->targets.count; i++)
        if (f->targets.data[i].object == object->id)
            return true;
    return false;
}

static void test_one_target_one_query(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 100; i++)
        heap(f, 64);
    const struct object *table = heap(f, 40);
    assume(f, expr_ult(f->exprs, f->index, number(f, 10)));
    uint64_t before = f->chain->stats.total;
    resolve(f, expr_add(f->exprs, base(f, table), expr_mul(f->exprs, f->index, number(f, 4))), 4);
    assert_int_equal(f->targets.count, 1);
    assert_true(has_target(f, table));
    assert_int_equal(f->targets.may_fail, VERDICT_NO);
    assert_false(f->targets.incomplete);
    assert_true(f->chain->stats.total - before <= 1);
}

static void test_out_of_bounds(void **state)
{
    struct fixture *f = *state;
    const struct object *table = heap(f, 40);
    heap(f, 4096);
    assume(f, expr_ult(f->exprs, f->index, number(f, 100)));
    resolve(f, expr_add(f->exprs, base(f, table), f->index), 4);
    assert_int_equal(f->targets.count, 1); /* beyond its object a pointer is wrong, whatever lies there */
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
    assert_false(f->targets.incomplete);
    /* the model points outside, the object is found all the same */
    targets_release(&f->targets);
    model_set(f->model, 0, 38);
    resolve(f, expr_add(f->exprs, base(f, table), f->index), 4);
    assert_int_equal(f->targets.count, 1);
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
    /* an access wider than the object */
    resolve(f, expr_add(f->exprs, base(f, table), f->index), 48);
    assert_int_equal(f->targets.count, 0);
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
}

static void test_freed(void **state)
{
    struct fixture *f = *state;
    const struct object *table = heap(f, 40);
    expr_t pointer = expr_add(f->exprs, base(f, table), f->index);
    space_free(&f->space, NULL, table->id);
    resolve(f, pointer, 1);
    assert_int_equal(f->targets.count, 0);
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
}

static void test_choice(void **state)
{
    struct fixture *f = *state;
    const struct object *a = heap(f, 8), *b = heap(f, 8), *c = heap(f, 8);
    expr_t zero = number(f, 0), one = number(f, 1);
    expr_t pointer = expr_ite(f->exprs, expr_eq(f->exprs, f->index, zero), base(f, a),
                              expr_ite(f->exprs, expr_eq(f->exprs, f->index, one), base(f, b), base(f, c)));
    resolve(f, pointer, 8);
    assert_int_equal(f->targets.count, 3);
    assert_int_equal(f->targets.may_fail, VERDICT_NO);
}

/* An object that a choice can only leave is no target, whatever lies behind it. */
static void test_choice_stays_in_its_objects(void **state)
{
    struct fixture *f = *state;
    const struct object *a = heap(f, 8), *b = heap(f, 8);
    expr_t far = number(f, b->address - a->address); /* from a to b, by way of the gap */
    expr_t pointer = expr_ite(f->exprs, expr_eq(f->exprs, f->index, number(f, 0)), base(f, b),
                              expr_add(f->exprs, base(f, a), far));
    resolve(f, pointer, 8);
    assert_int_equal(f->targets.count, 1);
    assert_int_equal(f->targets.data[0].object, b->id);
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
}

/* Null is no target, dead objects are none, and a number may be one. */
static void test_choice_of_numbers(void **state)
{
    struct fixture *f = *state;
    const struct object *a = heap(f, 8), *dead = heap(f, 8), *b = heap(f, 8);
    space_free(&f->space, NULL, dead->id);
    expr_t pointer = expr_ite(f->exprs, expr_eq(f->exprs, f->index, number(f, 0)), number(f, 0),
                              expr_ite(f->exprs, expr_eq(f->exprs, f->index, number(f, 1)), base(f, dead),
                                       expr_ite(f->exprs, expr_eq(f->exprs, f->index, number(f, 2)),
                                                base(f, a), number(f, b->address + 4))));
    resolve(f, pointer, 4);
    assert_int_equal(f->targets.count, 2);
    assert_true(has_target(f, a) && has_target(f, b));
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
    uint64_t before = f->chain->stats.total;
    assume(f, expr_ule(f->exprs, number(f, 2), f->index));
    model_unref(f->model);
    f->model = model_new();
    model_set(f->model, 0, 2);
    resolve(f, pointer, 4);
    assert_int_equal(f->targets.count, 2);
    assert_int_equal(f->targets.may_fail, VERDICT_NO);
    assert_int_equal(f->chain->stats.total - before, 2);
}

/* Several offsets of one object: a target each, or one at a chosen offset. */
static void test_choice_in_one_object(void **state)
{
    struct fixture *f = *state;
    const struct object *a = heap(f, 24);
    expr_t condition = expr_eq(f->exprs, f->index, number(f, 0));
    expr_t pointer = expr_ite(f->exprs, condition, base(f, a), expr_add(f->exprs, base(f, a), number(f, 16)));
    struct resolution asked = {.pointer = pointer, .size = 8, .exact = 1};
    resolve_pointer(&f->space, f->chain, f->constraints, f->model, &asked, &f->targets);
    assert_int_equal(f->targets.count, 2);
    assert_null(f->targets.data[1].model); /* not asked */
    assert_int_equal(f->targets.may_fail, VERDICT_NO);
    targets_by_object(f->exprs, &f->targets);
    assert_int_equal(f->targets.count, 1);
    assert_int_equal(f->targets.data[0].offset, expr_ite(f->exprs, condition, number(f, 0), number(f, 16)));
}

/* A number that says nothing of where it came from: any object. */
static void test_any_number(void **state)
{
    struct fixture *f = *state;
    const struct object *objects[40];
    for (unsigned i = 0; i < 40; i++)
        objects[i] = heap(f, 16);
    const struct object *function = space_allocate(&f->space, OBJECT_FUNCTION, 16, 1, 0, 0, false);
    resolve(f, f->whole, 4);
    assert_int_equal(f->targets.count, 40);
    assert_false(has_target(f, function)); /* no data there */
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
    assert_false(f->targets.incomplete);
    /* two of them */
    expr_t offset = expr_sub(f->exprs, f->whole, number(f, objects[7]->address));
    assume(f, expr_ule(f->exprs, offset, number(f, objects[8]->address - objects[7]->address)));
    model_unref(f->model);
    f->model = model_new();
    for (unsigned i = 0; i < 8; i++)
        model_set(f->model, i, (uint8_t)((objects[7]->address + 16) >> 8 * i)); /* between the two */
    uint64_t before = f->chain->stats.total;
    resolve(f, f->whole, 4);
    assert_int_equal(f->targets.count, 2);
    assert_true(has_target(f, objects[7]) && has_target(f, objects[8]));
    assert_int_equal(f->targets.may_fail, VERDICT_YES);
    assert_true(f->chain->stats.total - before < 24); /* halving, not one by one */
}

static bool is_wide(void *context, const struct object *object)
{
    return object->size == *(uint64_t *)context;
}

/* The familiar objects are asked about first, and the others only if they may be meant. */
static void test_familiar_first(void **state)
{
    struct fixture *f = *state;
    const struct object *wide[2] = {NULL, NULL};
    for (unsigned i = 0; i < 64; i++) {
        const struct object *object = heap(f, i % 32 == 5 ? 24 : 16);
        if (object->size == 24)
            wide[i / 32] = object;
    }
    expr_t first = number(f, wide[0]->address), second = number(f, wide[1]->address);
    assume(f, expr_or(f->exprs, expr_eq(f->exprs, f->whole, first), expr_eq(f->exprs, f->whole, second)));
    model_unref(f->model);
    f->model = model_new();
    for (unsigned i = 0; i < 8; i++)
        model_set(f->model, i, (uint8_t)(wide[0]->address >> 8 * i));
    uint64_t size = 24, before[3];
    struct resolution asked = {.pointer = f->whole, .size = 4, .context = &size};
    for (unsigned round = 0; round < 2; round++) {
        before[round] = f->chain->stats.total;
        targets_release(&f->targets);
        resolve_pointer(&f->space, f->chain, f->constraints, f->model, &asked, &f->targets);
        assert_int_equal(f->targets.count, 2);
        assert_true(has_target(f, wide[0]) && has_target(f, wide[1]));
        assert_int_equal(f->targets.may_fail, VERDICT_NO);
        asked.familiar = is_wide;
    }
    before[2] = f->chain->stats.total;
    assert_true(before[2] - before[1] <= before[1] - before[0]);
    /* what is familiar is not all there is */
    size = 16;
    targets_release(&f->targets);
    resolve_pointer(&f->space, f->chain, f->constraints, f->model, &asked, &f->targets);
    assert_true(has_target(f, wide[0]) && has_target(f, wide[1]));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_one_target_one_query),
        TEST(test_out_of_bounds),
        TEST(test_freed),
        TEST(test_choice),
        TEST(test_choice_stays_in_its_objects),
        TEST(test_choice_of_numbers),
        TEST(test_choice_in_one_object),
        TEST(test_any_number),
        TEST(test_familiar_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
