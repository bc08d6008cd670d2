/* Our SAT search against brute force, against CaDiCaL, and on known problems. */
#include "base/clock.h"
#include "base/rng.h"
#include "solver/cadical.h"
#include "solver/cdcl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const struct cdcl_limits no_limits = {0};

static void random_cnf(struct cnf *cnf, struct rng *rng, uint32_t variables, uint32_t clauses,
                       unsigned widest)
{
    cnf_clear(cnf);
    cnf->variables = variables;
    for (uint32_t i = 0; i < clauses; i++) {
        uint32_t literals[8];
        unsigned size = widest == 3 ? 3 : 1 + (unsigned)rng_below(rng, widest), count = 0;
        while (count < size) {
            uint32_t literal = (uint32_t)rng_below(rng, 2 * variables);
            bool twice = false;
            for (unsigned k = 0; k < count; k++)
                twice |= literals[k] >> 1 == literal >> 1;
            if (!twice)
                literals[count++] = literal;
        }
        cnf_add(cnf, literals, count);
    }
}

/* Does the assignment (bit v: variable v) satisfy all? */
static bool satisfies(const struct cnf *cnf, uint64_t assignment)
{
#define HOLDS(literal) ((assignment >> ((literal) >> 1) & 1) != ((literal) & 1))
    for (size_t i = 0; i < cnf->units.count; i++)
        if (!HOLDS(cnf->units.data[i]))
            return false;
    for (size_t i = 0; i < cnf->binaries.count; i += 2)
        if (!HOLDS(cnf->binaries.data[i]) && !HOLDS(cnf->binaries.data[i + 1]))
            return false;
    for (size_t i = 1; i < cnf->clauses.count; i += cnf->clauses.data[i] + 1) {
        bool some = false;
        for (uint32_t k = 1; k <= cnf->clauses.data[i]; k++)
            some |= HOLDS(cnf->clauses.data[i + k]);
        if (!some)
            return false;
    }
    return true;
}

static uint64_t found(const struct cdcl *cdcl, uint32_t variables)
{
    uint64_t assignment = 0;
    for (uint32_t i = 0; i < variables; i++)
        assignment |= (uint64_t)cdcl_value(cdcl, i) << i;
    return assignment;
}

static void agrees_with_brute_force(void **state)
{
    struct rng rng = {7};
    struct cnf cnf = {0};
    struct cdcl *cdcl = cdcl_new();
    int answers[2] = {0};
    for (int round = 0; round < 3000; round++) {
        uint32_t variables = 5 + (uint32_t)rng_below(&rng, 8);
        bool three = round & 1;
        random_cnf(&cnf, &rng, variables, (uint32_t)(three ? 4.3 * variables : 2.2 * variables),
                   three ? 3 : 5);
        bool can = false;
        for (uint64_t assignment = 0; !can && assignment < 1ull << variables; assignment++)
            can = satisfies(&cnf, assignment);
        enum verdict verdict = cdcl_solve(cdcl, &cnf, &no_limits);
        assert_int_equal(verdict, can ? VERDICT_YES : VERDICT_NO);
        if (can)
            assert_true(satisfies(&cnf, found(cdcl, variables)));
        answers[can]++;
    }
    assert_true(answers[0] > 300 && answers[1] > 300);
    cdcl_free(cdcl);
    cnf_release(&cnf);
}

/* The units that a refutation needed are enough for one. */
static void a_core_is_enough(void **state)
{
    struct rng rng = {9};
    struct cnf cnf = {0};
    struct cdcl *cdcl = cdcl_new();
    int refuted = 0, smaller = 0;
    for (int round = 0; round < 3000; round++) {
        uint32_t variables = 5 + (uint32_t)rng_below(&rng, 8);
        random_cnf(&cnf, &rng, variables, 3 * variables, 3);
        for (uint32_t i = 0; i < variables; i++)
            cnf_add(&cnf, &(uint32_t){(uint32_t)rng_below(&rng, 2 * variables)}, 1);
        bool needed[16];
        if (cdcl_solve(cdcl, &cnf, &no_limits) != VERDICT_NO)
            continue;
        refuted++;
        cdcl_core(cdcl, needed);
        size_t count = cnf.units.count;
        cnf.units.count = 0;
        for (size_t i = 0; i < count; i++)
            if (needed[i])
                cnf.units.data[cnf.units.count++] = cnf.units.data[i];
        smaller += cnf.units.count < count;
        for (uint64_t assignment = 0; assignment < 1ull << variables; assignment++)
            assert_false(satisfies(&cnf, assignment));
    }
    assert_true(refuted > 300 && smaller > 300);
    cdcl_free(cdcl);
    cnf_release(&cnf);
}

