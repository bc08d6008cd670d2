// --max-time holds also while the solver works: what it could not decide is counted.
// MATRIX: no
// TIME: 25
// RUN: %ramify --max-time=2s --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
    uint64_t x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if (x > 1 && y > 1 && (unsigned __int128)x * y == (unsigned __int128)4611686018427387847 * 4611686018427387817)
        return 1;
    return 0;
}
// CHECK: done: undecided paths = {{[1-9]}}
