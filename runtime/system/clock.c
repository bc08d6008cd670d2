/* Time: a clock that starts at the same moment on every path, goes on by a
 * little with each look at it, and by what the program sleeps. */
#include "system.h"

static const uint64_t second = 1000000000;
static const uint64_t tick = 1000;

uint64_t clock_now(void) { return SYSTEM->nanoseconds += tick; }
void clock_pass(uint64_t nanoseconds) { SYSTEM->nanoseconds += nanoseconds; }

struct time {
    long seconds, rest;
};

static struct time split(uint64_t nanoseconds, uint64_t unit)
{
    return (struct time){(long)(nanoseconds / second), (long)(nanoseconds % second / unit)};
}

long system_time(long to)
{
    long seconds = (long)(clock_now() / second);
    if (to)
        *(long *)to = seconds;
    return seconds;
}

long system_gettimeofday(long to, long zone)
{
    if (to)
        *(struct time *)to = split(clock_now(), 1000);
    if (zone)
        *(long *)zone = 0;
    return 0;
}

/* Real time is since 1970; the other clocks since the system was started. */
static uint64_t since(long clock)
{
    static const uint64_t boot = 1700000000ull * 1000000000ull - 1000ull * 1000000000ull;
    enum { REALTIME = 0, REALTIME_COARSE = 5, TAI = 11 };
    uint64_t now = clock_now();
    return clock == REALTIME || clock == REALTIME_COARSE || clock == TAI ? now : now - boot;
}

long system_clock_gettime(long clock, long to)
{
    clock = (int)__ramify_decide((unsigned)clock);
    if (clock > 11)
        return -EINVAL;
    *(struct time *)to = split(since(clock), 1);
    return 0;
}

long system_clock_getres(long clock, long to)
{
    if ((int)clock > 11)
        return -EINVAL;
    if (to)
        *(struct time *)to = (struct time){0, 1};
    return 0;
}

static long sleep_for(long request, long left, uint64_t from)
{
    const struct time *time = (const struct time *)request;
    if (__ramify_unmapped(request))
        return -EFAULT;
    if (time->seconds < 0 || time->rest < 0 || time->rest >= (long)second)
        return -EINVAL;
    uint64_t until = (uint64_t)time->seconds * second + (uint64_t)time->rest;
    if (until > from)
        clock_pass(until - from);
    if (left)
        *(struct time *)left = (struct time){0, 0};
    return 0;
}

long system_nanosleep(long request, long left) { return sleep_for(request, left, 0); }
long system_clock_nanosleep(long clock, long flags, long request, long left)
{
    enum { ABSOLUTE = 1 };
    return flags & ABSOLUTE ? sleep_for(request, 0, since(clock)) : sleep_for(request, left, 0);
}

long system_times(long to)
{
    long ticks = (long)(since(1) / 10000000);
    if (to) {
        long *times = (long *)to;
        times[0] = ticks;
        times[1] = times[2] = times[3] = 0;
    }
    return ticks;
}

long system_getrusage(long who, long to)
{
    (void)who;
    if (__ramify_unmapped(to))
        return -EFAULT;
    struct time *usage = (struct time *)to;
    __builtin_memset(usage, 0, 144);
    *usage = split(since(1), 1000);
    return 0;
}

/* No signal ever comes by itself. */
long system_alarm(long seconds)
{
    if (seconds)
        klee_warning_once("alarm: the signal never comes");
    return 0;
}
