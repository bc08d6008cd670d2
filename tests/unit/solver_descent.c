/* Operations read backwards, against trying all operands; and models found by
 * going down the terms. */
#include "base/rng.h"
#include "expr/eval.h"
#include "expr/fold.h"
#include "solver/descent.h"
#include "solver/inverse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Is there an operand of five bits that gives the result? */
static bool exists(const struct inverse *at)
{
    for (uint64_t x = 0; x < 32; x++)
        if (fold_binary(at->kind, 5, at->side ? at->other : x, at->side ? x : at->other) == at->wanted)
            return true;
    return false;
}

/* What is found is right, and for the kinds with one way back it is found. */
static void inverses_are_right(void **state)
{
    struct rng rng = {1};
    size_t found = 0, missed = 0;
    for (int kind = EXPR_ADD; kind <= EXPR_SLE; kind++)
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < 32 * 32; i++) {
                struct inverse at = {.kind = (enum expr_kind)kind, .width = 5, .side = side, .other = i % 32};
                at.wanted = kind >= EXPR_EQ ? (i >> 5) & 1 : i >> 5;
                at.current = rng_below(&rng, 32);
                uint64_t value;
                if (inverse_value(&at, &rng, &value)) {
                    uint64_t left = side ? at.other : value, right = side ? value : at.other;
                    assert_int_equal(fold_binary(at.kind, 5, left, right), at.wanted);
                    found++;
                } else if (exists(&at)) {
                    bool division = kind >= EXPR_UDIV && kind <= EXPR_SREM;
                    assert_true(division);
                    missed++;
                }
            }
    assert_true(found > 10000);
    assert_true(missed * 20 < found);
}

static expr_t word_of(struct exprs *e, const char *name, unsigned bytes)
{
    expr_t array = expr_input(e, name, bytes), word = 0;
    for (unsigned i = 0; i < bytes; i++) {
        expr_t byte = expr_read(e, array, expr_const(e, 64, i));
        word = word ? expr_concat(e, byte, word) : byte;
    }
    return word;
}

static void is_found(struct exprs *e, const expr_t *terms, size_t count)
{
    struct model *model = descent_find(e, terms, count, NULL, 1000);
    assert_non_null(model);
    assert_true(expr_all_true(e, terms, count, model));
    model_unref(model);
}

/* 64-bit divisions on one another: the day of the year from seconds. */
static void divisions_are_gone_down(void **state)
{
    struct exprs *e = exprs_new();
    expr_t seconds = word_of(e, "seconds", 8);
    expr_t days = expr_binary(e, EXPR_SDIV, seconds, expr_const(e, 64, 86400));
    expr_t cycle = expr_binary(e, EXPR_SREM, days, expr_const(e, 64, 146097));
    expr_t hour = expr_binary(e, EXPR_UDIV, expr_binary(e, EXPR_SREM, seconds, expr_const(e, 64, 86400)),
                              expr_const(e, 64, 3600));
    expr_t terms[] = {expr_eq(e, cycle, expr_const(e, 64, 70000)), expr_eq(e, hour, expr_const(e, 64, 7)),
                      expr_slt(e, expr_const(e, 64, 0), seconds)};
    is_found(e, terms, 3);
    exprs_free(e);
}

static void products_and_tables_are_gone_down(void **state)
{
    struct exprs *e = exprs_new();
    uint8_t squares[256];
    for (unsigned i = 0; i < 256; i++)
        squares[i] = (uint8_t)(i * i);
    expr_t x = word_of(e, "x", 4), y = word_of(e, "y", 4), index = word_of(e, "i", 1);
    expr_t cell = expr_read(e, expr_bytes(e, squares, 256), expr_zext(e, index, 64));
    expr_t terms[] = {expr_eq(e, expr_mul(e, x, y), expr_const(e, 32, 1234567)),
                      expr_ult(e, expr_const(e, 32, 1), x), expr_eq(e, cell, expr_const(e, 8, 144))};
    is_found(e, terms, 3);
    expr_t other = expr_ite(e, expr_ult(e, x, y), expr_xor(e, x, expr_const(e, 32, 5)), expr_const(e, 32, 9));
    expr_t chosen[] = {expr_eq(e, other, expr_const(e, 32, 77)), expr_ule(e, y, expr_const(e, 32, 200))};
    is_found(e, chosen, 2);
    exprs_free(e);
}

/* Conversions, comparisons and arithmetic of floats, and a square root. */
static void floats_are_gone_down(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = word_of(e, "x", 8), y = word_of(e, "y", 4), n = word_of(e, "n", 4);
    expr_t half = expr_const(e, 64, 0x3fe0000000000000u), ten = expr_const(e, 64, 0x4024000000000000u);
    expr_t sum = expr_binary(e, EXPR_FADD, expr_binary(e, EXPR_FMUL, x, half), ten);
    expr_t terms[] = {expr_binary(e, EXPR_FLT, sum, half),
                      expr_binary(e, EXPR_FLT, ten, expr_binary(e, EXPR_FMUL, x, x)),
                      expr_eq(e, expr_float_unary(e, EXPR_FTOS, y, 32), expr_const(e, 32, 1000)),
                      expr_binary(e, EXPR_FEQ, expr_float_unary(e, EXPR_STOF, n, 64), ten)};
    is_found(e, terms, 4);
    expr_t root = expr_binary(e, EXPR_FEQ, expr_float_unary(e, EXPR_FSQRT, x, 64), ten);
    is_found(e, &root, 1);
    exprs_free(e);
}

static void the_order_of_terms_does_not_matter(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = word_of(e, "x", 4);
    expr_t low = expr_ult(e, expr_binary(e, EXPR_UREM, x, expr_const(e, 32, 1000)), expr_const(e, 32, 7));
    expr_t high = expr_ult(e, expr_const(e, 32, 123456), x);
    expr_t one[] = {low, high}, other[] = {high, low};
    struct model *first = descent_find(e, one, 2, NULL, 1000),
                 *second = descent_find(e, other, 2, NULL, 1000);
    assert_non_null(first);
    assert_int_equal(expr_eval(e, x, first), expr_eval(e, x, second));
    model_unref(first);
    model_unref(second);
    exprs_free(e);
}

static void what_cannot_hold_is_not_found(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = word_of(e, "x", 4), product = expr_mul(e, x, expr_const(e, 32, 6));
    expr_t odd = expr_eq(e, expr_extract(e, expr_mul(e, product, x), 0, 1), expr_const(e, 1, 1));
    if (!expr_is_false(e, odd))
        assert_null(descent_find(e, &odd, 1, NULL, 1000));
    expr_t both[] = {expr_ult(e, x, expr_const(e, 32, 5)),
                     expr_eq(e, expr_binary(e, EXPR_UREM, x, expr_const(e, 32, 10)), expr_const(e, 32, 8))};
    assert_null(descent_find(e, both, 2, NULL, 1000));
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverses_are_right),
        cmocka_unit_test(divisions_are_gone_down),
        cmocka_unit_test(products_and_tables_are_gone_down),
        cmocka_unit_test(floats_are_gone_down),
        cmocka_unit_test(the_order_of_terms_does_not_matter),
        cmocka_unit_test(what_cannot_hold_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
