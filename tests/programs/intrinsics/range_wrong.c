// An empty range is the program's mistake.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void) { return klee_range(3, 3, "none"); }
// CHECK: ERROR: {{.*}}range_wrong.c:5: invalid range
// CHECK: done: errors = 1
