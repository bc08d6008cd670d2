/* Values tried in bulk: hashes that a search by clauses does not see through. */
#include "expr/eval.h"
#include "solver/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { ENOUGH = 1 << 26 };

struct fixture {
    struct exprs *exprs;
    struct trials *trials;
    expr_t input;
};

static struct fixture open(unsigned bytes)
{
    struct fixture f = {.exprs = exprs_new()};
    f.trials = trials_new(f.exprs, NULL);
    f.input = expr_input(f.exprs, "text", bytes);
    return f;
}

static void close(struct fixture *f)
{
    trials_free(f->trials);
    exprs_free(f->exprs);
}

static expr_t byte(struct fixture *f, unsigned number)
{
    return expr_read(f->exprs, f->input, expr_const(f->exprs, 64, number));
}

/* Some rounds of mixing over so many bytes. */
static uint32_t mixed(const uint8_t *bytes, unsigned count)
{
    uint32_t hash = 0x12345;
    for (unsigned i = 0; i < count; i++) {
        hash = (hash ^ bytes[i]) * 0x9e3779b1;
        hash ^= hash >> 15;
    }
    return hash;
}

static expr_t mix(struct fixture *f, unsigned count)
{
    struct exprs *e = f->exprs;
    expr_t hash = expr_const(e, 32, 0x12345);
    for (unsigned i = 0; i < count; i++) {
        hash = expr_mul(e, expr_xor(e, hash, expr_zext(e, byte(f, i), 32)), expr_const(e, 32, 0x9e3779b1));
        hash = expr_xor(e, hash, expr_lshr(e, hash, expr_const(e, 32, 15)));
    }
    return hash;
}

static expr_t is_letter(struct fixture *f, unsigned number)
{
    struct exprs *e = f->exprs;
    return expr_and(e, expr_ule(e, expr_const(e, 8, 'a'), byte(f, number)),
                    expr_ule(e, byte(f, number), expr_const(e, 8, 'z')));
}

static enum verdict check(struct fixture *f, const expr_t *terms, size_t count, const struct model *near)
{
    struct query query = {.terms = terms, .count = count, .near = near};
    struct model *model = NULL;
    enum verdict verdict = trials_check(f->trials, &query, ENOUGH, &model);
    assert_int_equal(verdict == VERDICT_YES, model != NULL);
    if (model)
        assert_true(expr_all_true(f->exprs, terms, count, model));
    model_unref(model);
    return verdict;
}

/* Two letters: every value of ten bits of the hash, there or not as a loop says. */
static void few_values_are_all_tried(void **state)
{
    struct fixture f = open(2);
    struct exprs *e = f.exprs;
    bool there[1024] = {false};
    for (uint8_t a = 'a'; a <= 'z'; a++)
        for (uint8_t b = 'a'; b <= 'z'; b++)
            there[mixed((uint8_t[]){a, b}, 2) % 1024] = true;
    unsigned yes = 0;
    for (unsigned i = 0; i < 1024; i++) {
        expr_t low = expr_extract(e, mix(&f, 2), 0, 10);
        expr_t terms[] = {expr_eq(e, low, expr_const(e, 10, i)), is_letter(&f, 0), is_letter(&f, 1)};
        assert_int_equal(check(&f, terms, 3, NULL), there[i] ? VERDICT_YES : VERDICT_NO);
        yes += there[i];
    }
    assert_in_range(yes, 100, 900);
    close(&f);
}

/* Eight bytes are too many to try them all: found by chance, and nothing else is said. */
static void many_values_are_tried_by_chance(void **state)
{
    struct fixture f = open(8);
    struct exprs *e = f.exprs;
    expr_t hash = mix(&f, 8);
    expr_t likely = expr_eq(e, expr_extract(e, hash, 0, 6), expr_const(e, 6, 17));
    assert_int_equal(check(&f, &likely, 1, NULL), VERDICT_YES);
    expr_t never = expr_eq(e, expr_and(e, hash, expr_const(e, 32, 3)), expr_const(e, 32, 4));
    expr_t unlikely[] = {expr_eq(e, hash, expr_const(e, 32, 0)),
                         expr_ult(e, expr_sub(e, hash, expr_zext(e, byte(&f, 0), 32)), expr_const(e, 32, 1))};
    assert_true(expr_is_false(e, never));
    assert_int_equal(check(&f, unlikely, 2, NULL), VERDICT_UNKNOWN);
    close(&f);
}

