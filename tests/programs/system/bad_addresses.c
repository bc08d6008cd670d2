// System calls that are given an address at which nothing is fail with EFAULT, where Linux looks at it at all; what
// was freed or is too short is an error of the program.
// RUN: %ramify --libc=musl --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -DNATIVE -o %t.native %s && %t.native
// CHECK-DAG: bad_addresses.c:[[@LINE+53]]: use after free
// CHECK-DAG: bad_addresses.c:[[@LINE+53]]: out of bounds
// CHECK: done: completed paths = 6
// CHECK: done: errors = 2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef NATIVE
#define klee_range(begin, end, name) 0
#define klee_int(name) 0
#else
#include <klee/klee.h>
#endif

#define FAULTS(call) assert((errno = 0, (call) == -1 && errno == EFAULT))

int main(void)
{
    char *volatile nothing = NULL, *volatile nowhere = (char *)0x10, *volatile freed = malloc(4), text[4];
    void *chosen = klee_int("x") == 3 ? nothing : text;
    struct stat status;
    int file = open("/tmp/ramify-bad-addresses", O_RDWR | O_CREAT | O_TRUNC, 0600), ends[2];
    assert(file >= 0 && write(file, "abcd", 4) == 4 && !pipe(ends) && write(ends[1], "x", 1) == 1);
    FAULTS(pread(file, nothing, 1, 0));
    FAULTS(read(ends[0], nowhere, 1));
    FAULTS(write(file, nothing, 1));
    assert(pread(file, nothing, 0, 0) == 0 && pread(file, nothing, 1, 4) == 0 && write(file, nothing, 0) == 0);
    assert(read(ends[0], text, 1) == 1); /* it was not taken */
    FAULTS(readv(file, (struct iovec *)nothing, 1));
    FAULTS(open(nothing, O_RDONLY));
    FAULTS(stat(nothing, &status));
    FAULTS(stat("/tmp", (struct stat *)nothing));
    FAULTS(fstat(file, (struct stat *)nothing));
    FAULTS(pipe((int *)nothing));
    FAULTS(poll((struct pollfd *)nothing, 1, 0));
    FAULTS(ioctl(ends[0], FIONREAD, nothing));
    FAULTS(access(nothing, R_OK));
    FAULTS(getrandom(nothing, 1, 0));
    assert(poll((struct pollfd *)nothing, 0, 0) == 0 && !unlink("/tmp/ramify-bad-addresses"));
    free(freed);
    switch (klee_range(0, 3, "which")) {
#ifndef NATIVE
    case 0: return (int)write(file, freed, 1);
    case 1: return (int)pread(file, text + 2, 4, 0);
#endif
    default: assert(chosen ? pread(file, chosen, 1, 0) == 1 : pread(file, chosen, 1, 0) == -1); return 0;
    }
}
