// Endless recursion overflows the stack; deep recursion that ends does not.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay --cflags=-w %s ${test%%.*}.ktest || exit 1; done
// RUN: %ramify --cflags=-w --max-stack-frames=100 --output-dir=%t.low %s 2>&1 | %FileCheck --check-prefix=LOW %s
#include <klee/klee.h>

static unsigned count(unsigned n) { return n ? 1 + count(n - 1) : 0; } // LOW: more than 100 nested calls
static unsigned forever(unsigned n) { volatile unsigned more = n + 1; return forever(more) + 1; } // CHECK-DAG: stack.c:[[@LINE]]: stack overflow

int main(void)
{
    unsigned char which;
    klee_make_symbolic(&which, sizeof which, "which");
    if (which == 1)
        return forever(0);
    return count(2000) - 2000;
}
// CHECK: done: errors = 1
