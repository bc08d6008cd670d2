// float, double and long double: arithmetic, comparison, conversion, bit for bit.
// RUN: %S/same.sh "%ramify --libc=none" %s %t -ffp-contract=off
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

volatile double seeds[] = {0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25, 1e10, -1e-10, 123456789.123, 1e300, 1e-310,
                           DBL_MAX, DBL_MIN, INFINITY, -INFINITY};
enum { COUNT = sizeof seeds / sizeof *seeds };
volatile double nan_seed = NAN;

#define TRY(type, suffix)                                                                                  \
    for (int i = 0; i < COUNT; i++)                                                                        \
        for (int j = 0; j < COUNT; j++) {                                                                  \
            type a = (type)seeds[i], b = (type)seeds[j];                                                   \
            type s = a + b, d = a - b, p = a * b, q = a / b;                                               \
            printf(#type " %La %La %La ", isnan(s) ? -99.0L : (long double)s, isnan(d) ? -99.0L : (long double)d, \
                   isnan(p) ? -99.0L : (long double)p);                                                    \
            printf("%La %d%d%d%d%d%d\n", isnan(q) ? -99.0L : (long double)q, a < b, a <= b, a == b, a != b, a > b, a >= b); \
        }

int main(void)
{
    TRY(float, f)
    TRY(double, )
    TRY(long double, l)
    double n = nan_seed;
    printf("%d %d %d %d %d\n", n == n, n != n, n < 1, !(n >= 1), isunordered(n, 1.0));
    printf("%d %d %d\n", isless(1.0, n), islessgreater(1.0, 2.0), isgreaterequal(2.0, 2.0));
    for (int i = 0; i < COUNT; i++) {
        double v = seeds[i];
        float f = (float)v;
        long double l = v;
        printf("%a %a %La\n", (double)f, (double)(float)(v * 1.0000001), l * l);
        if (fabs(v) < 2e9)
            printf("%d %u %lld %d %d\n", (int)v, (unsigned)fabs(v), (long long)v, (signed char)(int)fmod(v, 100), (short)fmod(v, 1000));
        if (v >= 0 && v < 1e11)
            printf("%llu %llu %lld\n", (unsigned long long)v, (unsigned long long)l, (long long)f);
        if (v >= 0 && v < 1e11)
            printf("%llx\n", (unsigned long long)((__int128)v * 3));
        printf("%a %a %d %d\n", fabs(v), sqrt(fabs(v)), signbit(v) != 0, fpclassify(v) == FP_SUBNORMAL);
        printf("%a %a %a %a\n", floor(v), ceil(v), trunc(v), rint(v));
        printf("%a %a %a\n", fmin(v, 1.5), fmax(v, 1.5), copysign(2.0, v));
        printf("%a\n", fma(fabs(v) > 1e200 ? 1 : v, 3.0, 0.1));
        printf("%d\n", !v);
    }
    int64_t integers[] = {0, 1, -1, 1000000007, INT64_MAX, INT64_MIN, (1ll << 53) + 1, -((1ll << 60) + 3)};
    for (int i = 0; i < 8; i++) {
        volatile int64_t k = integers[i];
        printf("%a %a %La\n", (double)(float)k, (double)k, (long double)k);
        printf("%a %a %La\n", (double)(float)(uint64_t)k, (double)(uint64_t)k, (long double)(uint64_t)k);
        printf("%a %a\n", (double)(int32_t)k, (double)(uint8_t)k);
        printf("%La\n", (long double)((__int128)k * k));
    }
    volatile double big = 4294967295.0 * 4294967296.0;
    printf("%llu\n", (unsigned long long)big);
    volatile long double x = 1.0L / 3;
    printf("%La %.25Lf %Lg\n", x, x, x * 1e4000L);
    double ieee = 1.1;
    uint64_t bits;
    memcpy(&bits, &ieee, 8);
    printf("%llx\n", (unsigned long long)bits);
    union {
        float f;
        uint32_t u;
    } pun = {.u = 0x40490fdb};
    printf("%a\n", (double)pun.f);
    float sum = 0;
    for (int i = 1; i < 1000; i++)
        sum += 1.0f / i;
    printf("%a\n", (double)sum);
    _Complex double c = 1.5 + 2.5i;
    c = c * c + 1;
    printf("%a %a\n", __real__ c, __imag__ c);
    return 0;
}
