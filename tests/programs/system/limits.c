// What ends a path: what is not there, and more than is allowed.
// RUN: %ramify --emit-all-errors --output-dir=%t --max-output=5000 --max-files=20 %s 2>&1 | %FileCheck %s
// CHECK-DAG: the system call clone is not supported
// CHECK-DAG: the system call execve of a program is not supported
// CHECK-DAG: the system call socket is not supported
// CHECK-DAG: more bytes than --max-output allows
// CHECK-DAG: more files than --max-files allows
// CHECK-DAG: waits for ever for something in an empty pipe
// CHECK-DAG: ended itself with signal 11
// CHECK-DAG: system_call: number 179 is not there: ENOSYS
// CHECK: completed paths = 10
// CHECK: errors = 7
#include "system_test.h"

static int handled;
static void handler(int signal) { handled = signal; }

int main(void)
{
    char name[2] = "a";
    int ends[2];
    struct {
        void (*handler)(int);
        unsigned long flags;
        void *restorer;
        unsigned long mask;
    } action = {handler, 0, 0, 0};
    switch (klee_range(0, 10, "which")) {
    case 0:
        CALL(clone);
        break;
    case 1:
        assert(CALL(execve, "/bin/sh", 0, 0) == -ENOENT && CALL(execve, "/tmp", 0, 0) == -EACCES);
        ends[0] = CALL(open, "script", O_CREAT | O_WRONLY, 0777);
        assert(CALL(execve, "script", 0, 0) == -ENOEXEC && CALL(write, ends[0], "#!/bin/sh", 9) == 9);
        CALL(execve, "script", 0, 0);
        break;
    case 2:
        CALL(socket, 2, 1, 0);
        break;
    case 3:
        for (;;)
            CALL(write, 1, "more and more", 13);
    case 4:
        for (;; name[0]++)
            CALL(creat, name, 0600);
    case 5:
        CALL(pipe, ends);
        CALL(read, ends[0], name, 1);
        break;
    case 6:
        CALL(kill, CALL(getpid), 11);
        break;
    case 7:
        CALL(tkill, CALL(gettid), 15);
        assert(0);
    case 8:
        assert(CALL(rt_sigaction, 15, &action, 0, 8) == 0);
        assert(CALL(kill, CALL(getpid), 15) == 0 && handled == 15);
        unsigned long set = 1ul << 14;
        handled = 0;
        assert(CALL(rt_sigprocmask, 0, &set, 0, 8) == 0 && CALL(kill, CALL(getpid), 15) == 0 && !handled);
        assert(CALL(rt_sigprocmask, 1, &set, 0, 8) == 0 && handled == 15);
        break;
    case 9:
        assert(CALL(quotactl, 0, 0, 0, 0) == -ENOSYS);
    }
    return 0;
}
