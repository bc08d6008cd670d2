/* Inputs that the user listed (--sym-args-from): the paths of each are a group,
 * those of each way to go on from there a group below it. Searches see to it
 * that every group is tried. Group 0 is above all, and where paths begin. */
#ifndef ENGINE_GROUPS_H
#define ENGINE_GROUPS_H

#include "base/table.h"
#include "base/vector.h"

struct groups {
    struct table numbers; /* hash of the group above and what was chosen there → number */
    VECTOR(uint32_t) above;
};

void groups_release(struct groups *);
/* The group of those that chose `choice` in the group `above`. */
uint32_t groups_below(struct groups *, uint32_t above, uint64_t choice);
uint32_t groups_above(const struct groups *, uint32_t group);

#endif
