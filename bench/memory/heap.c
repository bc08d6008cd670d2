// A priority queue of pointers: sift-up with symbolic keys swaps pointers; then the order is checked.
#include <klee/klee.h>
#include <stdlib.h>
#ifndef ITEMS
#define ITEMS 5
#endif
struct item {
    unsigned char key;
    int value;
};
static volatile int sink;
int main(void)
{
    struct item *heap[ITEMS];
    unsigned char in[ITEMS];
    klee_make_symbolic(in, sizeof in, "in");
    for (int i = 0; i < ITEMS; i++) {
        struct item *x = malloc(sizeof *x);
        x->key = in[i];
        x->value = i;
        heap[i] = x;
        for (int k = i; k; k = (k - 1) / 2) {
            struct item *a = heap[k], *b = heap[(k - 1) / 2];
            int less = a->key < b->key;
            heap[k] = less ? b : a;
            heap[(k - 1) / 2] = less ? a : b;
        }
    }
    heap[0]->value += 100;
    for (int i = 1; i < ITEMS; i++)
        if (heap[i]->key < heap[0]->key)
            abort();
    if (heap[0]->value == 103)
        sink = 1;
    return 0;
}
