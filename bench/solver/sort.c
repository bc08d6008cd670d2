/* Orders of six words: many small comparisons. */
#include <klee/klee.h>
#include <assert.h>

enum { COUNT = 6 };

int main(void)
{
    short array[COUNT];
    klee_make_symbolic(array, sizeof array, "array");
    for (int i = 1; i < COUNT; i++)
        for (int j = i; j > 0 && array[j - 1] > array[j]; j--) {
            short swapped = array[j];
            array[j] = array[j - 1];
            array[j - 1] = swapped;
        }
    for (int i = 1; i < COUNT; i++)
        assert(array[i - 1] <= array[i]);
    return 0;
}
