/* Conditions on one byte as sets of its values: against the evaluator, byte by
 * byte, for random terms through tables and stores; and what a path learns. */
#include "solver/truths.h"

#include "base/rng.h"
#include "expr/eval.h"
#include "solver/arrays.h"
#include "solver/constraints.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { TERMS = 400, TABLE = 200 };

struct fixture {
    struct exprs *exprs;
    struct rng rng;
    expr_t input, table;
    uint32_t variable;
};

static struct fixture open(void)
{
    struct fixture f = {.exprs = exprs_new(), .rng = {.state = 3}};
    f.input = expr_input(f.exprs, "text", 4);
    f.variable = exprs_input(f.exprs, 0)->variable;
    uint8_t bytes[TABLE];
    for (unsigned i = 0; i < TABLE; i++)
        bytes[i] = (uint8_t)rng_below(&f.rng, 256);
    f.table = expr_bytes(f.exprs, bytes, TABLE);
    return f;
}

static expr_t byte(struct fixture *f, uint32_t number)
{
    return expr_read(f->exprs, f->input, expr_const(f->exprs, 64, number));
}

static expr_t random_term(struct fixture *f, unsigned width, unsigned depth);

/* A read of the table, perhaps after writes at known and unknown places. */
static expr_t random_read(struct fixture *f, unsigned depth)
{
    expr_t array = f->table;
    for (uint64_t stores = rng_below(&f->rng, 4); stores--;) {
        expr_t at = rng_below(&f->rng, 2) ? expr_const(f->exprs, 64, rng_below(&f->rng, TABLE))
                                          : expr_zext(f->exprs, random_term(f, 8, depth - 1), 64);
        array = expr_store(f->exprs, array, at, random_term(f, 8, depth - 1));
    }
    return expr_read(f->exprs, array, expr_zext(f->exprs, random_term(f, 8, depth - 1), 64));
}

static expr_t random_term(struct fixture *f, unsigned width, unsigned depth)
{
    struct exprs *e = f->exprs;
    if (!depth)
        return rng_below(&f->rng, 3) ? expr_resize(e, byte(f, 1), width)
                                     : expr_const(e, width, rng_below(&f->rng, 300));
    switch (rng_below(&f->rng, 8)) {
    case 0:
        return expr_resize(e, random_read(f, depth), width);
    case 1:
        return expr_ite(e, random_term(f, 1, depth - 1), random_term(f, width, depth - 1),
                        random_term(f, width, depth - 1));
    case 2:
        return expr_not(e, random_term(f, width, depth - 1));
    case 3: {
        unsigned from = 1 + (unsigned)rng_below(&f->rng, width);
        return expr_sext(e, random_term(f, from, depth - 1), width);
    }
    case 4: {
        unsigned high = 1 + (unsigned)rng_below(&f->rng, 32);
        expr_t both = expr_concat(e, random_term(f, high, depth - 1), random_term(f, 32, depth - 1));
        return expr_resize(e, both, width);
    }
    default: {
        enum expr_kind kind = (enum expr_kind)(EXPR_ADD + (int)rng_below(&f->rng, EXPR_SLE - EXPR_ADD + 1));
        unsigned from = kind >= EXPR_EQ ? 8 << rng_below(&f->rng, 4) : width;
        expr_t result =
            expr_binary(e, kind, random_term(f, from, depth - 1), random_term(f, from, depth - 1));
        return expr_resize(e, result, width);
    }
    }
}

static void truths_are_what_the_evaluator_says(void **state)
{
    struct fixture f = open();
    struct truths *truths = truths_new(f.exprs, true);
    unsigned looked_at = 0;
    for (unsigned i = 0; i < TERMS; i++) {
        expr_t term = random_term(&f, 1, 5);
        struct byte_set set;
        uint32_t variable;
        if (!truths_of(truths, term, &variable, &set))
            continue;
        looked_at++;
        assert_int_equal(variable, f.variable + 1);
        for (unsigned value = 0; value < BYTE_VALUES; value++) {
            struct model *model = model_new();
            model_set(model, variable, (uint8_t)value);
            assert_int_equal(expr_eval(f.exprs, term, model), byte_set_has(&set, value));
            model_unref(model);
        }
    }
    assert_true(looked_at > TERMS / 4);
    truths_free(truths);
    exprs_free(f.exprs);
}

static void only_one_byte_and_tables_if_told(void **state)
{
    struct fixture f = open();
    struct exprs *e = f.exprs;
    struct truths *plain = truths_new(e, false), *all = truths_new(e, true);
    struct byte_set set;
    uint32_t variable;
    assert_false(truths_of(all, expr_ult(e, byte(&f, 0), byte(&f, 1)), &variable, &set));
    expr_t read = expr_read(e, f.table, expr_zext(e, byte(&f, 2), 64)),
           looked_up = expr_ult(e, read, expr_const(e, 8, 100));
    assert_false(truths_of(plain, looked_up, &variable, &set));
    assert_true(truths_of(all, looked_up, &variable, &set));
    expr_t wide = expr_eq(e, expr_mul(e, expr_zext(e, byte(&f, 1), 128), expr_zext(e, byte(&f, 1), 128)),
                          expr_const(e, 128, 25));
    assert_false(truths_of(all, wide, &variable, &set));
    truths_free(plain);
    truths_free(all);
    exprs_free(e);
}

/* Bounds from both sides leave one value: the byte is fixed; what is tied to
 * another byte is nobody's to decide here. */
static void a_path_knows_the_values_of_a_byte(void **state)
{
    struct fixture f = open();
    struct exprs *e = f.exprs;
    struct arrays *arrays = arrays_new(e, ARRAYS_ALL, false, NULL);
    struct constraints *set = constraints_new(e);
    constraints_use_arrays(set, arrays);
    uint32_t variable;
    uint8_t value;
    set = constraints_add(set, expr_ult(e, byte(&f, 1), expr_const(e, 8, 50)));
    expr_t above = expr_ult(e, expr_const(e, 8, 47), byte(&f, 1)),
           is_49 = expr_eq(e, byte(&f, 1), expr_const(e, 8, 49));
    assert_int_equal(constraints_decide(set, above, &variable, &value), VERDICT_YES);
    assert_int_equal(variable, f.variable + 1);
    assert_int_equal(value, 48);
    expr_t too_high = expr_ult(e, expr_const(e, 8, 49), byte(&f, 1));
    assert_int_equal(constraints_decide(set, too_high, &variable, &value), VERDICT_NO);
    set = constraints_add(set, above);
    set = constraints_add(set, expr_not(e, is_49));
    assert_true(expr_is_true(e, constraints_simplify(set, expr_eq(e, byte(&f, 1), expr_const(e, 8, 48)))));
    set = constraints_add(set, expr_ult(e, byte(&f, 2), byte(&f, 3)));
    expr_t other = expr_ult(e, byte(&f, 2), expr_const(e, 8, 9));
    assert_int_equal(constraints_decide(set, other, &variable, &value), VERDICT_UNKNOWN);
    set = constraints_add(set, expr_not(e, other));
    assert_int_equal(constraints_decide(set, other, &variable, &value), VERDICT_NO);
    constraints_unref(set);
    arrays_free(arrays);
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truths_are_what_the_evaluator_says),
        cmocka_unit_test(only_one_byte_and_tables_if_told),
        cmocka_unit_test(a_path_knows_the_values_of_a_byte),
    };
    return cmocka_run_group_tests_name("solver_truths", tests, NULL, NULL);
}
