// Printing a symbolic number: with musl a path for each sign and number of digits (docs/intrinsics.md says so),
// with the small library none; each test prints its own number.
// RUN: %ramify --libc=musl --output-dir=%t.1 %s
// RUN: jq -e '.paths.completed == 21 and .errors == []' %t.1/summary.json
// RUN: cat %t.1/*.out | sed 's/[0-9]/9/g' | sort -u | wc -l | grep -qx 20
// RUN: %ramify --libc=none --output-dir=%t.2 %s
// RUN: jq -e '.paths.completed == 1 and .errors == []' %t.2/summary.json
// RUN: %ramify --libc=musl --cflags=-DHEXADECIMAL --output-dir=%t.3 %s
// RUN: jq -e '.paths.completed == 9 and .errors == []' %t.3/summary.json
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifdef HEXADECIMAL
    printf("%x\n", (unsigned)x);
#else
    printf("%d\n", x);
#endif
    return 0;
}
