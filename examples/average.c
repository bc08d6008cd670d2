/* Signed overflow, found by the compiler's own checks.
 *
 * With -fsanitize=undefined clang puts a check before every operation whose
 * result C does not define. Ramify asks whether one of them can fail.
 *
 *     ramify --cflags=-fsanitize=undefined examples/average.c
 */
#include <klee/klee.h>

static int average(int a, int b)
{
    return (a + b) / 2;
}

static int careful(int a, int b)
{
    return (a & b) + ((a ^ b) >> 1);
}

int main(void)
{
    int a = klee_int("a"), b = klee_int("b");
    return careful(a, b) == average(a, b);
}

// RUN: %ramify --cflags=-fsanitize=undefined %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: overflow average line 12
// CHECK-NOT: line
