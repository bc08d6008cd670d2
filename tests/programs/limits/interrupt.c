// Ctrl-C once: the run stops, with tests for what was reached.
// MATRIX: no
// RUN: %exits 0 timeout --preserve-status --foreground -s INT 2 %ramify %s 2>&1 | %FileCheck %s
// CHECK: interrupt
// RUN: jq -e '.status == "halted"' ramify-last/summary.json && ls ramify-last/test000001.ktest
// RUN: %exits 0 timeout --preserve-status --foreground -s TERM 2 %ramify %s
// and so does the soft limit of processor time
// RUN: rm -f ramify-last; (ulimit -St 1; %exits 0 %ramify %s) 2>&1 | %FileCheck %s
// RUN: jq -e '.status == "halted"' ramify-last/summary.json && ls ramify-last/test000001.ktest
#include <klee/klee.h>
int main(void)
{
    volatile int x = klee_int("x") == 3;
    while (x < 2)
        ;
    return 0;
}
