/* The caches, and the links that need no real back end to be tested. */
#include "solver/links.h"

#include "expr/eval.h"
#include "scripted_solver.h"
#include "solver/z3.h"
#include "random_terms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct solver_stats stats;
    struct scripted_solver *back;
    expr_t x;
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    f->back = scripted_solver_new(f->exprs, &f->stats);
    f->x = expr_input(f->exprs, "x", 64);
    *state = f;
    return 0;
}

/* Each test frees its chain, and the back end with it. */
static int teardown(void **state)
{
    struct fixture *f = *state;
    exprs_free(f->exprs);
    mem_free(f);
    return 0;
}

static expr_t byte(struct fixture *f, uint32_t index)
{
    return expr_read(f->exprs, f->x, expr_const(f->exprs, 64, index));
}

static expr_t ordered(struct fixture *f, uint32_t a, uint32_t b)
{
    return expr_ult(f->exprs, byte(f, a), byte(f, b));
}

static expr_t equals(struct fixture *f, uint32_t index, uint8_t value)
{
    return expr_eq(f->exprs, byte(f, index), expr_const(f->exprs, 8, value));
}

static enum verdict ask(struct solver *solver, const expr_t *terms, size_t count)
{
    struct query query = {.terms = terms, .count = count};
    struct model *model = NULL;
    enum verdict verdict = solver_check(solver, &query, &model);
    model_unref(model);
    return verdict;
}

static void the_same_set_in_any_order_is_a_hit(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = query_cache_new(&f->back->solver, NULL, false);
    expr_t a = ordered(f, 0, 1), b = ordered(f, 1, 2), c = ordered(f, 2, 3);
    f->back->verdict = VERDICT_NO;
    assert_int_equal(ask(cache, (expr_t[]){a, b, c}, 3), VERDICT_NO);
    f->back->verdict = VERDICT_YES;
    assert_int_equal(ask(cache, (expr_t[]){c, a, b}, 3), VERDICT_NO);
    assert_int_equal(ask(cache, (expr_t[]){c, a, b, a}, 4), VERDICT_NO);
    assert_int_equal(f->back->asked, 1);
    assert_int_equal(f->stats.cache_hits, 2);
    assert_int_equal(ask(cache, (expr_t[]){a, b}, 2), VERDICT_YES);
    assert_int_equal(ask(cache, (expr_t[]){a, a, b}, 3), VERDICT_YES);
    assert_int_equal(f->back->asked, 2);
    solver_free(cache);
}

static void unknown_is_never_remembered(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = query_cache_new(counterexample_cache_new(&f->back->solver), NULL, false);
    expr_t a = ordered(f, 0, 1);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(cache, &a, 1), VERDICT_UNKNOWN);
    assert_int_equal(ask(cache, &a, 1), VERDICT_UNKNOWN);
    assert_int_equal(f->back->asked, 2);
    f->back->verdict = VERDICT_NO;
    assert_int_equal(ask(cache, &a, 1), VERDICT_NO);
    solver_free(cache);
}

static void entries_with_dead_terms_go_at_the_sweep(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = query_cache_new(counterexample_cache_new(&f->back->solver), NULL, false);
    expr_t kept = ordered(f, 0, 1), dead = ordered(f, 2, 3);
    f->back->verdict = VERDICT_NO;
    ask(cache, &kept, 1);
    ask(cache, &dead, 1);
    exprs_mark(f->exprs, kept);
    exprs_sweep(f->exprs);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(cache, &kept, 1), VERDICT_NO);
    /* whatever takes the freed ids is not answered with what they once were */
    for (uint32_t i = 4; i < 40; i++) {
        expr_t fresh = ordered(f, i, i + 1);
        assert_int_equal(ask(cache, &fresh, 1), VERDICT_UNKNOWN);
    }
    solver_free(cache);
}

