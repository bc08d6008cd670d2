// A hostile program looks for other processes, and for namespaces in which it is more than it is here.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && sh %S/Inputs/hostile %ramify replay program >said && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said
// CHECK: who we are:
// CHECK-NEXT: processes: 2
// CHECK-NEXT: a signal to all: ESRCH
// CHECK-NEXT: the first process is still there: 1
// CHECK-NEXT: a debugger of the first: EPERM
// CHECK-NEXT: memory of the first: EPERM
// CHECK-NEXT: limits of the first: EPERM
// CHECK-NEXT: a file of the first: E{{NOSYS|PERM}}
// CHECK-NEXT: namespaces of the first: EPERM
// CHECK-NEXT: new namespaces: 0 of 8
// CHECK-NEXT: children in new namespaces: 0 of 8
// CHECK-NEXT: a child of the new kind: ENOSYS
// CHECK-NEXT: its own session: 1
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int processes(void)
{
    DIR *all = opendir("/proc");
    int count = 0;
    for (struct dirent *entry; all && (entry = readdir(all));)
        count += isdigit(*entry->d_name) != 0;
    return count;
}

int main(int count, char **words)
{
    static const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,    CLONE_NEWNET,
                                CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWUSER | CLONE_NEWNS};
    char bytes[8];
    struct iovec own = {bytes, sizeof bytes}, other = {(void *)0x400000, sizeof bytes};
    struct rlimit limit = {1, 1};
    long arguments[11] = {CLONE_NEWUSER};
    int made = 0, born = 0;
    printf("processes: %d\n", processes());
    attempt("a signal to all", kill(-1, SIGKILL));
    kill(1, SIGKILL);
    printf("the first process is still there: %d\n", getppid() == 1);
    attempt("a debugger of the first", ptrace(PTRACE_ATTACH, 1, 0, 0));
    attempt("memory of the first", process_vm_readv(1, &own, 1, &other, 1, 0));
    attempt("limits of the first", prlimit(1, RLIMIT_CPU, &limit, NULL));
    attempt("a file of the first", syscall(438 /* pidfd_getfd */, syscall(SYS_pidfd_open, 1, 0), 0, 0));
    attempt("namespaces of the first", setns(open("/proc/1/ns/user", O_RDONLY), 0) ? -1 : 0);
    for (int i = 0; i < 8; i++)
        made += !unshare(kinds[i]);
    printf("new namespaces: %d of 8\n", made);
    for (int i = 0; i < 8; i++) {
        long child = syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0);
        if (!child)
            _exit(0);
        born += child > 0;
    }
    printf("children in new namespaces: %d of 8\n", born);
    attempt("a child of the new kind", syscall(SYS_clone3, arguments, sizeof arguments));
    printf("its own session: %d\n", getsid(0) == getpid());
    if (made || born)
        allowed("namespaces");
    return 0;
}
