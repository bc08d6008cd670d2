/* How long a question may take, in a run that was told when to stop: so that
 * those that cannot be answered leave time for all others. */
#ifndef SOLVER_PATIENCE_H
#define SOLVER_PATIENCE_H

#include "base/table.h"

struct patience {
    double seconds;         /* for one question; 0: no limit */
    double start, deadline; /* clock_seconds(): no question gets more than what is left; 0: no end */
    double length;          /* seconds the run is going to have; 0: nobody knows */
    double in_vain;         /* seconds for questions asked the first time that were not answered */
    struct table sites;     /* the same for each site, in nanoseconds */
};

void patience_release(struct patience *);

/* Seconds for a question; 0: no limit. scale multiplies them, and is more than
 * 1 for a question that is asked again. site: where in the program it comes
 * from, 0 if that does not matter. Where many were asked in vain, *cheaply is
 * set: it may be answered as far as no search is needed. */
double patience_allows(const struct patience *, double scale, uint64_t site, bool *cheaply);
/* A question asked the first time was not answered. */
void patience_lost(struct patience *, uint64_t site, double seconds);

#endif
