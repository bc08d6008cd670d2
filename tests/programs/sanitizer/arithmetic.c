// UBSan's arithmetic checks become errors of their own kinds, with the input.
// RUN: %ramify --cflags=-fsanitize=undefined,integer --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-fsanitize=undefined,integer -fsanitize-minimal-runtime" --output-dir=%t.minimal %s 2>&1 | %FileCheck --check-prefix=MINIMAL %s
// RUN: %ramify --cflags="-fsanitize=undefined,integer -fsanitize-trap=all" --output-dir=%t.trap %s 2>&1 | %FileCheck --check-prefix=TRAP %s
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x"), y = klee_int("y");
    unsigned u;
    double d = 1e20;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_assume(y == 1);
    switch (klee_range(0, 10, "which")) {
    case 0: return x + y;
    case 1: return -2 - x;
    case 2: return x * 2;
    case 3: return -x;
    case 4: return 10 / x;
    case 5: return x / -1;
    case 6: return 1 << x;
    case 7: return u + 1u == 0;
    case 8: return (int)d;
    default: return (unsigned char)1;
    }
}
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:15: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:16: signed integer overflow: -2 - {{-?[0-9]+}} cannot be represented in type 'int'
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:17: signed integer overflow: {{-?[0-9]+}} * 2 cannot be represented in type 'int'
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:18: negation of -2147483648 cannot be represented in type 'int'
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:19: division by zero
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:20: signed integer overflow: -2147483648 / -1 cannot be represented in type 'int'
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:21: {{left shift of 1 by 31 places|shift exponent}}
// CHECK-DAG: ERROR: {{.*}}arithmetic.c:22: unsigned integer overflow: 4294967295 + 1 cannot be represented in type 'unsigned int'
// MINIMAL-DAG: ERROR: {{.*}}arithmetic.c:15: integer overflow
// MINIMAL-DAG: ERROR: {{.*}}arithmetic.c:18: negation cannot be represented
// MINIMAL-DAG: ERROR: {{.*}}arithmetic.c:21: shift out of bounds
// TRAP-DAG: ERROR: {{.*}}arithmetic.c:15: integer overflow in an addition
// TRAP-DAG: ERROR: {{.*}}arithmetic.c:19: division by zero or overflow
// TRAP-DAG: ERROR: {{.*}}arithmetic.c:21: shift out of bounds
