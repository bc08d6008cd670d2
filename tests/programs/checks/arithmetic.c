// Division by zero and oversized shifts; their neighbours are fine.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
// RUN: %ramify --check-div-zero=false --check-overshift=false --output-dir=%t.unchecked %s 2>&1 | %FileCheck --check-prefix=UNCHECKED %s
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

static int quotient(int a, int b) { return a / b; } // CHECK-DAG: arithmetic.c:[[@LINE]]: {{.*}}division by zero

int main(void)
{
    unsigned which, amount;
    int divisor;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&amount, sizeof amount, "amount");
    klee_make_symbolic(&divisor, sizeof divisor, "divisor");
    volatile int zero = 0;
    volatile unsigned big = 32, value = 5;
    volatile unsigned long wide = 5;
    switch (which) {
    case 1:
        return 7 / zero; // CHECK-DAG: arithmetic.c:[[@LINE]]: {{.*}}division by zero
    case 2:
        return value % (unsigned)zero; // CHECK-DAG: arithmetic.c:[[@LINE]]: {{.*}}remainder by zero
    case 3:
        if (divisor == -1)
            return 0;
        return quotient(100, divisor);
    case 4:
        return value << big; // CHECK-DAG: arithmetic.c:[[@LINE]]: {{.*}}shift
    case 5:
        return (int)wide >> amount; // CHECK-DAG: arithmetic.c:[[@LINE]]: {{.*}}shift
    case 6:
        klee_assume(amount < 64);
        return (int)(wide << amount >> amount) + (int)(value << 31) + (int)(wide >> 63);
    case 7:
        klee_assume(divisor != 0);
        klee_assume(divisor != -1);
        return INT_MIN / 1 + quotient(INT_MIN, divisor) - INT_MIN;
    }
    return 0;
}
// CHECK: done: errors = 5
// UNCHECKED: done: errors = 0
