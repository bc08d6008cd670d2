// A part that is only safe to compute after another one stays behind it.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stddef.h>

int table[4] = {1, 2, 3, 4};

static void constrain(int *pointer, int index, int divisor)
{
    klee_assume(pointer == NULL || *pointer > 2);
    klee_assume(index >= 0 && index < 4 && table[index] != 3);
    klee_assume(divisor != 0 && 100 / divisor == 20);
}

int main(void)
{
    int value = klee_int("value"), index = klee_int("index"), divisor = klee_int("divisor");
    constrain(klee_int("null") ? NULL : &value, index, divisor);
    klee_assert(index != 2 && divisor == 5);
    return 0;
}
// CHECK-NOT: out of bounds
// CHECK-NOT: null pointer
// CHECK-NOT: division
// CHECK-NOT: ASSERTION
// CHECK: done: completed paths