static void agrees_with_cadical(void **state)
{
    struct rng rng = {8};
    struct cnf cnf = {0};
    struct cdcl *cdcl = cdcl_new();
    int answers[2] = {0};
    for (int round = 0; round < 300; round++) {
        uint32_t variables = 40 + (uint32_t)rng_below(&rng, 110);
        random_cnf(&cnf, &rng, variables, (uint32_t)(4.26 * variables), 3);
        uint8_t values[64];
        enum verdict expected = cadical_solve(&cnf, NULL, values, 64);
        assert_int_equal(cdcl_solve(cdcl, &cnf, &no_limits), expected);
        if (expected == VERDICT_YES && variables <= 64) {
            assert_true(satisfies(&cnf, found(cdcl, variables)));
            uint64_t theirs = 0;
            for (uint32_t i = 0; i < variables; i++)
                theirs |= (uint64_t)values[i] << i;
            assert_true(satisfies(&cnf, theirs));
        }
        answers[expected]++;
    }
    assert_true(answers[VERDICT_NO] > 50 && answers[VERDICT_YES] > 50);
    cdcl_free(cdcl);
    cnf_release(&cnf);
}

/* n + 1 pigeons in n holes */
static void pigeons(struct cnf *cnf, uint32_t holes)
{
    cnf_clear(cnf);
    cnf->variables = (holes + 1) * holes;
    uint32_t literals[16];
    for (uint32_t pigeon = 0; pigeon <= holes; pigeon++) {
        for (uint32_t hole = 0; hole < holes; hole++)
            literals[hole] = 2 * (pigeon * holes + hole);
        cnf_add(cnf, literals, holes);
    }
    for (uint32_t hole = 0; hole < holes; hole++)
        for (uint32_t a = 0; a <= holes; a++)
            for (uint32_t b = 0; b < a; b++)
                cnf_add(cnf, (uint32_t[]){2 * (a * holes + hole) + 1, 2 * (b * holes + hole) + 1}, 2);
}

static void pigeons_do_not_fit(void **state)
{
    struct cnf cnf = {0};
    struct cdcl *cdcl = cdcl_new();
    for (uint32_t holes = 1; holes <= 8; holes++) {
        pigeons(&cnf, holes);
        assert_int_equal(cdcl_solve(cdcl, &cnf, &no_limits), VERDICT_NO);
        assert_int_equal(cadical_solve(&cnf, NULL, NULL, 0), VERDICT_NO);
    }
    cdcl_free(cdcl);
    cnf_release(&cnf);
}

static void limits_are_kept(void **state)
{
    struct cnf cnf = {0};
    struct cdcl *cdcl = cdcl_new();
    pigeons(&cnf, 13);
    struct cdcl_limits few = {.conflicts = 100};
    assert_int_equal(cdcl_solve(cdcl, &cnf, &few), VERDICT_UNKNOWN);
    assert_int_equal(cdcl_conflicts(cdcl), 100);
    struct budget budget = {0};
    budget_run_steps(&budget, 100000);
    struct cdcl_limits soon = {.budget = &budget}; /* without it, for ever */
    assert_int_equal(cdcl_solve(cdcl, &cnf, &soon), VERDICT_UNKNOWN);
    assert_int_equal(cadical_solve(&cnf, &budget, NULL, 0), VERDICT_UNKNOWN);
    cdcl_free(cdcl);
    cnf_release(&cnf);
}

/* What was searched before must not show: same conflicts, same values. */
static void searches_are_independent(void **state)
{
    struct rng rng = {9};
    struct cnf cnf = {0}, other = {0};
    struct cdcl *used = cdcl_new();
    for (int round = 0; round < 50; round++) {
        struct rng again = {rng_next(&rng)}, same = again;
        random_cnf(&cnf, &again, 60, 240, 3);
        struct cdcl *fresh = cdcl_new();
        enum verdict verdict = cdcl_solve(fresh, &cnf, &no_limits);
        random_cnf(&other, &rng, 90, 383, 3);
        cdcl_solve(used, &other, &no_limits);
        random_cnf(&cnf, &same, 60, 240, 3);
        assert_int_equal(cdcl_solve(used, &cnf, &no_limits), verdict);
        assert_int_equal(cdcl_conflicts(used), cdcl_conflicts(fresh));
        if (verdict == VERDICT_YES)
            assert_int_equal(found(used, 60), found(fresh, 60));
        cdcl_free(fresh);
    }
    cdcl_free(used);
    cnf_release(&cnf);
    cnf_release(&other);
}

/* A search in short stages ends as one that is not interrupted. */
static void searches_are_resumed(void **state)
{
    struct rng rng = {11};
    struct cnf cnf = {0};
    struct cdcl *whole = cdcl_new(), *parts = cdcl_new();
    unsigned resumed = 0;
    for (int round = 0; round < 60; round++) {
        random_cnf(&cnf, &rng, 120, 510, 3);
        size_t size = cnf.clauses.count;
        enum verdict expected = cdcl_solve(whole, &cnf, &no_limits);
        struct cdcl_limits limits = {.conflicts = 7};
        enum verdict verdict = cdcl_solve(parts, &cnf, &limits);
        while (verdict == VERDICT_UNKNOWN) {
            limits.conflicts += 7;
            verdict = cdcl_resume(parts, &limits);
            resumed++;
        }
        assert_int_equal(verdict, expected);
        assert_int_equal(cnf.clauses.count, size);
    }
    assert_true(resumed > 60);
    cdcl_free(whole);
    cdcl_free(parts);
    cnf_release(&cnf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_brute_force),  cmocka_unit_test(agrees_with_cadical),
        cmocka_unit_test(pigeons_do_not_fit),       cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(searches_are_independent), cmocka_unit_test(searches_are_resumed),
        cmocka_unit_test(a_core_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
