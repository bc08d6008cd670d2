#include "command/interrupt.h"

#include "base/bug.h"
#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A signal handler has no other way to know. */
static struct {
    struct run *volatile run; /* NULL before it begins and when it is over */
    volatile sig_atomic_t is_over, code;
    volatile sig_atomic_t is_asked;
    volatile double asked; /* when somebody did, by clock_seconds() */
    volatile sig_atomic_t has_line;
} process;

static const int requests[] = {SIGINT, SIGTERM, SIGHUP};

enum { AT_ONCE = 128 }; /* and the number of the signal */

/* Seconds after which the same request is another one: a key is not pressed twice faster than that, and
 * who sends signals from a program waits longer for an answer. */
static double patience_of(int number) { return number == SIGINT ? 0.3 : 1; }

/* The line of progress, if there is one, is written over. */
static void say(const char *text)
{
    const char clear[] = "\r\033[K";
    if ((process.has_line && write(STDERR_FILENO, clear, sizeof clear - 1) < 0) ||
        write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* where nobody listens, nobody misses it */
}

static _Noreturn void end_at_once(int number, const char *text)
{
    say(text);
    _exit(AT_ONCE + number);
}

static void ask(struct run *run, int number)
{
    run->stopped_at = clock_seconds();
    run->stop_signal = number;
    budget_stop(exprs_budget(run->exprs));
}

static void on_request(int number)
{
    int error = errno;
    struct run *run = process.run;
    double now = clock_seconds();
    if (process.is_over)
        _exit(process.code);
    if (!run)
        end_at_once(number, "ramify: stopped before the run began\n");
    if (!process.is_asked) {
        process.is_asked = true;
        process.asked = now;
        ask(run, number);
        say("ramify: stopping: writing tests; once more to stop at once\n");
    } else if (now - process.asked >= patience_of(number)) {
        end_at_once(number, "ramify: stopped at once\n");
    }
    errno = error;
}

/* The kernel repeats this every second, until the hard limit, which is its last word. */
static void on_processor_limit(int number)
{
    int error = errno;
    struct run *run = process.run;
    if (!run && !process.is_over)
        end_at_once(number, "ramify: processor time is up before the run began (ulimit -t)\n");
    if (run && !run->stop_signal) {
        ask(run, number);
        say("ramify: stopping: processor time is up (ulimit -t)\n");
    }
    errno = error;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigfillset(&action.sa_mask);
    if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

/* ---- processor time ---- */

double processor_time_left(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) || limit.rlim_cur >= limit.rlim_max)
        return 0;
    double left = (double)limit.rlim_cur - clock_processor_seconds();
    return left > 0.01 ? left : 0.01;
}

double processor_time_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) || limit.rlim_max == RLIM_INFINITY)
        return 0;
    return limit.rlim_max ? (double)limit.rlim_max : 1; /* to the kernel 0 is a second */
}

/* Where the soft limit is not below the hard one the kernel kills without a word: we warn ourselves. */
static void warn_before_limit(void)
{
    double limit = processor_time_limit();
    if (!limit || processor_time_left() > 0)
        return;
    double spare = limit / 5 < 2 ? limit / 5 : 2, when = limit - spare;
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU};
    struct itimerspec at = {.it_value = {(time_t)when, (long)((when - (double)(time_t)when) * 1e9)}};
    if (!timer_create(CLOCK_PROCESSOR_LIMIT, &event, &timer))
        timer_settime(timer, TIMER_ABSTIME, &at, NULL);
}

/* ---- from the first moment to the last ---- */

void interrupts_catch(void)
{
    for (size_t i = 0; i < ARRAY_COUNT(requests); i++)
        handle(requests[i], on_request);
    handle(SIGXCPU, on_processor_limit);
    warn_before_limit();
}

void interrupts_begin(struct run *run)
{
    process.has_line = isatty(STDERR_FILENO);
    process.run = run;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void interrupts_end(int code)
{
    process.code = code;
    process.is_over = true;
    process.run = NULL;
}
