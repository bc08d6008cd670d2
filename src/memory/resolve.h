/* Where may a symbolic pointer point? The memory model's question to the
 * solver. `--memory=fork`: one target per object, and what is left over. */
#ifndef MEMORY_RESOLVE_H
#define MEMORY_RESOLVE_H

#include "memory/space.h"
#include "solver/chain.h"

struct target {
    uint32_t object;
    expr_t inside;       /* pointer .. pointer + size lies in the object */
    expr_t offset;       /* pointer - base, 64 bits */
    struct model *model; /* of the constraints and `inside` (overlay); one reference */
};

struct targets {
    struct target *data;
    size_t count, capacity;
    expr_t outside;        /* in no object: the error side; false if impossible */
    enum verdict may_fail; /* can `outside` hold? unknown must be kept as a path of its own */
    struct model *fail_model;
    bool incomplete; /* the limit on targets or an unknown answer cut it short */
};

/* All objects that `size` bytes at pointer may lie in, under the constraints.
 * model satisfies the constraints and gives the first candidate. Candidates
 * are narrowed by the base symbols of the pointer and by its interval before
 * the solver is asked; then: take the object the model says, exclude it, ask
 * again, until no object is left. limit: most targets (0: no limit). */
void resolve_pointer(struct space *, struct chain *, const struct constraints *, const struct model *model,
                     expr_t pointer, uint64_t size, size_t limit, struct targets *result);
void targets_release(struct targets *);

#endif
