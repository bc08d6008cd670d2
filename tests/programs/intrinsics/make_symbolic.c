// Inputs of every shape; a name that is used again gets a number.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify show %t/test000001.ktest | %FileCheck --check-prefix=SHOW %s
#include <klee/klee.h>
#include <stdlib.h>

struct pair {
    int left;
    char right[3];
};

int main(void)
{
    int x;
    char text[4];
    struct pair pair;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&pair, sizeof pair, "pair");
    int *heap = malloc(3 * sizeof *heap);
    ramify_make_symbolic(heap, 3 * sizeof *heap, "x");
    // 4 paths: two conditions that are independent of each other
    if (x == 0x01020304 && text[2] == 'k')
        return 1;
    if (pair.left + heap[2] == 77)
        return 2;
    free(heap);
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 5
// CHECK: done: errors = 0
// SHOW: x
// SHOW: text
// SHOW: pair
// SHOW: x_1
