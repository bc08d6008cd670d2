#include "solver/z3_limit.h"

static struct timespec later(struct timespec when, double seconds)
{
    const long SECOND = 1000000000;
    double whole = (double)(time_t)seconds;
    when.tv_sec += (time_t)whole;
    when.tv_nsec += (long)((seconds - whole) * (double)SECOND);
    if (when.tv_nsec >= SECOND) {
        when.tv_nsec -= SECOND;
        when.tv_sec++;
    }
    return when;
}

static void *watch(void *context)
{
    const double AGAIN = 0.02;
    struct z3_limit *limit = context;
    pthread_mutex_lock(&limit->lock);
    while (!limit->done)
        if (pthread_cond_timedwait(&limit->change, &limit->lock, &limit->when)) {
            Z3_interrupt(limit->context);
            limit->when = later(limit->when, AGAIN);
        }
    pthread_mutex_unlock(&limit->lock);
    return NULL;
}

void z3_limit_start(struct z3_limit *limit, Z3_context context, double seconds)
{
    *limit = (struct z3_limit){.context = context};
    if (seconds <= 0)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    limit->when = later(now, seconds < 1e9 ? seconds : 1e9);
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
