// A path that loops for ever is set aside with a test; the others end.
// MATRIX: no
// RUN: %ramify --max-path-instructions=20000 --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: grep -q '"partial": 1' %t/summary.json && test $(ls %t/*.ktest | wc -l) = 3
// RUN: %ramify --max-path-time=0.5s --output-dir=%t.time %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    unsigned char which;
    klee_make_symbolic(&which, sizeof which, "which");
    volatile unsigned turns = 0;
    if (which == 7)
        for (;;)
            turns++; // CHECK: endless.c:{{1[345]}}: a path reached its limit and is set aside, with a test
    if (which > 100)
        return 1;
    return 0;
}
// CHECK: done: completed paths = 2
// CHECK: done: partially completed paths = 1
