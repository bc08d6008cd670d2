// The smallest program with the whole C library.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#include <stdio.h>

int main(void)
{
    printf("hello, %s\n", "world");
    return 0;
}
