/* Gates against truth tables, and the cone's clauses against the gates. */
#include "base/rng.h"
#include "solver/cadical.h"
#include "solver/cdcl.h"
#include "solver/cone.h"
#include "solver/gates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { INPUTS = 4 };

/* The value of a gate, by definition, when input i has bit i of `inputs`. */
static bool value(const struct gates *gates, gate_t gate, unsigned inputs)
{
    const struct gate *g = &gates->all.data[gate >> 1];
    bool v = false;
    switch (g->kind) {
    case GATE_CONSTANT:
        break;
    case GATE_INPUT:
        v = inputs >> g->arg[0] & 1;
        break;
    case GATE_AND:
        v = value(gates, g->arg[0], inputs) && value(gates, g->arg[1], inputs);
        break;
    case GATE_XOR:
        v = value(gates, g->arg[0], inputs) != value(gates, g->arg[1], inputs);
        break;
    case GATE_MUX:
        v = value(gates, g->arg[0], inputs) ? value(gates, g->arg[1], inputs)
                                            : value(gates, g->arg[2], inputs);
        break;
    case GATE_MAJORITY:
        v = value(gates, g->arg[0], inputs) + value(gates, g->arg[1], inputs) +
                value(gates, g->arg[2], inputs) >=
            2;
        break;
    case GATE_ALL:
        v = true;
        for (uint32_t i = 0; i < g->arg[1]; i++)
            v = v && value(gates, gates->operands.data[g->arg[0] + i], inputs);
        break;
    }
    return v != (gate & 1);
}

static unsigned truth(const struct gates *gates, gate_t gate)
{
    unsigned table = 0;
    for (unsigned inputs = 0; inputs < 1 << INPUTS; inputs++)
        table |= (unsigned)value(gates, gate, inputs) << inputs;
    return table;
}

/* Random gates over random earlier ones: each has the truth table asked for. */
static void grow(struct gates *gates, gate_t *some, size_t count, struct rng *rng)
{
    for (unsigned i = 0; i < INPUTS; i++)
        some[i] = gates_input(gates, i + 1, i);
    some[INPUTS] = GATE_TRUE;
    for (size_t i = INPUTS + 1; i < count; i++) {
        gate_t a[5];
        unsigned t[5];
        for (int k = 0; k < 5; k++) {
            a[k] = some[rng_below(rng, i)] ^ (gate_t)rng_below(rng, 2);
            t[k] = truth(gates, a[k]);
        }
        unsigned expected = 0, all = (1u << (1 << INPUTS)) - 1;
        switch (rng_below(rng, 6)) {
        case 0:
            some[i] = gates_and(gates, a[0], a[1]);
            expected = t[0] & t[1];
            break;
        case 1:
            some[i] = gates_xor(gates, a[0], a[1]);
            expected = t[0] ^ t[1];
            break;
        case 2:
            some[i] = gates_mux(gates, a[0], a[1], a[2]);
            expected = (t[0] & t[1]) | (~t[0] & t[2] & all);
            break;
        case 3:
            some[i] = gates_majority(gates, a[0], a[1], a[2]);
            expected = (t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]);
            break;
        case 4:
            some[i] = gates_all(gates, a, 5);
            expected = t[0] & t[1] & t[2] & t[3] & t[4];
            break;
        default:
            some[i] = gates_any(gates, a, 5);
            expected = t[0] | t[1] | t[2] | t[3] | t[4];
        }
        assert_int_equal(truth(gates, some[i]), expected);
    }
}

static void gates_have_their_truth_tables(void **state)
{
    struct rng rng = {1};
    for (int round = 0; round < 2000; round++) {
        struct gates gates;
        gates_init(&gates);
        gate_t some[24];
        grow(&gates, some, 24, &rng);
        gates_release(&gates);
    }
}

static void equal_gates_are_one(void **state)
{
    struct gates gates;
    gates_init(&gates);
    gate_t a = gates_input(&gates, 1, 0), b = gates_input(&gates, 2, 1), c = gates_input(&gates, 3, 2);
    assert_int_equal(gates_and(&gates, a, b), gates_and(&gates, b, a));
    assert_int_equal(gates_xor(&gates, a, gate_not(b)), gate_not(gates_xor(&gates, b, a)));
    assert_int_equal(gates_mux(&gates, gate_not(a), b, c), gates_mux(&gates, a, c, b));
    assert_int_equal(gates_mux(&gates, a, gate_not(b), gate_not(c)), gate_not(gates_mux(&gates, a, b, c)));
    assert_int_equal(gates_majority(&gates, gate_not(a), gate_not(b), c),
                     gate_not(gates_majority(&gates, gate_not(c), b, a)));
    gate_t three[] = {a, b, c}, other[] = {c, a, b, a, GATE_TRUE};
    assert_int_equal(gates_all(&gates, three, 3), gates_all(&gates, other, 5));
    gate_t contradiction[] = {c, a, b, gate_not(a)};
    assert_int_equal(gates_all(&gates, contradiction, 4), GATE_FALSE);
    gates_release(&gates);
}

