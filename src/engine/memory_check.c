/* A path is checked at its end, under its own condition: all that it loaded is
 * carried out again under its model and a few others, or all where they are few,
 * and Z3 is asked about what may depend on the inputs. All inputs that a load ever saw are those of some
 * path that goes on from there, so nothing is missed by waiting. */
#include "engine/memory_check.h"

#include "base/clock.h"
#include "base/text.h"
#include "engine/dereference.h"
#include "engine/interpret.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "memory/reference_proof.h"
#include "solver/z3.h"

#include <stdlib.h>

enum {
    MODELS = 3,       /* beside the state's own */
    ATTEMPTS = 32,    /* to find these */
    PROOF_ROUNDS = 4, /* each with the objects that the one before has met */
    PROOF_SECONDS = 1,
    ALL_PROOFS_SECONDS = 4, /* of a run */
    WORD = 8,
    MOST_BYTES_TRIED = 2, /* with all their values, */
    MOST_EVENTS_TRIED = 1 << 19
};

struct memory_check {
    struct solver *z3;
    struct solver_stats stats; /* its own: the chain's are not disturbed */
    struct rng rng;
    double proving; /* seconds */
    struct memory_check_counts counts;
};

/* One path. */
struct trial {
    struct run *run;
    struct state *state;
    history_events events;
    VECTOR(struct history_event) rest; /* words of what is left in memory, as loads */
    size_t loads;                      /* of the program */
    settled_loads settled;
    struct table touched; /* addresses of loads that are not */
    size_t open;
};

struct memory_check *memory_check_new(struct exprs *exprs)
{
    struct memory_check *check = NEW(struct memory_check);
    check->z3 = z3_solver_new(exprs, &check->stats);
    return check;
}

void memory_check_free(struct memory_check *check)
{
    if (!check)
        return;
    solver_free(check->z3);
    mem_free(check);
}

struct memory_check_counts memory_check_counts(const struct run *run)
{
    return run->memory_check ? run->memory_check->counts : (struct memory_check_counts){0};
}

void memory_check_loaded(struct run *run, struct state *state, struct value pointer, unsigned width,
                         struct value value)
{
    if (history_notes(&state->space.history))
        history_note(&state->space.history, (struct history_event){.kind = HISTORY_LOAD,
                                                                   .place = state_location(run, state),
                                                                   .pointer = pointer,
                                                                   .count = width,
                                                                   .value = value});
}

/* ---- a difference ---- */

static _Noreturn void complain(const struct trial *trial, const struct difference *difference)
{
    struct run *run = trial->run;
    struct space *space = &trial->state->space;
    struct text object = {0};
    bool at_end = difference->load->place == NO_LOCATION;
    char *place =
        location_text(run->program, at_end ? state_location(run, trial->state) : difference->load->place);
    const struct object *found = space_find(space, difference->address, false);
    if (found) {
        text_add(&object, "offset %llu of a ", (unsigned long long)(difference->address - found->address));
        describe_object(run, found, &object);
    } else {
        text_add(&object, "address 0x%llx", (unsigned long long)difference->address);
    }
    log_message(run->log, "error: --check-memory: %s: %llu bytes at %s %s %s, what was written there is %s",
                place, (unsigned long long)difference->bytes, text_string(&object),
                at_end ? "are at the end" : "were read as", difference->given, difference->expected);
    exit(1);
}

/* ---- what is left in memory ---- */

static bool add_words(void *context, const struct object *object)
{
    struct trial *trial = context;
    uint64_t size = object->kind == OBJECT_FUNCTION || object->constant ? 0 : object->size;
    for (uint64_t at = 0; at < size; at += WORD) {
        unsigned width = size - at < WORD ? (unsigned)(8 * (size - at)) : 8 * WORD;
        struct history_event load = {.kind = HISTORY_LOAD,
                                     .place = NO_LOCATION,
                                     .pointer = value_plain(object->address + at),
                                     .count = width};
        space_load(&trial->state->space, NULL, object->id, at, width, &load.value);
        vector_push(&trial->rest, load);
    }
    return true;
}

