/* Path conditions: splitting, what is fixed, slicing, sharing between forks. */
#include "solver/constraints.h"

#include "base/alloc.h"
#include "base/rng.h"
#include "expr/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    expr_t x;
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    f->x = expr_input(f->exprs, "x", 4096);
    *state = f;
    return 0;
}

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

static expr_t number(struct fixture *f, unsigned width, uint64_t value)
{
    return expr_const(f->exprs, width, value);
}

static expr_t byte_below(struct fixture *f, uint32_t index, uint64_t limit)
{
    return expr_ult(f->exprs, byte(f, index), number(f, 8, limit));
}

static expr_t bytes_ordered(struct fixture *f, uint32_t a, uint32_t b)
{
    return expr_ult(f->exprs, byte(f, a), byte(f, b));
}

static void a_conjunction_is_split(void **state)
{
    struct fixture *f = *state;
    struct constraints *set = constraints_new(f->exprs);
    set = constraints_add(set, expr_and(f->exprs, bytes_ordered(f, 0, 1), bytes_ordered(f, 2, 3)));
    assert_int_equal(constraints_count(set), 2);
    set = constraints_add(set, bytes_ordered(f, 0, 1));
    assert_int_equal(constraints_count(set), 2);
    assert_false(constraints_contradict(set));
    constraints_unref(set);
}

static void equal_bytes_are_fixed(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    struct constraints *set = constraints_new(e);
    set = constraints_add(set, expr_eq(e, byte(f, 2), number(f, 8, 7)));
    expr_t sum = expr_add(e, byte(f, 2), byte(f, 3));
    assert_int_equal(constraints_simplify(set, sum), expr_add(e, number(f, 8, 7), byte(f, 3)));
    expr_t word = expr_concat(e, byte(f, 5), byte(f, 4));
    set = constraints_add(set, expr_eq(e, expr_add(e, word, number(f, 16, 1)), number(f, 16, 0x1235)));
    assert_int_equal(constraints_simplify(set, byte(f, 4)), number(f, 8, 0x34));
    assert_int_equal(constraints_simplify(set, byte(f, 5)), number(f, 8, 0x12));
    assert_int_equal(constraints_simplify(set, byte(f, 6)), byte(f, 6));
    constraints_unref(set);
}

static void a_member_is_true_and_its_negation_false(void **state)
{
    struct fixture *f = *state;
    struct constraints *set = constraints_new(f->exprs);
    set = constraints_add(set, bytes_ordered(f, 0, 1));
    assert_true(expr_is_true(f->exprs, constraints_simplify(set, bytes_ordered(f, 0, 1))));
    assert_true(
        expr_is_false(f->exprs, constraints_simplify(set, expr_not(f->exprs, bytes_ordered(f, 0, 1)))));
    set = constraints_add(set, expr_not(f->exprs, bytes_ordered(f, 0, 1)));
    assert_true(constraints_contradict(set));
    constraints_unref(set);
}

static size_t slice_of(struct fixture *f, struct constraints *set, expr_t term, expr_t *slice)
{
    return constraints_slice(set, expr_support(f->exprs, term), slice);
}

static void a_slice_follows_shared_bytes(void **state)
{
    struct fixture *f = *state;
    expr_t slice[8];
    struct constraints *set = constraints_new(f->exprs);
    set = constraints_add(set, bytes_ordered(f, 0, 1));
    set = constraints_add(set, bytes_ordered(f, 10, 11));
    set = constraints_add(set, bytes_ordered(f, 1, 2));
    assert_int_equal(slice_of(f, set, byte(f, 2), slice), 2);
    assert_int_equal(slice[0], bytes_ordered(f, 0, 1));
    assert_int_equal(slice[1], bytes_ordered(f, 1, 2));
    assert_int_equal(slice_of(f, set, byte(f, 10), slice), 1);
    assert_int_equal(slice_of(f, set, byte(f, 5), slice), 0);
    set = constraints_add(set, bytes_ordered(f, 11, 2));
    assert_int_equal(slice_of(f, set, byte(f, 0), slice), 4);
    /* a symbolic index depends on the whole input */
    expr_t anywhere = expr_read(f->exprs, f->x, expr_zext(f->exprs, byte(f, 20), 64));
    set = constraints_add(set, expr_ult(f->exprs, anywhere, number(f, 8, 9)));
    assert_int_equal(slice_of(f, set, byte(f, 300), slice), 5);
    constraints_unref(set);
}

