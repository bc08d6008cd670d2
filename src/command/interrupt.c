#include "command/interrupt.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A signal handler has no other way to know its run. */
static struct run *volatile interrupted;

enum { EXIT_INTERRUPTED = 130 }; /* as shells report it */

static void on_interrupt(int number)
{
    struct run *run = interrupted;
    if (!run || run->interrupts)
        _exit(EXIT_INTERRUPTED);
    run->interrupts++;
    budget_stop(exprs_budget(run->exprs));
}

/* The kernel repeats this every second, until the hard limit, which is its last word. */
static void on_processor_limit(int number)
{
    struct run *run = interrupted;
    if (!run)
        return;
    if (!run->interrupts)
        run->interrupts++;
    budget_stop(exprs_budget(run->exprs));
}

void interrupts_catch(struct run *run)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    struct sigaction limit = {.sa_handler = on_processor_limit, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    interrupted = run;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGXCPU, &limit, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

double processor_time_left(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) || limit.rlim_cur >= limit.rlim_max)
        return 0;
    double left = (double)limit.rlim_cur - (double)clock() / CLOCKS_PER_SEC;
    return left > 0.01 ? left : 0.01;
}

void interrupts_release(void)
{
    interrupted = NULL;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}
