/* First a place, then a state there: a place is a chain of calls, and all are
 * equally likely, however many states are there. A loop over symbolic text in
 * one corner of a program makes states by the thousand, each as promising as
 * the next; they get the share of one.
 *
 * Where the user listed inputs, each is a group of states (engine/groups.h) with
 * places of its own, and first of all a group is chosen: what is in a list is there
 * to be tried.
 *
 * States far from uncovered code are refused now and then for another choice,
 * those that cannot get there nearly always. Where none is promising any more,
 * what was given up as out of reach is tried again. */
#include "search/strategy.h"

#include "base/table.h"
#include "search/distance.h"
#include "search/shares.h"

enum { MOST_TRIES = 16, MOST_REFUSED = 64, NEAR = 200 /* instructions */ };
static const double LEAST_LIKELY = 0.02;

struct place {
    VECTOR(uint32_t) slots; /* of the states there, in no order */
    uint32_t group;
};

/* Most states that are looked at are refused again and again: what they are refused for is kept
 * here, so that their own memory is not touched. */
struct where {
    uint32_t place, position;
    uint32_t distance, age; /* what distance_of said, when; age 0: not asked */
};

struct places {
    struct search search;
    struct roster *roster;
    struct table numbers; /* hash of a group and a chain of calls -> number of its place */
    VECTOR(struct place) all;
    struct shares shares;       /* of places with states */
    VECTOR(struct where) where; /* by slot */
    uint32_t refused;           /* choices in a row in which no state was promising */
};

static uint32_t number_of(struct places *self, const struct state *state)
{
    uint64_t hash = hash_mix(state_calls(state), state->group);
    uint64_t *number = table_slot(&self->numbers, hash, self->all.count);
    if (*number == self->all.count)
        vector_push(&self->all, (struct place){.group = state->group});
    return (uint32_t)*number;
}

static void enter(struct places *self, uint32_t slot, uint32_t number)
{
    struct place *place = &self->all.data[number];
    if (!place->slots.count)
        shares_enter(&self->shares, &self->roster->run->groups, place->group, number);
    self->where.data[slot] = (struct where){number, (uint32_t)place->slots.count, 0, 0};
    vector_push(&place->slots, slot);
}

static void leave(struct places *self, uint32_t slot)
{
    struct where at = self->where.data[slot];
    struct place *place = &self->all.data[at.place];
    uint32_t moved = vector_pop(&place->slots);
    if (at.position < place->slots.count) {
        place->slots.data[at.position] = moved;
        self->where.data[moved].position = at.position;
    }
    if (!place->slots.count)
        shares_leave(&self->shares, &self->roster->run->groups, place->group, at.place);
}

static double promise(struct places *self, uint32_t slot)
{
    const struct distance *distances = self->roster->distance;
    struct where *where = &self->where.data[slot];
    if (where->age != distance_age(distances)) {
        where->age = distance_age(distances);
        where->distance = distance_of(distances, self->roster->states.data[slot]);
    }
    double share = where->distance == DISTANCE_NONE ? 0 : (double)NEAR / ((double)NEAR + where->distance);
    return share > LEAST_LIKELY ? share : LEAST_LIKELY;
}

static uint32_t any_slot(const struct places *self, const struct share *share)
{
    struct rng *rng = &self->roster->run->rng;
    const struct place *place = &self->all.data[share->members.data[rng_below(rng, share->members.count)]];
    return place->slots.data[rng_below(rng, place->slots.count)];
}

static struct state *pick(struct search *search)
{
    struct places *self = (struct places *)search;
    struct run *run = self->roster->run;
    if (shares_empty(&self->shares))
        return NULL;
    distance_refresh(self->roster->distance, run->covered_count);
    for (int tries = 1;; tries++) {
        const struct share *share = shares_pick(&self->shares, &run->rng);
        uint32_t slot = any_slot(self, share);
        struct state *state = self->roster->states.data[slot];
        if (share->below.count) /* it has yet to choose */
            return state;
        bool taken = rng_unit(&run->rng) < promise(self, slot);
        if (!taken && tries < MOST_TRIES)
            continue;
        self->refused = taken ? 0 : self->refused + 1;
        if (self->refused == MOST_REFUSED) {
            distance_try_again(self->roster->distance);
            self->refused = 0;
        }
        distance_try(self->roster->distance, state);
        return state;
    }
}

static void move(struct places *self, const struct state *state)
{
    uint32_t number = number_of(self, state);
    self->where.data[slot_of(state)].age = 0;
    if (self->where.data[slot_of(state)].place == number)
        return;
    leave(self, slot_of(state));
    enter(self, slot_of(state), number);
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct places *self = (struct places *)search;
    while (self->where.count <= slot_of(state))
        vector_push(&self->where, (struct where){0});
    enter(self, slot_of(state), number_of(self, state));
}

static void remove_state(struct search *search, struct state *state)
{
    leave((struct places *)search, slot_of(state));
}

static void ran(struct search *search, struct state *state) { move((struct places *)search, state); }

static void release(struct search *search)
{
    struct places *self = (struct places *)search;
    for (size_t i = 0; i < self->all.count; i++)
        vector_release(&self->all.data[i].slots);
    shares_release(&self->shares);
    vector_release(&self->all);
    vector_release(&self->where);
    table_release(&self->numbers);
    mem_free(self);
}

struct search *places_new(struct roster *roster)
{
    static const struct search_ops ops = {"places", pick, add, remove_state, ran, release};
    struct places *self = NEW(struct places);
    self->search.ops = &ops;
    self->roster = roster;
    roster_distance(roster);
    return &self->search;
}
