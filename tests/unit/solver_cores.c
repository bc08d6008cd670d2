/* Cores: what a refutation needed, found again under other names, in this run and the next. */
#include "solver/links.h"

#include "expr/eval.h"
#include "random_terms.h"
#include "solver/blame.h"
#include "solver/blast.h"
#include "solver/lanes.h"
#include "solver/truths.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

struct run {
    struct exprs *exprs;
    struct solver_stats stats;
    struct keys *keys;
    struct store *store;
    struct solver *cache;
    expr_t x;
};

/* directory: of the store, or NULL */
static void begin(struct run *run, const char *directory)
{
    memset(run, 0, sizeof *run);
    run->exprs = exprs_new();
    run->keys = keys_new(run->exprs);
    run->store = directory ? store_new(directory, 1 << 30, NULL) : NULL;
    struct solver *back = blast_solver_new(run->exprs, &run->stats, BLAST_AUTO);
    run->cache = address_cache_new(door_new(back, NULL, NULL), run->keys, run->store, NULL, NULL);
    run->x = expr_input(run->exprs, "x", 64);
}

static void end(struct run *run)
{
    solver_free(run->cache);
    store_free(run->store);
    keys_free(run->keys);
    exprs_free(run->exprs);
}

static expr_t byte(struct run *run, uint32_t index)
{
    return expr_read(run->exprs, run->x, expr_const(run->exprs, 64, index));
}

static expr_t below(struct run *run, uint32_t a, uint32_t b)
{
    return expr_ult(run->exprs, byte(run, a), byte(run, b));
}

/* The product of two bytes is that number. */
static expr_t product(struct run *run, uint32_t a, uint32_t b, uint8_t value)
{
    expr_t left = expr_zext(run->exprs, byte(run, a), 16), right = expr_zext(run->exprs, byte(run, b), 16);
    return expr_eq(run->exprs, expr_mul(run->exprs, left, right), expr_const(run->exprs, 16, value));
}

static expr_t at_most(struct run *run, uint32_t index, uint8_t most)
{
    return expr_ule(run->exprs, byte(run, index), expr_const(run->exprs, 8, most));
}

static expr_t at_least(struct run *run, uint32_t index, uint8_t least)
{
    return expr_ule(run->exprs, expr_const(run->exprs, 8, least), byte(run, index));
}

static enum verdict ask(struct solver *solver, const expr_t *terms, size_t count)
{
    struct query query = {.terms = terms, .count = count};
    struct model *model = NULL;
    enum verdict verdict = solver_check(solver, &query, &model);
    model_unref(model);
    return verdict;
}

/* x < y < z < x, among other things */
static enum verdict ask_circle(struct run *run, uint32_t x, uint32_t y, uint32_t z, uint32_t other)
{
    expr_t terms[] = {product(run, x, other, 6), below(run, x, y), below(run, other, z), below(run, y, z),
                      below(run, z, x)};
    return ask(run->cache, terms, 5);
}

static void a_core_is_found_under_other_names(void **state)
{
    struct run run;
    begin(&run, NULL);
    assert_int_equal(ask_circle(&run, 0, 1, 2, 3), VERDICT_NO);
    assert_int_equal(run.stats.solver, 1);
    expr_t more[] = {below(&run, 12, 10), product(&run, 10, 20, 35), below(&run, 10, 11),
                     below(&run, 11, 12)};
    assert_int_equal(ask(run.cache, more, 4), VERDICT_NO);
    assert_int_equal(run.stats.solver, 1);
    assert_int_equal(run.stats.renamed_core_hits, 1);
    /* the same forms, but no circle */
    expr_t open[] = {below(&run, 13, 10), product(&run, 10, 20, 35), below(&run, 10, 11),
                     below(&run, 11, 12)};
    assert_int_equal(ask(run.cache, open, 4), VERDICT_YES);
    assert_int_equal(run.stats.solver, 2);
    end(&run);
}

static void remove_store(const char *directory)
{
    char *files[] = {"queries.sqlite", "queries.sqlite-wal", "queries.sqlite-shm"};
    for (size_t i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", directory, files[i]);
        unlink(path);
    }
    rmdir(directory);
}

static void cores_outlast_the_run(void **state)
{
    char directory[] = "/tmp/ramify-cores-XXXXXX";
    assert_non_null(mkdtemp(directory));
    struct run run;
    begin(&run, directory);
    assert_int_equal(ask_circle(&run, 0, 1, 2, 3), VERDICT_NO);
    assert_int_equal(run.stats.solver, 1);
    end(&run);
    begin(&run, directory);
    expr_t more[] = {below(&run, 12, 10), product(&run, 10, 20, 35), below(&run, 10, 11),
                     below(&run, 11, 12)};
    assert_int_equal(ask(run.cache, more, 4), VERDICT_NO);
    assert_int_equal(run.stats.solver, 0);
    assert_int_equal(run.stats.renamed_core_hits, 1);
    end(&run);
    remove_store(directory);
}

