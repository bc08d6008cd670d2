/* Refutation by intervals: what it says is checked by trying all inputs. */
#include "base/rng.h"
#include "expr/eval.h"
#include "solver/bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static expr_t random_term(struct exprs *e, struct rng *rng, unsigned width, unsigned depth);

static expr_t condition(struct exprs *e, struct rng *rng, unsigned depth)
{
    static const enum expr_kind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    unsigned width = 2 + (unsigned)rng_below(rng, 5);
    expr_t left = random_term(e, rng, width, depth);
    expr_t right =
        rng_next(rng) & 1 ? expr_const(e, width, rng_next(rng)) : random_term(e, rng, width, depth);
    expr_t result = expr_binary(e, kinds[rng_below(rng, 5)], left, right);
    return rng_below(rng, 3) ? result : expr_not(e, result);
}

static expr_t input(struct exprs *e, struct rng *rng, unsigned width)
{
    expr_t byte = expr_read(e, expr_input(e, "x", 2), expr_const(e, 64, rng_below(rng, 2)));
    return expr_extract(e, byte, 0, width < 5 ? width : 5);
}

static expr_t random_term(struct exprs *e, struct rng *rng, unsigned width, unsigned depth)
{
    if (!depth || !rng_below(rng, 6)) {
        expr_t leaf = input(e, rng, width);
        return rng_next(rng) & 1 ? expr_zext(e, leaf, width) : expr_sext(e, leaf, width);
    }
    unsigned kind = (unsigned)rng_below(rng, 19);
    expr_t one = random_term(e, rng, width, depth - 1);
    if (kind < 13) {
        expr_t other =
            rng_next(rng) & 1 ? expr_const(e, width, rng_next(rng)) : random_term(e, rng, width, depth - 1);
        return expr_binary(e, (enum expr_kind)(EXPR_ADD + kind), one, other);
    }
    if (kind < 16)
        return expr_ite(e, condition(e, rng, depth - 1), one, random_term(e, rng, width, depth - 1));
    if (kind == 16)
        return expr_not(e, one);
    if (kind == 17)
        return expr_extract(e, random_term(e, rng, width + 2, depth - 1), (unsigned)rng_below(rng, 3), width);
    return width > 2
               ? expr_concat(e, random_term(e, rng, width - 2, depth - 1), random_term(e, rng, 2, depth - 1))
               : one;
}

static bool can_hold(struct exprs *e, const expr_t *terms, size_t count)
{
    for (unsigned i = 0; i < 32 * 32; i++) {
        struct model *model = model_new();
        model_set(model, 0, (uint8_t)(i % 32));
        model_set(model, 1, (uint8_t)(i / 32));
        bool holds = expr_all_true(e, terms, count, model);
        model_unref(model);
        if (holds)
            return true;
    }
    return false;
}

static void what_is_refuted_cannot_hold(void **state)
{
    struct rng rng = {7};
    size_t refuted = 0, impossible = 0;
    for (unsigned round = 0; round < 3000; round++) {
        struct exprs *e = exprs_new();
        expr_t terms[4];
        size_t count = 0;
        for (unsigned i = 0; i < 4; i++) {
            terms[count] = condition(e, &rng, 1 + round % 4);
            if (!expr_is_const(e, terms[count]))
                count++;
        }
        bool can = count && can_hold(e, terms, count);
        bool refutes = count && bounds_refute(e, terms, count);
        if (refutes)
            assert_false(can);
        refuted += refutes;
        impossible += count && !can;
        exprs_free(e);
    }
    assert_true(refuted * 20 > impossible); /* else it is of no use */
    assert_true(refuted < impossible);      /* and it cannot know all */
}

/* The year of a time in 35 bits is none before Christ, although it takes divisions on one another. */
static void dates_are_bounded(void **state)
{
    struct exprs *e = exprs_new();
    expr_t seconds = 0;
    for (unsigned i = 0; i < 8; i++) {
        expr_t byte = expr_read(e, expr_input(e, "time", 8), expr_const(e, 64, i));
        seconds = seconds ? expr_concat(e, byte, seconds) : byte;
    }
    expr_t since = expr_add(e, seconds, expr_const(e, 64, (uint64_t)-951868800));
    expr_t day = expr_const(e, 64, 86400), cycle = expr_const(e, 64, 146097);
    expr_t days = expr_binary(e, EXPR_SDIV, since, day), rest = expr_binary(e, EXPR_SREM, days, cycle);
    expr_t negative = expr_extract(e, rest, 63, 1), low = expr_extract(e, rest, 0, 32);
    expr_t in_cycle = expr_ite(e, negative, expr_add(e, low, expr_const(e, 32, 146097)), low);
    expr_t centuries = expr_binary(e, EXPR_UDIV, in_cycle, expr_const(e, 32, 36524));
    expr_t year = expr_add(e, expr_mul(e, expr_binary(e, EXPR_SDIV, days, cycle), expr_const(e, 64, 400)),
                           expr_sext(e, expr_mul(e, centuries, expr_const(e, 32, 100)), 64));
    expr_t terms[] = {expr_slt(e, year, expr_const(e, 64, (uint64_t)-500)),
                      expr_ult(e, seconds, expr_const(e, 64, 1ull << 35))};
    assert_true(bounds_refute(e, terms, 2));
    assert_false(bounds_refute(e, terms, 1));
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refuted_cannot_hold),
        cmocka_unit_test(dates_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
