/* The keeper shares memory with us that says what there is, and is told of our end by the kernel. A child
 * enters its group itself, before it becomes anything that could start others; a name is taken out while it
 * is still ours. */
#include "base/keeper.h"

#include "base/alloc.h"
#include "base/text.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_GROUPS = 32, MOST_DIRECTORIES = 8, OPEN_DIRECTORIES = 16 };

struct kept {
    pid_t owner, keeper;
    volatile pid_t groups[MOST_GROUPS]; /* 0: a free place */
    volatile char is_used[MOST_DIRECTORIES];
    char directories[MOST_DIRECTORIES][PATH_MAX];
};

static struct kept *kept; /* a process has one end */

/* ---- files ---- */

/* The program may have taken away its own right to change a directory. */
static int open_up(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    return kind == FTW_D || kind == FTW_DNR ? chmod(path, 0700), 0 : 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    return remove(path), 0;
}

void remove_all(const char *path)
{
    nftw(path, open_up, OPEN_DIRECTORIES, FTW_PHYS);
    nftw(path, remove_one, OPEN_DIRECTORIES, FTW_PHYS | FTW_DEPTH);
}

/* ---- the keeper ---- */

static _Noreturn void keep(void)
{
    sigset_t all, end;
    sigfillset(&all);
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigprocmask(SIG_BLOCK, &all, NULL);
    setsid(); /* what is sent to our group or our terminal is not meant for it */
    close_range(0, ~0U, 0);
    prctl(PR_SET_NAME, "ramify-keeper", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    while (getppid() == kept->owner)
        sigwaitinfo(&end, NULL);
    for (size_t i = 0; i < MOST_GROUPS; i++)
        if (kept->groups[i])
            kill(-kept->groups[i], SIGKILL);
    for (size_t i = 0; i < MOST_DIRECTORIES; i++)
        if (kept->is_used[i])
            remove_all(kept->directories[i]);
    _exit(0);
}

/* A process that ends by itself leaves nothing to be kept. */
static void dismiss(void)
{
    if (!kept || kept->owner != getpid() || kept->keeper <= 0)
        return;
    for (size_t i = 0; i < MOST_GROUPS; i++)
        if (kept->groups[i])
            return;
    for (size_t i = 0; i < MOST_DIRECTORIES; i++)
        if (kept->is_used[i])
            return;
    kill(kept->keeper, SIGKILL);
    waitpid(kept->keeper, NULL, 0);
}

/* Where the system has no room for a keeper, children still end with us, if not all that they start. */
static void start(void)
{
    if (kept)
        return;
    void *page = mmap(NULL, sizeof *kept, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return;
    kept = page;
    kept->owner = getpid();
    pid_t keeper = fork();
    if (!keeper)
        keep();
    kept->keeper = keeper;
    atexit(dismiss);
}

/* ---- children ---- */

static void add_group(pid_t first)
{
    for (size_t i = 0; kept && i < MOST_GROUPS; i++)
        if (!kept->groups[i]) {
            kept->groups[i] = first;
            return;
        }
}

void keeper_group(pid_t first)
{
    start();
    add_group(first);
}

static void forget_group(pid_t first)
{
    for (size_t i = 0; kept && i < MOST_GROUPS; i++)
        if (kept->groups[i] == first)
            kept->groups[i] = 0;
}

pid_t keeper_fork(void)
{
    start();
    pid_t parent = getpid(), child = fork();
    if (child > 0)
        setpgid(child, child);
    if (child)
        return child;
    setpgid(0, 0);
    add_group(getpid());
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(127);
    return 0;
}

/* Until it is waited for, a child that has ended keeps its number, which is its group's. */
int keeper_wait(pid_t child)
{
    siginfo_t ended;
    int status = 127 << 8;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) && errno == EINTR)
        ;
    kill(-child, SIGKILL);
    forget_group(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* ---- directories ---- */

static char *free_directory(void)
{
    for (size_t i = 0; kept && i < MOST_DIRECTORIES; i++)
        if (!kept->is_used[i])
            return kept->directories[i];
    return NULL;
}

char *keeper_directory(const char *name)
{
    const char *temporary = getenv("TMPDIR");
    char *path = text_format("%s/ramify-%s-%d-XXXXXX", temporary && *temporary ? temporary : "/tmp", name,
                             (int)getpid());
    start();
    char *place = free_directory();
    bool is_made = mkdtemp(path);
    char *real = is_made ? realpath(path, NULL) : NULL;
    if (real && place && strlen(real) < PATH_MAX) {
        strcpy(place, real);
        kept->is_used[(place - kept->directories[0]) / PATH_MAX] = true;
    }
    free(real);
    if (is_made)
        return path;
    mem_free(path);
    return NULL;
}

void keeper_remove(const char *directory)
{
    char *real = realpath(directory, NULL);
    remove_all(directory);
    for (size_t i = 0; real && kept && i < MOST_DIRECTORIES; i++)
        if (kept->is_used[i] && !strcmp(kept->directories[i], real))
            kept->is_used[i] = false;
    free(real);
}
