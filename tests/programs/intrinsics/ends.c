// The ways in which a program can say that a path ends.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-DSUFFIXES --emit-all-errors --output-dir=%t.suffixes %s
// RUN: ls %t.suffixes | %FileCheck --check-prefix=SUFFIXES %s
// RUN: ls %t | %FileCheck --check-prefix=FILES %s
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

void reach_error(void);
void __VERIFIER_error(void);
void _exit(int);

int main(void)
{
#ifdef SUFFIXES
    static const char *const suffixes[] = {"", "/../../tmp/x", "klee.err", "two words\n"};
    klee_report_error(__FILE__, __LINE__, "any", suffixes[klee_range(0, 4, "suffix")]);
#endif
    switch (klee_range(0, 10, "which")) {
    case 0: abort();
    case 1: klee_abort();
    case 2: assert(!"possible");
    case 3: klee_report_error(__FILE__, __LINE__, "my own words", "mine");
    case 4: klee_silent_exit(0);
    case 5: reach_error(); break;
    case 6: __VERIFIER_error(); break;
    case 7: exit(3);
    case 8: _exit(4);
    default: __builtin_trap();
    }
    return 0;
}
// CHECK-DAG: ERROR: {{.*}}ends.c:21: abort failure
// CHECK-DAG: ERROR: {{.*}}ends.c:22: abort failure
// CHECK-DAG: ERROR: {{.*}}ends.c:23: ASSERTION FAIL: !"possible"
// CHECK-DAG: ERROR: {{.*}}ends.c:24: my own words
// CHECK-DAG: ERROR: {{.*}}ends.c:26: reach_error was called
// CHECK-DAG: ERROR: {{.*}}ends.c:27: __VERIFIER_error was called
// CHECK-DAG: ERROR: {{.*}}ends.c:30: trap reached
// CHECK: done: errors = 7
// CHECK: done: generated tests = 9
// FILES: {{[0-9]+}}.mine.err
// SUFFIXES-DAG: test{{[0-9]+}}.user.err
// SUFFIXES-DAG: test{{[0-9]+}}._.._.._tmp_x.err
// SUFFIXES-DAG: test{{[0-9]+}}.klee.err
// SUFFIXES-DAG: test{{[0-9]+}}.two_words_.err
