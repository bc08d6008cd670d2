/* Several strategies asked in turn; the root of every search, also of one.
 * Owns the roster: a state has a slot from add to remove. */
#include "search/strategy.h"

#include "base/bug.h"
#include "search/distance.h"

struct interleave {
    struct search search;
    struct roster *roster;
    struct search **inner;
    size_t count;
    size_t turn;
};

static bool is_live(const struct roster *roster, const struct state *state)
{
    return slot_of(state) < roster->states.count && roster->states.data[slot_of(state)] == state;
}

static struct state *pick(struct search *search)
{
    struct interleave *self = (struct interleave *)search;
    struct search *inner = self->inner[self->turn];
    self->turn = (self->turn + 1) % self->count;
    return inner->ops->pick(inner);
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct interleave *self = (struct interleave *)search;
    struct roster *roster = self->roster;
    if (parent && !is_live(roster, parent))
        parent = NULL; /* it was set aside, or ended while it forked */
    if (roster->free.count) {
        state->search_data = vector_pop(&roster->free);
        roster->states.data[state->search_data] = state;
    } else {
        state->search_data = roster->states.count;
        vector_push(&roster->states, state);
    }
    for (size_t i = 0; i < self->count; i++)
        self->inner[i]->ops->add(self->inner[i], state, parent);
}

static void remove_state(struct search *search, struct state *state)
{
    struct interleave *self = (struct interleave *)search;
    struct roster *roster = self->roster;
    BUG_ON(!is_live(roster, state));
    for (size_t i = 0; i < self->count; i++)
        self->inner[i]->ops->remove(self->inner[i], state);
    roster->states.data[slot_of(state)] = NULL;
    vector_push(&roster->free, slot_of(state));
}

static void ran(struct search *search, struct state *state)
{
    struct interleave *self = (struct interleave *)search;
    if (!is_live(self->roster, state))
        return; /* it ended while it ran */
    for (size_t i = 0; i < self->count; i++)
        if (self->inner[i]->ops->ran)
            self->inner[i]->ops->ran(self->inner[i], state);
}

static void release(struct search *search)
{
    struct interleave *self = (struct interleave *)search;
    for (size_t i = 0; i < self->count; i++)
        self->inner[i]->ops->release(self->inner[i]);
    mem_free(self->inner);
    distance_free(self->roster->distance);
    vector_release(&self->roster->states);
    vector_release(&self->roster->free);
    mem_free(self->roster);
    mem_free(self);
}

struct search *interleave_new(struct roster *roster, struct search **inner, size_t count)
{
    static const struct search_ops ops = {"interleaved", pick, add, remove_state, ran, release};
    struct interleave *self = NEW(struct interleave);
    self->search.ops = &ops;
    self->roster = roster;
    self->inner = inner;
    self->count = count;
    return &self->search;
}

struct distance *roster_distance(struct roster *roster)
{
    if (!roster->distance)
        roster->distance = distance_new(roster->run->program, roster->run->covered);
    return roster->distance;
}
