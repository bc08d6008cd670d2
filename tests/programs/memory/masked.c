// A pointer that does not show where it comes from is searched for among all
// objects; the second time, those allocated like the ones met before come first.
// RUN: %ramify --memory=fork --resolve-context=off --output-dir=%t.off %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=fork --resolve-context=4 --output-dir=%t.four %s 2>&1 | %FileCheck %s
// RUN: %ramify --resolve-context=0 --memory=merge --output-dir=%t.merge %s 2>&1 | %FileCheck --check-prefix=MERGE %s
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static int *make(int value)
{
    int *made = malloc(8);
    made[0] = made[1] = value;
    return made;
}

static int tagged(uintptr_t pointer) { return *(int *)(pointer & ~(uintptr_t)7); }

int main(void)
{
    uintptr_t pointers[4];
    for (int i = 0; i < 4; i++) {
        pointers[i] = (uintptr_t)make(10 * i) | (i & 1);
        for (int k = 0; k < 10; k++)
            *(char *)malloc(1) = 'x';
    }
    int total = 0;
    for (int i = 0; i < 2; i++) {
        unsigned which = klee_range(0, 4, "which");
        int value = tagged(pointers[which]);
        klee_assert(value == 10 * (int)which);
        total += value;
    }
    return total;
}
// CHECK: done: completed paths = 16
// CHECK: done: errors = 0
// MERGE: done: completed paths = 1
// MERGE: done: errors = 0
