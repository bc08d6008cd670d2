/* Shows that a conjunction cannot hold by intervals alone: what some conjuncts
 * say about terms (x < 100) bounds what is computed from them, which another
 * denies. Decides questions about dates and sizes, whose divisions take a
 * search over clauses long; says nothing about most others. */
#ifndef SOLVER_BOUNDS_H
#define SOLVER_BOUNDS_H

#include "expr/expr.h"

/* true: no input makes all of them true. */
bool bounds_refute(struct exprs *, const expr_t *terms, size_t count);

#endif
