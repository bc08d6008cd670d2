/* Any live state, all equally likely. */
#include "search/strategy.h"

struct random_state {
    struct search search;
    struct roster *roster;
    VECTOR(uint32_t) slots;     /* of the live states, in no order */
    VECTOR(uint32_t) positions; /* by slot: where it is among them */
};

static struct state *pick(struct search *search)
{
    struct random_state *self = (struct random_state *)search;
    if (!self->slots.count)
        return NULL;
    return self->roster->states.data[self->slots.data[rng_below(&self->roster->run->rng, self->slots.count)]];
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct random_state *self = (struct random_state *)search;
    while (self->positions.count <= slot_of(state))
        vector_push(&self->positions, 0);
    self->positions.data[slot_of(state)] = (uint32_t)self->slots.count;
    vector_push(&self->slots, slot_of(state));
}

static void remove_state(struct search *search, struct state *state)
{
    struct random_state *self = (struct random_state *)search;
    uint32_t hole = self->positions.data[slot_of(state)];
    uint32_t moved = vector_pop(&self->slots);
    if (hole < self->slots.count) {
        self->slots.data[hole] = moved;
        self->positions.data[moved] = hole;
    }
}

static void release(struct search *search)
{
    struct random_state *self = (struct random_state *)search;
    vector_release(&self->slots);
    vector_release(&self->positions);
    mem_free(self);
}

struct search *random_state_new(struct roster *roster)
{
    static const struct search_ops ops = {"random-state", pick, add, remove_state, NULL, release};
    struct random_state *self = NEW(struct random_state);
    self->search.ops = &ops;
    self->roster = roster;
    return &self->search;
}
