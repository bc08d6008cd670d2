// Programs that look at where objects lie. One side allocates in another order
// than the other, so every answer below differs between them: an answer of the
// first path given to the second would lose a path or invent one.
// RUN: %ramify --check-cache --output-dir=out %s 2>&1 | %FileCheck %s
// CHECK: completed paths = 34
// CHECK: errors = 0
// RUN: %ramify --query-cache=off --use-cex-cache=false --output-dir=off %s
// RUN: test "$(jq -c '[.paths, .coverage, .errors]' out/summary.json)" = "$(jq -c '[.paths, .coverage, .errors]' off/summary.json)"
// RUN: for test in out/*.ktest; do %ramify show $test; done | %FileCheck %s --check-prefix=TESTS
// TESTS: which
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char *objects[3]; /* [0] null; two objects of one size */

/* The pointer behind a symbolic index: a term, not a number. */
static char *pick(const char *name)
{
    unsigned index;
    klee_make_symbolic(&index, sizeof index, name);
    klee_assume(index < 3);
    return objects[index];
}

int main(void)
{
    int swapped, which;
    klee_make_symbolic(&swapped, sizeof swapped, "swapped");
    klee_make_symbolic(&which, sizeof which, "which");
    objects[swapped ? 2 : 1] = malloc(24);
    objects[swapped ? 1 : 2] = malloc(24);
    char *p = pick("p"), *q = pick("q");
    uintptr_t low = (uintptr_t)(swapped ? objects[2] : objects[1]);
    uintptr_t distance = (uintptr_t)objects[2] - (uintptr_t)objects[1];
    switch (which) {
    case 0: /* order across objects */
        if (p && q && p < q)
            assert(swapped ? p == objects[2] : p == objects[1]);
        return 0;
    case 1: /* a pointer that leaves its object */
        if (p && p + distance == objects[2])
            assert(p == objects[1]);
        return 0;
    case 2: /* an address as a number */
        if ((uintptr_t)p % 97 == low % 97 && p)
            assert(p == (swapped ? objects[2] : objects[1]));
        return 0;
    case 3: /* differences of pointers into different objects */
        if (p && q && (intptr_t)((uintptr_t)p - (uintptr_t)q) > 0)
            assert(q == (char *)low);
        return 0;
    case 4: /* a part of an address */
        if (((uintptr_t)p & 0xff) == (low & 0xff) && p)
            assert(p == (char *)low);
        return 0;
    default: /* none of these: equal or not */
        return p == q;
    }
}