/* The definition, without an index. */
static size_t naive_slice(struct fixture *f, struct constraints *set, expr_t term, expr_t *slice)
{
    size_t count = constraints_count(set), taken = 0;
    const expr_t *terms = constraints_terms(set);
    bool *in = mem_zero(count + 1);
    const struct support *support = expr_support(f->exprs, term);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++)
            if (!in[i] && support_overlap(support, expr_support(f->exprs, terms[i]))) {
                in[i] = changed = true;
                support = support_union(f->exprs, support, expr_support(f->exprs, terms[i]));
            }
    }
    for (size_t i = 0; i < count; i++)
        if (in[i])
            slice[taken++] = terms[i];
    mem_free(in);
    return taken;
}

static expr_t random_constraint(struct fixture *f, struct rng *rng)
{
    uint32_t a = (uint32_t)rng_below(rng, 60), b = (uint32_t)rng_below(rng, 60);
    switch (rng_below(rng, 4)) {
    case 0:
        return byte_below(f, a, 200);
    case 1:
        return expr_eq(f->exprs, byte(f, a), number(f, 8, rng_below(rng, 4)));
    case 2:
        return expr_ult(f->exprs, expr_concat(f->exprs, byte(f, a + 1), byte(f, a)),
                        expr_concat(f->exprs, byte(f, b), number(f, 8, 1)));
    default:
        return a == b ? byte_below(f, a, 100) : bytes_ordered(f, a, b);
    }
}

static void slices_are_what_the_definition_says(void **state)
{
    struct fixture *f = *state;
    struct rng rng = {.state = 5};
    for (int round = 0; round < 200; round++) {
        struct constraints *set = constraints_new(f->exprs);
        for (uint64_t n = 1 + rng_below(&rng, 40); n--;)
            set = constraints_add(set, random_constraint(f, &rng));
        expr_t fast[128], slow[128], asked = random_constraint(f, &rng);
        size_t count = slice_of(f, set, asked, fast);
        assert_int_equal(count, naive_slice(f, set, asked, slow));
        assert_memory_equal(fast, slow, count * sizeof *fast);
        constraints_unref(set);
    }
}

static void forks_share_and_do_not_disturb_each_other(void **state)
{
    struct fixture *f = *state;
    struct rng rng = {.state = 9};
    enum { LIVE = 50, STEPS = 4000, TERMS_MAX = 4096 };
    struct constraints *live[LIVE];
    uint64_t sums[LIVE] = {0}; /* of the terms each should have */
    live[0] = constraints_new(f->exprs);
    for (int i = 1; i < LIVE; i++)
        live[i] = constraints_ref(live[0]);
    for (int step = 0; step < STEPS; step++) {
        size_t to = rng_below(&rng, LIVE), from = rng_below(&rng, LIVE);
        if (to != from && rng_below(&rng, 3) == 0) {
            constraints_unref(live[to]);
            live[to] = constraints_ref(live[from]);
            sums[to] = sums[from];
        } else {
            size_t before = constraints_count(live[to]);
            live[to] = constraints_add(live[to], random_constraint(f, &rng));
            size_t after = constraints_count(live[to]);
            for (size_t i = before; i < after; i++)
                sums[to] += constraints_terms(live[to])[i] * (uint64_t)(i + 1);
        }
        for (int i = 0; step % 100 == 0 && i < LIVE; i++) {
            uint64_t sum = 0;
            const expr_t *terms = constraints_terms(live[i]);
            for (size_t j = 0; j < constraints_count(live[i]); j++)
                sum += terms[j] * (uint64_t)(j + 1);
            assert_true(sum == sums[i]);
        }
    }
    for (int i = 0; i < LIVE; i++)
        constraints_unref(live[i]);
}

static void marked_constraints_survive_a_sweep(void **state)
{
    struct fixture *f = *state;
    struct constraints *set = constraints_new(f->exprs);
    set = constraints_add(set, bytes_ordered(f, 0, 1));
    struct constraints *other = constraints_add(constraints_ref(set), bytes_ordered(f, 1, 2));
    bytes_ordered(f, 70, 71); /* garbage */
    constraints_mark(set);
    constraints_mark(other);
    exprs_sweep(f->exprs);
    exprs_check(f->exprs);
    assert_int_equal(constraints_terms(other)[1], bytes_ordered(f, 1, 2));
    other = constraints_add(other, bytes_ordered(f, 3, 4));
    constraints_mark(set);
    constraints_mark(other);
    exprs_sweep(f->exprs);
    exprs_check(f->exprs);
    assert_int_equal(constraints_terms(other)[2], bytes_ordered(f, 3, 4));
    constraints_unref(set);
    constraints_unref(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_conjunction_is_split),
        TEST(equal_bytes_are_fixed),
        TEST(a_member_is_true_and_its_negation_false),
        TEST(a_slice_follows_shared_bytes),
        TEST(slices_are_what_the_definition_says),
        TEST(forks_share_and_do_not_disturb_each_other),
        TEST(marked_constraints_survive_a_sweep),
#undef TEST
    };
    return cmocka_run_group_tests_name("solver_constraints", tests, NULL, NULL);
}
