/* What the constructors give for the terms a symbolic executor makes most. */
#include "expr/eval.h"
#include "expr/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static expr_t byte_at(struct exprs *e, uint64_t index)
{
    return expr_read(e, expr_input(e, "x", 64), expr_const(e, 64, index));
}

static expr_t word_at(struct exprs *e, uint64_t index, unsigned bytes)
{
    expr_t word = byte_at(e, index);
    for (unsigned i = 1; i < bytes; i++)
        word = expr_concat(e, byte_at(e, index + i), word);
    return word;
}

/* Stored piece by piece and loaded from the low end, or from the high end. */
static expr_t through_memory(struct exprs *e, expr_t value, unsigned piece, bool from_high)
{
    unsigned width = expr_width(e, value), count = width / piece;
    expr_t all = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = from_high ? count - 1 - i : i;
        expr_t part = expr_extract(e, value, at * piece, piece);
        if (!all)
            all = part;
        else
            all = from_high ? expr_concat(e, all, part) : expr_concat(e, part, all);
    }
    return all;
}

static void what_is_stored_comes_back(void **state)
{
    struct exprs *e = exprs_new();
    expr_t byte = byte_at(e, 40), half = word_at(e, 0, 2), word = word_at(e, 4, 4), wide = word_at(e, 8, 16);
    expr_t bit = expr_ult(e, byte, byte_at(e, 41));
    expr_t values[] = {
        word,
        wide,
        expr_zext(e, byte, 32),
        expr_sext(e, byte, 32),
        expr_zext(e, half, 64),
        expr_sext(e, half, 64),
        expr_sext(e, expr_extract(e, half, 0, 12), 64),
        expr_zext(e, expr_extract(e, half, 3, 5), 64),
        expr_zext(e, bit, 32),
        expr_sext(e, bit, 32),
        expr_sext(e, word, 128),
        expr_add(e, word, expr_const(e, 32, 5)),
        expr_add(e, expr_sext(e, byte, 32), expr_const(e, 32, 1)),
        expr_mul(e, word, word_at(e, 24, 4)),
        expr_mul(e, wide, wide),
        expr_not(e, word),
        expr_xor(e, word, word_at(e, 12, 4)),
        expr_and(e, word, expr_const(e, 32, 0x0505)),
        expr_ite(e, bit, expr_const(e, 32, 1), expr_const(e, 32, 0x100)),
        expr_ite(e, bit, word, word_at(e, 20, 4)),
        expr_add(e, expr_base(e, 1, 0x1000), expr_zext(e, byte, 64)),
        expr_binary(e, EXPR_FADD, word, word),
        /* from here on: something equal and narrower may come back */
        expr_and(e, word, expr_const(e, 32, 0xff00ff00)),
        expr_or(e, word, expr_const(e, 32, 0x00ff1200)),
        expr_add(e, expr_zext(e, word, 64), expr_zext(e, word_at(e, 24, 4), 64)),
    };
    size_t exactly = sizeof values / sizeof *values - 3;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (unsigned piece = 8; piece <= 16; piece += 8)
            for (int from_high = 0; from_high < 2; from_high++) {
                expr_t back = through_memory(e, values[i], piece, from_high);
                assert_int_equal(through_memory(e, back, piece, from_high), back);
                if (back != values[i] && i < exactly)
                    fail_msg("value %zu in pieces of %u bits, %s end first", i, piece,
                             from_high ? "high" : "low");
            }
    exprs_free(e);
}

static void bytes_put_together_are_a_word(void **state)
{
    struct exprs *e = exprs_new();
    expr_t word = 0;
    for (unsigned i = 0; i < 4; i++) {
        expr_t part = expr_shl(e, expr_zext(e, byte_at(e, i), 32), expr_const(e, 32, 8 * i));
        word = word ? expr_or(e, word, part) : part;
    }
    assert_int_equal(word, word_at(e, 0, 4));
    exprs_free(e);
}

