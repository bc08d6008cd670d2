// Arrays with constant and symbolic cells, and writes at symbolic offsets: what
// is read is what was written, in every way of solving it.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.checked --check-arrays %s 2>&1 | %FileCheck %s
// CHECK: ASSERTION FAIL: table[i] != 200
// CHECK: done: errors = 1
#include <klee/klee.h>
#include <stdint.h>

static uint32_t table[64];
static unsigned char count[256];

int main(void)
{
    uint32_t secret;
    unsigned char i, j;
    klee_make_symbolic(&secret, sizeof secret, "secret");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(i < 64);
    for (uint32_t k = 0; k < 64; k++)
        table[k] = k < 32 ? 5 : 9;
    table[17] = secret;
    klee_assert((i == 17) | (table[i] == 5) | (table[i] == 9));
    klee_assert((i != 17) | (table[i] == secret));

    // only the first 16 counters can change: the others stay constants
    count[100] = 3;
    count[j & 15]++;
    klee_assert(count[100] == 3);
    klee_assert(count[j & 15] == 1);
    klee_assert(count[(j + 1) & 15] == 0);
    klee_assert(table[i] != 200);
    return 0;
}
