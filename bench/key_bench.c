/* What a hit of the address-aware cache costs: the key of a query of so many
 * conjuncts over as many input bytes, of which each tenth reads a table of
 * pointers at a symbolic place. Asked again on other paths: with other input
 * bytes, with other objects, or with one more conjunct each time.
 *
 *   key_bench [conjuncts (100)] [rounds (2000)]          (make bench-keys) */
#include "base/clock.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/links.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATHS = 16, TABLE = 128 };

struct bench {
    struct exprs *exprs;
    expr_t inputs[PATHS], tables[PATHS], objects[PATHS];
    uint64_t asked; /* of the back end */
};

static expr_t number(struct bench *bench, uint64_t value) { return expr_const(bench->exprs, 64, value); }

/* A table of pointers to two objects and null, in which one more byte decides. */
static void make_path(struct bench *bench, unsigned path, unsigned conjuncts)
{
    struct exprs *exprs = bench->exprs;
    char name[16];
    static const uint8_t zeros[TABLE];
    snprintf(name, sizeof name, "input%u", path);
    bench->inputs[path] = expr_input(exprs, name, conjuncts + 2);
    bench->objects[path] = expr_base(exprs, 1 + path, 0x100000 + 0x1000 * path);
    exprs_object_size(exprs, 1 + path, 64);
    expr_t array = expr_bytes(exprs, zeros, TABLE);
    for (unsigned at = 0; at < TABLE; at += 32)
        for (unsigned k = 0; k < 8; k++)
            array = expr_store(exprs, array, number(bench, at + k),
                               expr_extract(exprs, bench->objects[path], 8 * k, 8));
    bench->tables[path] = array;
}

static expr_t byte(struct bench *bench, unsigned path, unsigned at)
{
    return expr_read(bench->exprs, bench->inputs[path], number(bench, at));
}

static expr_t conjunct(struct bench *bench, unsigned path, unsigned table, unsigned i)
{
    struct exprs *exprs = bench->exprs;
    if (i % 10)
        return expr_ult(exprs, byte(bench, path, i),
                        expr_add(exprs, byte(bench, path, i + 1), expr_const(exprs, 8, i % 7 + 1)));
    expr_t index = expr_shl(exprs, expr_zext(exprs, expr_extract(exprs, byte(bench, path, i), 0, 4), 64),
                            number(bench, 3));
    expr_t word = 0;
    for (unsigned k = 0; k < 8; k++) {
        expr_t at = k ? expr_add(exprs, index, number(bench, k)) : index;
        expr_t one = expr_read(exprs, bench->tables[table], at);
        word = word ? expr_concat(exprs, one, word) : one;
    }
    return expr_not(exprs, expr_eq(exprs, word, number(bench, 0)));
}

/* A back end that says no: what is measured is the way to it. */
struct refusal {
    struct solver solver;
    uint64_t *asked;
};

static enum verdict refuse(struct solver *solver, const struct query *query, struct model **model)
{
    ++*((struct refusal *)solver)->asked;
    if (model)
        *model = NULL;
    return VERDICT_NO;
}

static void release(struct solver *solver) {}

static const struct solver_ops refusal_ops = {.name = "refusal", .check = refuse, .release = release};

struct measured {
    double seconds;
    uint64_t misses;
};

/* inputs, tables: how many of each take turns; more: a conjunct more each time */
static struct measured measure(unsigned conjuncts, unsigned rounds, unsigned inputs, unsigned tables,
                               bool more)
{
    struct bench bench = {.exprs = exprs_new()};
    struct solver_stats stats = {0};
    struct refusal end = {{.ops = &refusal_ops, .exprs = bench.exprs, .stats = &stats}, &bench.asked};
    struct keys *keys = keys_new(bench.exprs);
    struct solver *cache = address_cache_new(&end.solver, keys, NULL, NULL);
    for (unsigned path = 0; path < PATHS; path++)
        make_path(&bench, path, conjuncts);
    VECTOR(expr_t) terms[PATHS] = {0};
    for (unsigned path = 0; path < PATHS; path++)
        for (unsigned i = 0; i < conjuncts; i++)
            vector_push(&terms[path], conjunct(&bench, path % inputs, path % tables, i));
    /* every term is met once before: what is measured is a question, not its terms */
    for (unsigned path = 0; path < PATHS; path++)
        solver_check(cache, &(struct query){.terms = terms[path].data, .count = conjuncts}, NULL);
    uint64_t before = bench.asked;
    double begin = clock_seconds();
    for (unsigned round = 0; round < rounds; round++) {
        unsigned path = round % PATHS;
        size_t count = more ? 1 + round % conjuncts : conjuncts;
        solver_check(cache, &(struct query){.terms = terms[path].data, .count = count}, NULL);
    }
    struct measured result = {clock_seconds() - begin, bench.asked - before};
    for (unsigned path = 0; path < PATHS; path++)
        vector_release(&terms[path]);
    solver_free(cache);
    keys_free(keys);
    exprs_free(bench.exprs);
    return result;
}

int main(int count, char **words)
{
    unsigned conjuncts = count > 1 ? (unsigned)atoi(words[1]) : 100;
    unsigned rounds = count > 2 ? (unsigned)atoi(words[2]) : 2000;
    static const struct {
        const char *name;
        unsigned inputs, tables;
        bool more;
    } ways[] = {{"the same", 1, 1, false},
                {"other input bytes", PATHS, 1, false},
                {"other objects", 1, PATHS, false},
                {"both", PATHS, PATHS, false},
                {"paths that grow", PATHS, PATHS, true}};
    printf("| %u conjuncts | microseconds a query | misses |\n|---|---|---|\n", conjuncts);
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct measured result = measure(conjuncts, rounds, ways[i].inputs, ways[i].tables, ways[i].more);
        printf("| %s | %.2f | %llu |\n", ways[i].name, result.seconds / rounds * 1e6,
               (unsigned long long)result.misses);
    }
    return 0;
}
