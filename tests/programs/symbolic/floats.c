// Symbolic floating point.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
// TIME: 180
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
    unsigned which;
    double x, y;
    float f;
    int i;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&f, sizeof f, "f");
    klee_make_symbolic(&i, sizeof i, "i");
    switch (which) {
    case 1:
        if (x + 1.0 == 3.5)
            klee_assert(x != 2.5); // CHECK-DAG: floats.c:[[@LINE]]: ASSERTION FAIL: x != 2.5
        break;
    case 2:
        if (x != x)
            klee_assert(!(x < 1.0) && !(x >= 1.0) && x * 2 != x * 2);
        else
            klee_assert(x == x);
        break;
    case 3:
        klee_assume(f > 1.0f);
        klee_assume(f < 2.0f);
        klee_assert((double)f > 1.0 && (int)f == 1);
        klee_assert(f + f == 2 * f);
        if ((double)f == 1.25)
            klee_assert(f != 1.25f); // CHECK-DAG: floats.c:[[@LINE]]: ASSERTION FAIL: f != 1.25f
        break;
    case 4:
        klee_assume(i >= 0);
        klee_assume(i < 100);
        klee_assert((int)(double)i == i && (int)(float)i == i);
        if ((double)i / 4 == 10.5)
            klee_assert(i != 42); // CHECK-DAG: floats.c:[[@LINE]]: ASSERTION FAIL: i != 42
        break;
    case 5:
        klee_assert(-(-x) == x || x != x);
        klee_assert((x < y) + (x > y) + (x == y) + (x != x || y != y) == 1);
        break;
    case 6:
        if (x > 1e300 && x * 10 > 1.7e308 && x * 10 == x * 100)
            klee_assert(x * 10 != __builtin_inf()); // CHECK-DAG: floats.c:[[@LINE]]: ASSERTION FAIL
        break;
    case 7: {
        union {
            float f;
            uint32_t u;
        } pun = {.f = f};
        if (pun.u == 0x40490fdb)
            klee_assert(f < 3.0f); // CHECK-DAG: floats.c:[[@LINE]]: ASSERTION FAIL: f < 3.0f
        break;
    }
    }
    return 0;
}
// CHECK: done: errors = 5
// OPTIMISED: done: errors = 5