/* Seven of eight bytes have one good value each, which the state's model has; the eighth must
 * change. "no" would be wrong: the other seven were not tried. */
static void it_begins_near_a_model(void **state)
{
    struct fixture f = open(8);
    struct exprs *e = f.exprs;
    const uint8_t bytes[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    struct model *near = model_new();
    for (unsigned i = 0; i < 8; i++)
        model_set(near, exprs_input(e, 0)->variable + i, bytes[i]);
    expr_t head = expr_eq(e, mix(&f, 7), expr_const(e, 32, mixed(bytes, 7)));
    expr_t last = expr_eq(e, expr_mul(e, byte(&f, 7), byte(&f, 7)), expr_const(e, 8, 81));
    expr_t none =
        expr_eq(e, expr_mul(e, byte(&f, 7), byte(&f, 7)), expr_xor(e, byte(&f, 6), expr_const(e, 8, 1)));
    assert_int_equal(check(&f, (expr_t[]){head, last}, 2, near), VERDICT_YES);
    assert_int_equal(check(&f, (expr_t[]){head, none}, 2, near), VERDICT_UNKNOWN);
    model_unref(near);
    close(&f);
}

/* Conjuncts one after the other, and the negation of each: what is recalled is what a loop over
 * all letters finds, and recalled it is. */
static void what_is_left_is_recalled(void **state)
{
    struct fixture f = open(3);
    struct exprs *e = f.exprs;
    uint32_t variable = exprs_input(e, 0)->variable;
    expr_t terms[20] = {is_letter(&f, 0), is_letter(&f, 1), is_letter(&f, 2)};
    size_t count = 3;
    unsigned recalled = 0, answers[2] = {0};
    for (unsigned bit = 0; bit < 16; bit++) {
        expr_t next = expr_extract(e, mix(&f, 3), 2 * bit, 1);
        for (unsigned side = 0; side < 2; side++) {
            terms[count] = side ? next : expr_not(e, next);
            bool can = false;
            struct model *model = model_new();
            for (unsigned i = 0; i < 26 * 26 * 26 && !can; i++) {
                model_set(model, variable, (uint8_t)('a' + i % 26));
                model_set(model, variable + 1, (uint8_t)('a' + i / 26 % 26));
                model_set(model, variable + 2, (uint8_t)('a' + i / 676));
                can = expr_all_true(e, terms, count + 1, model);
            }
            model_unref(model);
            struct query query = {.terms = terms, .count = count + 1};
            struct model *found = NULL;
            enum verdict verdict = trials_recall(f.trials, &query, &found);
            recalled += verdict != VERDICT_UNKNOWN;
            if (verdict == VERDICT_UNKNOWN)
                verdict = check(&f, terms, count + 1, NULL);
            else if (found)
                assert_true(expr_all_true(e, terms, count + 1, found));
            assert_int_equal(verdict, can ? VERDICT_YES : VERDICT_NO);
            answers[can]++;
            model_unref(found);
        }
        count++;
    }
    assert_true(recalled >= 29);
    assert_true(answers[0] && answers[1]);
    exprs_sweep(e); /* terms get other meanings: nothing may be remembered of the old ones */
    struct query query = {.terms = terms, .count = count};
    struct model *found = NULL;
    assert_int_equal(trials_recall(f.trials, &query, &found), VERDICT_UNKNOWN);
    close(&f);
}

/* What has no value at all, by conjuncts on one byte each. */
static void nothing_to_try_is_no(void **state)
{
    struct fixture f = open(2);
    struct exprs *e = f.exprs;
    expr_t square = expr_eq(e, expr_mul(e, byte(&f, 0), byte(&f, 0)), expr_const(e, 8, 2));
    assert_int_equal(check(&f, &square, 1, NULL), VERDICT_NO);
    close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_values_are_all_tried), cmocka_unit_test(many_values_are_tried_by_chance),
        cmocka_unit_test(it_begins_near_a_model),   cmocka_unit_test(what_is_left_is_recalled),
        cmocka_unit_test(nothing_to_try_is_no),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
