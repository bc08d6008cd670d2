// Terms and ranges, warnings and the stack go to the log.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

static void inner(void)
{
    klee_stack_trace();
    klee_warning("twice");
    klee_warning("twice");
    klee_warning_once("just once");
    klee_warning_once("just once");
}

int main(void)
{
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    klee_assume(c > 10 && c < 21);
    klee_print_expr("term", c + 1);
    klee_print_range("range", c);
    klee_print_range("constant", 3);
    inner();
    return 0;
}
// CHECK: ramify: term:{{.*}}Read w8 0 c
// CHECK: ramify: range:{{.*}} in [11, 20]
// CHECK: ramify: constant:(w32 3) == 3
// CHECK: #0 inner at {{.*}}print.c:7
// CHECK: #1 main at {{.*}}print.c:22
// CHECK: warning: inner: twice
// CHECK: warning: inner: twice
// CHECK: warning: inner: just once
// CHECK-NOT: just once
// CHECK: done: completed paths = 1
