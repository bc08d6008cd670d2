// Shared libraries carry their bitcode too: the program gets what it needs of
// them, its own definitions first; what a library hides stays the library's.
// MATRIX: no
// RUN: mkdir -p lib && %ramify-cc -fPIC -shared -DPART=1 %s -Wl,-soname,libfirst.so -o lib/libfirst.so && %ramify-cc -fPIC -shared -DPART=2 %s -Wl,-soname,libsecond.so -o lib/libsecond.so -Llib -lfirst
// RUN: %ramify-cc -DPART=0 -c %s -o main.o && %ramify-cc main.o -Llib -lsecond -lfirst -o program
// RUN: LD_LIBRARY_PATH=lib ./program | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out ./program | %FileCheck %s
// CHECK: own 0, first 1 hides 10, second 2 hides 20, both 1
// RUN: %ramify --dump ./program | %not grep never_called
// RUN: %ramify replay ./program out/test000001.ktest | %FileCheck %s
//
// named by its file; found by a run path, also one that begins where the program is
// RUN: %ramify-cc main.o lib/libfirst.so lib/libsecond.so -Wl,-rpath,'$ORIGIN/lib' -o second && ./second && %ramify --show-output --output-dir=out2 ./second | %FileCheck %s
// RUN: mkdir moved && cp -r lib second moved && rm -r lib && cd moved && ./second && %ramify --show-output --output-dir=out3 ./second | %FileCheck %s
// RUN: %exits 1 %ramify replay ./program out/test000001.ktest 2>&1 | grep 'not replayed: shared libraries of the program are not found'
//
// where libtool leaves a script for a program that is not installed yet
// RUN: mkdir -p tree/.libs && cp moved/second tree/.libs/prog && cp -r moved/lib tree/.libs && printf '#!/bin/sh\n' >tree/prog && %ramify --show-output --output-dir=out4 tree/prog | %FileCheck %s
#include <stdio.h>
int own(void);
int first(void);
int first_hides(void);
int second(void);
int second_hides(void);
int both(void);
int never_called(void);
#if PART == 0
int own(void) { return 0; }
int main(void)
{
    printf("own %d, first %d hides %d, second %d hides %d, both %d\n", own(), first(), first_hides(), second(),
           second_hides(), both());
    return 0;
}
#elif PART == 1
__attribute__((visibility("hidden"))) int hidden(void) { return 10; }
int own(void) { return 100; }
int first(void) { return 1 + own(); }
int first_hides(void) { return hidden(); }
int both(void) { return 1; }
int never_called(void) { return 0; }
#else
__attribute__((visibility("hidden"))) int hidden(void) { return 20; }
int second(void) { return 2 * first(); }
int second_hides(void) { return hidden(); }
#endif
