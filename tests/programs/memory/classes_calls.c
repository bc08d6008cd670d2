// A pointer that is called may seem to point to functions of other types, too:
// what they get is what lies in the place of their parameter, and not anything
// that the call passes, or all that a large library handles would be one class.
// RUN: %ramify --memory=segments --write-points-to --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=CLASS %s <%t/points-to.txt
#include <klee/klee.h>
#include <stdlib.h>

static void both(int *p, int *q)
{
    *p = 1;
    *q = 2;
}

static void another(double x, int *p) { *p = (int)x; }

static void (*const table[2])() = {(void (*)())both, (void (*)())another};

int main(void)
{
    // CLASS-NOT: 2 objects
    int *first = calloc(4, sizeof *first);
    int *second = calloc(4, sizeof *second);
    unsigned which = klee_range(0, 2, "which");
    klee_assume(which == 0);
    ((void (*)(int *, int *))table[which])(first, second);
    klee_assert(first[klee_range(0, 4, "i")] <= 1);
    klee_assert(*second == 2);
    return 0;
}
// CLASS: accessed at
// CHECK: done: errors = 0
