// An optimiser may compute a shift before it knows that it needs it: no error
// in code that was optimised, one in code that was not.
// RUN: %ramify --cflags=-O2 %s 2>&1 | %FileCheck %s --check-prefix=FAST
// FAST: errors = 0
// RUN: %ramify --cflags=-DPLAIN %s 2>&1 | %FileCheck %s --check-prefix=PLAIN
// PLAIN: shift by the width of the type or more
#include <klee/klee.h>

unsigned mask(unsigned bits) { return bits < 32 ? (1u << bits) - 1 : ~0u; }
unsigned raw(unsigned bits) { return 1u << bits; }

int main(void)
{
    unsigned bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
#ifdef PLAIN
    return raw(bits) == 4;
#else
    return mask(bits) == 3;
#endif
}
