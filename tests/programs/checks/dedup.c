// The same error at the same place is told once, unless all are wanted.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --emit-all-errors --output-dir=%t.all %s 2>&1 | %FileCheck --check-prefix=ALL %s
// RUN: test $(ls %t/*.err | wc -l) = 2 && test $(ls %t.all/*.err | wc -l) = 9
#include <assert.h>
#include <klee/klee.h>

static void fail(int value) { assert(value > 100); }

int main(void)
{
    unsigned char bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    int value = 0;
    for (int i = 0; i < 3; i++)
        if (bits >> i & 1)
            value += 1 << i;
    if (bits == 255)
        klee_assert(0);
    fail(value);
    return 0;
}
// CHECK: done: completed paths = 9
// CHECK: done: errors = 2
// ALL: done: completed paths = 9
// ALL: done: errors = 9