/* The cone can hold exactly if some input makes all roots true, and the
 * search's inputs do. Later cones in the same graph do not disturb earlier ones. */
static void cones_mean_what_their_gates_mean(void **state)
{
    struct rng rng = {2};
    struct cdcl *cdcl = cdcl_new();
    struct cdcl_limits limits = {0};
    struct cone cone = {0};
    for (int round = 0; round < 1000; round++) {
        struct gates gates;
        gates_init(&gates);
        cone_forget(&cone);
        gate_t some[24];
        grow(&gates, some, 24, &rng);
        for (int query = 0; query < 8; query++) {
            gate_t roots[3];
            unsigned table = ~0u;
            for (int i = 0; i < 3; i++) {
                roots[i] = some[rng_below(&rng, 24)] ^ (gate_t)rng_below(&rng, 2);
                table &= truth(&gates, roots[i]);
            }
            bool can =
                cone_collect(&cone, &gates, roots, 3) && cdcl_solve(cdcl, &cone.cnf, &limits) == VERDICT_YES;
            assert_int_equal(can, table != 0);
            if (!can)
                continue;
            unsigned inputs = 0;
            for (uint32_t i = 0; i < cone.inputs.count; i++)
                inputs |= (unsigned)cdcl_value(cdcl, i) << gates.all.data[cone.inputs.data[i]].arg[0];
            assert_true(table >> inputs & 1);
        }
        gates_release(&gates);
    }
    cone_release(&cone);
    cdcl_free(cdcl);
}

/* The same gates, made in another order after others, give the same clauses. */
static void cones_do_not_depend_on_history(void **state)
{
    struct cone cones[2] = {0};
    for (int history = 0; history < 2; history++) {
        struct gates gates;
        gates_init(&gates);
        gate_t input[8];
        for (unsigned i = 0; i < 8; i++) {
            unsigned k = history ? 7 - i : i;
            input[k] = gates_input(&gates, k + 1, k);
        }
        if (history)
            for (unsigned i = 1; i < 8; i++)
                gates_majority(&gates, input[i], input[i - 1], input[(i + 3) & 7]);
        gate_t carry = GATE_FALSE, roots[4];
        for (unsigned i = 0; i < 4; i++) {
            gate_t x = input[i], y = input[i + 4];
            roots[i] = gates_xor(&gates, gates_xor(&gates, x, y), carry);
            carry = history ? gates_majority(&gates, carry, y, x) : gates_majority(&gates, x, y, carry);
        }
        roots[3] = gates_all(&gates, input, 8);
        roots[2] = gates_and(&gates, carry, gate_not(roots[3]));
        assert_true(cone_collect(&cones[history], &gates, roots, 4));
        gates_release(&gates);
    }
    const struct cnf *a = &cones[0].cnf, *b = &cones[1].cnf;
    assert_int_equal(a->variables, b->variables);
    assert_int_equal(a->clauses.count, b->clauses.count);
    assert_memory_equal(a->clauses.data + 1, b->clauses.data + 1, (a->clauses.count - 1) * sizeof(uint32_t));
    assert_int_equal(a->binaries.count, b->binaries.count);
    assert_memory_equal(a->binaries.data, b->binaries.data, a->binaries.count * sizeof(uint32_t));
    cone_release(&cones[0]);
    cone_release(&cones[1]);
}

/* Millions of gates take seconds: clauses that are left mean nothing, and are whole the next time. */
static void a_large_cone_is_left_with_the_question(void **state)
{
    struct budget budget = {0};
    struct cone cone = {.budget = &budget};
    struct gates gates;
    gates_init(&gates);
    gate_t sum = gates_input(&gates, 1, 0);
    for (unsigned i = 1; i < 20000; i++)
        sum = gates_xor(&gates, sum, gates_input(&gates, i + 1, 0));
    budget_stop(&budget);
    assert_true(cone_collect(&cone, &gates, &sum, 1));
    assert_true(cone.is_left);
    budget = (struct budget){0};
    assert_true(cone_collect(&cone, &gates, &sum, 1));
    assert_false(cone.is_left);
    assert_int_equal(cone.cnf.variables, 2 * 20000 - 1);
    budget_stop(&budget);
    assert_int_equal(cadical_solve(&cone.cnf, &budget, NULL, 0), VERDICT_UNKNOWN);
    assert_int_equal(cadical_solve(&cone.cnf, NULL, NULL, 0), VERDICT_YES);
    cone_release(&cone);
    gates_release(&gates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_have_their_truth_tables),
        cmocka_unit_test(equal_gates_are_one),
        cmocka_unit_test(cones_mean_what_their_gates_mean),
        cmocka_unit_test(cones_do_not_depend_on_history),
        cmocka_unit_test(a_large_cone_is_left_with_the_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
