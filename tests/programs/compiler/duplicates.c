// Two definitions of a name: the program has the one that the native link took.
// MATRIX: no
// RUN: %ramify-cc -fcommon -DPART=1 -c %s -o 1.o && %ramify-cc -fcommon -DPART=2 -c %s -o 2.o && %ramify-cc -fcommon -DPART=3 -c %s -o 3.o
// RUN: %ramify-cc -Wl,--allow-multiple-definition 1.o 2.o 3.o -o program && ./program >native
// RUN: %ramify --show-output --output-dir=out ./program >ours && diff native ours && %FileCheck %s <ours
// CHECK: 2 20 5 9
// RUN: %ramify-cc -Wl,--allow-multiple-definition 1.o 3.o 2.o -o program && ./program >native
// RUN: %ramify --show-output --output-dir=out2 ./program >ours && diff native ours && %FileCheck %s --check-prefix=OTHER <ours
// OTHER: 3 30 5 9
#include <stdio.h>
int strong(void);
int weak(void);
int number;
static int own(void) { return PART; }
#if PART == 1
__attribute__((weak)) int overridden(void) { return 1; }
int main(void)
{
    printf("%d %d %d %d\n", strong(), weak(), number, overridden() + own() - 1);
    return 0;
}
#elif PART == 2
int strong(void) { return own(); }
__attribute__((weak)) int weak(void) { return 20; }
int overridden(void) { return 9; }
#else
int strong(void) { return own(); }
__attribute__((weak)) int weak(void) { return 30; }
int number = 5;
#endif
