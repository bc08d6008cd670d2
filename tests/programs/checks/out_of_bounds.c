// Accesses outside of objects, on the stack, the heap and globals, concrete and symbolic.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/*.err | %FileCheck --check-prefix=STORY %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdlib.h>

int global[4];

static int element(int *array, int index)
{
    return array[index]; // CHECK-DAG: out_of_bounds.c:[[@LINE]]: out of bounds: read of 4 bytes
}

int main(void)
{
    unsigned which;
    int index;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&index, sizeof index, "index");
    int local[4] = {0}, *heap = calloc(4, sizeof *heap), result = 0;
    switch (which) {
    case 1:
        result = *(volatile int *)(local + 4); // CHECK-DAG: out_of_bounds.c:[[@LINE]]: out of bounds: read of 4 bytes at offset 16 of a local object of 16 bytes
        break;
    case 2:
        *(volatile int *)((char *)heap + 16) = 1; // CHECK-DAG: out_of_bounds.c:[[@LINE]]: out of bounds: write of 4 bytes at offset 16 of a heap object of 16 bytes allocated at {{.*}}out_of_bounds.c:21
        break;
    case 3:
        if (index >= 0 && index < 8) // near enough for the native check
            result = element(global, index);
        break;
    case 4:
        ((volatile char *)heap)[-1] = 1; // CHECK-DAG: out_of_bounds.c:[[@LINE]]: out of bounds: write of 1 byte at offset -1
        break;
    case 5:
        if (index >= 0 && index < 4)
            result = element(heap, index) + element(local, 3 - index);
        break;
    case 6: { // one past the end may be made and compared
        int *end = heap + 4;
        for (int *at = heap; at != end; at++)
            result += *at;
        result += heap[3] + local[3] + global[0];
        break;
    }
    }
    free(heap);
    return result;
}
// CHECK: done: errors = 4
// STORY-DAG: #0 in element(array=0x{{[0-9a-f]*}}, index={{.*}}symbolic)) at {{.*}}out_of_bounds.c:12
// STORY-DAG: #1 in main() at {{.*}}out_of_bounds.c:31
// STORY-DAG: which = 2
// STORY-DAG: Kind: out-of-bounds
