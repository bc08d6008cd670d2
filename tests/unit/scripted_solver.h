/* A back end for tests that answers what it is told to, and counts. */
#ifndef TESTS_SCRIPTED_SOLVER_H
#define TESTS_SCRIPTED_SOLVER_H

#include "base/alloc.h"
#include "solver/solver.h"

struct scripted_solver {
    struct solver solver;
    enum verdict verdict;
    struct model *model; /* given with a yes; may be NULL: an empty one */
    int asked;
    size_t count; /* terms of the last query */
    double seconds;
};

static enum verdict scripted_check(struct solver *solver, const struct query *query, struct model **model)
{
    struct scripted_solver *scripted = (struct scripted_solver *)solver;
    scripted->asked++;
    scripted->count = query->count;
    scripted->seconds = query->seconds;
    if (scripted->verdict == VERDICT_YES && model)
        *model = scripted->model ? model_ref(scripted->model) : model_new();
    return scripted->verdict;
}

static void scripted_release(struct solver *solver)
{
    model_unref(((struct scripted_solver *)solver)->model);
    mem_free(solver);
}

static const struct solver_ops scripted_ops = {
    .name = "scripted", .check = scripted_check, .release = scripted_release};

static inline struct scripted_solver *scripted_solver_new(struct exprs *exprs, struct solver_stats *stats)
{
    struct scripted_solver *scripted = NEW(struct scripted_solver);
    scripted->solver = (struct solver){.ops = &scripted_ops, .exprs = exprs, .stats = stats};
    return scripted;
}

#endif
