/* Queries answered by what their conjuncts were for the values of their bytes. */
#include "solver/by_values.h"

#include "expr/eval.h"
#include "random_terms.h"
#include "solver/links.h"
#include "solver/outcomes.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

struct run {
    struct exprs *exprs;
    struct keys *keys;
    struct by_values *values;
    expr_t x, table;
};

/* The table has 10 at 0, 11 at 1, and so on up to 41. */
static void begin(struct run *run)
{
    uint8_t data[32];
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(10 + i);
    run->exprs = exprs_new();
    run->keys = keys_new(run->exprs);
    run->values = by_values_new(run->exprs, run->keys, NULL);
    run->x = expr_input(run->exprs, "x", 64);
    run->table = expr_bytes(run->exprs, data, sizeof data);
}

static void end(struct run *run)
{
    by_values_free(run->values);
    keys_free(run->keys);
    exprs_free(run->exprs);
}

static expr_t byte(struct run *run, uint32_t index)
{
    return expr_read(run->exprs, run->x, expr_const(run->exprs, 64, index));
}

static expr_t entry(struct run *run, uint32_t index)
{
    return expr_read(run->exprs, run->table, expr_zext(run->exprs, byte(run, index), 64));
}

static expr_t entry_is(struct run *run, uint32_t index, uint8_t value)
{
    return expr_eq(run->exprs, entry(run, index), expr_const(run->exprs, 8, value));
}

static expr_t at_most(struct run *run, uint32_t index, uint8_t most)
{
    return expr_ule(run->exprs, byte(run, index), expr_const(run->exprs, 8, most));
}

static expr_t at_least(struct run *run, uint32_t index, uint8_t least)
{
    return expr_ule(run->exprs, expr_const(run->exprs, 8, least), byte(run, index));
}

/* The sum of two entries is that. */
static expr_t sum_is(struct run *run, uint32_t a, uint32_t b, uint8_t value)
{
    return expr_eq(run->exprs, expr_add(run->exprs, entry(run, a), entry(run, b)),
                   expr_const(run->exprs, 8, value));
}

static expr_t below(struct run *run, uint32_t a, uint32_t b)
{
    return expr_ult(run->exprs, entry(run, a), entry(run, b));
}

static enum verdict checked(struct run *run, const expr_t *terms, size_t count, enum verdict verdict,
                            struct model *model)
{
    assert_int_equal(verdict == VERDICT_YES, model != NULL);
    if (model)
        assert_true(expr_all_true(run->exprs, terms, count, model));
    model_unref(model);
    return verdict;
}

/* The verdict by what was learnt; every model is right. */
static enum verdict ask(struct run *run, const expr_t *terms, size_t count)
{
    struct model *model;
    enum verdict verdict =
        by_values_check(run->values, &(struct query){.terms = terms, .count = count}, &model);
    return checked(run, terms, count, verdict, model);
}

/* And by what can be learnt at once. */
static enum verdict evaluate(struct run *run, const expr_t *terms, size_t count)
{
    struct model *model;
    enum verdict verdict =
        by_values_evaluate(run->values, &(struct query){.terms = terms, .count = count}, &model);
    return checked(run, terms, count, verdict, model);
}

static void learn(struct run *run, enum verdict verdict, const expr_t *terms, size_t count)
{
    bool core[16];
    memset(core, true, sizeof core);
    evaluate(run, terms, count);
    by_values_learn(run->values, &(struct query){.terms = terms, .count = count}, verdict, core);
}

#define TERMS(...) ((const expr_t[]){__VA_ARGS__}), sizeof((const expr_t[]){__VA_ARGS__}) / sizeof(expr_t)

/* Refuted for a byte up to 4: 15 is at 5. */
static void one_byte_under_other_bounds(void **state)
{
    struct run run;
    begin(&run);
    assert_int_equal(ask(&run, TERMS(entry_is(&run, 0, 15), at_most(&run, 0, 4))), VERDICT_UNKNOWN);
    learn(&run, VERDICT_NO, TERMS(entry_is(&run, 0, 15), at_most(&run, 0, 4)));
    assert_int_equal(ask(&run, TERMS(at_least(&run, 9, 6), entry_is(&run, 9, 15))), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(at_least(&run, 9, 5), entry_is(&run, 9, 15))), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(at_least(&run, 9, 6), entry_is(&run, 9, 16))), VERDICT_UNKNOWN);
    /* what else the query says does not matter for "no", but for "yes" */
    expr_t other = entry_is(&run, 3, 10); /* holds for a byte that nobody has set */
    assert_int_equal(ask(&run, TERMS(other, at_least(&run, 9, 6), entry_is(&run, 9, 15))), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(other, at_least(&run, 9, 5), entry_is(&run, 9, 15))), VERDICT_UNKNOWN);
    end(&run);
}

