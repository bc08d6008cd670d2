/* Z3 must agree with every answer of the chain. */
#ifndef SOLVER_CHECK_H
#define SOLVER_CHECK_H

#include "base/log.h"
#include "solver/constraints.h"
#include "solver/solver.h"

struct checker;

/* directory: where a query that is answered wrongly goes; NULL: the current one */
struct checker *checker_new(struct exprs *, const char *directory, struct log *);
void checker_free(struct checker *);

/* Compares the answer about constraints and term (0: none), and the model laid
 * over one of the constraints, with Z3. At the first difference: one line, the
 * query as a file, and the process ends with exit code 1. An "unknown" on
 * either side is no difference. */
void checker_compare(struct checker *, const struct constraints *, expr_t term, double seconds, enum verdict,
                     const struct model *);

#endif
