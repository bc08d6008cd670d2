/* The run's life: the main loop and its decisions, and the two ways in which a
 * state changes what it knows: branching and assuming. */
#include "engine/run.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/vector.h"
#include "engine/contexts.h"
#include "engine/cover.h"
#include "engine/ending.h"
#include "engine/experience.h"
#include "engine/memory_check.h"
#include "engine/placement.h"
#include "engine/interpret.h"

enum { QUANTUM = 50000, TICK_MILLISECONDS = 100, FIRST_COLLECTION = 2000000 };

struct run *run_new(struct program *program, struct exprs *exprs, struct chain *chain, struct log *log,
                    const struct run_options *options)
{
    struct run *run = NEW(struct run);
    run->options = *options;
    run->program = program;
    run->exprs = exprs;
    run->chain = chain;
    run->log = log;
    run->rng.state = options->seed;
    run->collect_terms_at = run->collect_objects_at = FIRST_COLLECTION;
    run->next_state_id = 1;
    run->experience = experience_new();
    run->contexts = contexts_new();
    cover_init(run);
    if (options->check_memory)
        run->memory_check = memory_check_new(exprs);
    run->windows.closed = options->check_memory;
    setup_program(run);
    return run;
}

void run_free(struct run *run)
{
    for (size_t i = 0; i < run->state_count; i++)
        state_free(run->states[i], &run->windows);
    for (size_t i = 0; i < run->aside_count; i++)
        state_free(run->aside[i], &run->windows);
    for (size_t i = 0; i < run->ended_count; i++)
        state_free(run->ended[i], &run->windows);
    memory_check_free(run->memory_check);
    mem_free(run->states);
    mem_free(run->aside);
    mem_free(run->ended);
    setup_release(run);
    cover_release(run);
    for (size_t i = 0; i < run->error_count; i++) {
        mem_free(run->errors[i].message);
        mem_free(run->errors[i].details);
        mem_free(run->errors[i].suffix);
    }
    mem_free(run->errors);
    table_release(&run->error_places);
    partials_release(&run->partials);
    experience_free(run->experience);
    contexts_free(run->contexts);
    groups_release(&run->groups);
    placement_free(run->placement);
    objects_release(&run->objects);
    mem_free(run);
}

/* ---- the set of states ---- */

static void append(struct state ***array, size_t *count, size_t *capacity, struct state *state)
{
    if (*count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 16;
        *array = mem_resize(*array, *capacity * sizeof **array);
    }
    (*array)[(*count)++] = state;
}

static void states_add(struct run *run, struct state *state, struct state *parent)
{
    state->position = run->state_count;
    append(&run->states, &run->state_count, &run->state_capacity, state);
    if (run->state_count > run->counters.max_states) {
        run->counters.max_states = run->state_count;
        run->bytes_at_most_states = mem_taken() - run->bytes_at_start;
    }
    run->search->ops->add(run->search, state, parent);
}

static void states_remove(struct run *run, struct state *state)
{
    run->search->ops->remove(run->search, state);
    struct state *last = run->states[--run->state_count];
    run->states[state->position] = last;
    last->position = state->position;
    if (run->running == state)
        run->running = NULL;
}

static bool enough_tests(const struct run *run)
{
    return run->options.max_tests && run->counters.tests >= run->options.max_tests;
}

static bool wants_test(const struct run *run, const struct state *state, enum path_end end)
{
    if (!run->observer.ended || end == PATH_ERROR || end == PATH_SILENT)
        return false; /* an error has told its story already */
    if (state->undecided || state == run->left_behind)
        return false; /* its model is not known to be one */
    return end != PATH_HALTED || run_wants_tests(run);
}

bool run_wants_tests(const struct run *run)
{
    return run->observer.ended && run->options.dump_states_on_halt && !enough_tests(run);
}

void run_left_undecided(struct run *run, const struct state *state)
{
    run->counters.undecided++;
    run_left_out(run, state_location(run, state), "the solver could not say whether the path exists",
                 "a greater --max-solver-time", 1);
}

