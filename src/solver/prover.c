/* Trying everything is a proof and mostly takes milliseconds; else Z3 must say, or
 * where it gives up, often on tables read through one another, CaDiCaL over our
 * gates; then everything is tried for as long as it may take. */
#include "solver/prover.h"

#include "base/alloc.h"
#include "solver/blast.h"
#include "solver/everything.h"
#include "solver/z3.h"

/* Numbers computed: a thousand million take about a second. */
#define FEW_NUMBERS (UINT64_C(1) << 22)
#define MANY_NUMBERS (UINT64_C(1) << 28)
enum { Z3_SECONDS = 1, CADICAL_SECONDS = 2 };

struct prover {
    struct exprs *exprs;
    struct solver *z3, *cadical;
    struct solver_stats stats;
    struct lanes *lanes;
};

struct prover *prover_new(struct exprs *exprs)
{
    struct prover *prover = NEW(struct prover);
    prover->exprs = exprs;
    prover->z3 = z3_solver_new(exprs, &prover->stats);
    prover->cadical = blast_solver_new(exprs, &prover->stats, BLAST_CADICAL);
    prover->lanes = lanes_new(exprs);
    return prover;
}

void prover_free(struct prover *prover)
{
    if (!prover)
        return;
    solver_free(prover->z3);
    solver_free(prover->cadical);
    lanes_free(prover->lanes);
    mem_free(prover);
}

static enum verdict ask(struct solver *solver, expr_t term, double seconds)
{
    struct query query = {.terms = &term, .count = 1, .seconds = seconds};
    return solver_check(solver, &query, NULL);
}

enum verdict prover_differ(struct prover *prover, expr_t term, expr_t other)
{
    struct exprs *exprs = prover->exprs;
    expr_t differ = expr_not(exprs, expr_eq(exprs, term, other));
    enum verdict verdict = try_everything(exprs, prover->lanes, differ, FEW_NUMBERS);
    if (verdict == VERDICT_UNKNOWN)
        verdict = ask(prover->z3, differ, Z3_SECONDS);
    if (verdict == VERDICT_UNKNOWN)
        verdict = ask(prover->cadical, differ, CADICAL_SECONDS);
    if (verdict == VERDICT_UNKNOWN)
        verdict = try_everything(exprs, prover->lanes, differ, MANY_NUMBERS);
    return verdict;
}
