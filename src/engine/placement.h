/* Where objects belong by the points-to analysis (--memory=segments, papers/2):
 * the class of each object, and the segment that all live objects of a class
 * share; as in the paper, of the heap objects of the program, if not all are
 * wanted: others join where a pointer may point to them too. As long as every
 * pointer to a class is concrete, or into one object, nothing of this can be seen
 * or costs anything; so its objects are put side by side when the first pointer
 * comes that may point to several, which sees no difference. */
#ifndef ENGINE_PLACEMENT_H
#define ENGINE_PLACEMENT_H

#include "engine/state.h"
#include "memory/resolve.h"
#include "program/pointsto.h"

/* Debug builds compare every access with what the analysis found. */
#ifdef RAMIFY_DEBUG
enum { PLACEMENT_IS_CHECKED = true };
#else
enum { PLACEMENT_IS_CHECKED = false };
#endif

struct run;
struct placement;

/* all: variables, and the library's objects, are in segments from the start too. */
struct placement *placement_new(const struct points_to *, bool all);
void placement_free(struct placement *);

/* The state has allocated the object, at its present instruction; NULL: nothing to do. */
void placement_note(struct placement *, const struct state *, const struct object *);
/* The access is about to meet one of the first `count` targets: if they are several
 * objects, all live ones of their classes are in segments from here on. */
void placement_gather(struct run *, struct state *, const struct targets *, size_t count, bool write);
/* The instruction at `pc` is about to be executed: what it accesses at concrete
 * addresses, the analysis must have seen. */
void placement_check(const struct placement *, const struct state *, const struct instruction *pc);

#endif
