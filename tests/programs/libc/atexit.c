// What runs at exit, in which order, with buffered output.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void first(void) { printf("registered first\n"); }
static void second(void)
{
    printf("registered second\n");
    atexit(first);
}
__attribute__((constructor)) static void before(void) { printf("constructor\n"); }
__attribute__((destructor)) static void after(void) { printf("destructor\n"); }

int main(void)
{
    atexit(first);
    atexit(second);
    printf("no newline at the end, flushed at exit");
    exit(0);
}
