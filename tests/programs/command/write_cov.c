// --write-cov tells for each test the lines that its path executed, and no others,
// also those that a path before has executed already.
// RUN: %ramify --write-cov %s
// RUN: for cov in ramify-last/*.cov; do sed 's/.*:/line:/' $cov | tr '\n' ' '; echo; done | sort | %FileCheck %s
// RUN: grep -q "^%s:[0-9]*$" ramify-last/test000001.cov
// CHECK:      line:18 line:20 line:21 line:22 line:23 line:24 line:29 line:30 {{$}}
// CHECK-NEXT: line:18 line:20 line:21 line:22 line:23 line:25 line:26 line:29 line:30 {{$}}
// CHECK-NEXT: line:18 line:20 line:21 line:22 line:23 line:25 line:28 line:29 line:30 {{$}}
// CHECK-NOT: line
// RUN: %ramify %s && test -z "$(ls ramify-last/ | grep "cov$")"
//
// --write-test-info tells the exit code, also where it depends on the input.
// RUN: %ramify --write-test-info %s
// RUN: for test in ramify-last/*.info; do grep "Exit code:" $test; done | sort > codes
// RUN: for code in 2 4 6; do echo "Exit code: $code"; done | diff - codes
#include <klee/klee.h>
volatile int sum;
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0 & x < 4);
    if (x == 1)
        sum += 1;
    else if (x == 2)
        sum += 2;
    else
        sum += 3;
    return 2 * x;
}
