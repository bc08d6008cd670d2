/* Objects: what the program allocated. An object's identity (address, size,
 * origin) never changes and is shared by all states; its contents belong to
 * each state's space. Ids are dense and reused only after a sweep has shown
 * that no state mentions them. */
#ifndef MEMORY_OBJECT_H
#define MEMORY_OBJECT_H

#include "expr/expr.h"
#include "memory/pool.h"

enum object_kind {
    OBJECT_GLOBAL,
    OBJECT_STACK,
    OBJECT_HEAP,
    OBJECT_FUNCTION, /* no contents; offset 0 is the function, offset 1 + n its instruction n */
    OBJECT_VARIADIC, /* the arguments of a variadic call */
    OBJECT_FIXED     /* klee_define_fixed_object */
};

/* The context of what the program was started with: its arguments and environment, which it may not free. */
#define CONTEXT_GIVEN UINT32_MAX

struct object {
    uint64_t address;
    uint64_t size;
    uint32_t id; /* 1 .. 2^27 - 1; 0 is no object */
    uint8_t kind;
    bool constant; /* must not be written */
    bool marked;   /* owned by the sweep */
    bool escaped;  /* its address was stored or made a term, or several states have contents for it */
    uint32_t alignment;
    uint32_t origin;  /* global or function index, or for stack and heap the number of the allocating
                         instruction in the program */
    uint32_t context; /* of the allocation; 0: the origin says it all (engine/contexts.h) */
    uint32_t site;    /* location of the allocation (program->locations) or UINT32_MAX */
};

struct objects {
    struct object **by_id; /* NULL: free */
    uint32_t count, capacity;
    uint32_t *free_ids;
    uint32_t free_count, free_capacity;
    uint32_t round;   /* of marking; see objects_begin_marking */
    bool marking;     /* between objects_begin_marking and the sweep */
    bool as_numbers;  /* a pointer enters a term as the number it is, without the base of its object */
    struct pool pool; /* memory of identities and contents */
    uint64_t
        largest_array; /* bytes of the largest one made for symbolic indices, of an object or a segment */
    struct page *zero_page; /* read instead of pages that are not there; NULL until needed */
};

void objects_release(struct objects *);
static inline const struct object *object_get(const struct objects *objects, uint32_t id)
{
    return objects->by_id[id];
}
/* `made` is copied; its id is set. NULL when all ids are in use. */
const struct object *object_new(struct objects *, const struct object *made);
/* The id is free at once: no value may mention it any more. See space_discard. */
void object_discard(struct objects *, uint32_t id);

/* Optional, before the first objects_mark or space_mark of a round that ends
 * with objects_sweep: contents shared by many spaces are then gone through once. */
void objects_begin_marking(struct objects *);
void objects_mark(struct objects *, uint32_t id);
/* The objects whose base symbol is in a term that is marked: call it after all
 * terms are marked and before either sweep. */
void objects_mark_terms(struct objects *, const struct exprs *);
void objects_sweep(struct objects *); /* frees what is not marked; clears the marks */

#endif
