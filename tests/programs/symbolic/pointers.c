// Pointers and symbolic data: tags, comparisons, hashing, pointers stored at symbolic places.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    unsigned which, i, k;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&k, sizeof k, "k");
    static int array[8], other[8];
    switch (which) {
    case 1: {
        klee_assume(i < 8);
        klee_assume(k < 8);
        int *p = &array[i], *q = &array[k];
        klee_assert((p < q) == (i < k) && (p == q) == (i == k) && p - q == (long)i - (long)k);
        klee_assert(p != &other[k] && p >= array && p < array + 8);
        uintptr_t tagged = (uintptr_t)p | (k & 3);
        *(int *)(tagged & ~(uintptr_t)3) = 5;
        klee_assert(array[i] == 5);
        klee_assert(((uintptr_t)p & 3) == 0);
        break;
    }
    case 2: { // pointers stored at a symbolic index
        struct node nodes[4], *slots[4] = {0};
        for (int n = 0; n < 4; n++)
            nodes[n] = (struct node){n < 3 ? &nodes[n + 1] : NULL, n};
        klee_assume(i < 4);
        slots[i] = &nodes[i];
        klee_assert(slots[i]->value == (int)i);
        int count = 0;
        for (struct node *at = slots[i]; at; at = at->next)
            count++;
        klee_assert(count == 4 - (int)i);
        klee_assert(slots[(i + 1) & 3] == NULL);
        klee_assert(i != 2 || slots[2]->next->value == 4); // CHECK-DAG: pointers.c:[[@LINE]]: ASSERTION FAIL
        break;
    }
    case 3: { // null or not, by data
        int *p = i == 77 ? NULL : &array[1];
        *p = 3; // CHECK-DAG: pointers.c:[[@LINE]]: null pointer: write of 4 bytes
        klee_assert(array[1] == 3 && i != 77);
        break;
    }
    case 4: { // which of two, merged into one term
        int *p = i & 1 ? &array[0] : &other[0];
        *p = 9;
        klee_assert((i & 1 ? array[0] : other[0]) == 9);
        klee_assert((i & 1 ? other[0] : array[0]) == 0);
        memcpy(p + 1, p, 4);
        klee_assert(p[1] == 9);
        break;
    }
    case 5: { // bytes of a pointer overwritten with symbolic ones
        int *p = &array[0];
        memcpy(&p, &i, 4);
        if ((uintptr_t)p == (uintptr_t)&array[2])
            klee_assert(*p == 0);
        break;
    }
    }
    return 0;
}
// CHECK: done: errors = 2
// OPTIMISED: done: errors = 2