void run_end(struct run *run, struct state *state, enum path_end end)
{
    if (state->ended)
        return;
    if (end != PATH_ERROR) /* which has been when it was told */
        memory_check_path(run, state);
    switch (end) {
    case PATH_EXIT:
        run->counters.completed++;
        break;
    case PATH_ERROR:
        run->counters.errors++;
        break;
    case PATH_SILENT:
        run->counters.silent++;
        break;
    case PATH_LIMIT:
        run->counters.partial++;
        break;
    case PATH_HALTED:
        break; /* all of them are counted at once: see ending.c */
    case PATH_UNDECIDED:
        run_left_undecided(run, state);
        break;
    }
    if (wants_test(run, state, end) && run->observer.ended(run->observer.context, run, state, end, NULL))
        run->counters.tests++;
    state->ended = true;
    if (!state->undecided)
        states_remove(run, state);
    append(&run->ended, &run->ended_count, &run->ended_capacity, state);
}

/* ---- branching and assuming ---- */

static void lay_over(struct state *state, struct model *over)
{
    struct model *model = model_copy(state->model);
    model_overlay(model, over);
    model_unref(state->model);
    state->model = model;
}

void state_learn(struct state *state, expr_t condition, struct model *over)
{
    state->constraints = constraints_add(state->constraints, condition);
    if (over)
        lay_over(state, over);
}

/* A new state in which the condition holds, as the model `over` shows; without
 * one (over NULL) nobody knows yet whether it can: it is set aside. */
struct state *run_fork(struct run *run, struct state *state, expr_t condition, struct model *over)
{
    windows_flush(&run->windows);
    struct state *child = state_fork(state);
    child->id = run->next_state_id++;
    child->undecided = !over;
    if (run->running)
        child->seconds += clock_seconds() - run->step_start;
    state_learn(child, condition, over);
    if (over) {
        states_add(run, child, state);
        run->counters.forks++;
    } else {
        append(&run->aside, &run->aside_count, &run->aside_capacity, child);
    }
    run->counters.created_states++;
    run->forked = true;
    if (run->running == state)
        frame_own(state);
    return child;
}

bool run_may_fork(struct run *run, const struct state *state)
{
    const struct run_options *options = &run->options;
    if (state->forking_disabled)
        run_partial(run, state, "klee_set_forking: one side of a branch is taken", NULL);
    else if (options->max_forks && run->counters.forks >= options->max_forks)
        run_partial(run, state, "--max-forks: one side of a branch is taken", "a greater --max-forks");
    else if (options->max_depth && state->depth >= options->max_depth)
        run_partial(run, state, "--max-depth: one side of a branch is taken", "a greater --max-depth");
    else
        return true;
    return false;
}

/* Names the branch for the solver: the calls that lead to it and the place in the last. */
static uint64_t site_of(const struct state *state)
{
    return hash_mix(state_calls(state), (uint64_t)(state->pc - state->top->function->code) + 1);
}

struct branches run_branch(struct run *run, struct state *state, expr_t condition)
{
    struct exprs *exprs = run->exprs;
    struct branches only_yes = {state, NULL}, only_no = {NULL, state};
    condition = constraints_simplify(state->constraints, condition);
    if (expr_is_const(exprs, condition))
        return expr_is_true(exprs, condition) ? only_yes : only_no;

    bool holds = expr_eval(exprs, condition, state->model);
    expr_t here = holds ? condition : expr_not(exprs, condition);
    expr_t there = expr_not(exprs, here);
    struct branches stay = holds ? only_yes : only_no;

    double before = clock_seconds();
    struct model *model = NULL;
    enum verdict verdict =
        chain_may_branch(run->chain, state->constraints, there, state->model, site_of(state), &model);
    state->solver_seconds += clock_seconds() - before;
    if (verdict == VERDICT_NO)
        return stay; /* the condition follows: nothing to learn */

