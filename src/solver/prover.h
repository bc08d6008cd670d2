/* Who proves that what was rewritten is equal to what it was (--check-arrays). */
#ifndef SOLVER_PROVER_H
#define SOLVER_PROVER_H

#include "expr/expr.h"
#include "solver/solver.h"

struct prover;

struct prover *prover_new(struct exprs *);
void prover_free(struct prover *);

/* Do the two terms differ for some input? VERDICT_NO: proven equal for every one. */
enum verdict prover_differ(struct prover *, expr_t term, expr_t other);

#endif
