// klee_set_forking(0): one side of each branch; merges are accepted.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x"), y = klee_int("y"), n = 0;
    klee_set_forking(0);
    if (x > 5)
        n++;
    klee_set_forking(1);
    klee_open_merge();
    if (y > 5)
        n++;
    klee_close_merge();
    return n;
}
// CHECK: done: completed paths = 2
// CHECK: done: errors = 0
