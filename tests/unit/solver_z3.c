/* Z3 as a back end: every kind of term means there what the evaluator says. */
#include "solver/z3.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "expr/eval.h"
#include "random_terms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct solver_stats stats;
    struct solver *z3;
    struct random_terms random;
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    f->z3 = z3_solver_new(f->exprs, &f->stats);
    random_terms_init(&f->random, f->exprs, 1);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    solver_free(f->z3);
    exprs_free(f->exprs);
    mem_free(f);
    return 0;
}

static expr_t byte(struct fixture *f, expr_t array, uint32_t index)
{
    return expr_read(f->exprs, array, expr_const(f->exprs, 64, index));
}

static enum verdict ask(struct fixture *f, const expr_t *terms, size_t count, struct model **model)
{
    struct query query = {.terms = terms, .count = count, .seconds = 20};
    return solver_check(f->z3, &query, model);
}

/* With every input byte pinned to the model's, Z3 can give the term the value
 * that the evaluator gives it, and no other. */
static void compare_with_evaluator(struct fixture *f, expr_t term)
{
    struct exprs *e = f->exprs;
    struct model *model = model_new();
    expr_t terms[12];
    size_t count = 0;
    for (uint32_t i = 0; i < 11; i++) {
        uint8_t value =
            (uint8_t)(random_below(&f->random, 2) ? rng_next(&f->random.rng) : random_below(&f->random, 8));
        expr_t array = i < 6 ? f->random.x : f->random.y;
        model_set(model, i, value);
        terms[count++] = expr_eq(e, byte(f, array, i < 6 ? i : i - 6), expr_const(e, 8, value));
    }
    expr_t same = expr_eq(e, term, expr_eval_term(e, term, model));
    terms[count] = same;
    struct model *found = NULL;
    assert_int_equal(ask(f, terms, count + 1, &found), VERDICT_YES);
    assert_true(expr_all_true(e, terms, count + 1, found));
    model_unref(found);
    terms[count] = expr_not(e, same);
    if (!expr_is_false(e, terms[count]))
        assert_int_equal(ask(f, terms, count + 1, NULL), VERDICT_NO);
    model_unref(model);
}

static void bit_vectors_mean_what_the_evaluator_says(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 200; i++)
        compare_with_evaluator(f, random_term(&f->random, 1 + (unsigned)random_below(&f->random, 80), 3));
}

static void arrays_mean_what_the_evaluator_says(void **state)
{
    struct fixture *f = *state;
    f->random.arrays = true;
    for (int i = 0; i < 150; i++)
        compare_with_evaluator(f, random_term(&f->random, 8, 3));
}

static void floats_mean_what_the_evaluator_says(void **state)
{
    struct fixture *f = *state;
    static const unsigned widths[] = {1, 32, 64, 17};
    f->random.floats = true;
    for (int i = 0; i < 40; i++)
        compare_with_evaluator(f, random_float_term(&f->random, widths[i % 4], 2));
}

static void models_satisfy_their_queries(void **state)
{
    struct fixture *f = *state;
    f->random.arrays = true;
    int answers[3] = {0};
    for (int i = 0; i < 200; i++) {
        expr_t terms[3];
        for (int j = 0; j < 3; j++)
            terms[j] = random_term(&f->random, 1, 4);
        struct model *model = NULL;
        enum verdict verdict = ask(f, terms, 3, &model);
        answers[verdict]++;
        assert_int_equal(verdict == VERDICT_YES, model != NULL);
        if (model)
            assert_true(expr_all_true(f->exprs, terms, 3, model));
        model_unref(model);
    }
    assert_true(answers[VERDICT_YES] > 20 && answers[VERDICT_NO] > 20);
}

static void base_symbols_are_their_addresses(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    expr_t base = expr_base(e, 3, 0x1000);
    expr_t offset = expr_zext(e, byte(f, f->random.x, 0), 64);
    expr_t hit = expr_eq(e, expr_add(e, base, offset), expr_const(e, 64, 0x1042));
    struct model *model = NULL;
    assert_int_equal(ask(f, &hit, 1, &model), VERDICT_YES);
    assert_int_equal(model_get(model, 0), 0x42);
    model_unref(model);
}

