// --check-uninit: use of memory that was never written.
// RUN: %ramify --check-uninit --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-w --output-dir=%t.off %s 2>&1 | %FileCheck --check-prefix=OFF %s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    int i;
};
static int zeroed[10];

static int half_set(int set)
{
    int value;
    if (set)
        value = 5;
    return value; // CHECK-DAG: uninitialised.c:[[@LINE]]: read of 4 bytes that were never written
}
static int total(struct padded p) { return p.c + p.i; }

int main(void)
{
    unsigned which;
    klee_make_symbolic(&which, sizeof which, "which");
    int array[4], *heap = malloc(16), result = 0;
    array[1] = 7;
    switch (which) {
    case 1:
        result = half_set(0);
        break;
    case 2:
        result = heap[2]; // CHECK-DAG: uninitialised.c:[[@LINE]]: read of 4 bytes that were never written
        break;
    case 3:
        result = array[1] + array[2]; // CHECK-DAG: uninitialised.c:[[@LINE]]: read of 4 bytes that were never written
        break;
    case 4: // copied, then used
        memcpy(heap, array, sizeof array);
        result = heap[1];
        result += heap[3]; // CHECK-DAG: uninitialised.c:[[@LINE]]: read of 4 bytes that were never written
        break;
    case 5: { // padding is copied, never used
        struct padded p = {.c = 1}, q;
        p.i = 2;
        q = p;
        result = total(q);
        break;
    }
    case 6:
        result = half_set(1) + array[1] + zeroed[3];
        free(heap);
        heap = calloc(4, 4);
        result += heap[3];
        break;
    case 7: { // a bit-field is written in its bytes
        struct {
            unsigned a : 3, b : 5;
            unsigned char rest;
        } bits = {1, 2, 3};
        bits.a = 5;
        result = bits.b + bits.rest;
        break;
    }
    case 8:
        heap = realloc(heap, 64);
        heap[0] = 1;
        result = heap[0];
        break;
    }
    free(heap);
    return result;
}
// CHECK: done: errors = 4
// OFF: done: errors = 0
