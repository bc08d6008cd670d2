// An inline function of C99 whose one definition is in a library: the optimised
// native program has inlined it and did not link the library's object.
// MATRIX: no
// RUN: %ramify-cc -O2 -DPART=2 -c %s -o inline.o && %ramify-cc -O2 -DPART=3 -c %s -o idle.o && ar rcs libparts.a inline.o idle.o
// RUN: %ramify-cc -O2 -DPART=1 -c %s -o main.o && %ramify-cc main.o -L. -lparts -o program && ./program | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out ./program | %FileCheck %s
// CHECK: twice 4 is 8
// what was not optimised is checked as such, and macros say so
// RUN: %ramify-cc -O2 -DPART=4 %s -o shift && %ramify --output-dir=out2 ./shift 2>&1 | %FileCheck %s --check-prefix=SHIFT
// SHIFT: overshift
#include <stdio.h>
#include <stdlib.h>
inline int twice(int number) { return 2 * number; }
#if PART == 1
int main(void)
{
    printf("twice 4 is %d\n", twice(4));
    return 0;
}
#elif PART == 2
extern int twice(int number);
#elif PART == 3
int idle(void) { return 0; }
#else
int main(void)
{
    volatile int far = 40;
#ifdef __OPTIMIZE__
    volatile int number = 0;
    return number;
#else
    volatile int number = 1;
    return (number << far) == 3;
#endif
}
#endif
