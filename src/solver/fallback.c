/* Two back ends in stages: what the first does not know goes to the second
 * while time remains. */
#include "solver/links.h"

#include "base/alloc.h"
#include "base/clock.h"

/* The part of the time allowed that the first may use, so that there is a second; but
 * with less than WORTH_IT seconds the second does no better: the first has it all. */
static const double FIRST_SHARE = 0.7, WORTH_IT = 1;

struct fallback {
    struct solver solver;
    struct solver *first;
};

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct fallback *fallback = (struct fallback *)solver;
    double begin = clock_seconds();
    struct query part = *query;
    if (query->seconds * (1 - FIRST_SHARE) >= WORTH_IT)
        part.seconds = query->seconds * FIRST_SHARE;
    enum verdict verdict = solver_check(fallback->first, &part, model);
    if (verdict != VERDICT_UNKNOWN)
        return verdict;
    if (budget_spent_now(exprs_budget(solver->exprs)))
        return VERDICT_UNKNOWN;
    if (query->seconds > 0) {
        part.seconds = query->seconds - (clock_seconds() - begin);
        if (part.seconds <= 0)
            return VERDICT_UNKNOWN;
    }
    return solver_check(solver->next, &part, model);
}

static void release(struct solver *solver)
{
    solver_free(((struct fallback *)solver)->first);
    mem_free(solver);
}

static const struct solver_ops ops = {.name = "fallback", .check = check, .release = release};

struct solver *fallback_new(struct solver *first, struct solver *next)
{
    struct fallback *fallback = NEW(struct fallback);
    fallback->first = first;
    fallback->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    return &fallback->solver;
}
