/* Values tried in bulk. Hashes, checksums and rounds of mixing say nothing to a
 * search by clauses, but what they are is soon computed: of the values that the
 * bytes of such a query can have, many are a model, or they are so few that
 * all of them can be tried. */
#ifndef SOLVER_TRIALS_H
#define SOLVER_TRIALS_H

#include "solver/solver.h"

struct blame;
struct trials;
struct truths;

/* truths: of terms that read tables, too, not owned; NULL: has its own. */
struct trials *trials_new(struct exprs *, struct truths *truths);
void trials_free(struct trials *);

/* With "yes" a model, the caller's; "no" only if all values were tried. Begins
 * where the query says and moves those bytes that have to change, if all are
 * too many. Stops when the budget is spent and when so many numbers, one for
 * each term and value, are computed. */
enum verdict trials_check(struct trials *, const struct query *, size_t numbers, struct model **model);

/* The answer from what is left of the values of a query with some of these conjuncts; "unknown"
 * if none was tried, or much is left. */
enum verdict trials_recall(struct trials *, const struct query *, struct model **model);

/* See blame.h: which conjuncts are to blame that no value is good. */
struct blame *trials_blame(struct trials *);

#endif
