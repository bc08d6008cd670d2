/* Answers that outlast the run: a file in a directory of the user's, shared by
 * all runs, several at a time. Whatever goes wrong with it costs a warning and
 * the store, never the run; what is read from it is checked, never trusted. */
#ifndef SOLVER_STORE_H
#define SOLVER_STORE_H

#include "base/hash128.h"
#include "base/log.h"
#include "solver/query_key.h"

struct store;

/* Nothing is opened or made before the first question. bytes: the file is
 * brought below this size when the run ends. */
struct store *store_new(const char *directory, uint64_t bytes, struct log *);
/* Writes what is still waiting to be written. */
void store_free(struct store *);

/* The answer to the query of this key; with "yes" its model replaces what is
 * in `model`. false if there is none. */
bool store_find(struct store *, struct hash128 key, enum verdict *, byte_vector *model);
void store_add(struct store *, struct hash128 key, enum verdict, const uint8_t *model, size_t count);

#endif