    state->depth++;
    struct state *child = NULL;
    bool forks = run_may_fork(run, state),
         crosses = forks && run->options.yes_first && !holds && verdict == VERDICT_YES;
    if (crosses) {
        child = run_fork(run, state, here, state->model);
        state_learn(state, there, model);
    } else {
        if (forks)
            child = run_fork(run, state, there, verdict == VERDICT_YES ? model : NULL);
        state_learn(state, here, NULL);
    }
    model_unref(model);
    if (!child)
        return stay;
    return holds || crosses ? (struct branches){state, child} : (struct branches){child, state};
}

bool run_assume(struct run *run, struct state *state, expr_t condition)
{
    struct exprs *exprs = run->exprs;
    condition = constraints_simplify(state->constraints, condition);
    if (expr_is_const(exprs, condition))
        return expr_is_true(exprs, condition);
    if (expr_eval(exprs, condition, state->model)) {
        state_learn(state, condition, NULL);
        return true;
    }
    struct model *model = NULL;
    enum verdict verdict = chain_may(run->chain, state->constraints, condition, state->model, 1, &model);
    if (verdict == VERDICT_UNKNOWN)
        verdict = chain_may(run->chain, state->constraints, condition, state->model, 10, &model);
    if (verdict == VERDICT_YES)
        state_learn(state, condition, model);
    model_unref(model);
    if (verdict == VERDICT_UNKNOWN)
        run_end(run, state, PATH_UNDECIDED);
    return verdict == VERDICT_YES;
}

/* What an undecided question leaves out is not the least. */
uint64_t run_choose(struct run *run, struct state *state, expr_t term)
{
    struct exprs *exprs = run->exprs;
    uint64_t value = expr_eval(exprs, term, state->model);
    if (!run->options.yes_first)
        return value;
    for (uint64_t low = expr_interval(exprs, term).low; low < value;) {
        uint64_t middle = low + (value - low) / 2;
        expr_t below = expr_ule(exprs, term, expr_const(exprs, expr_width(exprs, term), middle));
        struct model *model = NULL;
        if (chain_may(run->chain, state->constraints, below, state->model, 1, &model) == VERDICT_YES) {
            lay_over(state, model);
            value = expr_eval(exprs, term, state->model);
        } else {
            low = middle + 1;
        }
        model_unref(model);
    }
    return value;
}

uint64_t run_concretise(struct run *run, struct state *state, struct value value, unsigned width,
                        const char *why, const char *help)
{
    if (value_is_concrete(value))
        return value.bits;
    expr_t term = value_term(value);
    uint64_t concrete = run_choose(run, state, term);
    expr_t chosen = expr_eq(run->exprs, term, expr_const(run->exprs, width, concrete));
    if (!expr_is_const(run->exprs, constraints_simplify(state->constraints, chosen))) {
        state_learn(state, chosen, NULL);
        run_partial(run, state, why, help);
    }
    return concrete;
}

/* ---- the main loop ---- */

static void halt(struct run *run, const char *reason)
{
    if (!run->halt_reason)
        run->halt_reason = reason;
}

/* What is resident may be waiting to be used again, here or in the allocator:
 * it does not count, or memory once short would be short for ever. */
static size_t used_memory(const struct run *run)
{
    return mem_taken() - run->objects.pool.waiting + run->foreign_memory;
}

static bool over_memory(const struct run *run)
{
    return run->options.max_memory && used_memory(run) > run->options.max_memory &&
           mem_resident() > run->options.max_memory;
}

static void free_ended(struct run *run)
{
    while (run->ended_count && !run->abandoned)
        state_free(run->ended[--run->ended_count], &run->windows);
}

/* Memory is short: collect; if that gives little, which would not last, end the
 * states that have gone longest without covering anything new, with a test each. */
