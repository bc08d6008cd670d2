// Tables of elements of 1, 2, 4 and 8 bytes, at signed and unsigned indices, at
// aligned offsets and others, with arithmetic around the read: each sum is
// checked against the formula the table was made by.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.checked --check-arrays %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.value --arrays=value --check-arrays %s 2>&1 | %FileCheck %s
// CHECK-NOT: difference
// CHECK: ASSERTION FAIL: misaligned != 0x0b000000
// CHECK: done: errors = 1
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

enum { COUNT = 40 };
static uint8_t bytes[COUNT];
static int16_t halves[COUNT];
static uint32_t words[COUNT];
static int64_t longs[COUNT];

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        bytes[i] = (uint8_t)(i / 8);
        halves[i] = (int16_t)(i < 20 ? -5 : i);
        words[i] = (uint32_t)(i % 10 ? 7 * i + 3 : 11);
        longs[i] = i < 8 ? -1 - i : 1LL << 40;
    }
    int i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i >= 0);
    klee_assume(i < COUNT);
    klee_assert(bytes[i] * 8 <= i && bytes[i] * 8 + 8 > i);
    klee_assert(halves[i] == (i < 20 ? -5 : i));
    klee_assert((halves[i] + 2) * 2 < 100);
    klee_assert(words[i] == (i % 10 ? 7u * (unsigned)i + 3 : 11u));
    klee_assert(i >= 8 || longs[i] + 1 == -i);
    klee_assert(i < 8 || longs[i] >> 40 == 1);

    uint32_t misaligned;
    unsigned char at;
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(at <= sizeof words - 4);
    memcpy(&misaligned, (const char *)words + at, 4);
    klee_assert(misaligned != 0x0b000000);
    return 0;
}
