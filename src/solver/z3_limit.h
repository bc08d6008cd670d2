/* Stops a check of Z3 when its time is up, or the run is over. Z3's own timeout is lost now and
 * then when it goes off before the search has begun, and the check never
 * ends: who watches here interrupts it again and again until it does. Before its search Z3
 * hears little: what takes long there is asked in a child, which can be killed. */
#ifndef SOLVER_Z3_LIMIT_H
#define SOLVER_Z3_LIMIT_H

#include "base/budget.h"

#include <pthread.h>
#include <stdbool.h>
#include <z3.h>

struct z3_limit {
    Z3_context context;
    struct budget *budget;
    double until; /* clock_seconds(); 0: no end */
    bool is_set, done;
    pthread_t watcher;
    pthread_mutex_t lock;
    pthread_cond_t change;
};

void z3_limit_start(struct z3_limit *, Z3_context, struct budget *);
void z3_limit_stop(struct z3_limit *);

#endif
