// An example of a value, without constraining the path.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x");
    klee_assume(x > 1000);
    int example = klee_get_value_i32(x);
    long wide = klee_get_valuel(x), wider = klee_get_valuell(x);
    klee_assert(example > 1000 && wide == example && wider == example);
    klee_assert(!klee_is_symbolic(example));
    klee_assert(klee_is_symbolic(x));
    klee_assert(klee_get_valued(2.5) == 2.5 && klee_get_valuef(0.5f) == 0.5f);
    klee_assert(klee_get_value_i64(7) == 7 && ramify_get_value_i32(8) == 8);
    if (x != example)
        return 1; // still possible
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 2
// CHECK: done: errors = 0
