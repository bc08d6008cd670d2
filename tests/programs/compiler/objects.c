// Objects, static libraries and a link: the program carries the members that
// were linked, no others, in any way they got there.
// MATRIX: no
// RUN: %ramify-cc -O2 -g -DPART=1 -c %s -o main.o && %ramify-cc -DPART=2 -c %s -o half.o && %ramify-cc -DPART=3 -c %s -o idle.o
// RUN: ar rcs libparts.a half.o idle.o && %ramify-cc main.o -L. -lparts -o program
// RUN: ./program 7 | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out ./program 7 | %FileCheck %s
// CHECK: half of 14 is 7
// RUN: %ramify --dump ./program >dump; grep -q half dump && %not grep -q never_linked dump
//
// a partial link, the other linker, sections that are collected, no symbols
// RUN: ld -r main.o half.o -o both.o && %ramify-cc both.o -o partial && %ramify --show-output --output-dir=out1 ./partial 7 | %FileCheck %s
// RUN: %ramify-cc -fuse-ld=lld -ffunction-sections -Wl,--gc-sections main.o libparts.a -o collected && %ramify --show-output --output-dir=out2 collected 7 | %FileCheck %s
// RUN: %ramify-cc -ffunction-sections -Wl,--gc-sections main.o libparts.a -o collected && %ramify --show-output --output-dir=out3 collected 7 | %FileCheck %s
// RUN: strip program && ./program 7 | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out4 ./program 7 | %FileCheck %s
// an object is a program, too
// RUN: %ramify --show-output --output-dir=out5 both.o 7 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
int half(int);
int never_linked(int);
#if PART == 1
int main(int count, char **words)
{
    int number = 2 * atoi(words[count - 1]);
    printf("half of %d is %d\n", number, half(number));
    return 0;
}
#elif PART == 2
int half(int number) { return number / 2; }
#else
int never_linked(int number) { return number; }
#endif
