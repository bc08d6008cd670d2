// What is printed is one example, but what printing reads and what the program is told of it holds for all
// values: errors are found, lengths are right, and neither forks.
// RUN: %ramify --libc=none --cflags=-DPOINTER --output-dir=%t.1 %s 2>&1 | %FileCheck --check-prefix=POINTER %s
// RUN: jq -e '.paths.completed == 1 and .paths.errors == 1' %t.1/summary.json
// POINTER: ERROR: {{.*}}output_for_all.c:[[@LINE+44]]: out of bounds: read of 1 byte at offset 4
// RUN: %ramify --libc=none --cflags=-DENDLESS --output-dir=%t.2 %s 2>&1 | %FileCheck --check-prefix=ENDLESS %s
// RUN: jq -e '.paths.completed == 1 and .paths.errors == 1' %t.2/summary.json
// ENDLESS: ERROR: {{.*}} a printed string has no end in its object of 3 bytes
// RUN: %ramify --libc=none --cflags=-DPRECISION --output-dir=%t.3 %s 2>&1 | %FileCheck --check-prefix=PRECISION %s
// PRECISION: ERROR: {{.*}} a printed string has no end in its object of 3 bytes
// RUN: %ramify --libc=none --cflags=-DFWRITE --output-dir=%t.4 %s 2>&1 | %FileCheck --check-prefix=BEYOND %s
// RUN: jq -e '.status == "finished" and .paths.completed == 2 and .paths.errors == 1' %t.4/summary.json
// RUN: %ramify --libc=none --cflags=-DWRITE --output-dir=%t.5 %s 2>&1 | %FileCheck --check-prefix=BEYOND %s
// RUN: jq -e '.status == "finished" and .paths.completed == 3 and .paths.errors == 1' %t.5/summary.json
// BEYOND: ERROR: {{.*}}memory error: out of bound pointer: printing {{.*}} bytes
// RUN: %ramify --libc=none --cflags=-DSHORT --output-dir=%t.6 %s 2>&1 | %FileCheck --check-prefix=SHORT %s
// SHORT: ERROR: {{.*}}out of bound
// RUN: %ramify --libc=none --cflags=-DUSED --output-dir=%t.7 %s 2>&1 | %FileCheck --check-prefix=USED %s
// USED: ERROR: {{.*}}ten
// RUN: jq -e '.status == "finished" and .paths.completed == 1 and .paths.errors == 1' %t.7/summary.json
// RUN: %ramify --libc=none --cflags=-DOFFSET --output-dir=%t.8 %s 2>&1 | %FileCheck --check-prefix=OFFSET %s
// RUN: jq -e '.paths.completed == 2 and .paths.errors == 1 and .errors[0].kind == "user"' %t.8/summary.json
// OFFSET: ERROR: {{.*}}seven
//
// the length of a float is the example's; that counts only where somebody looks at it
// RUN: %ramify --libc=none --cflags=-DFLOAT --output-dir=%t.9 %s
// RUN: jq -e '.status == "finished"' %t.9/summary.json
// RUN: %ramify --libc=none --cflags=-DFLOAT_USED --output-dir=%t.10 %s
// RUN: jq -e '.status == "partial" and (.partial[0].why | contains("length of a printed"))' %t.10/summary.json
// RUN: %ramify --libc=none --cflags=-DFLOAT_COUNTED --output-dir=%t.11 %s
// RUN: jq -e '.status == "partial" and (.partial[0].why | contains("length of a printed"))' %t.11/summary.json
//
// and so with musl
// RUN: %ramify --libc=musl --cflags=-DWRITE --output-dir=%t.14 %s 2>&1 | %FileCheck --check-prefix=BEYOND %s
// RUN: jq -e '.status == "finished" and .paths.completed == 3 and .paths.errors == 1' %t.14/summary.json
// RUN: %ramify --libc=musl --cflags=-DUSED --output-dir=%t.15 %s 2>&1 | %FileCheck --check-prefix=USED %s
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifdef POINTER
    char gone[4];
    const char *words[] = {"one", "two", gone + 4};
    klee_assume(x < 3);
    printf("%s\n", words[x]);
#elif defined ENDLESS
    char text[3] = {'a', (char)x, 'b'};
    puts(text);
#elif defined PRECISION
    const char text[3] = {'a', 'b', 'c'};
    printf("%.*s\n", x & 7, text);
#elif defined FWRITE
    char *block = calloc(10, 1);
    fwrite(block, 1, x, stdout);
#elif defined WRITE
    char *block = calloc(10, 1);
    if (write(1, block, x) == 7)
        return 7;
#elif defined SHORT
    char text[3];
    sprintf(text, "%d", x);
#elif defined USED
    unsigned y = klee_int("y");
    if (printf("%u", y) == 10)
        klee_report_error(__FILE__, __LINE__, "ten", "user");
#elif defined OFFSET
    if (printf("%s\n", "some words" + (x & 7)) == 7)
        klee_report_error(__FILE__, __LINE__, "seven", "user");
    if (x == 9)
        return 1;
#elif defined FLOAT
    printf("%f %Lg\n", x / 3.0, (long double)1);
#elif defined FLOAT_USED
    return printf("%f\n", x / 3.0) == 9;
#elif defined FLOAT_COUNTED
    int count;
    printf("%f%n\n", x / 3.0, &count);
    return count == 9;
#endif
    return 0;
}
