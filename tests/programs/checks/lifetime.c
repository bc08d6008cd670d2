// Use after free, double and invalid free, use after return.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/*.err | %FileCheck --check-prefix=STORY %s
// RUN: for test in %t/*.err; do %ramify replay --cflags=-w %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int *dangling(int value)
{
    int local = value;
    int *volatile escaped = &local;
    return escaped;
}
static int sum(int n) { return n ? n + sum(n - 1) : 0; }

int main(void)
{
    unsigned which, index;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&index, sizeof index, "index");
    char *heap = malloc(8), local[8];
    strcpy(heap, "heap");
    switch (which) {
    case 1:
        free(heap);
        return ((volatile char *)heap)[1]; // CHECK-DAG: lifetime.c:[[@LINE]]: use after free: read of 1 byte at offset 1 of a freed heap object of 8 bytes
    case 2:
        free(heap);
        free(heap); // CHECK-DAG: lifetime.c:[[@LINE]]: {{.*}}free
        return 0;
    case 3:
        free(heap + 1); // CHECK-DAG: lifetime.c:[[@LINE]]: {{.*}}free
        return 0;
    case 4:
        free(local); // CHECK-DAG: lifetime.c:[[@LINE]]: {{.*}}free
        return 0;
    case 5:
        return *dangling(5); // CHECK-DAG: lifetime.c:[[@LINE]]: use after return: read of 4 bytes at offset 0 of a dead local object
    case 6: {
        char *old = heap;
        heap = realloc(heap, 5000);
        old[0] = 'x'; // CHECK-DAG: lifetime.c:[[@LINE]]: use after free: write of 1 byte
        break;
    }
    case 7: // all of this is right
        heap = realloc(heap, 100);
        memset(heap, 0, 100);
        free(heap);
        heap = malloc(0);
        free(heap);
        free(NULL);
        return sum(20) - 210;
    case 8: {
        int *kept = NULL;
        for (int i = 0; i < 3; i++) {
            int inner = i;
            if (kept && i == 5)
                return *kept;
            kept = &inner;
        }
        break;
    }
    case 9:
        free(heap);
        return ((volatile char *)heap)[index & 3]; // CHECK-DAG: lifetime.c:[[@LINE]]: use after free: read of 1 byte
    }
    free(heap);
    return 0;
}
// CHECK: done: errors = 7
// STORY-DAG: Kind: use-after-free
// STORY-DAG: Kind: double-free
// STORY-DAG: Kind: invalid-free
// STORY-DAG: Kind: use-after-return
