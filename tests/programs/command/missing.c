// What nobody defines is named before the run, with who wants it and where: the
// line, or without debug information the file. Weak names may be missing.
// RUN: %ramify --libc=musl %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=none %s 2>&1 | %FileCheck %s
// CHECK-DAG: the function nowhere, which main wants ({{.*}}missing.c:[[#@LINE+38]]), is not defined
// CHECK-DAG: the function hooked, which hook wants ({{.*}}missing.c:[[#@LINE+32]]), is not defined
// CHECK-DAG: the variable counter, which main wants ({{.*}}missing.c:[[#@LINE+39]]), is not defined
// CHECK-NOT: optional
// CHECK: ERROR: {{.*}}missing.c:[[#@LINE+34]]: call of nowhere
//
// RUN: %clang -O1 -I%S/../../../include -emit-llvm -c -o missing.bc %s
// RUN: %ramify --libc=musl missing.bc 2>&1 | %FileCheck %s --check-prefix=BITCODE
// BITCODE: the function nowhere, which main wants (missing.bc), is not defined
// BITCODE: the variable counter, which main wants (missing.bc), is not defined
//
// In a program that ramify-cc made, the source of the object that wants it.
// RUN: echo 'int far(void); int near(void) { return far(); }' >part.c; %ramify-cc -g0 -c part.c
// RUN: echo 'int near(void); int main(int count, char **words) { return count > 1 ? near() : 0; }' >whole.c
// RUN: %ramify-cc -g0 -c whole.c; %ramify-cc -o whole whole.o part.o -Wl,--unresolved-symbols=ignore-all
// RUN: %ramify --libc=musl whole 2>&1 | %FileCheck %s --check-prefix=OBJECT
// OBJECT: the function far, which near wants ({{.*}}part.c{{.*}}), is not defined
// OBJECT: errors = 0
//
// Nothing is missing: nothing is said.
// RUN: %ramify --libc=musl --cflags=-DCOMPLETE %s 2>&1 | %FileCheck %s --check-prefix=COMPLETE
// COMPLETE-NOT: warning
#include <klee/klee.h>

#ifdef COMPLETE
int counter;
int nowhere(int x) { return x; }
int hooked(int x) { return x; }
#else
extern int counter;
int nowhere(int), hooked(int);
#endif
int optional(void) __attribute__((weak));
int (*hook)(int) = hooked;

int main(void)
{
    if (klee_int("x") == 17)
        return nowhere(3);
    if (optional)
        optional();
    return hook ? counter : 1;
}
