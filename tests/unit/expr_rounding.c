/* Rounding, lesser and greater: as terms what the host's library does, bit by
 * bit. A NaN stays one. */
#include "expr/rounding.h"

#include "base/ieee.h"
#include "expr/eval.h"
#include "random_terms.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ROUNDS = 20000 };

static struct exprs *exprs;
static struct rng rng;

/* Of all sizes, most of them near a whole or a half number. */
static double any_number(void)
{
    static const double special[] = {0.0,
                                     -0.0,
                                     0.5,
                                     -0.5,
                                     1.5,
                                     2.5,
                                     -2.5,
                                     0x1p52,
                                     -0x1p52,
                                     0x1p52 - 0.5,
                                     0x1p23 - 0.5,
                                     0x1p23,
                                     INFINITY,
                                     -INFINITY,
                                     NAN,
                                     0x1p-1074,
                                     0.49999999999999994};
    uint64_t choice = rng_next(&rng);
    if (choice % 4 == 0)
        return special[choice / 4 % (sizeof special / sizeof *special)];
    if (choice % 4 == 1)
        return double_of_bits(rng_next(&rng));
    double whole = ldexp((double)(int64_t)rng_next(&rng), -(int)(choice / 4 % 63));
    return choice % 4 == 2 ? whole : floor(whole) + 0.5;
}

static void same_double(expr_t term, double expected)
{
    double found = double_of_bits(expr_eval(exprs, term, NULL));
    assert_true(isnan(expected) ? isnan(found) : bits_of_double(found) == bits_of_double(expected));
}

static void same_float(expr_t term, float expected)
{
    float found = float_of_bits(expr_eval(exprs, term, NULL));
    assert_true(isnan(expected) ? isnan(found) : bits_of_float(found) == bits_of_float(expected));
}

static expr_t of_double(double value) { return expr_const(exprs, 64, bits_of_double(value)); }
static expr_t of_float(float value) { return expr_const(exprs, 32, bits_of_float(value)); }

static void test_rounding(void **state)
{
    for (int i = 0; i < ROUNDS; i++) {
        double a = any_number();
        float b = (float)a;
#define SAME(how, name)                                         \
    same_double(expr_round(exprs, how, of_double(a)), name(a)); \
    same_float(expr_round(exprs, how, of_float(b)), name##f(b));
        SAME(ROUND_TRUNC, trunc)
        SAME(ROUND_FLOOR, floor)
        SAME(ROUND_CEIL, ceil)
        SAME(ROUND_AWAY, round)
        SAME(ROUND_EVEN, rint)
#undef SAME
    }
}

static void test_two(void **state)
{
    for (int i = 0; i < ROUNDS; i++) {
        double a = any_number(), b = rng_next(&rng) % 3 ? any_number() : a;
        same_double(expr_float_difference(exprs, of_double(a), of_double(b)), fdim(a, b));
        same_double(expr_copy_sign(exprs, of_double(a), of_double(b)), copysign(a, b));
        if ((float)a == 0 && (float)b == 0) /* which of the zeros, C does not say */
            continue;
        same_double(expr_float_min(exprs, of_double(a), of_double(b)), fmin(a, b));
        same_double(expr_float_max(exprs, of_double(a), of_double(b)), fmax(a, b));
        same_float(expr_float_max(exprs, of_float((float)a), of_float((float)b)), fmaxf((float)a, (float)b));
    }
}

static int set_up(void **state)
{
    exprs = exprs_new();
    rng = (struct rng){7};
    return 0;
}

static int tear_down(void **state)
{
    exprs_free(exprs);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_rounding), TEST(test_two)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