static void a_superset_of_an_impossible_set_is_impossible(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = counterexample_cache_new(&f->back->solver);
    expr_t terms[20];
    for (uint32_t i = 0; i < 20; i++)
        terms[i] = ordered(f, i, i + 1);
    f->back->verdict = VERDICT_NO;
    assert_int_equal(ask(cache, terms + 5, 3), VERDICT_NO);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(cache, terms, 20), VERDICT_NO);
    assert_int_equal(ask(cache, terms + 5, 4), VERDICT_NO);
    assert_int_equal(f->stats.core_hits, 2);
    assert_int_equal(ask(cache, terms + 6, 10), VERDICT_UNKNOWN);
    assert_int_equal(ask(cache, terms, 7), VERDICT_UNKNOWN);
    solver_free(cache);
}

static void a_subset_of_a_possible_set_has_its_model(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = counterexample_cache_new(&f->back->solver);
    expr_t terms[20];
    f->back->model = model_new();
    for (uint32_t i = 0; i < 20; i++) {
        terms[i] = equals(f, i, (uint8_t)(i + 1));
        model_set(f->back->model, i, (uint8_t)(i + 1));
    }
    f->back->verdict = VERDICT_YES;
    assert_int_equal(ask(cache, terms, 10), VERDICT_YES);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(cache, terms + 3, 4), VERDICT_YES);
    assert_int_equal(f->stats.model_hits, 1);
    /* not a subset, but the same model satisfies it when evaluated */
    assert_int_equal(ask(cache, terms + 8, 6), VERDICT_YES);
    assert_int_equal(f->stats.model_hits, 2);
    expr_t other = equals(f, 0, 77);
    assert_int_equal(ask(cache, &other, 1), VERDICT_UNKNOWN);
    solver_free(cache);
}

/* Many sets, more than the ring holds, against the definition by Z3. */
static void the_caches_never_lie(void **state)
{
    struct fixture *f = *state;
    solver_free(&f->back->solver);
    struct random_terms random;
    random_terms_init(&random, f->exprs, 3);
    struct solver *z3 = z3_solver_new(f->exprs, &f->stats);
    struct solver *cache =
        query_cache_new(counterexample_cache_new(z3_solver_new(f->exprs, &f->stats)), NULL, false);
    expr_t pool[24];
    for (int i = 0; i < 24; i++)
        pool[i] = random_term(&random, 1, 3);
    for (int i = 0; i < 300; i++) {
        expr_t terms[8];
        size_t count = 1 + random_below(&random, 8);
        for (size_t j = 0; j < count; j++)
            terms[j] = pool[random_below(&random, 24)];
        struct query query = {.terms = terms, .count = count};
        struct model *model = NULL;
        enum verdict verdict = solver_check(cache, &query, &model);
        if (model)
            assert_true(expr_all_true(f->exprs, terms, count, model));
        model_unref(model);
        assert_int_equal(verdict, ask(z3, terms, count));
    }
    assert_true(f->stats.core_hits > 10 && f->stats.model_hits > 10);
    solver_free(z3);
    solver_free(cache);
}

static void the_ring_forgets_the_oldest(void **state)
{
    struct fixture *f = *state;
    struct solver *cache = counterexample_cache_new(&f->back->solver);
    f->back->verdict = VERDICT_NO;
    expr_t first = ordered(f, 0, 1);
    ask(cache, &first, 1);
    for (uint32_t i = 0; i < 20000; i++) {
        expr_t sum = expr_add(f->exprs, byte(f, i % 60), byte(f, i % 59 + 1));
        expr_t term =
            expr_eq(f->exprs, expr_zext(f->exprs, sum, 32),
                    expr_mul(f->exprs, expr_zext(f->exprs, byte(f, 63), 32), expr_const(f->exprs, 32, i)));
        ask(cache, &term, 1);
    }
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(cache, &first, 1), VERDICT_UNKNOWN);
    solver_free(cache);
}

