// A pointer with several targets can go wrong in several ways, and each is
// found, whatever the memory model: null, freed, too far, constant.
// RUN: %ramify --memory=fork --emit-all-errors --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=merge --emit-all-errors --output-dir=%t.merge %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=segments --emit-all-errors --output-dir=%t.segments %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --emit-all-errors --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --emit-all-errors --output-dir=%t.auto %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

static const int constant[2] = {5, 6};

int main(void)
{
    int *targets[5] = {malloc(8), malloc(8), 0, malloc(4), (int *)constant};
    targets[0][1] = targets[1][1] = 1;
    free(targets[1]);
    unsigned which = klee_range(0, 5, "which");
    int *chosen = targets[which];
    if (which < 4)
        klee_assert(chosen[1] == 1);
    else
        chosen[1] = 3;
    klee_assert(which == 0);
    return 0;
}
// CHECK-DAG: errors.c:21: null pointer: read of 4 bytes at address 0x4
// CHECK-DAG: errors.c:21: use after free: read of 4 bytes at offset 4 of a freed heap object of 8 bytes
// CHECK-DAG: errors.c:21: out of bounds: read of 4 bytes at offset 4 of a heap object of 4 bytes
// CHECK-DAG: errors.c:23: write {{.*}}constant memory
// CHECK: done: completed paths = 5
// CHECK: done: errors = 4
