#include "compiler/unfinished.h"

#include "base/bug.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 256 };

/* A signal handler has no other way to know. */
static struct {
    const char *volatile paths[MOST];
    volatile sig_atomic_t first, count;
} unfinished;

static void on_signal(int number)
{
    struct stat status;
    for (int i = unfinished.first; i < unfinished.count; i++)
        if (!lstat(unfinished.paths[i], &status) && S_ISREG(status.st_mode))
            unlink(unfinished.paths[i]);
    signal(number, SIG_DFL);
    raise(number);
}

void unfinished_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < ARRAY_COUNT(numbers); i++) {
        struct sigaction before;
        if (!sigaction(numbers[i], NULL, &before) && before.sa_handler == SIG_DFL)
            signal(numbers[i], on_signal);
    }
}

void unfinished_add(const char *path)
{
    if (unfinished.count == MOST)
        return;
    unfinished.paths[unfinished.count] = path;
    unfinished.count++;
}

void unfinished_next(void)
{
    if (unfinished.first < unfinished.count)
        unfinished.first++;
}

void unfinished_follow(int parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    if (getppid() != parent)
        _exit(127);
}
