/* Memory through a symbolic pointer: the memory models. Like all parts of the
 * interpreter: true when done, false when the state has ended or was set aside. */
#ifndef ENGINE_DEREFERENCE_H
#define ENGINE_DEREFERENCE_H

#include "base/text.h"
#include "engine/interpret.h"
#include "memory/resolve.h"

bool dereference_load(struct run *, struct state *, expr_t pointer, unsigned width, struct value *result);
bool dereference_store(struct run *, struct state *, expr_t pointer, unsigned width, struct value value);
/* What is done with an object as a whole, in words, and what it is if there is no such object: an error of
 * kind `dead` for one that is gone, `otherwise` for a pointer to the start of none. */
struct misuse {
    const char *verb, *gone;
    enum error_kind dead, otherwise;
};

/* For what must know its object: the state goes on with one of them, others
 * execute the instruction again. The offset may be symbolic. misuse NULL: errors are those of an access. */
bool dereference_object(struct run *, struct state *, expr_t pointer, uint64_t size, bool write,
                        const struct misuse *, uint32_t *object, expr_t *offset);

/* For what only reads, and goes on with all targets at once: where each guard holds, the pointer is there.
 * The targets are to be released. */
bool dereference_all(struct run *, struct state *, expr_t pointer, uint64_t size, struct targets *);

/* outside.c: one state for each kind of bug that is possible. `state` itself is
 * one of them if the pointer has no target. */
void dereference_outside(struct run *, struct state *, expr_t pointer, const struct targets *, uint64_t size,
                         bool write, const struct misuse *);

/* memory_errors.c: the path ends, with what went wrong in words. false, for the callers' sake. */
void describe_object(const struct run *, const struct object *, struct text *);
bool pointer_error(struct run *, struct state *, struct value pointer, uint64_t size, bool write);
bool misuse_error(struct run *, struct state *, struct value pointer, const struct misuse *);
bool uninitialised_error(struct run *, struct state *, unsigned width);

#endif
