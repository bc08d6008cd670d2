/* Which objects may a pointer point to? An inclusion-based analysis of the
 * whole program (Andersen), before it runs.
 *
 * Objects are named by where they come from: a global variable, a function, the
 * instruction that allocates a local variable or heap memory. Small functions
 * that return what they have just allocated (xmalloc and its like) are looked at
 * once for each call, so that what is allocated through them is told apart by
 * the caller: an *instance* of a function is such a view of it, and instance 0 is
 * everybody else's. All bytes of an object are one; arithmetic stays in the
 * object it began with; a word keeps its pointer through masks, shifts and
 * copies of its bytes.
 *
 * Objects that one instruction may access are in one class (papers/2, the
 * segmented memory model). */
#ifndef PROGRAM_POINTSTO_H
#define PROGRAM_POINTSTO_H

#include "base/text.h"
#include "program/code.h"

enum points_to_kind {
    POINTS_TO_GLOBAL,   /* index of the global; UINT32_MAX: the program's arguments and environment */
    POINTS_TO_STACK,    /* number of the allocating instruction in the program */
    POINTS_TO_HEAP,     /* the same, of the call */
    POINTS_TO_FUNCTION, /* index of the function */
    POINTS_TO_VARIADIC  /* index of the function whose arguments they are */
};

enum { POINTS_TO_NOTHING = UINT32_MAX };

struct points_to;

/* entry: where the program begins. */
struct points_to *points_to_new(const struct program *, uint32_t entry);
void points_to_free(struct points_to *);
/* Gives back what only points_to_may_access and points_to_dump need: most of it. */
void points_to_forget_sets(struct points_to *);

/* The instance of the function that is called by this instruction of an instance of the caller. */
uint32_t points_to_instance(const struct points_to *, uint32_t caller, uint32_t instruction);
/* Has the function instances of its own for some of its calls? */
bool points_to_has_instances(const struct points_to *, uint32_t function);
/* The object that is allocated, or POINTS_TO_NOTHING if the analysis did not see that.
 * instance matters for stack and heap only. */
uint32_t points_to_site(const struct points_to *, enum points_to_kind, uint32_t index, uint32_t instance);
/* Its class: 0 .. points_to_class_count - 1; POINTS_TO_NOTHING for a function. */
uint32_t points_to_class(const struct points_to *, uint32_t site);
uint32_t points_to_class_count(const struct points_to *);
/* Is it allocated by our library, on nobody else's behalf? */
bool points_to_is_library(const struct points_to *, uint32_t site);
/* May this instruction of an instance of the function access the object? */
bool points_to_may_access(const struct points_to *, uint32_t instance, uint32_t function,
                          uint32_t instruction, uint32_t site);

/* Does the analysis know what this function, which the engine answers, does with pointers? */
bool points_to_knows(const char *name);

/* The classes with several objects, then the others. */
void points_to_dump(const struct points_to *, struct text *);

#endif
