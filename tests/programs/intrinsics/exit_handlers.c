// Handlers run newest first when main returns and at exit; destructors last.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/test*.out | %FileCheck --check-prefix=OUT %s
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static int handled;
int __cxa_atexit(void (*function)(void *), void *argument, void *library);

__attribute__((constructor)) static void early(void) { puts("constructor"); }
__attribute__((destructor)) static void late(void)
{
    puts("destructor");
    klee_assert(handled == 3 || handled == 0);
}
static void first(void)
{
    handled++;
    puts("first");
}
static void second(void)
{
    handled++;
    puts("second");
}
static void with_argument(void *argument)
{
    handled++;
    printf("argument %s\n", (char *)argument);
}
static void quick(void) { puts("quick"); }

int main(void)
{
    int way = klee_range(0, 3, "way");
    if (way == 2) {
        at_quick_exit(quick);
        atexit(first);
        quick_exit(0);
    }
    atexit(first);
    __cxa_atexit(with_argument, "given", NULL);
    atexit(second);
    if (way == 1)
        exit(1);
    puts("return");
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 3
// CHECK: done: errors = 0
// OUT: constructor
// OUT-DAG: return
// OUT-DAG: quick
// OUT: second
// OUT-NEXT: argument given
// OUT-NEXT: first
// OUT-NEXT: destructor
