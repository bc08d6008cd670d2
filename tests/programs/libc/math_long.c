// Mathematics in long double. Natively some is assembly, and its last bit is another than that of
// musl's C and depends on the processor: those are compared as double.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <math.h>

static volatile long double half = 0.5L, two = 2.25L, big = 12345.678L, minus = -0.75L;

int main(void)
{
    D(acosl(half));
    D(acoshl(two));
    D(asinl(half));
    L(asinhl(two));
    D(atanl(two));
    D(atan2l(minus, two));
    D(atanhl(half));
    L(cbrtl(big));
    L(ceill(minus));
    L(copysignl(two, minus));
    L(cosl(two));
    D(coshl(two));
    L(erfl(half));
    L(erfcl(half));
    D(expl(two));
    D(exp2l(two));
    D(exp10l(half));
    D(expm1l(half));
    L(fabsl(minus));
    L(fdiml(two, half));
    L(floorl(minus));
    L(fmal(two, half, big));
    L(fmaxl(two, big));
    L(fminl(two, big));
    L(fmodl(big, two));
    L(hypotl(two, big));
    I(ilogbl(big));
    L(ldexpl(two, 5));
    L(lgammal(two));
    I(llrintl(big));
    I(llroundl(minus));
    D(log10l(big));
    D(log1pl(half));
    D(log2l(big));
    L(logbl(big));
    D(logl(big));
    I(lrintl(minus));
    I(lroundl(big));
    L(nearbyintl(big));
    L(nextafterl(two, big));
    L(nexttowardl(two, 9));
    L(powl(two, half));
    L(remainderl(big, two));
    L(rintl(two));
    L(roundl(minus));
    L(scalblnl(two, -3));
    L(scalbnl(two, 7));
    L(sinl(two));
    D(sinhl(two));
    L(sqrtl(big));
    L(tanl(two));
    L(tanhl(half));
    L(tgammal(two));
    L(truncl(minus));
    long double whole;
    int exponent, quotient;
    L(frexpl(big, &exponent));
    I(exponent);
    L(modfl(big, &whole));
    L(whole);
    L(remquol(big, two, &quotient));
    I(quotient & 7);
    I(__fpclassifyl(half));
    I(__signbitl(minus));
    L(nanl("") != nanl(""));
    return 0;
}
