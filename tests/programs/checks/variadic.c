// Taking more variadic arguments than were given is an error, in registers as in memory; fewer is none.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdarg.h>

static int sum(int count, ...)
{
    int sum = 0;
    va_list list;
    va_start(list, count);
    while (count--)
        sum += va_arg(list, int); // CHECK: variadic.c:[[@LINE]]: out of bounds: read of 4 bytes beyond the last variadic argument
    va_end(list);
    return sum;
}

static double reals(int count, ...)
{
    double sum = 0;
    va_list list;
    va_start(list, count);
    while (count--)
        sum += va_arg(list, double); // CHECK: variadic.c:[[@LINE]]: out of bounds: read of 8 bytes beyond the last variadic argument
    va_end(list);
    return sum;
}

int main(void)
{
    switch (klee_range(0, 6, "which")) {
    case 0:
        return sum(3, 1, 2);
    case 1:
        return sum(9, 1, 2, 3, 4, 5, 6, 7, 8);
    case 2:
        return sum(1);
    case 3:
        return sum(2, 1, 2, 3);
    case 4:
        return (int)reals(2, 1.0);
    default:
        return (int)reals(1, 1.0, 2.0);
    }
}
// CHECK: done: completed paths = 6
// CHECK: done: errors = 2
