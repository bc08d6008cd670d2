/* Where may a symbolic pointer point? The question to the solver that every
 * memory model begins with: one target per object, and what is left over. */
#ifndef MEMORY_RESOLVE_H
#define MEMORY_RESOLVE_H

#include "memory/space.h"
#include "solver/chain.h"

struct target {
    uint32_t object;
    expr_t inside;       /* pointer .. pointer + size lies in the object */
    expr_t guard;        /* the same, where the pointer is known to lie in one of the targets */
    expr_t offset;       /* pointer - base, 64 bits; meant only where `inside` holds */
    struct model *model; /* of the constraints and `inside` (overlay); one reference. NULL: not asked */
    uint64_t first, end; /* the bytes of the object in which the access lies; end 0: not known */
};

struct targets {
    struct target *data;
    size_t count, capacity;
    expr_t outside;        /* in no object: the error side; false if impossible */
    enum verdict may_fail; /* can `outside` hold? unknown must be kept as a path of its own */
    struct model *fail_model;
    bool by_cases;   /* the pointer's term shows its cases: an object may be there several times, and
                        an offset can lie in the object although the pointer does not */
    bool incomplete; /* an unknown answer cut it short */
};

struct resolution {
    expr_t pointer;
    uint64_t size; /* bytes that are accessed */
    size_t exact;  /* once so many are known to be possible, the other cases of a pointer that shows
                      its cases are targets without being asked about; 0: all are asked about */
    /* Objects to ask about first: if the pointer can be nowhere else, the others are not asked
     * about. NULL: none. */
    bool (*familiar)(void *context, const struct object *);
    void *context;
};

/* All objects that the bytes may lie in, under the constraints. model
 * satisfies the constraints and gives the first candidate. Candidates are
 * narrowed by the cases of the pointer, or else by its base symbols and its
 * interval, before the solver is asked; then: take the object the model says,
 * exclude it, ask again, until no object is left. */
void resolve_pointer(struct space *, struct chain *, const struct constraints *, const struct model *model,
                     const struct resolution *, struct targets *result);
/* One target an object, or piece: several at different offsets become one at a chosen offset. */
void targets_by_object(struct exprs *, struct targets *);
void targets_release(struct targets *);

#endif
