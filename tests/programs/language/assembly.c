// Inline assembly for long numbers, as longlong.h has it, with concrete and
// symbolic operands; a processor without extensions.
// RUN: %ramify --output-dir=out %s 2>&1 | %FileCheck %s
// CHECK: done: completed paths = 2
// CHECK: done: errors = 0
#include <assert.h>
#include <cpuid.h>
#include <klee/klee.h>
#include <stdint.h>

static void sum(uint64_t *high, uint64_t *low, uint64_t a1, uint64_t a0, uint64_t b1, uint64_t b0)
{
    __asm__("addq %5,%q1\n\tadcq %3,%q0"
            : "=r"(*high), "=&r"(*low)
            : "0"(a1), "rme"(b1), "%1"(a0), "rme"(b0));
}

static void difference(uint64_t *high, uint64_t *low, uint64_t a1, uint64_t a0, uint64_t b1, uint64_t b0)
{
    __asm__("subq %5,%q1\n\tsbbq %3,%q0"
            : "=r"(*high), "=&r"(*low)
            : "0"(a1), "rme"(b1), "1"(a0), "rme"(b0));
}

static void product(uint64_t *high, uint64_t *low, uint64_t a, uint64_t b)
{
    __asm__("mulq\t%3" : "=a"(*low), "=d"(*high) : "%0"(a), "rm"(b));
}

static void check(uint64_t a1, uint64_t a0, uint64_t b1, uint64_t b0)
{
    unsigned __int128 a = (unsigned __int128)a1 << 64 | a0, b = (unsigned __int128)b1 << 64 | b0, c;
    uint64_t high, low;
    sum(&high, &low, a1, a0, b1, b0);
    c = a + b;
    assert(high == (uint64_t)(c >> 64) && low == (uint64_t)c);
    difference(&high, &low, a1, a0, b1, b0);
    c = a - b;
    assert(high == (uint64_t)(c >> 64) && low == (uint64_t)c);
    product(&high, &low, a0, b0);
    c = (unsigned __int128)a0 * b0;
    assert(high == (uint64_t)(c >> 64) && low == (uint64_t)c);
}

int main(void)
{
    check(1, 2, 3, 4);
    check(~0ul, ~0ul, 0, 1);
    check(5, 0, 1, 1);
    check(0x123456789abcdef0, 0xfedcba9876543210, 0xf0f0f0f0f0f0f0f0, 0x8000000000000001);
    uint64_t x = 0x10, y;
    int32_t first;
    __asm__("bsf\t%1, %q0" : "=r"(first) : "rm"(x));
    __asm__("bsr\t%1,%0" : "=r"(y) : "rm"(x + 3));
    assert(first == 4 && y == 4);
    unsigned eax = 7, ebx = 7, ecx = 7, edx = 7;
    assert(!__get_cpuid(1, &eax, &ebx, &ecx, &edx));

    uint8_t small;
    klee_make_symbolic(&small, sizeof small, "small");
    check(small, ~0ul, 0, small);
    if (small & 8) { // CHECK-NOT: ERROR
        __asm__("bsf\t%1, %q0" : "=r"(first) : "rm"((uint64_t)(small & 0xf8)));
        assert(first == 3);
    }
    return 0;
}
