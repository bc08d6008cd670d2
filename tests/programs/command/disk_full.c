// The disk fills up during the run: one line, exit code 1, and what was written
// before is still there.
// MATRIX: no
// RUN: (ulimit -f 5; %exits 1 %ramify --output-dir=out %s) 2>&1 | %FileCheck %s
// CHECK: ramify: warning: cannot write
// RUN: ls out/test000001.ktest
#include <klee/klee.h>
int main(void)
{
    char input[3000];
    klee_make_symbolic(input, sizeof input, "input");
    for (int i = 0; i < 8; i++)
        if (input[i] == i)
            return i;
    klee_make_symbolic(input, sizeof input, "more");
    return input[0] == 0;
}
