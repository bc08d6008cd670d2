/* How much more may be done: one budget for a run, at which every loop looks
 * that may be long, be it over terms, bytes or states.
 *
 * A step is some ten nanoseconds of work: a term made or visited, a word copied.
 * Who does more in one turn says so by the weight. Only every few thousand steps
 * is the clock read, and what a signal handler or the run has said looked at.
 *
 * There are three answers. Nothing is spent: go on. The question at hand is
 * spent: its answer is "unknown", and the run goes on. The run is over: nothing
 * that is computed from now on is going to be used, so that everybody returns
 * what is quickest to make and well formed. Who cannot return is left behind: a
 * while after the end of the run a look does not come back (budget_on_overrun).
 *
 * All zero is a budget without an end. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include "base/bug.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
    int64_t left;           /* steps to the next look; negative while something is spent */
    bool question_is_spent; /* as the last look found */
    bool run_is_over;
    bool memory_is_lost; /* the run is over because memory was short and nobody made room */

    volatile bool told_to_stop; /* by a signal handler, at any moment */
    double question_until;      /* clock_seconds(); 0: no end */
    double run_until;
    double over_since;
    uint64_t steps_until;           /* the run is over after so many; 0: no end */
    uint64_t steps;                 /* taken, up to the last look */
    int64_t granted;                /* steps of the last look */
    size_t resident_limit;          /* bytes; 0: no limit */
    double memory_look;             /* when that was last looked at */
    double short_since;             /* memory is; 0: it is not */
    void (*overrun)(void *context); /* does not return */
    void *context;
};

/* ---- the run ---- */

/* The run is over. Safe in a signal handler and in another thread. */
void budget_stop(struct budget *);
/* When the run is over, by clock_seconds(); 0: never. */
void budget_run_until(struct budget *, double deadline);
/* For tests: the run is over after so many steps from now. */
void budget_run_steps(struct budget *, uint64_t steps);
/* While more bytes are resident, what is at hand is spent: it cannot be had within the memory that
 * there is. 0: no limit. Whoever has made room, or knows that there is some, says so by calling this
 * again; where nobody does for a while, the run is over. */
void budget_memory(struct budget *, size_t resident_limit);
/* Called by budget_spent() where the run has been over for a while and somebody still computes; it must not
 * return. NULL: nobody, the work goes on to its end. */
void budget_on_overrun(struct budget *, void (*overrun)(void *context), void *context);

/* ---- a question ---- */

/* A question is asked that may take so many seconds, 0: as many as it likes. Questions nest: an inner one
 * ends no later than the outer one. returns what budget_answered() wants. */
double budget_ask(struct budget *, double seconds);
void budget_answered(struct budget *, double before);

/* ---- who computes ---- */

bool budget_look(struct budget *); /* behind budget_spent */

/* So many steps were taken: is the question spent, or is the run over? */
static inline bool budget_spent(struct budget *budget, uint64_t weight)
{
    budget->left -= (int64_t)weight;
    return unlikely(budget->left < 0) && budget_look(budget);
}

/* The same at a place that cannot be left behind, such as in a callback of a library: looks at everything
 * now, and returns always. */
bool budget_spent_now(struct budget *);

/* budget_spent_now or budget_is_late, for who serves some that want the one and some that want the other. */
typedef bool budget_end(struct budget *);

/* Has the run been over for a while? Who writes what nobody was promised leaves it then. Looks now, and
 * returns always. */
bool budget_is_late(struct budget *);

/* Is the run over, as the last look found? Its question is spent, too. */
static inline bool budget_is_over(const struct budget *budget) { return budget->run_is_over; }

#endif
