// Calls through pointers with -fsanitize=function, which clang checks by what it puts before each function:
// those of the right type work, the others are errors, through constants and symbolic pointers, and so is a
// function of a library that was compiled without it.
// RUN: %ramify --cflags=-fsanitize=undefined --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-fsanitize=undefined --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-fsanitize=undefined -fsanitize-minimal-runtime" --output-dir=%t.minimal %s 2>&1 | %FileCheck --check-prefix=PLAIN %s
// RUN: %ramify --cflags="-fsanitize=undefined -fsanitize-trap=all" --output-dir=%t.trap %s 2>&1 | %FileCheck --check-prefix=PLAIN %s
// RUN: %clang -I%S/../../../include -g -O0 -fsanitize=undefined -emit-llvm -c -o %t.0.bc %s && %ramify --output-dir=%t.0 %t.0.bc 2>&1 | %FileCheck %s
// RUN: %clang -I%S/../../../include -g -O2 -fsanitize=undefined -emit-llvm -c -o %t.2.bc %s && %ramify --output-dir=%t.2 %t.2.bc 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

static int next(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static double other(double x) { return x; }
static int compare(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

static int (*const table[])(int) = {next, twice, abs, (int (*)(int))other, NULL};

int main(void)
{
    unsigned which = (unsigned)klee_range(0, 7, "which"), x = (unsigned)klee_int("x") & 7;
    int numbers[] = {3, 1, 2};
    int (*one)(void) = (int (*)(void))next;
    if (which < 5)
        return table[which]((int)x) >= 0 ? 0 : 1;
    if (which == 5) {
        qsort(numbers, 3, sizeof *numbers, compare);
        return numbers[0];
    }
    return one();
}
// CHECK-DAG: ERROR: {{.*}}functions.c:[[@LINE-7]]: call of other through a pointer to incorrect function type 'int (*)(int)'
// CHECK-DAG: ERROR: {{.*}}functions.c:[[@LINE-8]]: call of a null function pointer
// CHECK-DAG: ERROR: {{.*}}functions.c:[[@LINE-4]]: call of next through a pointer to incorrect function type 'int (*)(void)'
// CHECK: done: completed paths = 7
// CHECK: done: errors = 3
// PLAIN-DAG: ERROR: {{.*}}functions.c:[[@LINE-12]]: call of a function through a pointer to incorrect type
// PLAIN-DAG: ERROR: {{.*}}functions.c:[[@LINE-8]]: call of a function through a pointer to incorrect type
// PLAIN: done: completed paths = 7
// PLAIN: done: errors = 3
