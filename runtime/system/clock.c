/* Time: a clock that starts at the same moment on every path, goes on by a
 * little with each look at it, and by what the program sleeps. With
 * --symbolic-environment each look is an input, not before the one before. */
#include "system.h"

static const uint64_t second = 1000000000;
static const uint64_t tick = 1000;

uint64_t clock_now(void) { return SYSTEM->nanoseconds += tick; }

void clock_pass(uint64_t nanoseconds)
{
    SYSTEM->nanoseconds += nanoseconds;
    SYSTEM->date.seconds += (long)(nanoseconds / second);
    SYSTEM->running.seconds += (long)(nanoseconds / second);
}

/* A clock that the program can read: inputs of two names if it is symbolic. */
struct face {
    enum environment what;
    const char *seconds, *rest;
    long most; /* seconds */
    struct moment *last;
};

/* to the year 9999 */
static struct face date_face(void)
{
    return (struct face){ENVIRONMENT_TIME, "time", "time_ns", 253402300799, &SYSTEM->date};
}

static struct face running_face(void)
{
    return (struct face){ENVIRONMENT_CLOCK, "clock", "clock_ns", INT32_MAX, &SYSTEM->running};
}

/* Without branches: what is symbolic is compared. */
static long look_at_seconds(struct face face, uint64_t now)
{
    long before = face.last->seconds;
    long seconds = environment_number(face.what, face.seconds, before, face.most, (long)(now / second));
    face.last->rest &= -(long)(seconds == before);
    return face.last->seconds = seconds;
}

static struct moment look(struct face face, uint64_t now)
{
    struct moment seen = {(long)(now / second), (long)(now % second)};
    if (environment_is_symbolic(face.what, face.seconds)) {
        look_at_seconds(face, now);
        face.last->rest =
            environment_number(face.what, face.rest, face.last->rest, (long)second - 1, seen.rest);
        seen = *face.last;
    }
    return seen;
}

static struct moment in_microseconds(struct moment moment)
{
    moment.rest = (long)((uint64_t)moment.rest / 1000);
    return moment;
}

long system_time(long to)
{
    uint64_t now = clock_now();
    long seconds = (long)(now / second);
    if (environment_is_symbolic(ENVIRONMENT_TIME, "time"))
        seconds = look_at_seconds(date_face(), now);
    if (to)
        *(long *)to = seconds;
    return seconds;
}

long system_gettimeofday(long to, long zone)
{
    if (to)
        *(struct moment *)to = in_microseconds(look(date_face(), clock_now()));
    if (zone)
        *(long *)zone = 0;
    return 0;
}

/* Real time is since 1970; the other clocks since the system was started. */
static const uint64_t boot = 1700000000ull * 1000000000ull - 1000ull * 1000000000ull;

static int is_date(long clock)
{
    enum { REALTIME = 0, REALTIME_COARSE = 5, TAI = 11 };
    return clock == REALTIME || clock == REALTIME_COARSE || clock == TAI;
}

static uint64_t since(long clock) { return is_date(clock) ? clock_now() : clock_now() - boot; }

long system_clock_gettime(long clock, long to)
{
    clock = (int)__ramify_decide((unsigned)clock);
    if (clock > 11)
        return -EINVAL;
    *(struct moment *)to = look(is_date(clock) ? date_face() : running_face(), since(clock));
    return 0;
}

long system_clock_getres(long clock, long to)
{
    if ((int)clock > 11)
        return -EINVAL;
    if (to)
        *(struct moment *)to = (struct moment){0, 1};
    return 0;
}

static long sleep_for(long request, long left, uint64_t from)
{
    const struct moment *time = (const struct moment *)request;
    if (__ramify_unmapped(request))
        return -EFAULT;
    if (time->seconds < 0 || time->rest < 0 || time->rest >= (long)second)
        return -EINVAL;
    uint64_t until = (uint64_t)time->seconds * second + (uint64_t)time->rest;
    if (until > from)
        clock_pass(until - from);
    if (left)
        *(struct moment *)left = (struct moment){0, 0};
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
    struct moment now = look(running_face(), since(1));
    long ticks = now.seconds * 100 + (long)((uint64_t)now.rest / 10000000);
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
    struct moment *usage = (struct moment *)to;
    __builtin_memset(usage, 0, 144);
    *usage = in_microseconds(look(running_face(), since(1)));
    return 0;
}

/* No signal ever comes by itself. */
long system_alarm(long seconds)
{
    if (seconds)
        klee_warning_once("alarm: the signal never comes");
    return 0;
}
