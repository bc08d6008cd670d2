#include "base/clock.h"

#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void) { return seconds(CLOCK_MONOTONIC); }
double clock_processor_seconds(void) { return seconds(CLOCK_PROCESSOR_LIMIT); }
