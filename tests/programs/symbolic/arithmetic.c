// Arithmetic on symbolic integers of all widths.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
// TIME: 120
#include <klee/klee.h>
#include <limits.h>
#include <stdint.h>

typedef __int128 wide;

static void divide(int8_t a, int8_t b)
{
    klee_assume(b != 0);
    klee_assert(a / b * b + a % b == a);
    klee_assert(a % b == 0 || (a % b < 0) == (a < 0));
    uint8_t c = (uint8_t)a, d = (uint8_t)b;
    if (d) {
        klee_assert(c % d < d);
        if (c / d == 17 && c % d == 3)
            klee_assert(d != 14); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: d != 14
    }
}
static void shift(uint32_t a, uint32_t n)
{
    klee_assume(n < 32);
    klee_assert((a >> n) <= a);
    klee_assert(n == 0 || ((a << n) & 1) == 0);
    uint32_t rotated = a << n | a >> (-n & 31);
    klee_assert((rotated >> n | rotated << (-n & 31)) == a);
    klee_assert(__builtin_rotateleft32(a, n) == rotated);
    klee_assert((int32_t)a >> 31 == ((int32_t)a < 0 ? -1 : 0));
    if (__builtin_rotateright32(a, 8) == 0x12345678)
        klee_assert(a != 0x34567812); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: a != 0x34567812
}
static void overflow(int a, int b)
{
    int sum, product;
    _Bool added = __builtin_add_overflow(a, b, &sum);
    klee_assert(added == ((long)a + b != sum));
    int8_t c = (int8_t)a, d = (int8_t)b, small;
    _Bool multiplied = __builtin_mul_overflow(c, d, &small);
    klee_assert(multiplied == (c * d != small));
    unsigned difference;
    klee_assert(__builtin_sub_overflow((unsigned)a, (unsigned)b, &difference) == ((unsigned)a < (unsigned)b));
    klee_assert(__builtin_elementwise_add_sat(a, b) == (added ? a < 0 ? INT_MIN : INT_MAX : a + b));
    klee_assert(__builtin_elementwise_sub_sat((unsigned)a, (unsigned)b) == ((unsigned)a < (unsigned)b ? 0 : (unsigned)a - b));
    klee_assert(__builtin_elementwise_max(a, b) >= a && __builtin_elementwise_min(a, b) <= b);
    if (!__builtin_mul_overflow(a, 3, &product) && product == 300)
        klee_assert(a != 100); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: a != 100
}
static void bits(uint32_t a)
{
    klee_assert(__builtin_popcount(a) <= 32);
    klee_assert(__builtin_bswap32(__builtin_bswap32(a)) == a);
    klee_assert(__builtin_bitreverse32(__builtin_bitreverse32(a)) == a);
    klee_assert(__builtin_parity(a) == (__builtin_popcount(a) & 1));
    if (a) {
        klee_assert((a >> __builtin_ctz(a)) & 1);
        klee_assert(__builtin_clz(a) < 32 && (a >> (31 - __builtin_clz(a))) == 1);
        klee_assert(__builtin_ffs((int)a) == __builtin_ctz(a) + 1);
    }
    if (__builtin_popcount(a) == 31 && __builtin_ctz(a) == 0 && __builtin_clz(~a) == 5)
        klee_assert(a != ~(1u << 26)); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: a != ~(1u << 26)
}
static void widest(uint64_t a, uint64_t b)
{
    wide x = ((wide)(int64_t)a << 64) | b;
    klee_assert((uint64_t)x == b && (int64_t)(x >> 64) == (int64_t)a);
    klee_assert(x + 1 - 1 == x);
    klee_assert((x < 0) == ((int64_t)a < 0));
    klee_assert((x ^ x) == 0 && (x | 1) != 0);
    if (x == ((wide)5 << 64) + 7)
        klee_assert(a != 5 || b != 7); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: a != 5 || b != 7
}
struct fields {
    unsigned a : 3;
    signed b : 6;
    unsigned c : 23;
};
static void bitfields(struct fields f)
{
    klee_assert(f.a < 8 && f.b < 32 && f.b >= -32 && f.c < 1u << 23);
    struct fields g = f;
    g.b = f.a;
    klee_assert(g.a == f.a && g.c == f.c && g.b == (int)f.a);
    if (f.b == -17 && f.c == 0x7abcde)
        klee_assert(f.a != 5); // CHECK-DAG: arithmetic.c:[[@LINE]]: ASSERTION FAIL: f.a != 5
}

int main(void)
{
    unsigned which;
    uint64_t a, b;
    struct fields f;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&f, sizeof f, "f");
    switch (which) {
    case 1: divide((int8_t)a, (int8_t)b); break;
    case 2: shift((uint32_t)a, (uint32_t)b); break;
    case 3: overflow((int)a, (int)b); break;
    case 4: bits((uint32_t)a); break;
    case 5: widest(a, b); break;
    case 6: bitfields(f); break;
    }
    return 0;
}
// CHECK: done: errors = 6
// OPTIMISED: done: errors = 6