static void save_memory(struct run *run)
{
    collect_garbage(run);
    if (used_memory(run) <= run->options.max_memory / 8 * 7)
        return;
    size_t victims = run->state_count / 4 + 1;
    log_message(run->log, "over --max-memory: ending %zu of %zu states early, with a test each", victims,
                run->state_count);
    while (victims-- && run->state_count && !run_is_told(run, clock_seconds())) {
        struct state *worst = run->states[0];
        for (size_t i = 1; i < run->state_count && i < 64; i++)
            if (run->states[i]->instructions_since_new > worst->instructions_since_new)
                worst = run->states[i];
        run->counters.evicted++;
        run_left_out(run, state_location(run, worst), "memory was short: the path was ended early",
                     "a greater --max-memory", 1);
        run_end(run, worst, PATH_LIMIT);
    }
    free_ended(run);
    mem_trim();
    if (!run->state_count)
        halt(run, "out of memory (--max-memory)");
}

/* What the run may take more until the next tick, and something for what libraries have and will give back.
 */
static void grant_memory(struct run *run)
{
    size_t limit = run->options.max_memory, used = used_memory(run), resident = mem_resident();
    size_t most = used < limit ? resident + (limit - used) : resident;
    budget_memory(exprs_budget(run->exprs), limit ? (most > limit ? most : limit) + limit / 8 : 0);
}

static void tick(struct run *run, double now)
{
    run->last_tick = now;
    if (run->observer.tick)
        run->observer.tick(run->observer.context, run);
    if (!run_is_told(run, now) && over_memory(run))
        save_memory(run);
    grant_memory(run);
}

/* Ask once more, with much more time, about a state that was set aside. */
static void decide(struct run *run)
{
    struct state *state = run->aside[--run->aside_count];
    struct model *model = NULL;
    enum verdict verdict = chain_may(run->chain, state->constraints, 0, state->model, 10, &model);
    if (verdict == VERDICT_YES) {
        model_unref(state->model);
        state->model = model_copy(model);
        state->undecided = false;
        run->branch_taken[state->aside_branch] |= state->aside_edge;
        run->counters.forks++;
        states_add(run, state, NULL);
    } else if (verdict == VERDICT_NO) {
        state_free(state, &run->windows);
    } else {
        run_end(run, state, PATH_UNDECIDED);
    }
    model_unref(model);
    tick(run, clock_seconds()); /* which may have been all the time there was */
}

static void check_limits(struct run *run)
{
    const struct run_options *options = &run->options;
    if (options->max_instructions && run->counters.instructions >= options->max_instructions)
        halt(run, "enough instructions (--max-instructions)");
    if (enough_tests(run))
        halt(run, "enough tests (--max-tests)");
}

static void check_path_limits(struct run *run, struct state *state)
{
    const struct run_options *options = &run->options;
    bool too_long = options->max_path_instructions && state->instructions >= options->max_path_instructions,
         too_slow = options->max_path_time && state->seconds >= options->max_path_time;
    if (!too_long && !too_slow)
        return;
    uint32_t location = state_location(run, state);
    char *where = location_text(run->program, location);
    log_message(run->log, "%s: a path reached its limit and is set aside, with a test", where);
    mem_free(where);
    run_left_out(run, location, "the path reached its limit",
                 too_long ? "a greater --max-path-instructions" : "a greater --max-path-time", 1);
    run_end(run, state, PATH_LIMIT);
}

/* Time is up, or memory short, in the middle of an instruction on many bytes: nothing can be said of the
 * path any more but how it got there. */
static void check_half_done(struct run *run, struct state *state)
{
    if (state->ended || !state->space.half_done || budget_is_over(exprs_budget(run->exprs)))
        return;
    run->counters.evicted++;
    run_left_out(run, state_location(run, state), "memory was short: the path was ended early",
                 "a greater --max-memory", 1);
    run_end(run, state, PATH_LIMIT);
}

static int32_t budget(const struct run *run, const struct state *state)
{
    uint64_t budget = QUANTUM;
    const struct run_options *options = &run->options;
    if (options->max_instructions && options->max_instructions - run->counters.instructions < budget)
        budget = options->max_instructions - run->counters.instructions;
    if (options->max_path_instructions && options->max_path_instructions - state->instructions < budget)
        budget = options->max_path_instructions - state->instructions;
    return (int32_t)budget;
}