static void addresses_cancel(void **state)
{
    struct exprs *e = exprs_new();
    expr_t base = expr_base(e, 7, 0x10000), i = expr_zext(e, byte_at(e, 0), 64), four = expr_const(e, 64, 4);
    expr_t j = expr_zext(e, byte_at(e, 1), 64), scaled = expr_mul(e, i, four);
    expr_t p = expr_add(e, expr_add(e, base, scaled), four);
    assert_int_equal(expr_sub(e, p, base), expr_add(e, scaled, four));
    assert_int_equal(expr_sub(e, p, expr_add(e, base, scaled)), four);
    assert_int_equal(expr_eq(e, expr_add(e, base, i), expr_add(e, base, j)),
                     expr_eq(e, byte_at(e, 0), byte_at(e, 1)));
    assert_int_equal(p, expr_add(e, base, expr_mul(e, expr_add(e, i, expr_const(e, 64, 1)), four)));
    /* the address itself decides nothing */
    assert_false(expr_is_const(e, expr_ult(e, base, expr_const(e, 64, 5))));
    assert_false(expr_is_const(e, expr_eq(e, base, expr_base(e, 8, 0x20000))));
    exprs_free(e);
}

static void intervals_decide(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = expr_zext(e, byte_at(e, 0), 32), sum = expr_add(e, x, expr_const(e, 32, 10));
    assert_int_equal(expr_interval(e, sum).low, 10);
    assert_int_equal(expr_interval(e, sum).high, 265);
    assert_true(expr_is_true(e, expr_ult(e, sum, expr_const(e, 32, 266))));
    assert_true(expr_is_false(e, expr_eq(e, sum, expr_const(e, 32, 9))));
    assert_true(expr_is_true(e, expr_slt(e, sum, expr_const(e, 32, 1000))));
    expr_t less = expr_add(e, sum, expr_const(e, 32, (uint64_t)-3));
    assert_int_equal(expr_interval(e, less).low, 7);
    expr_t even = expr_mul(e, x, expr_const(e, 32, 6));
    assert_true(expr_is_false(e, expr_eq(e, even, expr_const(e, 32, 7))));
    exprs_free(e);
}

static void conditions_are_conditions(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = byte_at(e, 0), less = expr_ult(e, x, byte_at(e, 1));
    expr_t stored = expr_zext(e, less, 32), zero = expr_const(e, 32, 0);
    assert_int_equal(expr_not(e, expr_eq(e, stored, zero)), less);
    assert_int_equal(expr_ite(e, less, expr_const(e, 32, 1), zero), stored);
    assert_int_equal(expr_not(e, expr_not(e, less)), less);
    assert_int_equal(expr_ule(e, x, expr_const(e, 8, 6)), expr_ult(e, x, expr_const(e, 8, 7)));
    exprs_free(e);
}

static void reads_walk_long_chains(void **state)
{
    enum { COUNT = 20000 };
    struct exprs *e = exprs_new();
    static uint8_t zeros[COUNT];
    expr_t array = expr_bytes(e, zeros, COUNT), x = byte_at(e, 0);
    for (uint64_t i = 0; i < COUNT; i++)
        array = expr_store(e, array, expr_const(e, 64, i), i % 2 ? x : expr_const(e, 8, i & 255));
    assert_int_equal(expr_read(e, array, expr_const(e, 64, 1)), x);
    assert_int_equal(expr_value(e, expr_read(e, array, expr_const(e, 64, 258))), 2);
    expr_t same = expr_store(e, array, expr_const(e, 64, COUNT - 1), expr_const(e, 8, 1));
    assert_int_equal(expr_arg(e, same, 0), expr_arg(e, array, 0));
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_comes_back), cmocka_unit_test(bytes_put_together_are_a_word),
        cmocka_unit_test(addresses_cancel),          cmocka_unit_test(intervals_decide),
        cmocka_unit_test(conditions_are_conditions), cmocka_unit_test(reads_walk_long_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
