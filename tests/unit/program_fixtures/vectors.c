/* Loops and expressions that clang turns into vectors of all kinds. */
#include <stdio.h>

typedef int int8 __attribute__((vector_size(32)));
typedef short short8 __attribute__((vector_size(16)));
#if __clang_major__ >= 15
typedef _Bool mask8 __attribute__((ext_vector_type(8)));
#endif

int numbers[64];
float reals[64];
unsigned char bytes[64];
short shorts[64];

static int total(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i] * numbers[i];
    return sum;
}

static int largest(int n)
{
    int best = -1000000;
    for (int i = 0; i < n; i++)
        best = numbers[i] > best ? numbers[i] : best;
    return best;
}

static unsigned smallest(int n)
{
    unsigned best = -1u;
    for (int i = 0; i < n; i++)
        best = bytes[i] < best ? bytes[i] : best;
    return best;
}

static void widen(void)
{
    for (int i = 0; i < 64; i++)
        shorts[i] = (short)(bytes[i] * 3 - 100);
    for (int i = 0; i < 64; i++)
        reals[i] = shorts[i] * 0.25f + (float)numbers[63 - i];
}

static void reverse(void)
{
    for (int i = 0; i < 32; i++) {
        int swap = numbers[i];
        numbers[i] = numbers[63 - i];
        numbers[63 - i] = swap;
    }
}

static unsigned mix(unsigned seed)
{
    unsigned table[16];
    for (int i = 0; i < 16; i++)
        table[i] = seed * (unsigned)i ^ (seed >> (i & 7));
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < 16; i++)
            table[i] = (table[i] << 7 | table[i] >> 25) + table[(i + 5) & 15];
    unsigned result = 0;
    for (int i = 0; i < 16; i++)
        result ^= table[i];
    return result;
}

static int by_hand(int n)
{
    int8 a = {1, 2, 3, 4, 5, 6, 7, 8}, b = {n, n, n, n, -n, -n, -n, -n};
    int8 less = a < b;
    int8 chosen = (a & less) | (b & ~less);
    chosen[n & 7] = 77;
    short8 narrow = __builtin_convertvector(chosen, short8);
    union {
        short8 v;
        long halves[2];
        unsigned char each[16];
    } bits = {narrow};
#if __clang_major__ >= 15
    mask8 mask = __builtin_convertvector(a > n, mask8);
    unsigned char packed = *(unsigned char *)&mask;
#else
    unsigned char packed = 0;
    for (int i = 0; i < 8; i++)
        packed |= (unsigned char)((a[i] > n) << i);
#endif
    int sum = packed + (int)bits.halves[0] + (int)(bits.halves[1] >> 20) + bits.each[n & 15];
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + chosen[i] + narrow[i] / 2;
    return sum;
}

int main(void)
{
    for (int i = 0; i < 64; i++) {
        numbers[i] = (i * 37) % 101 - 50;
        bytes[i] = (unsigned char)(i * 11 + 3);
    }
    printf("%d %d %d %u\n", total(64), total(13), largest(61), smallest(64));
    widen();
    reverse();
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += reals[i];
    printf("%.9g %d %d\n", sum, numbers[5], total(40));
    printf("%x %x\n", mix(0x9e3779b9u), mix(12345));
    printf("%d %d %d\n", by_hand(3), by_hand(5), by_hand(-2));
    return 0;
}
