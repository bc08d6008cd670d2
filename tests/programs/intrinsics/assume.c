// An assumption cuts paths off; one that cannot hold is an error.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --silent-klee-assume --output-dir=%t.silent %s 2>&1 | %FileCheck --check-prefix=SILENT %s
// RUN: jq -e '.paths.errors == 0 and .tests == 1' %t.silent/summary.json
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
// CHECK: ERROR: {{.*}}assume.c:14: invalid klee_assume call (provably false)
// CHECK: done: completed paths = 2
// CHECK: done: errors = 1
// SILENT-NOT: ERROR
// SILENT: done: completed paths = 1
// SILENT: done: errors = 0
