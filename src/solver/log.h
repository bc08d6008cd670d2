/* Queries on paper: as SMT-LIB 2 files, and one line each in the solver log. */
#ifndef SOLVER_LOG_H
#define SOLVER_LOG_H

#include "solver/solver.h"

#include <stdio.h>

/* Writes the query as a script; false (and errno) if the file cannot be written. Nothing is written, and that
 * is no fault, where the run has long been over. */
bool query_write_smt2(struct exprs *, const struct query *, const char *path);

/* One line: number, verdict, terms, microseconds, who answered (judged by
 * which counters went up). */
void query_log(FILE *, uint64_t number, enum verdict, size_t terms, double seconds,
               const struct solver_stats *before, const struct solver_stats *after);
const char *verdict_name(enum verdict); /* "sat", "unsat", "unknown" */

#endif