static void parts_are_asked_apart(void **state)
{
    struct fixture *f = *state;
    struct solver *slice = slice_new(&f->back->solver);
    expr_t terms[4] = {ordered(f, 0, 1), ordered(f, 10, 11), ordered(f, 1, 2), ordered(f, 20, 21)};
    f->back->model = model_new();
    for (uint32_t i = 0; i < 64; i++)
        model_set(f->back->model, i, (uint8_t)i);
    f->back->verdict = VERDICT_YES;
    struct query query = {.terms = terms, .count = 4};
    struct model *model = NULL;
    assert_int_equal(solver_check(slice, &query, &model), VERDICT_YES);
    assert_int_equal(f->back->asked, 3);
    assert_true(expr_all_true(f->exprs, terms, 4, model));
    assert_true(model_defines(model, 21));
    assert_false(model_defines(model, 30));
    model_unref(model);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(slice, terms, 4), VERDICT_UNKNOWN);
    f->back->verdict = VERDICT_NO;
    assert_int_equal(ask(slice, terms, 4), VERDICT_NO);
    solver_free(slice);
}

static void what_follows_is_not_asked(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    struct solver *simplify = simplify_new(&f->back->solver);
    f->back->verdict = VERDICT_UNKNOWN;
    /* x0 = 3, x1 = x0 + 1, x2 = x1 * 2: all of it follows */
    expr_t chain[3] = {expr_eq(e, byte(f, 2), expr_mul(e, byte(f, 1), expr_const(e, 8, 2))),
                       expr_eq(e, byte(f, 1), expr_add(e, byte(f, 0), expr_const(e, 8, 1))), equals(f, 0, 3)};
    struct query query = {.terms = chain, .count = 3};
    struct model *model = NULL;
    assert_int_equal(solver_check(simplify, &query, &model), VERDICT_YES);
    assert_int_equal(model_get(model, 0), 3);
    assert_int_equal(model_get(model, 1), 4);
    assert_int_equal(model_get(model, 2), 8);
    model_unref(model);
    /* a term with two values */
    expr_t product = expr_mul(e, byte(f, 0), byte(f, 1));
    expr_t twice[2] = {expr_eq(e, product, expr_const(e, 8, 5)), expr_eq(e, product, expr_const(e, 8, 6))};
    assert_int_equal(ask(simplify, twice, 2), VERDICT_NO);
    /* a term that is known is put in where it occurs */
    expr_t nested[2] = {twice[0], expr_eq(e, expr_add(e, product, byte(f, 5)), expr_const(e, 8, 9))};
    assert_int_equal(ask(simplify, nested, 2), VERDICT_UNKNOWN);
    assert_int_equal(f->back->count, 1);
    expr_t order = ordered(f, 0, 1);
    expr_t negated[2] = {order, expr_not(e, order)};
    assert_int_equal(ask(simplify, negated, 2), VERDICT_NO);
    assert_int_equal(f->back->asked, 1);
    solver_free(simplify);
}

/* A byte that is fixed stays fixed where the input is read at a symbolic index. */
static void a_fixed_byte_still_counts_in_its_array(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    solver_free(&f->back->solver);
    struct solver *simplify = simplify_new(z3_solver_new(e, &f->stats));
    expr_t anywhere = expr_read(e, f->x, expr_zext(e, byte(f, 9), 64));
    expr_t terms[3] = {equals(f, 0, 3), equals(f, 9, 0), expr_eq(e, anywhere, expr_const(e, 8, 4))};
    assert_int_equal(ask(simplify, terms, 3), VERDICT_NO);
    expr_t two[4] = {equals(f, 0, 3), equals(f, 1, 5), expr_ult(e, byte(f, 9), expr_const(e, 8, 2)),
                     terms[2]};
    assert_int_equal(ask(simplify, two, 4), VERDICT_NO);
    expr_t index[2] = {equals(f, 0, 3), expr_eq(e, anywhere, expr_const(e, 8, 3))};
    struct query query = {.terms = index, .count = 2};
    struct model *model = NULL;
    assert_int_equal(solver_check(simplify, &query, &model), VERDICT_YES);
    assert_true(expr_all_true(e, index, 2, model));
    model_unref(model);
    solver_free(simplify);
}

