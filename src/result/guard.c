/* What no limit of the kernel's counts together, the memory of all processes, is
 * looked up now and then. */
#include "result/guard.h"

#include "base/clock.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const double often = 0.05; /* seconds between two looks at memory */

static sigset_t children(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    return set;
}

void guard_prepare(void)
{
    const sigset_t set = children();
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void guard_forget(void)
{
    const sigset_t set = children();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static bool limit(int what, unsigned long soft, unsigned long hard)
{
    struct rlimit now;
    if (getrlimit(what, &now))
        return false;
    hard = hard < now.rlim_max ? hard : now.rlim_max;
    const struct rlimit wanted = {soft < hard ? soft : hard, hard};
    return !setrlimit(what, &wanted);
}

bool guard_limit(double seconds, bool sized)
{
    const unsigned long megabyte = 1 << 20, processor = (unsigned long)ceil(seconds) + 1;
    return limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_MEMLOCK, 0, 0) && limit(RLIMIT_MSGQUEUE, 0, 0) &&
           limit(RLIMIT_CPU, processor, processor + 1) &&
           limit(RLIMIT_NPROC, GUARD_PROCESSES, GUARD_PROCESSES) &&
           limit(RLIMIT_NOFILE, GUARD_FILES, GUARD_FILES) &&
           limit(RLIMIT_FSIZE, GUARD_FILE_MEGABYTES * megabyte, GUARD_FILE_MEGABYTES * megabyte) &&
           (!sized || limit(RLIMIT_DATA, GUARD_MEGABYTES * megabyte, GUARD_MEGABYTES * megabyte));
}

/* ---- memory ---- */

static unsigned long pages_of(const char *process)
{
    char path[300];
    unsigned long size, resident = 0;
    snprintf(path, sizeof path, "/proc/%s/statm", process);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident;
}

/* Of all processes but this one, which is the first; 0 where there is no /proc. */
static bool is_too_large(void)
{
    DIR *all = opendir("/proc");
    unsigned long pages = 0;
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (isdigit((unsigned char)*entry->d_name) && strcmp(entry->d_name, "1"))
            pages += pages_of(entry->d_name);
    if (all)
        closedir(all);
    return pages / 1024 * (unsigned long)sysconf(_SC_PAGESIZE) / 1024 > GUARD_MEGABYTES;
}

/* ---- waiting ---- */

/* Those of others are ours where we are the first process. */
static bool has_ended(pid_t program, int *status)
{
    int other;
    for (pid_t ended; (ended = waitpid(-1, &other, WNOHANG)) > 0;)
        if (ended == program) {
            *status = other;
            return true;
        }
    return false;
}

static void end_all(pid_t program, bool alone, bool is_left, int *status)
{
    kill(alone ? -1 : -program, SIGKILL);
    if (is_left)
        while (waitpid(program, status, 0) < 0 && errno == EINTR)
            ;
    while (alone && (waitpid(-1, NULL, 0) > 0 || errno == EINTR))
        ;
}

enum guard_end guard_wait(pid_t program, double seconds, bool alone, int *status)
{
    const sigset_t set = children();
    double begun = clock_seconds();
    enum guard_end end = GUARD_ENDED;
    bool ended = false;
    while (!(ended = has_ended(program, status)) && end == GUARD_ENDED) {
        const struct timespec pause = {0, (long)(often * 1e9)};
        sigtimedwait(&set, NULL, &pause);
        if (seconds > 0 && clock_seconds() - begun > seconds)
            end = GUARD_LATE;
        else if (alone && clock_seconds() - begun > often && is_too_large())
            end = GUARD_MEMORY;
    }
    end_all(program, alone, !ended, status);
    return ended ? GUARD_ENDED : end;
}
