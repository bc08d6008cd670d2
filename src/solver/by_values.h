/* Answers by what conjuncts are known to be for the values of their bytes
 * (outcomes.h). A conjunct that was refuted with other bounds on its bytes, or
 * held for some of their values, need not be asked about again: what its bytes
 * can be now says enough.
 *
 * What a byte can be is said by the conjuncts of it alone that read no table,
 * and by those that were learnt: those of one byte when they are first met, which
 * takes 256 evaluations at once and no back end; those of two bytes after a back
 * end was asked. A query about plain conjuncts only is not answered: others can. */
#ifndef SOLVER_BY_VALUES_H
#define SOLVER_BY_VALUES_H

#include "solver/query_key.h"

struct by_values;
struct truths;

/* truths: of terms that read tables, too; NULL: has its own. Owns neither these nor the keys. */
struct by_values *by_values_new(struct exprs *, struct keys *, struct truths *truths);
void by_values_free(struct by_values *);

/* By what was learnt earlier. With "yes" a model that satisfies the query, the
 * caller's; "unknown" if not enough was learnt.
 * breaks  what query_key.h says of the query whose key was made last; so do the others */
enum verdict by_values_check(struct by_values *, const struct query *, struct model **model);
/* The same for a query that this says "unknown" to: first learns of its conjuncts of
 * one byte, as far as that has paid. */
enum verdict by_values_evaluate(struct by_values *, const struct query *, struct model **model);
/* A back end has answered the query: learns of its conjuncts of two bytes, as far as
 * that has paid; with "no" only of those in the core, one of each term; NULL: nobody knows. */
void by_values_learn(struct by_values *, const struct query *, enum verdict, const bool *core);

#endif
