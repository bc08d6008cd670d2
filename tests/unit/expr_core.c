/* The pool, models, evaluation, supports, hashes, rewriting, garbage. */
#include "expr/eval.h"
#include "expr/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static expr_t byte_at(struct exprs *e, const char *name, uint32_t size, uint64_t index)
{
    return expr_read(e, expr_input(e, name, size), expr_const(e, 64, index));
}

static void equal_terms_have_equal_ids(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = byte_at(e, "x", 4, 0), y = byte_at(e, "x", 4, 1);
    assert_int_equal(expr_add(e, x, y), expr_add(e, y, x));
    assert_int_equal(expr_input(e, "x", 4), expr_input(e, "x", 4));
    assert_int_not_equal(expr_input(e, "x", 4), expr_input(e, "x", 5));
    assert_int_equal(exprs_variable_count(e), 9);
    assert_int_equal(expr_bytes(e, (const uint8_t *)"abc", 3), expr_bytes(e, (const uint8_t *)"abc", 3));
    uint64_t words[2] = {1, 2};
    expr_t wide = expr_const_words(e, 100, words);
    assert_int_equal(wide, expr_const_words(e, 100, words));
    assert_int_equal(expr_value(e, wide), 1);
    assert_int_equal(expr_value(e, expr_extract(e, wide, 64, 36)), 2);
    exprs_free(e);
}

static void values_follow_the_model(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = byte_at(e, "x", 4, 0), y = byte_at(e, "x", 4, 1);
    expr_t sum = expr_add(e, expr_zext(e, x, 32), expr_sext(e, y, 32));
    struct model *m = model_new();
    model_set(m, 0, 200);
    model_set(m, 1, 0xff);
    assert_int_equal(expr_eval(e, sum, m), 199);
    assert_int_equal(expr_eval(e, sum, m), 199);
    model_set(m, 1, 1); /* a change of the model is seen */
    assert_int_equal(expr_eval(e, sum, m), 201);
    assert_int_equal(expr_eval(e, sum, NULL), 0);
    expr_t wide = expr_binary(e, EXPR_MUL, expr_zext(e, sum, 128), expr_const(e, 128, 1ull << 63));
    assert_int_equal(expr_eval(e, expr_extract(e, wide, 64, 64), m), 201 >> 1);
    expr_t whole = expr_eval_term(e, wide, m);
    assert_true(expr_is_const(e, whole));
    assert_int_equal(expr_value(e, whole), (uint64_t)201 << 63);
    model_unref(m);
    exprs_free(e);
}

static void reads_follow_stores(void **state)
{
    struct exprs *e = exprs_new();
    expr_t index = expr_zext(e, byte_at(e, "i", 1, 0), 64);
    expr_t array = expr_store(e, expr_input(e, "a", 8), index, expr_const(e, 8, 42));
    struct model *m = model_new();
    model_set(m, 0, 3);
    for (uint32_t i = 0; i < 8; i++)
        model_set(m, 1 + i, (uint8_t)(10 + i));
    assert_int_equal(expr_eval(e, expr_read(e, array, expr_const(e, 64, 3)), m), 42);
    assert_int_equal(expr_eval(e, expr_read(e, array, expr_const(e, 64, 4)), m), 14);
    assert_int_equal(expr_eval(e, expr_read(e, array, expr_const(e, 64, 8)), m), 0);
    model_set(m, 0, 9); /* a store past the end is read by nobody */
    assert_int_equal(expr_eval(e, expr_read(e, array, index), m), 0);
    assert_int_equal(expr_array_size(e, array), 8);
    model_unref(m);
    exprs_free(e);
}

static void models_are_maps(void **state)
{
    struct model *m = model_new();
    assert_false(model_defines(m, 5));
    model_set(m, 5, 7);
    model_set(m, 1000, 0);
    assert_true(model_defines(m, 1000));
    assert_false(model_defines(m, 999));
    struct model *copy = model_copy(m), *over = model_new();
    model_set(over, 5, 9);
    model_overlay(copy, over);
    assert_int_equal(model_get(m, 5), 7);
    assert_int_equal(model_get(copy, 5), 9);
    model_unref(m);
    model_unref(copy);
    model_unref(over);
    model_unref(NULL);
}

static void supports_are_ranges(void **state)
{
    struct exprs *e = exprs_new();
    expr_input(e, "before", 3);
    expr_t x0 = byte_at(e, "x", 8, 0), x1 = byte_at(e, "x", 8, 1), x5 = byte_at(e, "x", 8, 5);
    const struct support *s = expr_support(e, expr_add(e, expr_mul(e, x0, x5), x1));
    assert_int_equal(s->count, 2);
    assert_int_equal(s->ranges[0].first, 3);
    assert_int_equal(s->ranges[0].end, 5);
    assert_int_equal(s->ranges[1].first, 8);
    assert_ptr_equal(s, support_union(e, expr_support(e, expr_mul(e, x0, x1)), expr_support(e, x5)));
    assert_true(support_has(s, 4));
    assert_false(support_has(s, 5));
    assert_true(support_overlap(s, expr_support(e, x5)));
    assert_false(support_overlap(s, expr_support(e, byte_at(e, "x", 8, 2))));
    expr_t anywhere = expr_read(e, expr_input(e, "x", 8), expr_zext(e, x5, 64));
    assert_int_equal(expr_support(e, anywhere)->ranges[0].end, 11);
    assert_int_equal(expr_support(e, expr_const(e, 8, 1))->count, 0);
    exprs_free(e);
}

