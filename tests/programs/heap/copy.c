// memcpy and its kind by name, with symbolic bytes and symbolic lengths.
// RUN: %ramify --cflags=-fno-builtin --output-dir=%t %s 2>&1 | %FileCheck %s
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char from[8] = "abcdefg", to[8];
    assert(memcpy(to, from, 8) == to && !strcmp(to, "abcdefg"));
    assert(mempcpy(to, "xy", 2) == to + 2 && to[1] == 'y');
    memmove(to + 1, to, 4);
    assert(to[0] == 'x' && to[1] == 'x' && to[2] == 'y' && to[3] == 'c');
    memset(to, 'z', 3);
    assert(to[2] == 'z' && to[3] == 'c');
    bzero(to, 2);
    explicit_bzero(to + 4, 1);
    assert(!to[0] && !to[1] && !to[4]);
    memcpy(NULL, NULL, 0);

    int number = klee_int("number"), copy;
    memcpy(&copy, &number, sizeof copy);
    assert(copy == number);
    memset(&copy, klee_int("byte"), 4);
    assert((copy & 0xff) == ((copy >> 8) & 0xff));

    unsigned length = klee_int("length");
    klee_assume(length >= 6);
    memcpy(to, from, length); // 6, 7 or 8 bytes; more is an error
    assert(to[5] == 'f');
    return 0;
}
// CHECK: ERROR: {{.*}}copy.c:31: {{.*}}memcpy
// CHECK: done: completed paths = 4
// CHECK: done: errors = 1