static void collect(struct trial *trial)
{
    struct space *space = &trial->state->space;
    history_list(&space->history, &trial->events);
    for (size_t i = 0; i < trial->events.count; i++)
        trial->loads += trial->events.data[i]->kind == HISTORY_LOAD;
    space_each(space, add_words, trial);
    for (size_t i = 0; i < trial->rest.count; i++)
        vector_push(&trial->events, &trial->rest.data[i]);
    trial->loads += trial->rest.count;
}

/* ---- under models ---- */

static bool satisfies(const struct trial *trial, const struct model *model)
{
    const struct constraints *path = trial->state->constraints;
    return expr_all_true(trial->run->exprs, constraints_terms(path), constraints_count(path), model);
}

/* A load that is not settled: its pointer or value says which inputs matter. */
static const struct support *some_support(const struct trial *trial, struct rng *rng)
{
    struct exprs *exprs = trial->run->exprs;
    size_t wanted = rng_below(rng, trial->open);
    for (size_t i = 0; i < trial->events.count; i++) {
        const struct history_event *load = trial->events.data[i];
        if (load->kind != HISTORY_LOAD || trial->settled.data[i] || wanted--)
            continue;
        struct value value = value_is_term(load->pointer) ? load->pointer : load->value;
        return value_is_term(value) ? expr_support(exprs, value_term(value)) : NULL;
    }
    return NULL;
}

/* Another model of the path, near the one that is known; NULL: not found. */
static struct model *other_model(const struct trial *trial, struct rng *rng)
{
    struct model *model = model_copy(trial->state->model);
    for (unsigned changes = 1 + (unsigned)rng_below(rng, 3); changes; changes--) {
        const struct support *support = some_support(trial, rng);
        if (!support || !support->count)
            continue;
        const struct support_range *range = &support->ranges[rng_below(rng, support->count)];
        uint32_t variable = range->first + (uint32_t)rng_below(rng, range->end - range->first);
        model_set(model, variable, (uint8_t)rng_next(rng));
    }
    if (satisfies(trial, model))
        return model;
    model_unref(model);
    return NULL;
}

/* Also what else the model touches. */
static void replay(struct trial *trial, const struct model *model)
{
    struct difference difference;
    if (reference_replay(trial->run->exprs, &trial->events, model, NULL, &trial->touched, &difference) ==
        REPLAY_DIFFERS)
        complain(trial, &difference);
}

static void try_models(struct trial *trial)
{
    struct rng *rng = &trial->run->memory_check->rng;
    unsigned found = 0;
    for (unsigned i = 0; i < ATTEMPTS && found < MODELS; i++) {
        struct model *model = other_model(trial, rng);
        if (!model)
            continue;
        found++;
        replay(trial, model);
        model_unref(model);
    }
}

/* ---- for all inputs ---- */

static const struct support *support_with(const struct trial *trial, const struct support *support,
                                          expr_t term)
{
    const struct support *more = expr_support(trial->run->exprs, term);
    return support ? support_union(trial->run->exprs, support, more) : more;
}

/* The input bytes that what happened may depend on; NULL: none. */
static const struct support *support_of(const struct trial *trial)
{
    const struct constraints *path = trial->state->constraints;
    const struct support *support = NULL;
    for (size_t i = 0; i < trial->events.count; i++) {
        const struct history_event *event = trial->events.data[i];
        bool has_value =
            event->kind == HISTORY_STORE || event->kind == HISTORY_LOAD || event->kind == HISTORY_FILL;
        if (value_is_term(event->pointer))
            support = support_with(trial, support, value_term(event->pointer));
        if (has_value && value_is_term(event->value))
            support = support_with(trial, support, value_term(event->value));
    }
    if (!support)
        return NULL;
    expr_t *slice = mem_alloc((constraints_count(path) + 1) * sizeof *slice);
    size_t count = constraints_slice(path, support, slice);
    for (size_t i = 0; i < count; i++)
        support = support_with(trial, support, slice[i]);
    mem_free(slice);
    return support;
}

