/* Small queries, side by side: our bit-blaster, a fresh CaDiCaL on the same
 * clauses, and Z3 through its API with a fresh solver each time and with
 * push/pop in one. Queries: sixteen constraints over sixteen input bytes
 * (comparisons, arithmetic, with `tables` also table look-ups), drawn from a pool of constraints as
 * on neighbouring paths of one program; about half can hold.
 *
 *   solver_bench [queries (3000)] [of them for the peers (300)] [tables (0)] [seed (1)]
 *
 * Build it with the archives of solver, expr and base, and -lz3 -lcadical. */
#include "base/rng.h"
#include "expr/eval.h"
#include "solver/blast.h"
#include "solver/blast_internal.h"
#include "solver/cone.h"
#include "solver/z3.h"
#include "solver/z3_terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BYTES = 16, CONSTRAINTS = 16, POOL = 512 };

struct bench {
    struct exprs *exprs;
    struct rng rng;
    expr_t input;
    expr_t upper_case; /* a table, as ctype has them */
    expr_t noise;      /* a table without structure */
    struct model *secret;
    expr_t pool[POOL];
    expr_t (*queries)[CONSTRAINTS];
    enum verdict *verdicts; /* as the first contender says */
    size_t count;
    bool tables; /* Z3 takes seconds for each query with them */
};

static uint64_t below(struct bench *b, uint64_t limit) { return rng_below(&b->rng, limit); }

/* An input byte as C promotes it to int. */
static expr_t byte(struct bench *b)
{
    expr_t read = expr_read(b->exprs, b->input, expr_const(b->exprs, 64, below(b, BYTES)));
    return expr_zext(b->exprs, read, 32);
}

static expr_t number(struct bench *b, uint64_t value) { return expr_const(b->exprs, 32, value); }

static expr_t look_up(struct bench *b, expr_t table)
{
    return expr_zext(b->exprs, expr_read(b->exprs, table, expr_zext(b->exprs, byte(b), 64)), 32);
}

/* The left side of a constraint. */
static expr_t left_side(struct bench *b)
{
    struct exprs *e = b->exprs;
    switch (below(b, b->tables ? 10 : 8)) {
    case 0:
    case 1:
        return byte(b);
    case 2:
        return expr_add(e, byte(b), byte(b));
    case 3:
        return expr_sub(e, byte(b), byte(b));
    case 4:
        return expr_add(e, expr_mul(e, byte(b), number(b, 2 + below(b, 9))), byte(b));
    case 5:
        return expr_and(e, expr_xor(e, byte(b), byte(b)), number(b, below(b, 256)));
    case 6:
        return expr_binary(e, EXPR_SREM, byte(b), number(b, 3 + below(b, 12)));
    case 7:
        return expr_or(e, expr_shl(e, byte(b), number(b, 8)), byte(b));
    case 8:
        return look_up(b, b->upper_case);
    default:
        return look_up(b, b->noise);
    }
}

/* A constraint that the secret satisfies. */
static expr_t constraint(struct bench *b)
{
    for (;;) {
        expr_t left = left_side(b);
        uint64_t value = expr_eval(b->exprs, left, b->secret);
        uint64_t right = below(b, 3) ? value : value + below(b, 64) - 32;
        enum expr_kind kinds[] = {EXPR_EQ, EXPR_SLT, EXPR_SLE, EXPR_ULT};
        expr_t term = expr_binary(b->exprs, kinds[below(b, 4)], left, number(b, right));
        if (!expr_eval(b->exprs, term, b->secret))
            term = expr_not(b->exprs, term);
        if (!expr_is_const(b->exprs, term))
            return term;
    }
}

static void prepare(struct bench *b)
{
    b->exprs = exprs_new();
    b->input = expr_input(b->exprs, "input", BYTES);
    uint8_t table[256];
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)(i >= 'a' && i <= 'z' ? i - 32 : i);
    b->upper_case = expr_bytes(b->exprs, table, 256);
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)rng_next(&b->rng);
    b->noise = expr_bytes(b->exprs, table, 256);
    b->secret = model_new();
    for (uint32_t i = 0; i < BYTES; i++)
        model_set(b->secret, i, (uint8_t)(32 + below(b, 96)));
    for (size_t i = 0; i < POOL; i++)
        b->pool[i] = constraint(b);
    b->queries = mem_alloc(b->count * sizeof *b->queries);
    b->verdicts = mem_alloc(b->count * sizeof *b->verdicts);
    for (size_t i = 0; i < b->count; i++) {
        for (size_t k = 0; k < CONSTRAINTS; k++)
            b->queries[i][k] = b->pool[below(b, POOL)];
        if (i & 1) /* the other branch */
            b->queries[i][CONSTRAINTS - 1] = expr_not(b->exprs, b->queries[i][CONSTRAINTS - 1]);
    }
}

/* ---- timing ---- */

