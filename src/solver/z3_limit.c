#include "solver/z3_limit.h"

#include "base/clock.h"

#include <time.h>

/* Seconds to the next look at whether the run is over; a check that is to stop is told so as often. */
static const double PERIOD = 0.02;

static struct timespec soon(void)
{
    const long SECOND = 1000000000;
    struct timespec when;
    clock_gettime(CLOCK_MONOTONIC, &when);
    when.tv_nsec += (long)(PERIOD * (double)SECOND);
    when.tv_sec += when.tv_nsec / SECOND;
    when.tv_nsec %= SECOND;
    return when;
}

/* Another thread than the one whose budget it is: reads what does not change during the check, and the flag.
 */
static void *watch(void *context)
{
    struct z3_limit *limit = context;
    pthread_mutex_lock(&limit->lock);
    while (!limit->done) {
        struct timespec when = soon();
        pthread_cond_timedwait(&limit->change, &limit->lock, &when);
        if (!limit->done &&
            (limit->budget->told_to_stop || (limit->until > 0 && clock_seconds() > limit->until)))
            Z3_interrupt(limit->context);
    }
    pthread_mutex_unlock(&limit->lock);
    return NULL;
}

void z3_limit_start(struct z3_limit *limit, Z3_context context, struct budget *budget)
{
    *limit = (struct z3_limit){.context = context, .budget = budget, .until = budget->question_until};
    if (budget->run_until > 0 && (!limit->until || budget->run_until < limit->until))
        limit->until = budget->run_until;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&limit->lock, NULL);
    pthread_cond_init(&limit->change, &clock);
    pthread_condattr_destroy(&clock);
    limit->is_set = !pthread_create(&limit->watcher, NULL, watch, limit);
}

void z3_limit_stop(struct z3_limit *limit)
{
    if (!limit->is_set)
        return;
    pthread_mutex_lock(&limit->lock);
    limit->done = true;
    pthread_cond_signal(&limit->change);
    pthread_mutex_unlock(&limit->lock);
    pthread_join(limit->watcher, NULL);
    pthread_cond_destroy(&limit->change);
    pthread_mutex_destroy(&limit->lock);
}
