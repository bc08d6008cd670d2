// Assertions, abort, unreachable code, the program's own reports.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/*.err | %FileCheck --check-prefix=STORY %s
// RUN: for test in %t/*.err; do %ramify replay --cflags=-w %s ${test%%.*}.ktest || exit 1; done
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

void __VERIFIER_error(void);

static void check(int depth, unsigned value)
{
    if (depth)
        check(depth - 1, value);
    else
        assert(value != 77 && "not 77"); // CHECK-DAG: ends.c:[[@LINE]]: ASSERTION FAIL: value != 77 && "not 77"
}
static int no_return(unsigned which)
{
    if (which != 3)
        return 1;
    __builtin_unreachable(); // CHECK-DAG: ends.c:[[@LINE]]: {{.*}}unreachable
}

int main(void)
{
    unsigned which, value;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&value, sizeof value, "value");
    switch (which) {
    case 1:
        check(2, value);
        break;
    case 2:
        abort(); // CHECK-DAG: ends.c:[[@LINE]]: abort
    case 3:
        return no_return(which);
    case 4:
        klee_report_error("other.c", 99, "my own message", "mine.err"); // CHECK-DAG: ends.c:[[@LINE]]: my own message
    case 5:
        __VERIFIER_error(); // CHECK-DAG: ends.c:[[@LINE]]: __VERIFIER_error was called
    case 6:
        __builtin_trap(); // CHECK-DAG: ends.c:[[@LINE]]: trap
    case 7:
        klee_assert(value != 5); // CHECK-DAG: ends.c:[[@LINE]]: ASSERTION FAIL
        return 0;
    case 8:
        assert(which == 8);
        return no_return(which);
    case 9:
        exit(3);
    }
    return 0;
}
// CHECK: done: errors = 7
// STORY-DAG: #0 in check(depth=0, value=77 (symbolic)) at {{.*}}ends.c:16
// STORY-DAG: #1 in check(depth=1, value=77 (symbolic)) at {{.*}}ends.c:14
// STORY-DAG: #3 in main() at {{.*}}ends.c:32
// STORY-DAG: value = 77 (0x0000004d)
