/* --check-cache: the back end is asked about every answer of a query cache. */
#ifndef SOLVER_HIT_CHECK_H
#define SOLVER_HIT_CHECK_H

#include "base/log.h"
#include "solver/solver.h"

struct hit_check {
    struct solver *backend;
    const char *directory; /* where the query is written if the answers differ */
    struct log *log;
};

/* Ends the process with exit code 1 if the back end says something else. */
void hit_check(const struct hit_check *, const struct query *, enum verdict);

#endif
