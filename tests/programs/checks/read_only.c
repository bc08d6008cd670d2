// Constants must not be written.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay --cflags=-w %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <string.h>

static const int table[4] = {1, 2, 3, 4};
static int writable[4];

static void set(int *array, unsigned index) { array[index] = 7; } // CHECK-DAG: read_only.c:[[@LINE]]: write {{.*}}to constant memory

int main(void)
{
    unsigned which, index;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&index, sizeof index, "index");
    klee_assume(index < 4);
    char *text = "literal";
    switch (which) {
    case 1:
        text[2] = 'x'; // CHECK-DAG: read_only.c:[[@LINE]]: write of 1 byte to constant memory: offset 2 of a global{{.*}} of 8 bytes
        break;
    case 2:
        set((int *)table, 1);
        break;
    case 3:
        *(volatile int *)&table[index] = 9; // CHECK-DAG: read_only.c:[[@LINE]]: write to constant memory through a symbolic pointer
        break;
    case 4:
        memset((char *)table, 0, 4); // CHECK-DAG: read_only.c:[[@LINE]]: write of 4 bytes to constant memory
        break;
    case 5:
        set(writable, index);
        return table[index] + writable[index] + text[index];
    }
    return 0;
}
// CHECK: done: errors = 4
