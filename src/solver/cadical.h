/* CaDiCaL over the same clauses, for the hard queries: a fresh one each time. */
#ifndef SOLVER_CADICAL_H
#define SOLVER_CADICAL_H

#include "base/budget.h"
#include "solver/cnf.h"
#include "solver/solver.h"

/* "unknown" when the budget is spent (NULL: no limit). With "yes", values[v] is set to 0 or 1
 * for the first `count` variables. */
enum verdict cadical_solve(const struct cnf *, struct budget *, uint8_t *values, uint32_t count);

#endif
