// Every size in its own path; one that no machine has room for is refused.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: jq -e '.status == "finished"' %t/summary.json
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size < 5 || size > 0x7fffffffffff);
    char *p = malloc(size);
    if (!p) {
        klee_assert(size > 0x7fffffffffff);
        return 1;
    }
    klee_assert(klee_get_obj_size(p) == size);
    p[3] = 1; // fails for sizes 0 to 3
    return 0;
}
// CHECK-DAG: ERROR: {{.*}}symbolic_size.c:18: out of bounds
// CHECK: done: completed paths = 6
// CHECK: done: errors = 1