/* A table that has 7 at 5 only: what a byte can be answers under any bounds, also of another byte;
 * what follows from that, or from a core, is in the store as it is. */
static void what_follows_outlasts_the_run(void **state)
{
    char directory[] = "/tmp/ramify-cores-XXXXXX";
    assert_non_null(mkdtemp(directory));
    for (int i = 0; i < 2; i++) {
        struct run run;
        begin(&run, directory);
        uint8_t data[16] = {[5] = 7};
        expr_t table = expr_bytes(run.exprs, data, sizeof data), sevens[4];
        for (uint32_t k = 0; k < 4; k++)
            sevens[k] =
                expr_eq(run.exprs, expr_read(run.exprs, table, expr_zext(run.exprs, byte(&run, 10 + k), 64)),
                        expr_const(run.exprs, 8, 7));
        expr_t asked[][2] = {{sevens[0], at_most(&run, 10, 4)},
                             {sevens[1], at_least(&run, 11, 6)},
                             {sevens[2], at_least(&run, 12, 3)}};
        assert_int_equal(ask(run.cache, asked[0], 2), VERDICT_NO);
        assert_int_equal(ask(run.cache, asked[1], 2), VERDICT_NO);
        assert_int_equal(ask(run.cache, asked[2], 2), VERDICT_YES);
        expr_t circle[] = {below(&run, 0, 1), below(&run, 1, 2), below(&run, 2, 0)};
        expr_t more[] = {below(&run, 4, 5), sevens[3], below(&run, 5, 3), below(&run, 3, 4)};
        assert_int_equal(ask(run.cache, circle, 3), VERDICT_NO);
        assert_int_equal(ask(run.cache, more, 4), VERDICT_NO);
        assert_int_equal(run.stats.solver, i ? 0 : 1);
        assert_int_equal(run.stats.evaluated_hits, i ? 0 : 1);
        assert_int_equal(run.stats.value_hits, i ? 0 : 2);
        assert_int_equal(run.stats.renamed_core_hits, i ? 0 : 1);
        assert_int_equal(run.stats.disk_hits, i ? 5 : 0);
        end(&run);
    }
    remove_store(directory);
}

/* A back end that refutes everything with the same work, and makes every core smaller. */
struct refuter {
    struct solver solver;
    uint64_t allowed;
};
enum { REFUTING = 1000, SHRINKING = 3000 };

static enum verdict refute(struct solver *solver, const struct query *query, struct model **model)
{
    struct core_work *work = query->core_work;
    ((struct refuter *)solver)->allowed = work->allowed;
    work->refuting = REFUTING;
    work->shrinking = work->allowed < SHRINKING ? work->allowed : SHRINKING;
    *model = NULL;
    return VERDICT_NO;
}

static void free_refuter(struct solver *solver) { mem_free(solver); }

/* What may be spent on smaller cores comes to an end, and again with the answers of cores. */
static void smaller_cores_are_paid_for_by_answers(void **state)
{
    static const struct solver_ops ops = {.name = "refuter", .check = refute, .release = free_refuter};
    struct run run = {.exprs = exprs_new()};
    run.keys = keys_new(run.exprs);
    run.x = expr_input(run.exprs, "x", 64);
    struct refuter *refuter = NEW(struct refuter);
    refuter->solver = (struct solver){.ops = &ops, .exprs = run.exprs, .stats = &run.stats};
    run.cache = address_cache_new(&refuter->solver, run.keys, NULL, NULL, NULL);
    for (uint8_t value = 1; value < 100; value++) {
        expr_t term = product(&run, 0, 1, value);
        assert_int_equal(ask(run.cache, &term, 1), VERDICT_NO);
        assert_int_equal(refuter->allowed > 0, value <= 11);
    }
    enum { HITS = 60 };
    for (uint8_t value = 1; value <= HITS; value++) {
        expr_t terms[] = {product(&run, 5, 6, value), below(&run, 6, 7)};
        assert_int_equal(ask(run.cache, terms, 2), VERDICT_NO);
    }
    assert_int_equal(run.stats.renamed_core_hits, HITS);
    expr_t other = product(&run, 0, 1, 100);
    assert_int_equal(ask(run.cache, &other, 1), VERDICT_NO);
    assert_in_range(refuter->allowed, 1, HITS * REFUTING - 1);
    end(&run);
}

