/* The famous bug of binary search: (low + high) / 2 overflows.
 *
 * With indices of one byte the sum of two of them can pass 127. Ramify finds
 * the length and the key for which the middle becomes negative.
 *
 *     ramify examples/search.c
 */
#include <klee/klee.h>

static unsigned char sorted[200];

static int find(unsigned char key, signed char count)
{
    signed char low = 0, high = count - 1;
    while (low <= high) {
        signed char middle = (signed char)(low + high) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    signed char count;
    unsigned char key;
    for (int i = 0; i < 200; i++)
        sorted[i] = (unsigned char)i;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_make_symbolic(&key, sizeof key, "key");
    klee_assume(count > 0);
    return find(key, count) < 0;
}

// RUN: %exits 1 %ramify --exit-on-error %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: out-of-bounds find line 17
// MATRIX: no
