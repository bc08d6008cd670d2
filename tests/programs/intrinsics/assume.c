// An assumption cuts paths off; one that cannot hold is an error.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x");
    klee_assume(x > 10);
    if (x < 5)
        klee_abort(); // not reached
    if (x == 20)
        ramify_assume(x < 15);
    return 0;
}
// CHECK: ERROR: {{.*}}assume.c:12: invalid klee_assume call (provably false)
// CHECK: done: completed paths = 2
// CHECK: done: errors = 1
