// A program on a test can do no harm: it writes only into directories of its own, sees no other process, and what
// only the machine's owner may do is refused (../confined has programs that try harder). Signals and exit codes
// come through. (Were it not confined, it would do no harm either: it changes only what the test has made, and sets
// the clock to what it shows.)
// MATRIX: no
// RUN: python3 %S/Inputs/ktest.py exits.ktest program -- && python3 %S/Inputs/ktest.py dies.ktest program abort --
// RUN: %ramify-cc -DOUTSIDE="\"$PWD/outside\"" -DDIRECTORY="\"$PWD\"" %s -o program && echo kept >outside && chmod 604 outside && %ramify replay ./program exits.ktest 2>&1 | %FileCheck %s
// CHECK: write here: done
// CHECK: outside is there: 0
// CHECK: write outside:
// CHECK: remove outside:
// CHECK: change the mode of outside:
// CHECK: write /tmp: done
// CHECK: write /dev/shm: No such file or directory
// CHECK: signal to all: No such process
// CHECK: set the clock: Operation not permitted
// CHECK: write /dev/null: done
// CHECK: few processes: done
// CHECK: same: no error on this path, in the run and natively; the program ended with exit code 7
// The same where the temporary directory is below /dev, which it does not see.
// RUN: private=$(mktemp -d /dev/shm/ramify-test-XXXXXX); TMPDIR=$private %ramify replay ./program exits.ktest >shm.txt 2>&1; rm -rf $private; %FileCheck %s <shm.txt
// And where something is mounted below /dev/shm by somebody with other rights.
// RUN: private=$(mktemp -d /dev/shm/ramify-test-XXXXXX); unshare -Urm sh -c "mount -t tmpfs none $private && %ramify replay ./program exits.ktest" >mount.txt 2>&1; rm -rf $private; %FileCheck %s <mount.txt
// A program elsewhere has a /tmp of its own.
// RUN: private=$(mktemp -d /dev/shm/ramify-test-XXXXXX); cp program $private; %ramify replay $private/program exits.ktest >tmp.txt 2>&1; rm -rf $private; grep 'write /tmp: done' tmp.txt && grep 'user 1000 is user' tmp.txt && grep 'same:' tmp.txt
// RUN: grep -x kept outside && stat -c %a outside | grep -x 604 && %exits 3 %ramify replay ./program dies.ktest 2>&1 | grep 'signal 6'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
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
    struct timeval now;
    gettimeofday(&now, NULL);
    say("write here", open("inside", O_CREAT | O_WRONLY, 0600));
    printf("outside is there: %d\n", !access(OUTSIDE, F_OK));
    say("write outside", open(OUTSIDE, O_CREAT | O_WRONLY, 0600));
    say("remove outside", unlink(OUTSIDE));
    say("change the mode of outside", chmod(DIRECTORY, 0700));
    say("write /tmp", open("/tmp", O_TMPFILE | O_WRONLY, 0600));
    say("write /dev/shm", open("/dev/shm", O_TMPFILE | O_WRONLY, 0600));
    say("signal to all", kill(-1, 0));
    say("set the clock", settimeofday(&now, NULL));
    say("write /dev/null", open("/dev/null", O_WRONLY));
    const struct passwd *user = getpwuid(getuid());
    printf("user %u is %s\n", getuid(), user ? user->pw_name : "nobody");
    say("few processes", getpid() < 10 ? 0 : -1);
    return 7;
}
