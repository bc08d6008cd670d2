// A program without debug information: errors are placed by the function, never
// at a line of our own library, and two in the library are still two.
// RUN: %clang -O0 -w -fno-builtin -I%S/../../../include -emit-llvm -c -o plain.bc %s
// RUN: %ramify --libc=none plain.bc 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl plain.bc 2>&1 | %FileCheck %s
// CHECK-DAG: ERROR: strcpy: out of bounds: write of 6 bytes
// CHECK-DAG: ERROR: strcpy: out of bounds: write of 7 bytes
// CHECK-DAG: ERROR: main: out of bounds: write of 1 byte
// CHECK: errors = 3
// RUN: jq -r '.errors[] | "\(.file)|\(.line)|\(.function)"' ramify-last/summary.json | sort -u | %FileCheck %s --check-prefix=PLACES
// PLACES: |0|main
// PLACES-NEXT: |0|strcpy
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    int x = klee_int("x");
    char buffer[4];
    if (x == 1)
        strcpy(buffer, "12345");
    if (x == 2)
        strcpy(buffer, "123456");
    if (x == 3)
        buffer[x + 4] = 1;
    return 0;
}
