// Floats made of a few bytes that can have few values: all are tried, and nobody
// has to search for the bits of a quotient.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: jq -e '.queries.z3 == 0 and .paths.undecided == 0' %t/summary.json
// MATRIX: no
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    unsigned char in[2];
    klee_make_symbolic(in, sizeof in, "in");
    klee_assume(in[0] < 16);
    klee_assume(in[1] < 16);
    float third = (float)in[0] / 3 + (float)in[1];
    double root = (double)third * 0.1 - in[1];
    unsigned long bits;
    memcpy(&bits, &root, sizeof bits);
    klee_assert((int)(third * 4) != 61 || in[0] >= 1); // that is 15 and a third
    if (root < -13.49)
        klee_assert(in[1] == 15 && in[0] == 0);
    if ((bits >> 40 & 0xff) == 0x77)
        return (int)root == 3;
    return (int)(third * 4) == 21 ? 2 : 3;
}
// CHECK: done: errors = 0
