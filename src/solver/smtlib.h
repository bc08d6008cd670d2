/* Any SMT-LIB 2 solver as a process on a pipe. */
#ifndef SOLVER_SMTLIB_H
#define SOLVER_SMTLIB_H

#include "base/log.h"
#include "solver/solver.h"

/* command: for the shell, e.g. "cvc5 --incremental" or "z3 -in". Starts it and
 * waits for a sign of life; NULL and a line in *error (which the caller frees)
 * if there is none. log may be NULL. */
struct solver *smtlib_solver_new(struct exprs *, struct solver_stats *, const char *command, struct log *,
                                 char **error);

#endif