/* Nobody has asked about these tables before: one byte is evaluated when it is first met, two are not. */
static void one_byte_is_evaluated_at_once(void **state)
{
    struct run run;
    begin(&run);
    const expr_t none[] = {entry_is(&run, 0, 15), at_most(&run, 0, 4)};
    assert_int_equal(ask(&run, none, 2), VERDICT_UNKNOWN);
    assert_int_equal(evaluate(&run, none, 2), VERDICT_NO);
    assert_int_equal(ask(&run, none, 2), VERDICT_NO);
    assert_int_equal(evaluate(&run, TERMS(entry_is(&run, 0, 16), at_most(&run, 0, 9))), VERDICT_YES);
    const expr_t sum[] = {sum_is(&run, 0, 1, 60), at_most(&run, 0, 4), at_most(&run, 1, 4)};
    assert_int_equal(evaluate(&run, sum, 3), VERDICT_UNKNOWN);
    assert_int_equal(evaluate(&run, TERMS(entry_is(&run, 2, 17), at_most(&run, 2, 6), sum[0])), VERDICT_NO);
    end(&run);
}

/* So many times its entry is less than 5000. */
static expr_t scaled(struct run *run, uint32_t index, uint64_t factor)
{
    struct exprs *exprs = run->exprs;
    expr_t product = expr_mul(exprs, expr_zext(exprs, entry(run, index), 32), expr_const(exprs, 32, factor));
    return expr_ult(exprs, product, expr_const(exprs, 32, 5000));
}

/* What a lot of evaluations was in vain for is put off, but not for ever. */
static void what_does_not_pay_is_put_off(void **state)
{
    struct run run;
    begin(&run);
    expr_t two = below(&run, 0, 1);
    for (uint64_t factor = 200; factor < 960; factor++)
        assert_int_equal(evaluate(&run, TERMS(scaled(&run, 0, factor), two)), VERDICT_UNKNOWN);
    expr_t small[] = {expr_not(run.exprs, scaled(&run, 0, 1301)), at_least(&run, 0, 40)};
    assert_int_equal(evaluate(&run, small, 2), VERDICT_UNKNOWN);
    unsigned refused = 1;
    while (refused < 200 && evaluate(&run, small, 2) == VERDICT_UNKNOWN)
        refused++;
    assert_in_range(refused, 2, 199);
    /* an answer pays for more */
    assert_int_equal(evaluate(&run, TERMS(scaled(&run, 0, 1302))), VERDICT_YES);
    end(&run);
}

/* Two conjuncts that were learnt apart leave a byte nothing together. */
static void one_byte_of_several_queries(void **state)
{
    struct run run;
    begin(&run);
    learn(&run, VERDICT_YES, TERMS(entry_is(&run, 0, 15)));
    learn(&run, VERDICT_YES, TERMS(entry_is(&run, 1, 16)));
    assert_int_equal(ask(&run, TERMS(entry_is(&run, 2, 15), entry_is(&run, 2, 16))), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(entry_is(&run, 2, 15), entry_is(&run, 3, 16))), VERDICT_YES);
    end(&run);
}

/* What a conjunct is says what its negation is, whichever was learnt. */
static void a_negation(void **state)
{
    struct run run;
    begin(&run);
    expr_t is[] = {entry_is(&run, 0, 15), entry_is(&run, 1, 16), below(&run, 2, 3)}, not[3];
    expr_t five[] = {at_least(&run, 0, 5), at_most(&run, 0, 5)},
           six[] = {at_least(&run, 1, 6), at_most(&run, 1, 6)};
    expr_t eight[] = {at_least(&run, 2, 8), at_most(&run, 2, 9), at_most(&run, 3, 7)};
    for (unsigned i = 0; i < 3; i++)
        not[i] = expr_not(run.exprs, is[i]);
    learn(&run, VERDICT_YES, TERMS(is[0], not[1], is[2], eight[1], eight[2]));
    assert_int_equal(ask(&run, TERMS(not[0], five[0], five[1])), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(not[0], five[0])), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(not[1], six[0], six[1])), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(is[1], six[0])), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(is[2], eight[0], eight[1], eight[2])), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(not[2], eight[0], eight[1], eight[2])), VERDICT_YES);
    end(&run);
}

