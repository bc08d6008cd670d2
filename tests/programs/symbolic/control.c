// Symbolic switches, function pointers and computed goto: one path per target.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>

static int zero(void) { return 0; }
static int one(void) { return 1; }
static int two(void) { klee_assert(0 && "two"); return 2; } // CHECK-DAG: control.c:[[@LINE]]: ASSERTION FAIL: 0 && "two"
static int (*const table[])(void) = {zero, one, two};

static int classify(long x)
{
    switch (x) {
    case -5 ... -1: return 1;
    case 0: return 2;
    case 1: case 3: case 5: return 3;
    case 0x7000000000: return 4;
    default: return 5;
    }
}
static int jump(unsigned i)
{
    static const void *const labels[] = {&&a, &&b, &&c, &&a};
    klee_assume(i < 4);
    goto *labels[i];
a:
    klee_assert(i == 0 || i == 3);
    return 1;
b:
    klee_assert(i == 1);
    return 2;
c:
    klee_assert(i != 2); // CHECK-DAG: control.c:[[@LINE]]: ASSERTION FAIL: i != 2
    return 3;
}

int main(void)
{
    unsigned which, i;
    long x;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&x, sizeof x, "x");
    int result = 0;
    if (which == 1) {
        klee_assume(i < 3);
        result = table[i]();
        klee_assert(result == (int)i);
    } else if (which == 2) {
        result = classify(x);
        klee_assert(result != 1 || (x < 0 && x >= -5));
        klee_assert(result != 3 || (x > 0 && x < 6 && x % 2));
        klee_assert(result != 5 || x != 0);
    } else if (which == 3) {
        result = jump(i);
    }
    return result;
}
// 3 function pointers, 5 cases, 4 labels of which two are one, 1 that does nothing
// CHECK: done: completed paths = {{12|13}}
// CHECK: done: errors = 2
// OPTIMISED: done: errors = 2
