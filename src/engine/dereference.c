/* The memory models: what a pointer with several targets does.
 *
 *   fork     each target is a state of its own
 *   merge    one state; what is read is chosen between the targets, and what is
 *            written goes to each of them where the pointer is there
 *   dynamic  one state; the targets become one segment, and the pointer a
 *            position in it (papers/2, DSMM)
 *   auto     one or the other, by what is predicted and has been learnt: a segment
 *            where that makes positions simple, else a choice, or states
 *
 * In every model the addresses in no object are a state that ends with an
 * error, and bounds are those of the program's objects. A target that a model
 * cannot take (constant memory that is written, memory that was never written
 * and is read, an object too large for an array) is a state of its own, which
 * executes the instruction again and has just that target then. */
#include "engine/dereference.h"

#include "base/clock.h"
#include "base/vector.h"
#include "engine/contexts.h"
#include "engine/experience.h"
#include "engine/merged.h"
#include "engine/pieces.h"
#include "engine/placement.h"
#include "engine/position.h"
#include "memory/segment.h"

#include <stdlib.h>

/* Pointers that show more cases than EXACT possible ones are not asked about
 * further; so many constant offsets of one object are read one by one. */
enum { EXACT = 2, FEW_OFFSETS = 16 };
/* auto makes segments of tables with so many records. */
enum { FEWEST_RECORDS = 4 };
/* What auto does not merge: more targets, or more bytes in arrays than this. */
enum { MOST_TARGETS = 256, MOST_BYTES = 1 << 14 };

/* ---- targets ---- */

struct place {
    const struct contexts *contexts;
    uint32_t instruction;
};

static bool is_familiar(void *context, const struct object *object)
{
    const struct place *place = context;
    return contexts_know(place->contexts, place->instruction, object);
}

/* Where the pointer may point; the error side is done. false: nowhere, the state has ended. */
static bool find_targets(struct run *run, struct state *state, expr_t pointer, uint64_t size, bool write,
                         const struct misuse *misuse, size_t exact, struct targets *targets)
{
    double before = clock_seconds();
    struct place place = {run->contexts, instruction_number(state)};
    struct resolution asked = {.pointer = pointer,
                               .size = size,
                               .exact = exact,
                               .familiar = run->options.use_contexts ? is_familiar : NULL,
                               .context = &place};
    resolve_pointer(&state->space, run->chain, state->constraints, state->model, &asked, targets);
    run->resolution_seconds += clock_seconds() - before;
    for (size_t i = 0; run->options.use_contexts && !targets->by_cases && i < targets->count; i++)
        contexts_learn(run->contexts, place.instruction, object_get(&run->objects, targets->data[i].object));
    if (targets->incomplete)
        run_partial(run, state, "the solver could not decide about all targets of a pointer",
                    "a greater --max-solver-time");
    if (!targets->count && targets->may_fail == VERDICT_UNKNOWN)
        run_end(run, state, PATH_UNDECIDED);
    else if (targets->may_fail != VERDICT_NO)
        dereference_outside(run, state, pointer, targets, size, write, misuse);
    if (targets->count)
        return true;
    targets_release(targets);
    return false;
}

static void swap(struct target *one, struct target *other)
{
    struct target kept = *one;
    *one = *other;
    *other = kept;
}

static uint64_t place_of(const struct run *run, const struct target *target)
{
    return object_get(&run->objects, target->object)->address + target->first;
}

/* By address, instead of by when a model turned up that points there. The first must have a model. */
static void order_targets(const struct run *run, struct targets *targets)
{
    for (size_t i = 0; i < targets->count; i++)
        if (!targets->data[i].model)
            return;
    for (size_t i = 1; i < targets->count; i++)
        for (size_t k = i; k && place_of(run, &targets->data[k]) < place_of(run, &targets->data[k - 1]); k--)
            swap(&targets->data[k], &targets->data[k - 1]);
}

static void fork_target(struct run *run, struct state *state, const struct target *target)
{
    struct model *model = target->model ? model_ref(target->model) : NULL;
    if (!model &&
        chain_may_resolve(run->chain, state->constraints, target->inside, state->model, &model) == VERDICT_NO)
        return;
    if (run_may_fork(run, state))
        run_fork(run, state, target->inside, model);
    model_unref(model);
}

