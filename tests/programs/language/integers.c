// Integers of every width: arithmetic, conversions, comparisons, shifts.
// RUN: %S/same.sh "%ramify" %s %t
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void print_wide(const char *name, uwide value)
{
    printf("%s %016llx%016llx\n", name, (unsigned long long)(value >> 64), (unsigned long long)value);
}

volatile int64_t seeds[] = {0, 1, -1, 2, 7, -7, 127, 128, -128, 255, 256, 32767, -32768, 65535, INT_MAX, INT_MIN,
                            UINT_MAX, LLONG_MAX, LLONG_MIN, 0x123456789abcdef0};
enum { COUNT = sizeof seeds / sizeof *seeds };

#define TRY(type, format)                                                                                  \
    for (int i = 0; i < COUNT; i++) {                                                                      \
        uint64_t sum = 0;                                                                                  \
        for (int j = 0; j < COUNT; j++) {                                                                  \
            type a = (type)seeds[i], b = (type)seeds[j];                                                   \
            uint64_t x = (type)((uint64_t)a + b), y = (type)((uint64_t)a - b), z = (type)((uint64_t)a * (uint64_t)b); \
            sum = sum * 31 + x + 3 * y + 7 * z + (type)(a & b) + (type)(a ^ b) + (type)(a | b) + (type)~a; \
            sum = sum * 31 + (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b);          \
            if (b != 0 && !(b == (type)-1))                                                                \
                sum = sum * 31 + (uint64_t)(type)(a / b) + (uint64_t)(type)(a % b);                        \
            sum += (type)(a >> (j % (8 * sizeof(type))));                                                  \
        }                                                                                                  \
        printf(#type " %d %llx\n", i, (unsigned long long)sum);                                            \
    }

struct odd {
    signed a : 3;
    unsigned b : 24;
    _Bool c : 1;
    long long d : 33;
    unsigned long long e : 64;
};

int main(void)
{
    TRY(signed char, "%d")
    TRY(unsigned char, "%d")
    TRY(short, "%d")
    TRY(unsigned short, "%d")
    TRY(int, "%d")
    TRY(unsigned, "%d")
    TRY(long, "%d")
    TRY(unsigned long, "%d")
    for (int i = 0; i < COUNT; i++) {
        _BitInt(24) small = (_BitInt(24))seeds[i];
        unsigned _BitInt(7) tiny = (unsigned _BitInt(7))seeds[i];
        _BitInt(40) odd = (_BitInt(40))seeds[i];
        unsigned _BitInt(1) one = (unsigned _BitInt(1))seeds[i];
        printf("%d %d %lld %d %d\n", (int)small, (int)tiny, (long long)odd, (int)one, (bool)seeds[i]);
        printf("%d %d %lld\n", (int)(_BitInt(24))(small >> 3), (int)(unsigned _BitInt(7))(tiny + 100), (long long)(odd / 3));
        printf("%d %d %d\n", small < 5, tiny > 100, odd == -1);
    }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j += 3) {
            wide a = ((wide)seeds[i] << 64) | (uint64_t)seeds[(i + 5) % COUNT], b = (wide)seeds[j] * 1000003;
            print_wide("add", (uwide)a + (uwide)b);
            print_wide("sub", (uwide)a - (uwide)b);
            print_wide("mul", (uwide)a * (uwide)b);
            if (b && b != -1) {
                print_wide("div", a / b);
                print_wide("rem", a % b);
                print_wide("udiv", (uwide)a / (uwide)b);
                print_wide("urem", (uwide)a % (uwide)b);
            }
            print_wide("shl", (uwide)a << (j * 6));
            print_wide("shr", (uwide)a >> (j * 6));
            print_wide("sar", a >> (j * 6));
            print_wide("bits", (a & b) ^ (a | ~b));
            printf("%d %d %d %d\n", a < b, (uwide)a < (uwide)b, a == b, (int)a);
            printf("%a %a\n", (double)a, (double)(uwide)a);
        }
    _BitInt(200) huge = 1;
    for (int i = 0; i < 12; i++)
        huge = huge * 100003 + seeds[i + 2];
    printf("%llx %llx %llx\n", (unsigned long long)huge, (unsigned long long)(huge >> 64), (unsigned long long)(huge >> 130));
    printf("%llx\n", (unsigned long long)(huge % 1000000007));
    struct odd o = {-3, 0xabcdef, 1, -5000000000LL, ~0ull};
    for (int i = 0; i < 5; i++) {
        o.a += 1;
        o.b *= 3;
        o.c ^= 1;
        o.d -= 1000000000;
        o.e >>= 7;
        printf("%d %u %d %lld %llu\n", o.a, o.b, o.c, (long long)o.d, (unsigned long long)o.e);
    }
    int result = (int)(signed char)(seeds[7] + seeds[8] + 200);
    printf("return %d\n", result & 63);
    return result & 63;
}