static void terms_are_dropped_at_a_sweep(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 20; i++) {
        expr_t term = random_term(&f->random, 1, 5);
        ask(f, &term, 1, NULL);
        if (i % 3 == 0)
            exprs_sweep(f->exprs);
        term = expr_eq(f->exprs, byte(f, f->random.x, 1), expr_const(f->exprs, 8, (uint64_t)i));
        struct model *model = NULL;
        assert_int_equal(ask(f, &term, 1, &model), VERDICT_YES);
        assert_int_equal(model_get(model, 1), i);
        model_unref(model);
    }
}

/* Factoring the product of two primes of 31 bits: nothing that ends soon. */
static void time_is_kept(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    expr_t a = byte(f, f->random.x, 0), b = byte(f, f->random.y, 0);
    expr_t wide = expr_input(e, "wide", 8);
    for (uint32_t i = 0; i < 4; i++) {
        a = i ? expr_concat(e, byte(f, wide, i), a) : byte(f, wide, 0);
        b = i ? expr_concat(e, byte(f, wide, 4 + i), b) : byte(f, wide, 4);
    }
    a = expr_zext(e, a, 64), b = expr_zext(e, b, 64);
    expr_t terms[3] = {expr_eq(e, expr_mul(e, a, b), expr_const(e, 64, 2147483647u * UINT64_C(2147483629))),
                       expr_ult(e, expr_const(e, 64, 1), a), expr_ult(e, expr_const(e, 64, 1), b)};
    /* very short times: over before the search has begun */
    static const double times[] = {0.3, 0.0001, 0.001, 0.002, 0.003, 0.004, 0.006, 0.01, 0.02};
    for (size_t i = 0; i < ARRAY_COUNT(times); i++) {
        struct query query = {.terms = terms, .count = 3, .seconds = times[i]};
        struct model *model = NULL;
        enum verdict verdict = solver_check(f->z3, &query, &model);
        if (verdict == VERDICT_YES)
            assert_true(expr_all_true(e, terms, 3, model));
        else
            assert_int_equal(verdict, VERDICT_UNKNOWN);
        model_unref(model);
    }
}

/* x * (x + 1) * (x + 2) * … modulo 2^64, where all that is known of x is a bit, and one factor is `byte`. */
static expr_t product(struct fixture *f, unsigned factors, uint8_t byte)
{
    struct exprs *e = f->exprs;
    expr_t x = expr_zext(e, expr_read(e, expr_input(e, "x", 8), expr_const(e, 64, 0)), 64), all = x;
    for (unsigned i = 1; i < factors; i++)
        all = expr_mul(e, all, expr_xor(e, x, expr_const(e, 64, 2 * i)));
    expr_t is = expr_eq(e, x, expr_const(e, 64, byte));
    return expr_and(e, is, expr_eq(e, all, expr_eval_term(e, all, NULL)));
}

/* What is large is asked in a child: its answer is the same, with its model. */
static void large_queries(void **state)
{
    struct fixture *f = *state;
    expr_t zero = product(f, 100, 0), one = product(f, 100, 1);
    struct model *model;
    assert_int_equal(ask(f, &zero, 1, &model), VERDICT_YES);
    assert_true(expr_all_true(f->exprs, &zero, 1, model));
    model_unref(model);
    assert_int_equal(ask(f, &one, 1, &model), VERDICT_NO);
}

static void when_the_run_is_over(void **state)
{
    struct fixture *f = *state;
    struct model *model;
    expr_t large = product(f, 100, 0), small = product(f, 2, 0);
    budget_stop(exprs_budget(f->exprs));
    assert_int_equal(ask(f, &large, 1, &model), VERDICT_UNKNOWN);
    assert_int_equal(ask(f, &small, 1, &model), VERDICT_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(large_queries),
        TEST(when_the_run_is_over),
        TEST(bit_vectors_mean_what_the_evaluator_says),
        TEST(arrays_mean_what_the_evaluator_says),
        TEST(floats_mean_what_the_evaluator_says),
        TEST(models_satisfy_their_queries),
        TEST(base_symbols_are_their_addresses),
        TEST(terms_are_dropped_at_a_sweep),
        TEST(time_is_kept),
#undef TEST
    };
    return cmocka_run_group_tests_name("solver_z3", tests, NULL, NULL);
}
