/* What a run leaves out: wherever not everything that the program can do is
 * explored, that is counted here with its place, a reason, and what helps. A
 * run is finished only if nothing is in this list. */
#ifndef ENGINE_PARTIAL_H
#define ENGINE_PARTIAL_H

#include "base/table.h"

#include <stddef.h>
#include <stdint.h>

struct run;
struct state;

struct partial {
    char *why, *help;  /* help: an option, or a few words; NULL: nothing is known to help */
    uint32_t location; /* program->locations, or NO_LOCATION */
    uint64_t count;
};

struct partials {
    struct partial *data;
    size_t count, capacity;
    struct table places; /* of what and where: the index in data */
};

void partials_release(struct partials *);

/* Something that this state could have done is not explored: a path is counted
 * as partial, and the place is said when it is the first time there. `why` says
 * what was done instead, `help` may be NULL; both are copied. Nothing is counted
 * for a state of which nobody knows yet whether it exists. */
void run_partial(struct run *, const struct state *, const char *why, const char *help);
/* The same for what has a name of its own elsewhere in the counters or on the
 * terminal; `location` may be NO_LOCATION. */
void run_left_out(struct run *, uint32_t location, const char *why, const char *help, uint64_t count);

/* All of them, what was left out most often first; a new array. */
const struct partial **partials_sorted(const struct run *);

#endif