/* Many sets of few terms: what the back end says it needed is enough, and the cache never lies. */
static void cores_never_lie(void **state)
{
    struct run run;
    begin(&run, NULL);
    struct random_terms random;
    random_terms_init(&random, run.exprs, 5);
    struct solver *z3 = z3_solver_new(run.exprs, &run.stats);
    struct solver *blast = blast_solver_new(run.exprs, &run.stats, BLAST_AUTO);
    expr_t pool[24];
    unsigned left_out = 0;
    for (int i = 0; i < 24; i++)
        pool[i] = random_term(&random, 1, 3);
    for (int i = 0; i < 400; i++) {
        expr_t terms[8], core[8];
        bool needed[8] = {true, true, true, true, true, true, true, true};
        size_t count = 1 + random_below(&random, 8), kept = 0;
        for (size_t j = 0; j < count; j++)
            terms[j] = pool[random_below(&random, 24)];
        enum verdict expected = ask(z3, terms, count);
        assert_int_equal(ask(run.cache, terms, count), expected);
        struct query query = {.terms = terms, .count = count, .core = needed};
        assert_int_equal(solver_check(blast, &query, NULL), expected);
        if (expected != VERDICT_NO)
            continue;
        for (size_t j = 0; j < count; j++)
            if (needed[j])
                core[kept++] = terms[j];
        left_out += kept < count;
        assert_int_equal(ask(z3, core, kept), VERDICT_NO);
    }
    assert_true(run.stats.renamed_core_hits > 10);
    assert_true(left_out > 50);
    solver_free(z3);
    solver_free(blast);
    end(&run);
}

/* One byte is said to be at most 49 and at least 60: nothing else is needed. */
static void a_byte_is_to_blame(void **state)
{
    struct run run;
    begin(&run, NULL);
    struct solver *blast = blast_solver_new(run.exprs, &run.stats, BLAST_AUTO);
    expr_t terms[] = {at_least(&run, 0, 10), at_most(&run, 0, 49), at_most(&run, 0, 200),
                      at_least(&run, 1, 3),  below(&run, 1, 2),    at_least(&run, 0, 60),
                      below(&run, 0, 1)};
    bool needed[] = {true, true, true, true, true, true, true};
    struct query query = {.terms = terms, .count = 7, .core = needed};
    assert_int_equal(solver_check(blast, &query, NULL), VERDICT_NO);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(needed[i], i == 1 || i == 5);
    solver_free(blast);
    end(&run);
}

/* Few bytes, conditions on one and on two of them: those to blame cannot hold together. */
static void who_is_to_blame_cannot_hold(void **state)
{
    struct run run;
    begin(&run, NULL);
    struct random_terms random;
    random_terms_init(&random, run.exprs, 5);
    struct solver *z3 = z3_solver_new(run.exprs, &run.stats);
    struct truths *truths = truths_new(run.exprs, true);
    struct lanes *lanes = lanes_new(run.exprs);
    struct blame *blame = blame_new(run.exprs, truths, lanes);
    unsigned found = 0, left_out = 0;
    for (int i = 0; i < 300; i++) {
        expr_t terms[10], core[10];
        bool needed[10];
        size_t kept = 0;
        memset(needed, true, sizeof needed);
        for (uint32_t k = 0; k < 3; k++) {
            terms[2 * k] = at_least(&run, k, (uint8_t)random_below(&random, 20));
            terms[2 * k + 1] = at_most(&run, k, (uint8_t)(10 + random_below(&random, 20)));
        }
        for (size_t k = 6; k < 10; k++) {
            uint32_t one = (uint32_t)random_below(&random, 3), other = (one + 1) % 3;
            terms[k] = random_below(&random, 4)
                           ? below(&run, one, other)
                           : product(&run, one, other, (uint8_t)random_below(&random, 99));
        }
        if (ask(z3, terms, 10) != VERDICT_NO)
            continue;
        struct query query = {.terms = terms, .count = 10, .core = needed};
        found += blame_core(blame, &query);
        for (size_t k = 0; k < 10; k++)
            if (needed[k])
                core[kept++] = terms[k];
        left_out += kept < 10;
        assert_int_equal(ask(z3, core, kept), VERDICT_NO);
    }
    assert_true(found > 100);
    assert_true(left_out > 100);
    blame_free(blame);
    lanes_free(lanes);
    truths_free(truths);
    solver_free(z3);
    end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_is_found_under_other_names),
        cmocka_unit_test(cores_outlast_the_run),
        cmocka_unit_test(what_follows_outlasts_the_run),
        cmocka_unit_test(smaller_cores_are_paid_for_by_answers),
        cmocka_unit_test(cores_never_lie),
        cmocka_unit_test(a_byte_is_to_blame),
        cmocka_unit_test(who_is_to_blame_cannot_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
