/* Non-uniform random search: a state is picked in proportion to its weight.
 * One row per variant says how much a state weighs; the formulas are KLEE's.
 *
 * The weight of a state that does not run can only fall (code around it gets
 * covered, its instruction is seen more often). So weights are brought up to
 * date when their state is chosen: if the weight has fallen, the choice stands
 * with probability new / old, else another is made. The result is the same as
 * if all weights had been up to date, at the cost of the few that are looked
 * at. */
#include "search/strategy.h"

#include "base/hash.h"
#include "base/table.h"
#include "search/distance.h"
#include "search/sums.h"

#include <math.h>

/* Least weight: every live state can be chosen. Most: sums stay finite. */
#define LEAST 1e-250
#define MOST_TRIES 64

struct nurs {
    struct search search;
    struct roster *roster;
    const struct variant *variant;
    struct sums sums;
    struct table seen; /* icnt: times a state stood at an instruction; cpicnt: instructions by call path */
    VECTOR(uint64_t) counted; /* cpicnt: by slot, instructions of the state that are in `seen` */
};

struct variant {
    struct search_ops ops;
    double (*weight)(struct nurs *, const struct state *);
    void (*note)(struct nurs *, const struct state *); /* it has run; NULL: nothing to note */
    bool changes;                                      /* with anything but the state's depth */
    bool uses_distance;
};

static double square(double x) { return x * x; }

static double weight_md2u(struct nurs *self, const struct state *state)
{
    uint32_t distance = distance_of(self->roster->distance, state);
    return square(1.0 / (distance == DISTANCE_NONE ? 10000 : distance));
}

static double weight_covnew(struct nurs *self, const struct state *state)
{
    uint64_t since = state->instructions_since_new;
    double new_weight = since ? square(1.0 / (since > 1001 ? (double)since - 1000 : 1)) : 0;
    return new_weight + weight_md2u(self, state);
}

static double weight_depth(struct nurs *self, const struct state *state) { return state->depth; }
static double weight_rp(struct nurs *self, const struct state *state)
{
    return ldexp(1, -(int)(state->depth < 2000 ? state->depth : 2000));
}

static uint64_t instruction_number(const struct state *state)
{
    const struct function *function = state->top->function;
    return function->first_instruction + (uint64_t)(state->pc - function->code);
}

static uint64_t call_path(const struct state *state)
{
    uint64_t hash = 0;
    for (const struct frame *frame = state->top; frame; frame = frame->caller) {
        uint64_t site = frame->caller ? (uint64_t)(frame->resume - frame->caller->function->code) : 0;
        hash = hash_mix(hash, hash_mix(frame->function->index, site));
    }
    return hash;
}

static double weight_icnt(struct nurs *self, const struct state *state)
{
    uint64_t count = table_get(&self->seen, instruction_number(state), 0);
    return square(1.0 / (count ? (double)count : 1));
}

static void note_icnt(struct nurs *self, const struct state *state)
{
    ++*table_slot(&self->seen, instruction_number(state), 0);
}

static double weight_cpicnt(struct nurs *self, const struct state *state)
{
    uint64_t count = table_get(&self->seen, call_path(state), 0);
    return 1.0 / (count ? (double)count : 1);
}

static void note_cpicnt(struct nurs *self, const struct state *state)
{
    uint64_t *counted = &self->counted.data[slot_of(state)];
    *table_slot(&self->seen, call_path(state), 0) += state->instructions - *counted;
    *counted = state->instructions;
}

static double weight_qc(struct nurs *self, const struct state *state)
{
    return state->solver_seconds < 0.1 ? 1 : 1 / state->solver_seconds;
}

static double weigh(struct nurs *self, const struct state *state)
{
    double weight = self->variant->weight(self, state);
    return weight > LEAST ? weight : LEAST;
}

static struct state *pick(struct search *search)
{
    struct nurs *self = (struct nurs *)search;
    struct run *run = self->roster->run;
    if (!(sums_total(&self->sums) > 0))
        return NULL;
    if (self->variant->uses_distance)
        distance_refresh(self->roster->distance, run->covered_count);
    for (int tries = 0;; tries++) {
        uint32_t slot = sums_choose(&self->sums, rng_unit(&run->rng));
        struct state *state = self->roster->states.data[slot];
        if (!self->variant->changes || tries == MOST_TRIES)
            return state;
        double old = sums_get(&self->sums, slot), now = weigh(self, state);
        if (now == old)
            return state;
        sums_set(&self->sums, slot, now);
        if (now >= old || rng_unit(&run->rng) * old < now)
            return state;
    }
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct nurs *self = (struct nurs *)search;
    if (self->variant->note == note_cpicnt) {
        while (self->counted.count <= slot_of(state))
            vector_push(&self->counted, 0);
        self->counted.data[slot_of(state)] = state->instructions;
    }
    sums_set(&self->sums, slot_of(state), weigh(self, state));
    if (parent)
        sums_set(&self->sums, slot_of(parent), weigh(self, parent));
}

static void remove_state(struct search *search, struct state *state)
{
    sums_set(&((struct nurs *)search)->sums, slot_of(state), 0);
}

static void ran(struct search *search, struct state *state)
{
    struct nurs *self = (struct nurs *)search;
    if (self->variant->note)
        self->variant->note(self, state);
    sums_set(&self->sums, slot_of(state), weigh(self, state));
}

static void release(struct search *search)
{
    struct nurs *self = (struct nurs *)search;
    sums_release(&self->sums);
    table_release(&self->seen);
    vector_release(&self->counted);
    mem_free(self);
}

struct search *nurs_new(struct roster *roster, enum nurs_variant number)
{
#define OPS(name) {"nurs:" name, pick, add, remove_state, ran, release}
    static const struct variant variants[] = {
        [NURS_covnew] = {OPS("covnew"), weight_covnew, NULL, true, true},
        [NURS_md2u] = {OPS("md2u"), weight_md2u, NULL, true, true},
        [NURS_depth] = {OPS("depth"), weight_depth, NULL, false, false},
        [NURS_rp] = {OPS("rp"), weight_rp, NULL, false, false},
        [NURS_icnt] = {OPS("icnt"), weight_icnt, note_icnt, true, false},
        [NURS_cpicnt] = {OPS("cpicnt"), weight_cpicnt, note_cpicnt, true, false},
        [NURS_qc] = {OPS("qc"), weight_qc, NULL, true, false},
    };
    struct nurs *self = NEW(struct nurs);
    self->variant = &variants[number];
    self->search.ops = &self->variant->ops;
    self->roster = roster;
    if (self->variant->uses_distance)
        roster_distance(roster);
    return &self->search;
}