/* Of two bytes only the values that were possible are known. */
static void two_bytes(void **state)
{
    struct run run;
    begin(&run);
    learn(&run, VERDICT_NO,
          TERMS(sum_is(&run, 0, 1, 60), at_most(&run, 0, 9), at_most(&run, 1, 29), at_least(&run, 0, 2)));
    assert_int_equal(ask(&run, TERMS(sum_is(&run, 5, 7, 60), at_most(&run, 5, 8), at_most(&run, 7, 20),
                                     at_least(&run, 5, 3))),
                     VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(sum_is(&run, 5, 7, 60), at_most(&run, 5, 1), at_most(&run, 7, 20))),
                     VERDICT_UNKNOWN);
    learn(&run, VERDICT_YES, TERMS(sum_is(&run, 0, 1, 60), at_most(&run, 0, 40), at_most(&run, 1, 40)));
    assert_int_equal(ask(&run, TERMS(sum_is(&run, 5, 7, 60), at_most(&run, 5, 1), at_most(&run, 7, 20))),
                     VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(sum_is(&run, 5, 7, 60), at_most(&run, 5, 20), at_most(&run, 7, 20))),
                     VERDICT_YES);
    end(&run);
}

/* Each of two has values, in whichever order it has the bytes; both together have none. */
static void two_bytes_in_either_order(void **state)
{
    struct run run;
    begin(&run);
    expr_t bounds[] = {at_most(&run, 0, 40), at_most(&run, 1, 40)};
    learn(&run, VERDICT_YES, TERMS(below(&run, 0, 1), bounds[0], bounds[1]));
    assert_int_equal(ask(&run, TERMS(below(&run, 0, 1), bounds[0], bounds[1])), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(below(&run, 1, 0), bounds[0], bounds[1])), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(below(&run, 1, 0), below(&run, 0, 1), bounds[0], bounds[1])),
                     VERDICT_NO);
    assert_int_equal(
        ask(&run, TERMS(below(&run, 1, 0), below(&run, 2, 1), at_most(&run, 2, 40), bounds[0], bounds[1])),
        VERDICT_YES);
    end(&run);
}

/* With "no" nothing is learnt of two bytes that were not needed. */
static void only_the_core_is_learnt(void **state)
{
    struct run run;
    begin(&run);
    expr_t terms[] = {sum_is(&run, 0, 1, 60), at_most(&run, 0, 4), at_most(&run, 1, 4)};
    struct query query = {.terms = terms, .count = 3};
    by_values_learn(run.values, &query, VERDICT_NO, (bool[]){false, true, true});
    assert_int_equal(ask(&run, terms, 3), VERDICT_UNKNOWN);
    by_values_learn(run.values, &query, VERDICT_NO, NULL);
    assert_int_equal(ask(&run, terms, 3), VERDICT_UNKNOWN);
    by_values_learn(run.values, &query, VERDICT_NO, (bool[]){true, true, true});
    assert_int_equal(ask(&run, terms, 3), VERDICT_NO);
    end(&run);
}

/* Without a table to read nothing is learnt, and nothing answered: others can do that. */
static void plain_conditions_are_not_ours(void **state)
{
    struct run run;
    begin(&run);
    const expr_t terms[] = {at_most(&run, 0, 4), at_least(&run, 0, 5)};
    learn(&run, VERDICT_NO, terms, 2);
    assert_int_equal(ask(&run, terms, 2), VERDICT_UNKNOWN);
    assert_int_equal(ask(&run, terms, 1), VERDICT_UNKNOWN);
    learn(&run, VERDICT_YES, TERMS(entry_is(&run, 0, 15)));
    assert_int_equal(ask(&run, TERMS(entry_is(&run, 0, 15), terms[0], terms[1])), VERDICT_UNKNOWN);
    end(&run);
}

