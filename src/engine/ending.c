/* The end of a run: see ending.h. */
#include "engine/ending.h"

#include "base/clock.h"

#include <signal.h>

/* Seconds for the last tests: behind --max-time, and from a signal on. */
static const double AFTER_TIME = 1, AFTER_SIGNAL = 2;

/* Of the processor: what is saved last takes as long as what is saved first, and a little is spare. */
static const double SAVES = 3, SPARE = 0.1;

struct ending {
    struct run *run;
    double begun;          /* by clock_seconds() */
    double processor_last; /* when the processor's time must be kept for what is saved last; 0: never */
};

bool run_is_told(struct run *run, double now)
{
    const struct run_options *options = &run->options;
    const struct budget *budget = exprs_budget(run->exprs);
    const char *reason = run->stop_signal == SIGXCPU ? "processor time is up (ulimit -t)"
                         : run->stop_signal          ? "interrupted"
                         : options->max_time && now - run->start >= options->max_time
                             ? "time is up (--max-time)"
                         : budget->memory_is_lost ? "out of memory (--max-memory)"
                         : budget_is_over(budget) ? "enough steps (--max-steps)"
                                                  : NULL;
    if (reason && !run->halt_reason)
        run->halt_reason = reason;
    return reason;
}

static void count_alive(struct run *run)
{
    if (run->is_counted)
        return;
    run->is_counted = true;
    run->counters.partial += run->state_count;
    run_left_out(run, NO_LOCATION, "paths were still running when the run was stopped", NULL,
                 run->state_count);
    for (size_t i = 0; i < run->aside_count; i++)
        run_left_undecided(run, run->aside[i]);
}

void run_break_off(struct run *run, const char *reason)
{
    run->halt_reason = reason;
    count_alive(run);
}

static void save(struct ending *ending)
{
    struct run *run = ending->run;
    double before = clock_processor_seconds();
    if (run->observer.save)
        run->observer.save(run->observer.context, run);
    double limit = run->options.processor_limit;
    if (limit)
        ending->processor_last = limit - SAVES * (clock_processor_seconds() - before) - SPARE;
}

static bool has_time(const struct ending *ending)
{
    const struct run *run = ending->run;
    double now = clock_seconds(), end = run->start + run->options.max_time;
    if (run->stop_signal && now > run->stopped_at + AFTER_SIGNAL)
        return false;
    if (run->options.max_time && now > (end > ending->begun ? end : ending->begun) + AFTER_TIME)
        return false;
    return !ending->processor_last || clock_processor_seconds() < ending->processor_last;
}

/* From the last to the first: a state that goes leaves its place to the last. */
static void write_tests(struct ending *ending, bool only_new)
{
    struct run *run = ending->run;
    for (size_t i = run->state_count; i-- > 0 && run_wants_tests(run) && has_time(ending);)
        if (!only_new || run->states[i]->covered_new)
            run_end(run, run->states[i], PATH_HALTED);
}

void run_finish(struct run *run)
{
    struct ending ending = {.run = run, .begun = clock_seconds()};
    count_alive(run);
    if (run->state_count)
        save(&ending);
    write_tests(&ending, true);
    write_tests(&ending, false);
    if (run->state_count && run_wants_tests(run))
        log_message(run->log, "no tests for %zu of the paths still alive: time is up", run->state_count);
}
