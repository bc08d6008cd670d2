/* Memory through a symbolic pointer: the memory models. Like all parts of the
 * interpreter: true when done, false when the state has ended or was set aside. */
#ifndef ENGINE_DEREFERENCE_H
#define ENGINE_DEREFERENCE_H

#include "engine/interpret.h"
#include "memory/resolve.h"

bool dereference_load(struct run *, struct state *, expr_t pointer, unsigned width, struct value *result);
bool dereference_store(struct run *, struct state *, expr_t pointer, unsigned width, struct value value);
/* For what must know its object: the state goes on with one of them, others
 * execute the instruction again. The offset may be symbolic. */
bool dereference_object(struct run *, struct state *, expr_t pointer, uint64_t size, bool write,
                        uint32_t *object, expr_t *offset);

/* outside.c: one state for each kind of bug that is possible. `state` itself is
 * one of them if the pointer has no target. */
void dereference_outside(struct run *, struct state *, expr_t pointer, const struct targets *, uint64_t size,
                         bool write);

/* memory_errors.c: the path ends, with what went wrong in words. false, for the callers' sake. */
bool pointer_error(struct run *, struct state *, struct value pointer, uint64_t size, bool write);
bool uninitialised_error(struct run *, struct state *, unsigned width);

#endif