/* An address is no name where it decides what the conjunct is. */
static void addresses_that_matter(void **state)
{
    struct run run;
    begin(&run);
    exprs_object_size(run.exprs, 1, 64);
    exprs_object_size(run.exprs, 2, 64);
    expr_t low = expr_base(run.exprs, 1, 0x10000000), high = expr_base(run.exprs, 2, 0x20000000);
    expr_t middle = expr_const(run.exprs, 64, 0x18000000), index = expr_zext(run.exprs, entry(&run, 0), 64);
    expr_t one = expr_ult(run.exprs, expr_add(run.exprs, low, index), middle),
           other = expr_ult(run.exprs, expr_add(run.exprs, high, index), middle);
    learn(&run, VERDICT_YES, TERMS(one));
    assert_int_equal(ask(&run, TERMS(one)), VERDICT_YES);
    assert_int_equal(ask(&run, TERMS(other)), VERDICT_UNKNOWN);
    learn(&run, VERDICT_NO, TERMS(other));
    assert_int_equal(ask(&run, TERMS(other)), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(one)), VERDICT_YES);
    end(&run);
}

/* Two rows of pointers: which of them is read does not depend on where they lie. */
static void objects_by_any_name(void **state)
{
    struct run run;
    begin(&run);
    expr_t equal[2];
    for (uint32_t i = 0; i < 2; i++) {
        expr_t bases[2];
        for (uint32_t k = 0; k < 2; k++) {
            exprs_object_size(run.exprs, 10 + 2 * i + k, 64);
            bases[k] = expr_base(run.exprs, 10 + 2 * i + k, 0x10000000 + 0x1000 * (2 * i + k));
        }
        expr_t chosen = expr_ite(run.exprs, entry_is(&run, i, 15), bases[0], bases[1]);
        equal[i] = expr_eq(run.exprs, chosen, bases[0]);
    }
    learn(&run, VERDICT_YES, TERMS(equal[0]));
    assert_int_equal(ask(&run, TERMS(equal[1], at_most(&run, 1, 4))), VERDICT_NO);
    assert_int_equal(ask(&run, TERMS(equal[1], at_most(&run, 1, 5))), VERDICT_YES);
    end(&run);
}

/* Random conjuncts of few bytes: whatever was learnt, no answer is wrong. */
static void values_never_lie(void **state)
{
    struct run run;
    begin(&run);
    struct random_terms random;
    random_terms_init(&random, run.exprs, 3);
    struct solver_stats stats = {0};
    struct solver *z3 = z3_solver_new(run.exprs, &stats);
    unsigned answers[3] = {0};
    for (int i = 0; i < 600; i++) {
        expr_t terms[6];
        size_t count = 0;
        for (uint32_t k = 0; k < 2; k++) {
            terms[count++] = at_least(&run, k, (uint8_t)random_below(&random, 12));
            terms[count++] = at_most(&run, k, (uint8_t)(6 + random_below(&random, 20)));
        }
        for (int k = 0; k < 2; k++) {
            uint32_t one = (uint32_t)random_below(&random, 2);
            uint8_t value = (uint8_t)(10 + random_below(&random, 30));
            terms[count++] = random_below(&random, 3) == 0 ? below(&run, one, 1 - one)
                             : random_below(&random, 2)    ? sum_is(&run, one, 1 - one, 2 * value)
                                                           : entry_is(&run, one, value);
        }
        enum verdict said = ask(&run, terms, count), right;
        if (said == VERDICT_UNKNOWN)
            said = evaluate(&run, terms, count);
        struct query query = {.terms = terms, .count = count};
        right = solver_check(z3, &query, NULL);
        answers[said]++;
        if (said != VERDICT_UNKNOWN)
            assert_int_equal(said, right);
        else
            learn(&run, right, terms, count);
    }
    assert_true(answers[VERDICT_NO] > 100);
    assert_true(answers[VERDICT_YES] > 40);
    solver_free(z3);
    end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_byte_under_other_bounds),
        cmocka_unit_test(one_byte_is_evaluated_at_once),
        cmocka_unit_test(what_does_not_pay_is_put_off),
        cmocka_unit_test(one_byte_of_several_queries),
        cmocka_unit_test(a_negation),
        cmocka_unit_test(two_bytes),
        cmocka_unit_test(two_bytes_in_either_order),
        cmocka_unit_test(only_the_core_is_learnt),
        cmocka_unit_test(plain_conditions_are_not_ours),
        cmocka_unit_test(addresses_that_matter),
        cmocka_unit_test(objects_by_any_name),
        cmocka_unit_test(values_never_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
