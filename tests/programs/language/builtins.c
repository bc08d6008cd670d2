// The compiler's builtins: bits, overflow, saturation, memory.
// RUN: %S/same.sh "%ramify" %s %t
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile uint64_t seeds[] = {1, 2, 3, 0x80, 0xff00, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff, 0x123456789abcdef0, ~0ull, 1ull << 63, 0x7fffffffffffffff};
enum { COUNT = sizeof seeds / sizeof *seeds };

#define OVERFLOW(type, a, b)                                                                                    \
    {                                                                                                           \
        type x = (type)(a), y = (type)(b), r1, r2, r3;                                                          \
        int o1 = __builtin_add_overflow(x, y, &r1), o2 = __builtin_sub_overflow(x, y, &r2), o3 = __builtin_mul_overflow(x, y, &r3); \
        printf("%d%d%d %llx %llx %llx ", o1, o2, o3, (unsigned long long)r1, (unsigned long long)r2, (unsigned long long)r3); \
    }
#define SATURATE(type, a, b)                                                                         \
    printf("%lld %lld ", (long long)__builtin_elementwise_add_sat((type)(a), (type)(b)), (long long)__builtin_elementwise_sub_sat((type)(a), (type)(b)));
#define EXTREMES(type, a, b)                                                                         \
    printf("%lld %lld ", (long long)__builtin_elementwise_min((type)(a), (type)(b)), (long long)__builtin_elementwise_max((type)(a), (type)(b)));

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        uint64_t v = seeds[i];
        unsigned w = (unsigned)v | 1;
        unsigned short h = (unsigned short)v;
        printf("%d %d %d %d %d %d\n", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v), __builtin_ffsll(v), __builtin_parityll(v), __builtin_clrsbll(v));
        printf("%d %d %d %d %d\n", __builtin_popcount(w), __builtin_clz(w), __builtin_ctz(w), __builtin_ffs((int)w), __builtin_parity(w));
        printf("%llx %x %x\n", (unsigned long long)__builtin_bswap64(v), __builtin_bswap32((unsigned)v), __builtin_bswap16(h));
        printf("%llx %x %x %x\n", (unsigned long long)__builtin_bitreverse64(v), __builtin_bitreverse32((unsigned)v), __builtin_bitreverse16(h), __builtin_bitreverse8((unsigned char)v));
        printf("%llx %x %x %x\n", (unsigned long long)__builtin_rotateleft64(v, 13), __builtin_rotateright32((unsigned)v, 7), __builtin_rotateleft16(h, 5), __builtin_rotateright8((unsigned char)v, 3));
        printf("%llx %x\n", (unsigned long long)(v << (i & 63) | v >> (-i & 63)), (unsigned)v >> (i & 31) | (unsigned)v << (-i & 31));
        printf("%d %lld\n", abs((int)(v >> 33)) + abs(-(int)(v & 0xffff)), llabs((long long)(v >> 1)));
        for (int k = 0; k < COUNT; k++) {
            uint64_t u = seeds[k];
            OVERFLOW(signed char, v, u)
            OVERFLOW(unsigned char, v, u)
            OVERFLOW(short, v, u)
            OVERFLOW(unsigned short, v, u)
            OVERFLOW(int, v, u)
            OVERFLOW(unsigned, v, u)
            OVERFLOW(long, v, u)
            OVERFLOW(unsigned long, v, u)
            {
                __int128 a = (__int128)v << 60, b = (__int128)u << 62, r;
                unsigned __int128 s;
                int o = __builtin_add_overflow(a, b, &r);
                printf("%d %llx ", o, (unsigned long long)(r >> 64));
                o = __builtin_sub_overflow(a, b, &r);
                printf("%d %llx ", o, (unsigned long long)(r >> 64));
                o = __builtin_add_overflow((unsigned __int128)a, (unsigned __int128)b * 4, &s);
                printf("%d %llx ", o, (unsigned long long)(s >> 64));
                o = __builtin_mul_overflow((unsigned __int128)a, (unsigned __int128)u, &s);
                printf("%d %llx ", o, (unsigned long long)(s >> 64));
                o = __builtin_mul_overflow(a, b, &r);
                printf("%d %llx ", o, (unsigned long long)r);
            }
            {
                int r; // operands of other types than the result
                printf("%d ", __builtin_add_overflow((long)v, (unsigned)u, &r));
                printf("%d ", r);
            }
            SATURATE(signed char, v, u)
            SATURATE(unsigned char, v, u)
            SATURATE(short, v, u)
            SATURATE(int, v, u)
            SATURATE(unsigned, v, u)
            SATURATE(long, v, u)
            EXTREMES(signed char, v, u)
            EXTREMES(unsigned, v, u)
            EXTREMES(long, v, u)
            printf("%llu %d\n", (unsigned long long)__builtin_elementwise_min(v, u), __builtin_elementwise_abs((int)(v ^ u) >> 1));
        }
    }
    char buffer[32] = "0123456789abcdef";
    memmove(buffer + 3, buffer, 10);
    printf("%s\n", buffer);
    memmove(buffer, buffer + 5, 10);
    printf("%s\n", buffer);
    memcpy(buffer + 16, buffer, 16);
    __builtin_memset(buffer + 4, 'x', seeds[1] + 1);
    printf("%.32s\n", buffer);
    memcpy(buffer, buffer + 16, 0);
    printf("%d %d\n", memcmp("abc", "abd", 3) < 0, __builtin_strlen("12345"));
    if (__builtin_expect(seeds[0] == 1, 0))
        printf("unexpected\n");
    if (__builtin_expect_with_probability(seeds[0] == 1, 1, 0.9))
        printf("probable\n");
    __builtin_assume(seeds[0] == 1);
    __builtin_prefetch(buffer, 0, 1);
    int *aligned = __builtin_assume_aligned(aligned_alloc(16, 16), 16);
    *aligned = 5;
    printf("%d %d\n", *aligned, __builtin_types_compatible_p(int, signed));
    free(aligned);
    printf("%d %d\n", __builtin_choose_expr(1, 5, "x"), __builtin_constant_p(3));
    int x = 3, y = 4;
    __asm__ volatile("" ::: "memory");
    __asm__("" : "+r"(x));
    __asm__ volatile("" : "=r"(y) : "0"(x));
    __asm__ volatile("" : "+m"(y));
    printf("%d %d\n", x, y);
    if (x == 99)
        __builtin_unreachable();
    unsigned carry;
    unsigned sum = __builtin_addc(0xffffffffu, 1u, 0u, &carry);
    printf("%u %u\n", sum, carry);
    return __builtin_popcount(0xf0f);
}
