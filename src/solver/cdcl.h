/* Our light SAT search: conflict-driven clause learning for the many small
 * queries. Loads in bulk, keeps its memory between searches, starts each
 * search from nothing: the answer depends on the clauses alone. */
#ifndef SOLVER_CDCL_H
#define SOLVER_CDCL_H

#include "base/budget.h"
#include "solver/cnf.h"
#include "solver/solver.h"

struct cdcl;

struct cdcl_limits {
    uint64_t conflicts;    /* 0: no limit */
    uint64_t propagations; /* literals looked at; 0: no limit */
    struct budget *budget; /* "unknown" also when that is spent; NULL: no limit */
};

struct cdcl *cdcl_new(void);
void cdcl_free(struct cdcl *);

/* "unknown" if a limit was reached.
 * breaks  the order of literals within cnf's clauses, not their meaning */
enum verdict cdcl_solve(struct cdcl *, struct cnf *, const struct cdcl_limits *);
/* Goes on after "unknown", with the same clauses; limits count from the beginning. */
enum verdict cdcl_resume(struct cdcl *, const struct cdcl_limits *);
/* After "yes". */
bool cdcl_value(const struct cdcl *, uint32_t variable);
/* After "no": whether each of cnf's units may have been needed. The others were not. */
void cdcl_core(struct cdcl *, bool *units);
/* Conflicts of the last search, and literals it looked at. */
uint64_t cdcl_conflicts(const struct cdcl *);
uint64_t cdcl_propagations(const struct cdcl *);

#endif