/* Processor time of this thread: what else the machine does must not count. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double report(const char *name, double *times, size_t count, const size_t *answers)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += times[i];
    qsort(times, count, sizeof *times, compare);
    double median = times[count / 2];
    printf("%-34s %6zu queries  median %9.1f us  mean %9.1f us  99%% %9.1f us  yes %zu no %zu unknown %zu\n",
           name, count, median * 1e6, sum / (double)count * 1e6, times[count * 99 / 100] * 1e6,
           answers[VERDICT_YES], answers[VERDICT_NO], answers[VERDICT_UNKNOWN]);
    return median;
}

static void agree(struct bench *b, size_t query, enum verdict verdict, bool first)
{
    if (first)
        b->verdicts[query] = verdict;
    else if (verdict != VERDICT_UNKNOWN && verdict != b->verdicts[query]) {
        fprintf(stderr, "query %zu: answers differ\n", query);
        exit(1);
    }
}

static double run_solver(struct bench *b, const char *name, struct solver *solver, size_t count, bool first)
{
    double *times = mem_alloc(count * sizeof *times);
    size_t answers[3] = {0};
    for (size_t i = 0; i < count; i++) {
        struct query query = {.terms = b->queries[i], .count = CONSTRAINTS};
        struct model *model;
        double start = seconds();
        enum verdict verdict = solver_check(solver, &query, &model);
        times[i] = seconds() - start;
        model_unref(model);
        answers[verdict]++;
        agree(b, i, verdict, first);
    }
    double median = report(name, times, count, answers);
    mem_free(times);
    return median;
}

static double run_push_pop(struct bench *b, size_t count)
{
    struct z3_terms terms;
    z3_terms_init(&terms, b->exprs);
    Z3_context context = terms.context;
    Z3_solver solver = Z3_mk_solver(context);
    Z3_solver_inc_ref(context, solver);
    double *times = mem_alloc(count * sizeof *times);
    size_t answers[3] = {0};
    for (size_t i = 0; i < count; i++) {
        double start = seconds();
        Z3_solver_push(context, solver);
        for (size_t k = 0; k < CONSTRAINTS; k++)
            Z3_solver_assert(context, solver, z3_terms_get(&terms, b->queries[i][k]));
        Z3_lbool answer = Z3_solver_check(context, solver);
        if (answer == Z3_L_TRUE) {
            Z3_model model = Z3_solver_get_model(context, solver);
            Z3_model_inc_ref(context, model);
            Z3_model_dec_ref(context, model);
        }
        Z3_solver_pop(context, solver, 1);
        times[i] = seconds() - start;
        enum verdict verdict = answer == Z3_L_TRUE    ? VERDICT_YES
                               : answer == Z3_L_FALSE ? VERDICT_NO
                                                      : VERDICT_UNKNOWN;
        answers[verdict]++;
        agree(b, i, verdict, false);
    }
    double median = report("Z3, push/pop", times, count, answers);
    mem_free(times);
    Z3_solver_dec_ref(context, solver);
    z3_terms_release(&terms);
    return median;
}

static void describe(struct bench *b)
{
    struct blaster blaster;
    struct cone cone = {0};
    blaster_init(&blaster, b->exprs);
    double variables = 0, words = 0;
    for (size_t i = 0; i < b->count; i++) {
        gate_t roots[CONSTRAINTS];
        for (size_t k = 0; k < CONSTRAINTS; k++)
            roots[k] = *blaster_term(&blaster, b->queries[i][k]);
        cone_collect(&cone, &blaster.gates, roots, CONSTRAINTS);
        variables += cone.cnf.variables;
        words += (double)(cone.cnf.binaries.count + cone.cnf.clauses.count);
    }
    printf("%zu gates for all; a query has %.0f variables, %.0f words of clauses on average\n",
           blaster.gates.all.count, variables / (double)b->count, words / (double)b->count);
    blaster_release(&blaster);
    cone_release(&cone);
}

int main(int count, char **arguments)
{
    struct bench b = {.count = count > 1 ? strtoul(arguments[1], NULL, 0) : 3000};
    size_t for_peers = count > 2 ? strtoul(arguments[2], NULL, 0) : 300;
    b.rng.state = count > 4 ? strtoul(arguments[4], NULL, 0) : 1;
    b.tables = count > 3 && strtoul(arguments[3], NULL, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    prepare(&b);
    describe(&b);
    struct solver_stats stats = {0};
    struct solver *ours = blast_solver_new(b.exprs, &stats, BLAST_AUTO);
    double own = run_solver(&b, "ours, gates made on the way", ours, b.count, true);
    own = run_solver(&b, "ours, gates kept", ours, b.count, false);
    solver_free(ours);
    if (for_peers > b.count)
        for_peers = b.count;
    if (for_peers) {
        struct solver *cadical = blast_solver_new(b.exprs, &stats, BLAST_CADICAL);
        run_solver(&b, "fresh CaDiCaL", cadical, for_peers, false);
        solver_free(cadical);
        struct solver *z3 = z3_solver_new(b.exprs, &stats);
        double fresh = run_solver(&b, "Z3, fresh solver", z3, for_peers, false);
        solver_free(z3);
        double kept = run_push_pop(&b, for_peers);
        printf("median of Z3 over ours: %.0f (fresh solver), %.0f (push/pop)\n", fresh / own, kept / own);
    }
    model_unref(b.secret);
    mem_free(b.queries);
    mem_free(b.verdicts);
    exprs_free(b.exprs);
}
