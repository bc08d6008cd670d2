/* Whatever the input, a term's value is in its progression. */
#include "expr/progression.h"

#include "expr/eval.h"
#include "random_terms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ROUNDS = 20000 };

static struct exprs *exprs;

static bool holds(struct progression p, uint64_t value)
{
    return p.stride ? value >= p.first && (value - p.first) % p.stride == 0 : value == p.first;
}

static void test_random(void **state)
{
    struct random_terms r;
    random_terms_init(&r, exprs, 5);
    unsigned narrow = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned width = 1 + (unsigned)random_below(&r, 64);
        expr_t term = random_term(&r, width, 4);
        if (random_below(&r, 2)) /* an index: a scaled number and a constant */
            term = expr_add(exprs, expr_mul(exprs, expr_zext(exprs, term, 64), expr_const(exprs, 64, 40)),
                            expr_const(exprs, 64, random_below(&r, 100)));
        struct progression p = progression_of(exprs, term);
        narrow += p.stride > 1;
        for (unsigned i = 0; i < 6; i++) {
            struct model *model = model_new();
            for (unsigned k = 0; k < 11; k++)
                model_set(model, k, (uint8_t)rng_next(&r.rng));
            assert_true(holds(p, expr_eval(exprs, term, model)));
            model_unref(model);
        }
    }
    assert_true(narrow > ROUNDS / 4);
}

static void test_meet(void **state)
{
    for (uint64_t a = 0; a < 7; a++)
        for (uint64_t b = 0; b < 7; b++)
            for (uint64_t first = 0; first < 12; first++) {
                bool meet = false;
                for (uint64_t n = 0; n < 60; n++)
                    for (uint64_t m = 0; m < 60; m++)
                        meet |= 20 + a * n == first + b * m;
                /* it may say yes too often, where one begins after the other has ended */
                struct progression p = {a, 20}, q = {b, first};
                assert_true(!meet || progressions_meet(p, q));
                if (a && b)
                    assert_int_equal(meet, progressions_meet(p, q));
            }
}

static int set_up(void **state)
{
    exprs = exprs_new();
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
    const struct CMUnitTest tests[] = {TEST(test_random), TEST(test_meet)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
