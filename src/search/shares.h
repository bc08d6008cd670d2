/* Whose turn it is among groups of states (engine/groups.h): a tree of those that
 * have members, numbers of the searcher's own. From above, each group below
 * gets the same share, however many members it has. */
#ifndef SEARCH_SHARES_H
#define SEARCH_SHARES_H

#include "base/rng.h"
#include "engine/groups.h"

struct share {
    VECTOR(uint32_t) members; /* in no order */
    VECTOR(uint32_t) below;   /* groups that have members, or others below that do */
    uint32_t position;        /* among those below the group above, if it is one of them */
};

struct shares {
    VECTOR(struct share) of;    /* by group */
    VECTOR(uint32_t) positions; /* of members in their group, by member */
};

void shares_release(struct shares *);
void shares_enter(struct shares *, const struct groups *, uint32_t group, uint32_t member);
void shares_leave(struct shares *, const struct groups *, uint32_t group, uint32_t member);
bool shares_empty(const struct shares *);
/* A group with members, at the end of a random way down; not if empty. Members of a group that has
 * others below have yet to choose one of these. */
const struct share *shares_pick(const struct shares *, struct rng *);

#endif
