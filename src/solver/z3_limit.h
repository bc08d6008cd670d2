/* Stops a check of Z3 when its time is up. Z3's own timeout is lost now and
 * then when it goes off before the search has begun, and the check never
 * ends: who watches here interrupts it again and again until it does. */
#ifndef SOLVER_Z3_LIMIT_H
#define SOLVER_Z3_LIMIT_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <z3.h>

struct z3_limit {
    Z3_context context;
    struct timespec when;
    bool is_set, done;
    pthread_t watcher;
    pthread_mutex_t lock;
    pthread_cond_t change;
};

void z3_limit_start(struct z3_limit *, Z3_context, double seconds); /* 0: no limit */
void z3_limit_stop(struct z3_limit *);

#endif
