/* A group is among those below the one above it just as long as there is
 * somebody in it or below it. */
#include "search/shares.h"

/* Who has yet to choose gets one turn in so many: that is how the groups come to be. More, and where
 * there are many to choose from nobody gets further than to choose. */
enum { CHOOSING = 8 };

void shares_release(struct shares *shares)
{
    for (size_t i = 0; i < shares->of.count; i++) {
        vector_release(&shares->of.data[i].members);
        vector_release(&shares->of.data[i].below);
    }
    vector_release(&shares->of);
    vector_release(&shares->positions);
}

static bool is_busy(const struct share *share) { return share->members.count || share->below.count; }

bool shares_empty(const struct shares *shares) { return !shares->of.count || !is_busy(&shares->of.data[0]); }

void shares_enter(struct shares *shares, const struct groups *groups, uint32_t group, uint32_t member)
{
    while (shares->of.count <= group)
        vector_push(&shares->of, (struct share){0});
    while (shares->positions.count <= member)
        vector_push(&shares->positions, 0);
    struct share *share = &shares->of.data[group];
    bool was_busy = is_busy(share);
    shares->positions.data[member] = (uint32_t)share->members.count;
    vector_push(&share->members, member);
    while (group && !was_busy) {
        uint32_t above = groups_above(groups, group);
        struct share *next = &shares->of.data[above];
        was_busy = is_busy(next);
        shares->of.data[group].position = (uint32_t)next->below.count;
        vector_push(&next->below, group);
        group = above;
    }
}

void shares_leave(struct shares *shares, const struct groups *groups, uint32_t group, uint32_t member)
{
    struct share *share = &shares->of.data[group];
    uint32_t at = shares->positions.data[member], last = vector_pop(&share->members);
    if (at < share->members.count) {
        share->members.data[at] = last;
        shares->positions.data[last] = at;
    }
    while (group && !is_busy(&shares->of.data[group])) {
        uint32_t above = groups_above(groups, group);
        struct share *next = &shares->of.data[above];
        at = shares->of.data[group].position;
        last = vector_pop(&next->below);
        if (at < next->below.count) {
            next->below.data[at] = last;
            shares->of.data[last].position = at;
        }
        group = above;
    }
}

const struct share *shares_pick(const struct shares *shares, struct rng *rng)
{
    const struct share *share = &shares->of.data[0];
    while (share->below.count && (!share->members.count || rng_below(rng, CHOOSING)))
        share = &shares->of.data[share->below.data[rng_below(rng, share->below.count)]];
    return share;
}