/* The state keeps the first targets, of which the very first has a model. */
static void keep_targets(struct run *run, struct state *state, struct targets *targets, size_t kept)
{
    struct exprs *exprs = run->exprs;
    for (size_t i = kept; i < targets->count; i++)
        fork_target(run, state, &targets->data[i]);
    if (kept < targets->count || targets->may_fail != VERDICT_NO) {
        expr_t inside = expr_bool(exprs, false);
        for (size_t i = 0; i < kept; i++)
            inside = expr_or(exprs, inside, targets->data[i].inside);
        state->depth++;
        state_learn(state, inside, targets->data[0].model);
    }
}

/* Can it be taken together with others? */
static bool can_merge(struct run *run, struct state *state, const struct target *target, unsigned width,
                      bool write)
{
    const struct object *object = object_get(&run->objects, target->object);
    if (write && object->constant)
        return false;
    if (!target_is_constant(run, target))
        return object->size <= SPACE_ARRAY_LIMIT;
    struct value value;
    return write || space_load(&state->space, NULL, object->id, expr_value(run->exprs, target->offset), width,
                               &value) == ACCESS_OK;
}

/* Puts the targets that are taken together first. returns how many; at least
 * one, and the first has a model. */
static size_t choose_merged(struct run *run, struct state *state, struct targets *targets, unsigned width,
                            bool write)
{
    size_t count = 0, shown = SIZE_MAX;
    for (size_t i = 0; i < targets->count; i++) {
        if (!can_merge(run, state, &targets->data[i], width, write))
            continue;
        if (shown == SIZE_MAX && targets->data[i].model)
            shown = count;
        swap(&targets->data[count++], &targets->data[i]);
    }
    if (shown != SIZE_MAX) {
        swap(&targets->data[0], &targets->data[shown]);
        return count;
    }
    for (size_t i = 0; i < targets->count; i++)
        if (targets->data[i].model) {
            swap(&targets->data[0], &targets->data[i]);
            break;
        }
    return 1;
}

static uint64_t home_of(const struct run *run, const struct state *state, const struct target *target)
{
    uint32_t segment = space_segment_at(&state->space, target->object, target_first(run, target), NULL);
    return segment ? segment : (uint64_t)target->object << 32;
}

/* A case that cannot be costs a choice little, but a segment all the bytes of
 * its object: those that nobody has asked about, and that are not in a segment
 * with the others already, are asked about now. returns how many are kept */
static size_t drop_impossible(struct run *run, struct state *state, struct targets *targets, size_t count)
{
    struct exprs *exprs = run->exprs;
    struct table known = {0}; /* segments, and objects above 2^32, that are sure to be needed */
    size_t kept = count;
    for (;;) {
        expr_t any = expr_bool(exprs, false);
        struct model *model = NULL;
        table_clear(&known);
        for (size_t i = 0; i < kept; i++)
            if (targets->data[i].model)
                table_set(&known, home_of(run, state, &targets->data[i]), 1);
        for (size_t i = 0; i < kept; i++)
            if (!table_find(&known, home_of(run, state, &targets->data[i])))
                any = expr_or(exprs, any, targets->data[i].inside);
        if (expr_is_false(exprs, any))
            break;
        enum verdict verdict = chain_may_resolve(run->chain, state->constraints, any, state->model, &model);
        if (verdict == VERDICT_UNKNOWN)
            break;
        for (size_t i = kept; verdict == VERDICT_NO && i-- > 0;)
            if (!table_find(&known, home_of(run, state, &targets->data[i])))
                swap(&targets->data[i], &targets->data[--kept]);
        if (verdict == VERDICT_YES) {
            struct model *whole = model_copy(state->model);
            model_overlay(whole, model);
            model_unref(model);
            for (size_t i = 0; i < kept; i++)
                if (!targets->data[i].model && expr_eval(exprs, targets->data[i].inside, whole))
                    targets->data[i].model = model_ref(whole);
            model_unref(whole);
        }
    }
    table_release(&known);
    /* what is impossible is no state either */
    memmove(targets->data + kept, targets->data + count, (targets->count - count) * sizeof *targets->data);
    targets->count -= count - kept;
    return kept;
}

