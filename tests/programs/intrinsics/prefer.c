// Among many inputs of a path the preferred ones are written.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify show %t/test000001.ktest | %FileCheck --check-prefix=SHOW %s
#include <klee/klee.h>

int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x > 100);
    klee_prefer_cex(&x, x < 102);
    klee_prefer_cex(&x, x == 5); // contradicts the first: given up
    return 0;
}
// CHECK: done: completed paths = 1
// CHECK: done: errors = 0
// SHOW: 101
