/* The key of a query: its conjuncts' forms in an order of their own, and which
 * names they share. Queries with equal keys differ in the names of input bytes,
 * of inputs and, if the query is agnostic (see sorts.h), of objects only. If it
 * is not, the addresses are part of the key.
 *
 * A model travels by key: as the values of the leaves in their order. */
#ifndef SOLVER_QUERY_KEY_H
#define SOLVER_QUERY_KEY_H

#include "base/text.h"
#include "base/vector.h"
#include "solver/forms.h"
#include "solver/solver.h"
#include "solver/sorts.h"

struct query_key {
    struct hash128 hash;
    bool has_base;           /* some conjunct holds a base symbol */
    bool agnostic;           /* addresses are no part of it */
    uint64_t names, objects; /* hashes of what the key leaves out, to tell how a hit came about */
};

struct keys; /* makes them */

struct keys *keys_new(struct exprs *);
void keys_free(struct keys *);
struct forms *keys_forms(struct keys *);
struct sorts *keys_sorts(struct keys *);

/* With `literal`, addresses are part of the key in any case. */
struct query_key keys_of(struct keys *, const struct query *, bool literal);

/* Of the query whose key was made last: its model as bytes (appended), and
 * back; NULL if the bytes are none. */
typedef VECTOR(uint8_t) byte_vector;
void keys_pack(struct keys *, const struct model *, byte_vector *bytes);
struct model *keys_unpack(struct keys *, const uint8_t *bytes, size_t count);
/* And what it was made from, in full: equal keys have equal texts. For debugging. */
void keys_write(struct keys *, const struct query_key *, struct text *);

#endif
