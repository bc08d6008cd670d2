/* Answers by what conjuncts are known to be for the values of their bytes
 * (outcomes.h). A conjunct that was refuted with other bounds on its bytes, or
 * held for some of their values, need not be asked about again: what its bytes
 * can be now says enough.
 *
 * What a byte can be is said by the conjuncts of it alone that read no table,
 * and by those that were learnt. No conjunct is evaluated to find an answer, but
 * for these plain ones; and a query of which nothing was learnt is not answered. */
#ifndef SOLVER_BY_VALUES_H
#define SOLVER_BY_VALUES_H

#include "solver/query_key.h"

struct by_values;

/* Owns neither. */
struct by_values *by_values_new(struct exprs *, struct keys *);
void by_values_free(struct by_values *);

/* With "yes" a model that satisfies the query, the caller's; "unknown" if not
 * enough was learnt.
 * breaks  what query_key.h says of the query whose key was made last; so does the next */
enum verdict by_values_check(struct by_values *, const struct query *, struct model **model);
/* A back end has answered the query: learns of its conjuncts. Of those of two
 * bytes with "no" only if they are in the core, one of each term; NULL: nobody knows. */
void by_values_learn(struct by_values *, const struct query *, enum verdict, const bool *core);

#endif
