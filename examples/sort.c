/* A proof by exploration: insertion sort sorts every array of four bytes.
 *
 * There is no bug to find. Ramify goes through every order the elements can
 * have, and checks the result on each path for all values at once: 24 paths
 * stand for 2^32 inputs.
 *
 *     ramify examples/sort.c
 */
#include <klee/klee.h>
#include <assert.h>

enum { COUNT = 4 };

static void sort(unsigned char *array, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && array[j - 1] > array[j]; j--) {
            unsigned char swapped = array[j];
            array[j] = array[j - 1];
            array[j - 1] = swapped;
        }
}

int main(void)
{
    unsigned char array[COUNT];
    klee_make_symbolic(array, sizeof array, "array");
    sort(array, COUNT);
    for (int i = 1; i < COUNT; i++)
        assert(array[i - 1] <= array[i]);
    return 0;
}

// RUN: %ramify %s
// RUN: jq -r '"\(.status): \(.paths.completed) paths, \(.errors | length) errors"' ramify-last/summary.json | %FileCheck %s
// CHECK: finished: 24 paths, 0 errors
