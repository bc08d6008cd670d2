/* Which conjuncts a query cannot hold for, where all values of its input bytes
 * were tried: such a "no" says nothing of that by itself. Few are chosen, not
 * always the fewest. */
#ifndef SOLVER_BLAME_H
#define SOLVER_BLAME_H

#include "solver/solver.h"

struct lanes;
struct truths;

struct blame;

/* Owns neither. */
struct blame *blame_new(struct exprs *, struct truths *, struct lanes *);
void blame_free(struct blame *);

/* The query has no model, query->core is all true: clears those that are not
 * needed. false: that would take too much work, and nothing is cleared.
 * byte: only if the conjuncts that speak of one byte alone leave it no value */
bool blame_byte(struct blame *, const struct query *);
bool blame_core(struct blame *, const struct query *);

#endif
