/* How far is a state from code that nobody has covered: the least number of
 * instructions it would have to execute, by the control flow and the calls of
 * the program, also after returning from the functions it is in.
 *
 * Values are those of the last refresh: between two, coverage may have grown,
 * so a distance is never too long. Code of our runtime counts as covered.
 *
 * Much uncovered code cannot be reached, such as what is done when memory is
 * used up, and much of that is near to every state. So states that went for a
 * place are counted, and one that ever so many went for in vain is given up:
 * as if there were no way. When nothing else is left, all places are tried
 * again, for longer. */
#ifndef SEARCH_DISTANCE_H
#define SEARCH_DISTANCE_H

#include "engine/state.h"

#define DISTANCE_NONE UINT32_MAX /* cannot get there */

struct distance;

/* covered: by instruction number, read at each refresh. Both must outlive it. */
struct distance *distance_new(const struct program *, const uint8_t *covered);
void distance_free(struct distance *); /* NULL is allowed */

/* Called before each use; computes anew if coverage grew and enough time, in
 * calls, has passed to pay for it. covered_count: any number that grows with
 * coverage. */
void distance_refresh(struct distance *, uint64_t covered_count);

/* At an uncovered instruction: 1. The same for a state that has not run until the age grows. */
uint32_t distance_of(const struct distance *, const struct state *);
uint32_t distance_age(const struct distance *); /* 1 and more */

/* The state is going to run: one more that went for the uncovered place it is nearest to. */
void distance_try(struct distance *, const struct state *);
/* The uncovered instruction that the state is nearest to; DISTANCE_NONE: none. */
uint32_t distance_target(const struct distance *, const struct state *);
/* Nothing that was given up stays so. */
void distance_try_again(struct distance *);

/* From instruction `number` to uncovered code, without returning from its
 * function; to the return of its function. For tests. */
uint32_t distance_local(const struct distance *, uint32_t number);
uint32_t distance_return(const struct distance *, uint32_t number);

#endif
