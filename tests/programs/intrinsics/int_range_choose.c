// New integers, bounded ones, and a choice.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    int free_int = klee_int("free");
    int bounded = klee_range(-3, 4, "bounded");
    int fixed = ramify_range(5, 6, "fixed");
    unsigned long chosen = klee_choose(3);
    klee_assert(fixed == 5);
    klee_assert(!klee_is_symbolic(fixed));
    klee_assert(bounded >= -3 && bounded < 4);
    klee_assert(chosen < 3);
    if (free_int == 12345)
        klee_assert(bounded != 3); // can fail
    switch (chosen) {
    case 0: return 10;
    case 1: return 11;
    default: return 12;
    }
}
// CHECK: ERROR: {{.*}}int_range_choose.c:16: ASSERTION FAIL: bounded != 3
// CHECK-SAME: bounded = 3
// CHECK: done: errors = 1
