/* qsort and bsearch. Merge sort, as glibc's: equal elements keep their order,
 * so that a test replayed natively sees the same array. Elements move with
 * memcpy, which keeps what pointers in them point to. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct order {
    size_t size; /* of an element */
    int (*compare)(const void *, const void *, void *);
    void *context;
    char *spare; /* room for all elements */
};

static void sort(const struct order *order, char *base, size_t count)
{
    if (count <= 1)
        return;
    size_t left_count = count / 2, right_count = count - left_count, size = order->size;
    char *left = base, *right = base + left_count * size, *to = order->spare;
    sort(order, left, left_count);
    sort(order, right, right_count);
    while (left_count && right_count) {
        if (order->compare(left, right, order->context) <= 0) {
            memcpy(to, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(to, right, size);
            right += size;
            right_count--;
        }
        to += size;
    }
    /* what is left of the right half is in its place */
    memcpy(to, left, left_count * size);
    memcpy(base, order->spare, (count - right_count) * size);
}

void qsort_r(void *memory, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
             void *context)
{
    if (count <= 1 || !size)
        return;
    struct order order = {size, compare, context, malloc(count * size)};
    if (!order.spare)
        abort();
    sort(&order, memory, count);
    free(order.spare);
}

struct plain {
    int (*compare)(const void *, const void *);
};

static int compare_plain(const void *a, const void *b, void *context)
{
    return ((struct plain *)context)->compare(a, b);
}

void qsort(void *memory, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct plain plain = {compare};
    qsort_r(memory, count, size, compare_plain, &plain);
}

void *bsearch(const void *key, const void *memory, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)memory + middle * size;
        int order = compare(key, element);
        if (!order)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