/* One after the other, if they are few. */
static bool try_all(struct trial *trial)
{
    const struct support *support = support_of(trial);
    uint32_t variables[MOST_BYTES_TRIED], count = 0;
    for (uint32_t i = 0; support && i < support->count; i++)
        for (uint32_t k = support->ranges[i].first; k < support->ranges[i].end; k++) {
            if (count == MOST_BYTES_TRIED)
                return false;
            variables[count++] = k;
        }
    uint64_t inputs = UINT64_C(1) << (8 * count);
    if (inputs * trial->events.count > MOST_EVENTS_TRIED)
        return false;
    for (uint64_t input = 0; input < inputs; input++) {
        struct model *model = model_copy(trial->state->model);
        for (uint32_t i = 0; i < count; i++)
            model_set(model, variables[i], (uint8_t)(input >> (8 * i)));
        if (satisfies(trial, model))
            replay(trial, model);
        model_unref(model);
    }
    return true;
}

static bool prove(struct trial *trial)
{
    struct run *run = trial->run;
    const struct constraints *path = trial->state->constraints;
    struct memory_check *check = run->memory_check;
    struct query query = {constraints_terms(path), constraints_count(path), .seconds = PROOF_SECONDS};
    if (try_all(trial))
        return true;
    for (unsigned round = 0; round < PROOF_ROUNDS; round++) {
        struct model *model;
        size_t known = trial->touched.count;
        if (check->proving > ALL_PROOFS_SECONDS)
            return false;
        double begin = clock_seconds();
        enum verdict verdict =
            reference_prove(check->z3, &trial->events, &trial->settled, &trial->touched, &query, &model);
        check->proving += clock_seconds() - begin;
        if (verdict == VERDICT_YES && satisfies(trial, model))
            replay(trial, model);
        model_unref(model);
        if (verdict == VERDICT_NO)
            return true;
        if (verdict == VERDICT_UNKNOWN || trial->touched.count == known)
            return false;
    }
    return false;
}

/* ---- a path ---- */

static void count(struct trial *trial, bool proven)
{
    struct memory_check_counts *counts = &trial->run->memory_check->counts;
    counts->loads += trial->loads;
    counts->same += trial->loads - trial->open;
    counts->evaluated += trial->open;
    if (proven)
        counts->proven += trial->open;
    else
        counts->unproven += trial->open;
}

static bool check(struct trial *trial)
{
    struct difference difference;
    collect(trial);
    switch (reference_replay(trial->run->exprs, &trial->events, trial->state->model, &trial->settled,
                             &trial->touched, &difference)) {
    case REPLAY_DIFFERS:
        complain(trial, &difference);
    case REPLAY_TOO_LARGE:
        return false;
    case REPLAY_AGREES:
        break;
    }
    for (size_t i = 0; i < trial->events.count; i++)
        trial->open += trial->events.data[i]->kind == HISTORY_LOAD && !trial->settled.data[i];
    if (trial->open)
        try_models(trial);
    count(trial, trial->open && prove(trial));
    return true;
}

void memory_check_path(struct run *run, struct state *state)
{
    if (!run->memory_check || state->ended || state->undecided)
        return;
    struct trial trial = {.run = run, .state = state};
    struct memory_check_counts *counts = &run->memory_check->counts;
    bool checked = !run->halt_reason && satisfies(&trial, state->model) && check(&trial);
    counts->paths += checked;
    counts->unchecked += !checked;
    vector_release(&trial.events);
    vector_release(&trial.rest);
    vector_release(&trial.settled);
    table_release(&trial.touched);
}
