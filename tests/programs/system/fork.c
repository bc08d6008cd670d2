// A fork has two outcomes here: the child goes on, or there is none. Its parent is left out, and so are other
// numbers of processes.
// RUN: %ramify --libc=musl --output-dir=out %s 2>&1 | %FileCheck %s
// RUN: cat out/*.out | sort | %FileCheck %s --check-prefix=OUT
// CHECK: after a fork the child goes on
// CHECK: done: completed paths = 2
// CHECK: done: partially completed paths = 2
// CHECK: done: errors = 0
// OUT: child
// OUT-NEXT: refused
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t self = getpid(), child = fork();
    if (child < 0) {
        assert(errno == EAGAIN && getpid() == self && wait(NULL) == -1 && errno == ECHILD);
        puts("refused");
    } else {
        assert(child == 0 && getpid() != self && getppid() == self);
        puts("child");
    }
    return 0;
}
