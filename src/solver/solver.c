/* Asking a link, and taking a chain down. */
#include "solver/solver.h"

#include "base/bug.h"

enum verdict solver_check(struct solver *solver, const struct query *query, struct model **model)
{
    if (model)
        *model = NULL;
    enum verdict verdict = solver->ops->check(solver, query, model);
    BUG_ON(model && (verdict == VERDICT_YES) != (*model != NULL));
    return verdict;
}

void solver_free(struct solver *solver)
{
    while (solver) {
        struct solver *next = solver->next;
        solver->ops->release(solver);
        solver = next;
    }
}