/* Is one array read better than a choice between these? */
static bool are_one_object(struct run *run, const struct targets *targets, size_t count)
{
    bool constant = true;
    for (size_t i = 0; i < count; i++) {
        if (targets->data[i].object != targets->data[0].object ||
            targets->data[i].first != targets->data[0].first)
            return false;
        constant &= target_is_constant(run, &targets->data[i]);
    }
    return !constant || count > FEW_OFFSETS;
}

/* --memory=auto: is one state for all of these better than one for each? */
static bool merging_pays(struct run *run, struct state *state, const struct targets *targets)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < targets->count; i++)
        if (!target_is_constant(run, &targets->data[i]))
            bytes += object_get(&run->objects, targets->data[i].object)->size;
    return targets->count <= MOST_TARGETS && bytes <= MOST_BYTES &&
           !experience_is_dear(run->experience, instruction_number(state), targets->count);
}

/* Are they in one segment already? */
static bool are_together(struct run *run, struct state *state, const struct targets *targets, size_t count)
{
    uint64_t home = home_of(run, state, &targets->data[0]);
    for (size_t i = 1; i < count; i++)
        if (home_of(run, state, &targets->data[i]) != home)
            return false;
    return home < (uint64_t)1 << 32;
}

static int by_number(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Where they are in their segment, or would be in one of their own: in order of address. */
static void predict_positions(struct run *run, struct state *state, const struct targets *targets,
                              size_t count, struct chosen *choices)
{
    bool together = are_together(run, state, targets, count);
    uint64_t *addresses = mem_alloc(count * sizeof *addresses);
    for (size_t i = 0; i < count; i++)
        addresses[i] = object_get(&run->objects, targets->data[i].object)->address;
    qsort(addresses, count, sizeof *addresses, by_number);
    for (size_t i = 0; i < count; i++) {
        const struct target *target = &targets->data[i];
        const struct object *object = object_get(&run->objects, target->object);
        const uint64_t *place = bsearch(&object->address, addresses, count, sizeof *addresses, by_number);
        uint64_t position = (uint64_t)(place - addresses) * object->size;
        if (together)
            space_segment_at(&state->space, target->object, target_first(run, target), &position);
        choices[i] = (struct chosen){target->guard, expr_const(run->exprs, 64, position)};
    }
    mem_free(addresses);
}

/* Records of one size behind a table of pointers, in its order: their position
 * in a segment is a product and a sum (engine/position.h), and a write through
 * the pointer one store instead of one for each. In another order (the buckets
 * of a hash table) the position would be a choice, and the array have to be
 * read on top of that. */
static bool are_a_table(struct run *run, struct state *state, const struct targets *targets, size_t count)
{
    uint64_t size = object_get(&run->objects, targets->data[0].object)->size;
    if (count < FEWEST_RECORDS)
        return false;
    for (size_t i = 0; i < count; i++)
        if (object_get(&run->objects, targets->data[i].object)->size != size ||
            targets->data[i].offset != targets->data[0].offset)
            return false;
    struct chosen *choices = mem_alloc(count * sizeof *choices);
    predict_positions(run, state, targets, count, choices);
    bool evenly = numbers_rise_evenly(run->exprs, choices, count);
    mem_free(choices);
    return evenly;
}

/* Shall these targets be one segment? A read of plain bytes needs none, and one
 * at constant offsets is better off with the cells that the guards choose from
 * than with the whole array. */
static bool unites(struct run *run, struct state *state, const struct targets *targets, size_t count,
                   unsigned width, bool write)
{
    enum memory_model model = run->options.memory;
    if (count < 2 || model == MEMORY_FORK || model == MEMORY_MERGE)
        return false;
    bool constant = true;
    for (size_t i = 0; i < count; i++)
        constant &= target_is_constant(run, &targets->data[i]);
    if (!write && constant)
        return !targets_are_in_pages(run, state, targets, count, width) &&
               are_a_table(run, state, targets, count);
    return model != MEMORY_AUTO || are_together(run, state, targets, count) ||
           are_a_table(run, state, targets, count);
}

/* Which targets the state goes on with, the first so many, and how; the others
 * are states of their own now. 0: the state has ended. */
struct plan {
    size_t count;
    bool unite;
};

static struct plan resolve(struct run *run, struct state *state, expr_t pointer, unsigned width, bool write,
                           struct targets *targets)
{
    bool merging = run->options.memory != MEMORY_FORK;
    if (!find_targets(run, state, pointer, (width + 7) / 8, write, NULL, merging ? EXACT : 0, targets))
        return (struct plan){0, false};
    split_targets(run, state, targets, width);
    if (run->options.yes_first)
        order_targets(run, targets);
    size_t kept = 1;
    if (run->options.memory == MEMORY_AUTO && targets->count > 1)
        merging = merging_pays(run, state, targets);
    if (!merging)
        targets_by_object(run->exprs, targets);
    else if (targets->count > 1)
        kept = choose_merged(run, state, targets, width, write);
    if (kept > 1 && are_one_object(run, targets, kept)) {
        /* the others, in other objects or not, are forked from what is now one target */
        targets_by_object(run->exprs, targets);
        kept = 1;
    }
    bool unite = unites(run, state, targets, kept, width, write);
    if (unite)
        kept = drop_impossible(run, state, targets, kept);
    keep_targets(run, state, targets, kept);
    if (run->placement)
        placement_gather(run, state, targets, kept, write);
    if (kept > 1) {
        run->counters.merged_accesses++;
        experience_merged(run->experience, instruction_number(state));
        state->merged_at = 1 + instruction_number(state);
    }
    return (struct plan){kept, unite};
}

/* ---- one target ---- */

/* The state has this target only. An array of a huge object is beyond any
 * solver: offset by offset. false: the state has ended. */
static bool settle(struct run *run, struct state *state, struct target *target, bool write)
{
    const struct object *object = object_get(&run->objects, target->object);
    if (object->size > SPACE_ARRAY_LIMIT) {
        uint64_t one;
        fork_value(run, state, value_of(run, target->offset), 64, &one);
        target->offset = expr_const(run->exprs, 64, one);
    }
    if (write && object->constant) {
        run_error(run, state, ERROR_READ_ONLY, NULL, "write to constant memory through a symbolic pointer");
        return false;
    }
    return true;
}

bool dereference_object(struct run *run, struct state *state, expr_t pointer, uint64_t size, bool write,
                        const struct misuse *misuse, uint32_t *object, expr_t *offset)
{
    struct targets targets;
    if (!find_targets(run, state, pointer, size, write, misuse, 0, &targets))
        return false;
    if (run->options.yes_first)
        order_targets(run, &targets);
    targets_by_object(run->exprs, &targets);
    keep_targets(run, state, &targets, 1);
    bool settled = settle(run, state, &targets.data[0], write);
    *object = targets.data[0].object;
    *offset = targets.data[0].offset;
    targets_release(&targets);
    return settled;
}

bool dereference_all(struct run *run, struct state *state, expr_t pointer, uint64_t size,
                     struct targets *targets)
{
    if (!find_targets(run, state, pointer, size, false, NULL, 0, targets))
        return false;
    keep_targets(run, state, targets, targets->count);
    return true;
}

bool dereference_load(struct run *run, struct state *state, expr_t pointer, unsigned width,
                      struct value *result)
{
    struct targets targets;
    struct plan plan = resolve(run, state, pointer, width, false, &targets);
    if (!plan.count)
        return false;
    bool done = plan.count > 1 || settle(run, state, &targets.data[0], false);
    if (plan.count > 1)
        *result = merged_load(run, state, &targets, plan.count, width, plan.unite);
    else if (done && target_load(run, state, &targets.data[0], width, result) == ACCESS_UNINITIALISED)
        done = uninitialised_error(run, state, width);
    targets_release(&targets);
    return done;
}

bool dereference_store(struct run *run, struct state *state, expr_t pointer, unsigned width,
                       struct value value)
{
    struct targets targets;
    struct plan plan = resolve(run, state, pointer, width, true, &targets);
    if (!plan.count)
        return false;
    bool done = plan.count > 1 || settle(run, state, &targets.data[0], true);
    struct history *history = &state->space.history;
    history->paused = true;
    if (plan.count > 1)
        merged_store(run, state, &targets, plan.count, width, value, plan.unite);
    else if (done)
        target_store(run, state, &targets.data[0], width, value);
    history->paused = false;
    if (done && unlikely(history_notes(history)))
        history_note(history, (struct history_event){.kind = HISTORY_STORE,
                                                     .pointer = value_of(run, pointer),
                                                     .count = width,
                                                     .value = value});
    targets_release(&targets);
    return done;
}
