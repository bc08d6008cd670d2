// A program on a test can do no harm: it writes only into its own directory, sees no other process, and what
// only the machine's owner may do is refused. Signals and exit codes come through.
// MATRIX: no
// RUN: python3 %S/Inputs/ktest.py exits.ktest program -- && python3 %S/Inputs/ktest.py dies.ktest program abort --
// RUN: %ramify-cc -DOUTSIDE="\"$PWD/outside\"" %s -o program && touch outside && %ramify replay ./program exits.ktest 2>&1 | %FileCheck %s
// CHECK: write here: done
// CHECK: write outside: Read-only file system
// CHECK: remove outside: Read-only file system
// CHECK: write /tmp: Read-only file system
// CHECK: write /dev/shm: Read-only file system
// CHECK: change the mode of /: Read-only file system
// CHECK: signal to all: No such process
// CHECK: set the clock: Operation not permitted
// CHECK: write /dev/null: done
// CHECK: few processes: done
// CHECK: reproduced: no error, exit code 7
// RUN: test -e outside && %exits 3 %ramify replay ./program dies.ktest 2>&1 | grep 'signal 6'
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static void say(const char *what, int result)
{
    printf("%s: %s\n", what, result < 0 ? strerror(errno) : "done");
}

int main(int count, char **words)
{
    (void)words;
    if (count > 1)
        abort();
    struct timeval now = {1, 1};
    say("write here", open("inside", O_CREAT | O_WRONLY, 0600));
    say("write outside", open(OUTSIDE, O_CREAT | O_WRONLY, 0600));
    say("remove outside", unlink(OUTSIDE));
    say("write /tmp", open("/tmp/ramify-was-here", O_CREAT | O_WRONLY, 0600));
    say("write /dev/shm", open("/dev/shm/ramify-was-here", O_CREAT | O_WRONLY, 0600));
    say("change the mode of /", chmod("/", 0));
    say("signal to all", kill(-1, 0));
    say("set the clock", settimeofday(&now, NULL));
    say("write /dev/null", open("/dev/null", O_WRONLY));
    say("few processes", getpid() < 10 ? 0 : -1);
    return 7;
}
