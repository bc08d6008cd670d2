// A pointer that does not show what it may point to (here by a product and a division) goes wrong in as many
// ways as one that does, and its live targets are explored. The same for what is freed.
// RUN: %ramify --memory=fork --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=merge --output-dir=%t.merge %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=segments --output-dir=%t.segments %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --output-dir=%t.auto %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.free %s free 2>&1 | %FileCheck --check-prefix=FREE %s
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static int *dead_local(void)
{
    int local = 1;
    int *volatile pointer = &local;
    return pointer;
}

static uintptr_t hidden(const uintptr_t *table, unsigned which) { return table[which] * 3 / 3; }

static int global;

int main(int argc, char **argv)
{
    (void)argv;
    char *one = malloc(8), *freed = malloc(8), *other = malloc(8), *array = malloc(8);
    one[0] = 1;
    other[0] = 4;
    free(freed);
    unsigned which = klee_range(0, 7, "which");
    if (argc > 1) {
        uintptr_t table[] = {(uintptr_t)one,   (uintptr_t)freed,   0,       (uintptr_t)(array + 4),
                             (uintptr_t)other, (uintptr_t)&global, 0x123456};
        free((void *)hidden(table, which));
        klee_assert(which == 0 || which == 2 || which == 4);
        return 0;
    }
    uintptr_t table[] = {(uintptr_t)one,   (uintptr_t)freed,        0,       (uintptr_t)(array + 8),
                         (uintptr_t)other, (uintptr_t)dead_local(), 0x123456};
    char *pointer = (char *)hidden(table, which);
    char read = *pointer;
    klee_assert(which == 0 ? read == 1 : which == 4 && read == 4);
    *pointer = 9;
    klee_assert(which == 0 ? one[0] == 9 && other[0] == 4 : one[0] == 1 && other[0] == 9);
    return 0;
}
// CHECK-DAG: ERROR: {{.*}}kinds.c:42: null pointer: read
// CHECK-DAG: ERROR: {{.*}}kinds.c:42: use after free: read of 1 byte at offset 0 of a freed
// CHECK-DAG: ERROR: {{.*}}kinds.c:42: out of bounds: read
// CHECK-DAG: ERROR: {{.*}}kinds.c:42: use after return: read
// CHECK: done: errors = 4
// FREE-DAG: ERROR: {{.*}}kinds.c:35: double free of 8 bytes
// FREE-DAG: ERROR: {{.*}}kinds.c:35: invalid free
// FREE: done: errors = 2
