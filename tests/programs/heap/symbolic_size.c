// Every size in its own path; a huge one is refused.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
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
// CHECK-DAG: warning: malloc of more than
// CHECK-DAG: ERROR: {{.*}}symbolic_size.c:17: out of bounds
// CHECK: done: completed paths = 6
// CHECK: done: errors = 1
