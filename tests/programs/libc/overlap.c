// Copies that overlap with the whole C library, and natively: replaying shows the same.
// RUN: %ramify --libc=musl --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.overlap.err; do %ramify replay %s ${test%%.overlap.err}.ktest 2>&1; done | %FileCheck --check-prefix=REPLAY %s
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[64] = "abcdefgh";
    char *volatile hidden = buffer;
    char *p = hidden;
    switch (klee_range(0, 6, "which")) {
    case 0: strcpy(p, p + 3); break; // CHECK-DAG: overlap.c:[[@LINE]]: strcpy: source and target overlap: they begin 3 bytes apart
    case 1: strcat(p, p + 3); break; // CHECK-DAG: overlap.c:[[@LINE]]: strcat: source and target overlap
    case 2: strncpy(p, p + 3, 5); break; // CHECK-DAG: overlap.c:[[@LINE]]: strncpy: source and target overlap
    case 3: memcpy(p, p + 3, (size_t)klee_range(0, 6, "size")); break; // CHECK-DAG: overlap.c:[[@LINE]]: memcpy: source and target overlap
    case 4: snprintf(p, 64, "%s", "a string"); break;
    }
    return 0;
}
// CHECK: done: errors = 4
// REPLAY-COUNT-4: reproduced: overlap