static uint64_t solver_cost(const struct run *run)
{
    return run->chain ? experience_cost(&run->chain->stats) : 0;
}

static void step(struct run *run, struct state *state)
{
    if (run->last_run != state) {
        windows_flush(&run->windows);
        run->last_run = state;
    }
    frame_own(state);
    run->running = state;
    double before = run->step_start = clock_seconds();
    uint64_t executed = run->step_executed = state->instructions, cost = solver_cost(run);
    if (!state->space.half_done)
        interpret(run, state, budget(run, state));
    double now = clock_seconds();
    if (state->merged_at)
        experience_charge(run->experience, state->merged_at - 1, solver_cost(run) - cost);
#ifdef RAMIFY_DEBUG
    if (!state->ended)
        state_check(state);
#endif
    state->seconds += now - before;
    run->counters.instructions += state->instructions - executed;
    check_half_done(run, state);
    if (!state->ended)
        check_path_limits(run, state);
    if (state->ended)
        run->last_run = NULL;
    else
        run->search->ops->ran(run->search, state);
    run->running = NULL;
    free_ended(run);
    if (now - run->last_tick > TICK_MILLISECONDS * 1e-3 || budget_spent(exprs_budget(run->exprs), 1))
        tick(run, now);
    check_limits(run);
}

static void set_patience(struct run *run)
{
    const struct run_options *options = &run->options;
    struct patience *patience = &run->chain->patience;
    patience->start = run->start;
    patience->deadline = options->max_time ? run->start + options->max_time : 0;
    patience->length = options->max_time;
    if (options->processor_time && (!patience->length || options->processor_time < patience->length))
        patience->length = options->processor_time;
}

static void set_budget(struct run *run)
{
    const struct run_options *options = &run->options;
    struct budget *budget = exprs_budget(run->exprs);
    budget_run_until(budget, options->max_time ? run->start + options->max_time : 0);
    if (options->max_steps)
        budget_run_steps(budget, options->max_steps);
    grant_memory(run);
}

static void loop(struct run *run)
{
    while (!run->halt_reason)
        if (garbage_due(run))
            collect_garbage(run);
        else if (run->state_count)
            step(run, run->search->ops->pick(run->search));
        else if (run->aside_count)
            decide(run);
        else
            halt(run, "finished");
}

static void abandon(void *context)
{
    struct run *run = context;
    run->abandoned = true;
    longjmp(run->way_out, 1);
}

/* Somebody did not return. The state that ran is half way through an instruction: it is still running,
 * and gets no test. */
static void leave_behind(struct run *run)
{
    run_is_told(run, clock_seconds());
    exprs_abandon(run->exprs);
    run->left_behind = run->running;
    if (run->running)
        run->counters.instructions += run->running->instructions - run->step_executed;
    run->running = run->last_run = NULL;
}

static void explore(struct run *run)
{
    struct budget *budget = exprs_budget(run->exprs);
    if (!setjmp(run->way_out)) {
        budget_on_overrun(budget, abandon, run);
        loop(run);
    } else {
        leave_behind(run);
    }
    budget_on_overrun(budget, NULL, NULL);
}

void run_explore(struct run *run)
{
    run->start = run->last_tick = clock_seconds();
    size_t resident = mem_resident(), taken = mem_taken();
    run->foreign_memory = resident > taken ? resident - taken : 0;
    set_patience(run);
    set_budget(run);
    struct state *first = setup_state(run);
    run->bytes_at_start = mem_taken();
    first->id = run->next_state_id++;
    constraints_use_arrays(first->constraints, run->chain->arrays);
    run->counters.created_states++;
    states_add(run, first, NULL);

    explore(run);
    run_finish(run);
    if (run->observer.tick)
        run->observer.tick(run->observer.context, run);
}
