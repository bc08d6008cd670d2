/* What the strategies of one search share: who is alive, by slot.
 *
 * A live state has a small number, its slot, in state->search_data; slots are
 * reused, so a strategy keeps what it knows of a state in arrays by slot and
 * needs tens of bytes a state at most. The interleaving search at the root
 * gives out slots before its strategies hear of a state, and takes them back
 * after. */
#ifndef SEARCH_ROSTER_H
#define SEARCH_ROSTER_H

#include "base/vector.h"
#include "engine/run.h"

#define NO_SLOT UINT32_MAX

struct distance;

struct roster {
    struct run *run;
    VECTOR(struct state *) states; /* by slot; NULL: free */
    VECTOR(uint32_t) free;
    struct distance *distance; /* NULL until a strategy needs it */
};

static inline uint32_t slot_of(const struct state *state) { return (uint32_t)state->search_data; }

/* Made once, whoever asks first. */
struct distance *roster_distance(struct roster *);

#endif
