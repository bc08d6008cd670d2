// A value is symbolic until the path has fixed it.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x");
    klee_assert(klee_is_symbolic(x));
    klee_assert(klee_is_symbolic(x + 1));
    klee_assert(!klee_is_symbolic(x - x));
    klee_assert(!klee_is_symbolic((unsigned long)&x));
    if (x == 3)
        klee_assert(!klee_is_symbolic(x));
    klee_assert(!klee_is_replay());
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 2