static void simplification_keeps_the_answer(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    solver_free(&f->back->solver);
    struct random_terms random;
    random_terms_init(&random, e, 11);
    struct solver *z3 = z3_solver_new(e, &f->stats);
    struct solver *simplify = simplify_new(slice_new(z3_solver_new(e, &f->stats)));
    int answers[3] = {0};
    for (int i = 0; i < 200; i++) {
        expr_t terms[8];
        size_t count = 2 + random_below(&random, 6);
        random.arrays = i % 4 == 0;
        for (size_t j = 0; j < count; j++) {
            unsigned width = random_below(&random, 2) ? 8 : 16;
            terms[j] = random_below(&random, 3)
                           ? expr_eq(e, random_term(&random, width, 2), random_term(&random, width, 0))
                           : random_term(&random, 1, 3);
        }
        struct query query = {.terms = terms, .count = count};
        struct model *model = NULL;
        enum verdict verdict = solver_check(simplify, &query, &model);
        if (model)
            assert_true(expr_all_true(e, terms, count, model));
        model_unref(model);
        answers[verdict]++;
        assert_int_equal(verdict, ask(z3, terms, count));
    }
    assert_true(answers[VERDICT_YES] > 10 && answers[VERDICT_NO] > 10);
    solver_free(z3);
    solver_free(simplify);
}

static void the_second_back_end_gets_what_the_first_does_not_know(void **state)
{
    struct fixture *f = *state;
    struct scripted_solver *second = scripted_solver_new(f->exprs, &f->stats);
    struct solver *fallback = fallback_new(&f->back->solver, &second->solver);
    expr_t term = ordered(f, 0, 1);
    second->verdict = VERDICT_NO;
    f->back->verdict = VERDICT_YES;
    assert_int_equal(ask(fallback, &term, 1), VERDICT_YES);
    assert_int_equal(second->asked, 0);
    f->back->verdict = VERDICT_UNKNOWN;
    assert_int_equal(ask(fallback, &term, 1), VERDICT_NO);
    assert_int_equal(second->asked, 1);
    struct query query = {.terms = &term, .count = 1, .seconds = 10};
    solver_check(fallback, &query, NULL);
    assert_true(f->back->seconds > 0 && f->back->seconds < 10);
    assert_true(second->seconds > 5 && second->seconds <= 10);
    solver_free(fallback);
}

static void a_wrong_model_is_not_believed(void **state)
{
    struct fixture *f = *state;
    struct log log = {0};
    struct solver *door = door_new(&f->back->solver, NULL, &log);
    f->back->verdict = VERDICT_YES;
    f->back->model = model_new();
    model_set(f->back->model, 0, 5);
    expr_t right = equals(f, 0, 5), wrong = equals(f, 0, 6);
    assert_int_equal(ask(door, &right, 1), VERDICT_YES);
    assert_int_equal(ask(door, &wrong, 1), VERDICT_UNKNOWN);
    assert_int_equal(log.said.count, 1);
    assert_int_equal(f->stats.solver, 2);
    log_release(&log);
    solver_free(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(the_same_set_in_any_order_is_a_hit),
        TEST(unknown_is_never_remembered),
        TEST(entries_with_dead_terms_go_at_the_sweep),
        TEST(a_superset_of_an_impossible_set_is_impossible),
        TEST(a_subset_of_a_possible_set_has_its_model),
        TEST(the_caches_never_lie),
        TEST(the_ring_forgets_the_oldest),
        TEST(parts_are_asked_apart),
        TEST(what_follows_is_not_asked),
        TEST(a_fixed_byte_still_counts_in_its_array),
        TEST(simplification_keeps_the_answer),
        TEST(the_second_back_end_gets_what_the_first_does_not_know),
        TEST(a_wrong_model_is_not_believed),
#undef TEST
    };
    return cmocka_run_group_tests_name("solver_caches", tests, NULL, NULL);
}
