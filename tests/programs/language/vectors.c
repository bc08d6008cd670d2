// Vector extensions, and loops that the optimiser makes vectors of.
// RUN: %S/same.sh "%ramify" %s %t
// RUN: LEVELS="2 3" %S/same.sh "%ramify" %s %t -mavx2
#include <stdint.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l4 __attribute__((vector_size(32)));
typedef int e3 __attribute__((ext_vector_type(3)));

static v4 add(v4 a, v4 b) { return a + b * 3; }

static void print_v4(const char *name, v4 v) { printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]); }

static uint32_t table[1000];
static uint8_t bytes[1000];
static short shorts[1000];
static float floats[1000];
static double doubles[1000];
static long longs[1000];

__attribute__((noinline)) static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        table[i] = i * 2654435761u;
        bytes[i] = i * 7;
        shorts[i] = (short)(i * 37 - 5000);
        floats[i] = i * 0.5f;
        doubles[i] = i * 0.25;
        longs[i] = (long)i * i - 500;
    }
}

__attribute__((noinline)) static uint32_t reductions(int n)
{
    uint32_t sum = 0, xor = 0, or = 0, and = ~0u;
    int max = -100000, min = 100000;
    for (int i = 0; i < n; i++)
        sum += table[i];
    for (int i = 0; i < n; i++)
        xor ^= table[i];
    for (int i = 0; i < n; i++)
        or |= bytes[i];
    for (int i = 0; i < n; i++)
        and &= table[i] | 0xff;
    for (int i = 0; i < n; i++)
        max = shorts[i] > max ? shorts[i] : max;
    for (int i = 0; i < n; i++)
        min = shorts[i] < min ? shorts[i] : min;
    printf("%u %u %u %u %d %d\n", sum, xor, or, and, max, min);
    return sum;
}

__attribute__((noinline)) static void mix(int n)
{
    for (int i = 0; i < n; i++)
        table[i] = (table[i] >> (i & 7)) + bytes[i] * 3 - (table[i] < 1000000 ? 5 : 9);
    for (int i = 0; i < n; i++)
        shorts[i] = (short)(shorts[i] < 0 ? -shorts[i] : shorts[i] >> 2);
    for (int i = 0; i < n; i++)
        floats[i] = floats[i] * 2.0f + (float)shorts[i];
    for (int i = 0; i < n; i++)
        doubles[i] = doubles[i] > 100 ? doubles[i] - floats[i] : (double)longs[i];
    for (int i = 0; i < n; i++)
        longs[i] = (long)doubles[i] * 3 + (longs[i] ^ table[i]);
    for (int i = 0; i < n; i++)
        bytes[i] = (uint8_t)(longs[i] >> 3);
    for (int i = 0; i < n - 8; i++)
        table[i] = table[i + 8] * 3 + 1;
    for (int i = 0; i < n / 2; i++)
        table[i] += table[2 * i] - table[2 * i + 1];
    for (int i = n - 1; i >= 0; i--)
        bytes[i] ^= bytes[n - 1 - i];
}

__attribute__((noinline)) static uint64_t hash(const void *data, int n)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < n; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * 1099511628211u;
    return h;
}

int main(void)
{
    v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    print_v4("add", add(a, b));
    print_v4("mul", a * b - 7);
    print_v4("shift", (a << 2) >> 1);
    print_v4("compare", a < b);
    print_v4("equal", a == (v4){1, 0, 3, 0});
    print_v4("bits", (a & b) | (a ^ ~b));
    print_v4("shuffle", __builtin_shufflevector(a, b, 3, 4, 1, 6));
    print_v4("divide", b / (v4){3, 7, -2, 9});
    print_v4("remainder", b % (v4){3, 7, -2, 9});
    volatile int index = 2;
    a[index] = 99;
    printf("%d %d\n", a[index], b[index + 1]);
    v16 c;
    for (int i = 0; i < 16; i++)
        c[i] = (unsigned char)(i * 20);
    c = c + c;
    c = __builtin_elementwise_max(c, (v16){} + 100);
    c = __builtin_elementwise_add_sat(c, (v16){} + 90);
    for (int i = 0; i < 16; i++)
        printf("%d ", c[i]);
    printf("\n%d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b));
    f4 f = {1.5f, -2.5f, 1e20f, 0.1f};
    f = f * f - 1;
    printf("%a %a %a %a\n", f[0], f[1], f[2], f[3]);
    d2 d = {0.1, 0.2};
    d = d / 3 + __builtin_convertvector((__attribute__((vector_size(8))) int){7, -7}, d2);
    printf("%a %a\n", d[0], d[1]);
    l4 l = __builtin_convertvector(a, l4) * 1000000007;
    printf("%ld %ld %ld %ld\n", l[0], l[1], l[2], l[3]);
    e3 e = {1, 2, 3};
    e.xy = e.yx;
    e.z += e.x;
    printf("%d %d %d %d\n", e.x, e.y, e.z, (int)sizeof e);
    v4 copies[3] = {a, b, a + b};
    v4 *pointer = copies + index;
    print_v4("memory", *pointer);
    union {
        v4 v;
        v16 b;
        uint64_t w[2];
    } pun = {.v = b};
    printf("%d %llx\n", pun.b[4], (unsigned long long)pun.w[1]);
    fill(1000);
    reductions(1000);
    reductions(997);
    mix(1000);
    mix(501);
    printf("%llx %llx %llx\n", (unsigned long long)hash(table, sizeof table), (unsigned long long)hash(bytes, sizeof bytes),
           (unsigned long long)hash(shorts, sizeof shorts));
    printf("%llx %llx %llx\n", (unsigned long long)hash(floats, sizeof floats),
           (unsigned long long)hash(doubles, sizeof doubles), (unsigned long long)hash(longs, sizeof longs));
    return 0;
}
