// A hostile program takes all that there is: processes, memory, disk, files, time.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && sh %S/Inputs/hostile %ramify replay program --max-time=20s >said && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said
// CHECK: who we are:
// CHECK-NEXT: memory: ENOMEM
// CHECK-NEXT: a file: E{{FBIG|NOSPC}}
// CHECK-NEXT: files: ENOSPC
// CHECK-NEXT: names: ENOSPC
// CHECK-NEXT: descriptors: EMFILE
// CHECK-NEXT: processes: EAGAIN
// CHECK-NEXT: more again: E{{PERM|INVAL}}
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
// Memory of several processes together, and time; what is left behind is ended. Both are said, and are no answer.
// RUN: python3 %S/../compiler/Inputs/ktest.py memory.ktest program memory -- && %exits 1 %ramify replay --max-time=60s ./program memory.ktest | grep 'no answer: the program took more than 2048 MiB of memory'
// RUN: python3 %S/../compiler/Inputs/ktest.py endless.ktest program endless -- && %exits 1 %ramify replay --max-time=1s ./program endless.ktest | grep 'no answer: the program was still running after 1 s'
// RUN: python3 %S/../compiler/Inputs/ktest.py left.ktest program left -- && %ramify replay ./program left.ktest | grep 'exit code 7' && %not pgrep -f 'left-behind-by-a[-]test'
// RUN: python3 %S/../compiler/Inputs/ktest.py noise.ktest program noise -- && %ramify replay ./program noise.ktest | wc -c | awk '{ exit !($1 < 20000000) }'
// Who stops a replay or a measurement ends the program, too, and nothing is left; it shows as an end by that signal.
// RUN: mkdir left && TMPDIR=$PWD/left && export TMPDIR; %exits 143 sh %S/Inputs/stop left %ramify replay --max-time=200s ./program endless.ktest
// RUN: TMPDIR=$PWD/left && export TMPDIR; %exits 143 sh %S/Inputs/stop left %ramify coverage --max-time=200s ./program endless.ktest
// What it prints moves nothing on the user's terminal, whichever stream it takes, and nothing is typed there.
// RUN: python3 %S/../compiler/Inputs/ktest.py colours.ktest program colours -- && python3 %S/../command/Inputs/terminal.py %ramify replay ./program colours.ktest >typed; %not grep -P '\x1b' typed && grep -cF '\x1b[31m' typed | grep 2
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char bytes[1 << 20];

static int fill(const char *name)
{
    int file = open(name, O_WRONLY | O_CREAT, 0600), size = 0;
    while (file >= 0 && size < 4096 && write(file, bytes, sizeof bytes) > 0)
        size++;
    int reason = errno;
    close(file);
    errno = reason;
    return size < 4096 ? -1 : 0;
}

static void take_all(void)
{
    char name[32];
    int made = 0, born = 0;
    signal(SIGXFSZ, SIG_IGN);
    int got = 0;
    while (got < 16384 && malloc(1 << 20))
        got++;
    attempt("memory", got < 16384 ? -1 : 0);
    attempt("a file", fill("large"));
    attempt("files", fill("/tmp/large") && fill("/tmp/larger") ? -1 : 0);
    unlink("large"), unlink("/tmp/large"), unlink("/tmp/larger");
    for (; made < 100000; made++) {
        sprintf(name, "%d", made);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0)
            break;
        close(file);
    }
    attempt("names", made < 100000 ? -1 : 0);
    while (made < 1000000 && dup(0) >= 0)
        made++;
    attempt("descriptors", made < 1000000 ? -1 : 0);
    close_range(3, ~0U, 0);
    while (made-- > 0)
        sprintf(name, "%d", made), unlink(name);
    fflush(stdout);
    for (pid_t child; born < 10000 && (child = fork()) >= 0; born++)
        if (!child) {
            pause();
            _exit(0);
        }
    attempt("processes", born < 10000 ? -1 : 0);
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    const struct rlimit more = {100000, 100000};
    attempt("more again", setrlimit(RLIMIT_NPROC, &more));
}

/* Below the limit of each, above that of all. */
static void take_memory_together(void)
{
    for (int i = 0; i < 4 && fork(); i++)
        ;
    char *own = mmap(NULL, 1000 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (long at = 0; at < 1000 << 20; at += 4096)
        own[at] = 1;
    sleep(60);
}

int main(int count, char **words)
{
    if (count < 2)
        return take_all(), 0;
    if (!strcmp(words[1], "memory"))
        take_memory_together();
    else if (!strcmp(words[1], "endless"))
        for (volatile int i = 0;; i++)
            ;
    else if (!strcmp(words[1], "left")) {
        if (!fork()) {
            setsid();
            execl("/bin/sh", "left-behind-by-a-test", "-c", "sleep 1000; :", NULL);
        }
        return 7;
    } else if (!strcmp(words[1], "noise"))
        for (int i = 0; i < 100; i++)
            write(1, bytes, sizeof bytes);
    else if (!strcmp(words[1], "colours"))
        dprintf(1, "\033[31mred\n"), dprintf(2, "\033[31mred\n");
    return 0;
}