static void hashes_ignore_what_they_say(void **state)
{
    struct exprs *e = exprs_new(), *f = exprs_new();
    expr_t x = byte_at(e, "x", 4, 0);
    expr_t one = expr_ult(e, x, expr_const(e, 8, 7)), two = expr_ult(e, x, expr_const(e, 8, 9));
    assert_int_not_equal(expr_hash(e, one), expr_hash(e, two));
    assert_int_equal(expr_shape_hash(e, one), expr_shape_hash(e, two));
    assert_int_not_equal(expr_shape_hash(e, one), expr_shape_hash(e, expr_not(e, one)));
    byte_at(f, "other", 9, 3);
    expr_t other = byte_at(f, "x", 4, 0);
    assert_int_equal(expr_hash(e, one), expr_hash(f, expr_ult(f, other, expr_const(f, 8, 7))));
    expr_t wide = expr_zext(e, x, 64);
    expr_t a = expr_add(e, expr_base(e, 1, 0x1000), wide), b = expr_add(e, expr_base(e, 2, 0x2000), wide);
    assert_int_not_equal(expr_hash(e, a), expr_hash(e, b));
    assert_true(expr_has_base(e, a));
    assert_false(expr_has_base(e, wide));
    assert_int_equal(expr_eval(e, a, NULL), 0x1000);
    exprs_free(e);
    exprs_free(f);
}

struct replacement {
    struct exprs *exprs;
    expr_t from, to;
};

static expr_t replace(void *context, expr_t leaf)
{
    struct replacement *r = context;
    return leaf == r->from ? r->to : 0;
}

static void rewriting_replaces_leaves(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = byte_at(e, "x", 4, 0), y = byte_at(e, "x", 4, 1);
    struct replacement r = {e, x, expr_const(e, 8, 5)};
    expr_t sum = expr_add(e, expr_mul(e, x, x), y);
    assert_int_equal(expr_rewrite(e, sum, NULL, replace, &r), expr_add(e, y, expr_const(e, 8, 25)));
    r = (struct replacement){e, expr_input(e, "x", 4), expr_bytes(e, (const uint8_t *)"\1\2\3\4", 4)};
    struct model *m = model_new();
    assert_int_equal(expr_eval(e, expr_rewrite(e, sum, NULL, replace, &r), m), 3);
    model_unref(m);
    exprs_free(e);
}

static void count_marked(void *context) { ++*(int *)context; }

static void sweeping_keeps_what_is_marked(void **state)
{
    struct exprs *e = exprs_new();
    int calls = 0;
    exprs_on_sweep(e, count_marked, &calls);
    expr_t x = byte_at(e, "x", 4, 0), y = byte_at(e, "x", 4, 1);
    expr_t kept = expr_add(e, x, y);
    uint64_t words[3] = {5, 6, 7};
    expr_const_words(e, 192, words);
    expr_bytes(e, (const uint8_t *)"gone", 4);
    expr_t lost = expr_mul(e, x, y);
    expr_support(e, lost);
    size_t before = exprs_count(e);
    exprs_mark(e, kept);
    assert_true(expr_marked(e, x));
    assert_false(expr_marked(e, lost));
    exprs_sweep(e);
    assert_int_equal(calls, 1);
    assert_true(exprs_count(e) < before);
    assert_int_equal(kept, expr_add(e, x, y));
    expr_const_words(e, 192, words);
    expr_t again = expr_binary(e, EXPR_UDIV, x, y); /* reuses an id */
    assert_int_equal(expr_support(e, again)->ranges[0].end, 2);
    exprs_forget_listener(e, &calls);
    exprs_sweep(e);
    assert_int_equal(calls, 1);
    exprs_free(e);
}

/* Nothing recurses over the depth of a term. */
static void depth_costs_no_stack(void **state)
{
    enum { DEPTH = 1000000 };
    struct exprs *e = exprs_new();
    expr_t x = expr_zext(e, byte_at(e, "x", 4, 0), 64), array = expr_input(e, "x", 4), sum = x;
    for (uint32_t i = 0; i < DEPTH; i++) {
        sum = expr_add(e, expr_mul(e, sum, x), x);
        array = expr_store(e, array, sum, expr_extract(e, x, 0, 8));
    }
    expr_t read = expr_read(e, array, expr_binary(e, EXPR_UDIV, sum, x));
    struct model *m = model_new();
    model_set(m, 0, 2);
    expr_eval(e, read, m);
    assert_int_equal(expr_support(e, read)->count, 1);
    expr_hash(e, read);
    struct replacement r = {e, byte_at(e, "x", 4, 0), expr_const(e, 8, 3)};
    expr_rewrite(e, sum, NULL, replace, &r);
    exprs_mark(e, read);
    exprs_sweep(e);
    exprs_check(e);
    model_unref(m);
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_terms_have_equal_ids), cmocka_unit_test(values_follow_the_model),
        cmocka_unit_test(reads_follow_stores),        cmocka_unit_test(models_are_maps),
        cmocka_unit_test(supports_are_ranges),        cmocka_unit_test(hashes_ignore_what_they_say),
        cmocka_unit_test(rewriting_replaces_leaves),  cmocka_unit_test(sweeping_keeps_what_is_marked),
        cmocka_unit_test(depth_costs_no_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
