#include <stdio.h>
#include <string.h>
typedef unsigned __int128 u128;
typedef __int128 s128;
static void p(u128 v) { printf("%016lx%016lx\n", (unsigned long)(v >> 64), (unsigned long)v); }
volatile u128 x = ((u128)0x123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
volatile s128 y = -12345678901234567LL;
volatile int sh = 77;
struct bf {
    unsigned a : 3;
    int b : 13;
    long c : 40;
    _Bool d : 1;
    unsigned long long e : 50;
};
volatile long double ld = 3.14159265358979323846L;
volatile float fl = 1.1f;
volatile double db = -2.7;
_Bool flags[3] = {1, 0, 1};
int b24 = 1234567;
u128 b77 = 99999999999999999;

int sw128(u128 v)
{
    switch (v) {
    case 1:
        return 5;
    case ((u128)1 << 100):
        return 6;
    default:
        return 7;
    }
}
int main(void)
{
    p(x + (u128)y);
    p(x * x);
    p(x / 12345);
    p((u128)(y / 7));
    p((u128)(y % 1000));
    p(x << sh);
    p(x >> sh);
    p((u128)(y >> 3));
    p(x ^ 0x5555ULL);
    printf("%d %d %d\n", y<0, x>(u128) 1 << 120, sw128((u128)1 << 100));
    struct bf f = {5, -77, 1L << 33, 1, 1ull << 49};
    f.b += 3;
    f.c *= 3;
    printf("%d %d %ld %d %llu %zu\n", f.a, f.b, (long)f.c, f.d, (unsigned long long)f.e, sizeof f);
    printf("%.20Lg %.10g %.17g %.17g\n", ld * ld, fl * 3, db / 3, (double)(ld / db));
    printf("%d %u %ld\n", (int)db, (unsigned)fl, (long)(ld * 1e9L));
    printf("%.17g %.9g %.20Lg\n", (double)(long)y, (float)(unsigned long)x, (long double)(long)y);
    printf("%d %d %d\n", db < fl, ld != ld, fl >= 1.1);
    printf("%d\n", flags[0] + flags[1] * 2 + flags[2] * 4);
    b24 *= 17;
    b77 *= b77;
    printf("%d %lx\n", (int)b24, (unsigned long)b77);
    printf("%d\n", (int)(b77 >> 60));
    printf("%d %d %d\n", __builtin_isnan(db), __builtin_isinf(fl), __builtin_isfinite(ld));
    printf("%d\n", __builtin_fpclassify(1, 2, 3, 4, 5, db));
    p((u128)(s128)db);
    p((u128)1e30);
    printf("%g\n", (double)x);
    return 0;
}
