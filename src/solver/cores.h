/* Unsatisfiable cores up to names: sets of conjuncts that a back end refuted, and
 * of which it needed every one as far as it could tell. A query that contains such a set,
 * whatever its input bytes and, where no address matters, its objects are
 * called, cannot hold. With a store, cores outlast the run. */
#ifndef SOLVER_CORES_H
#define SOLVER_CORES_H

#include "solver/query_key.h"
#include "solver/store.h"

struct cores;

/* store may be NULL. Owns neither. */
struct cores *cores_new(struct exprs *, struct keys *, struct store *);
void cores_free(struct cores *);

/* These terms cannot hold together.
 * breaks  what keys.h says of the query whose key was made last; so does the next */
void cores_add(struct cores *, const expr_t *terms, size_t count);
/* Are some of the query's terms known not to hold together? */
bool cores_refute(struct cores *, const struct query *);

#endif
