// Mathematics in float.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <math.h>

static volatile float half = 0.5f, two = 2.25f, big = 12345.678f, minus = -0.75f;

int main(void)
{
    D(acosf(half));
    D(acoshf(two));
    D(asinf(half));
    D(asinhf(two));
    D(atanf(two));
    D(atan2f(minus, two));
    D(atanhf(half));
    D(cbrtf(big));
    D(ceilf(minus));
    D(copysignf(two, minus));
    D(cosf(two));
    D(coshf(two));
    D(erff(half));
    D(erfcf(half));
    D(expf(two));
    D(exp2f(two));
    D(exp10f(half));
    D(expm1f(half));
    D(fabsf(minus));
    D(fdimf(two, half));
    D(floorf(minus));
    D(fmaf(two, half, big));
    D(fmaxf(two, big));
    D(fminf(two, big));
    D(fmodf(big, two));
    D(hypotf(two, big));
    I(ilogbf(big));
    D(j0f(two));
    D(j1f(two));
    D(jnf(3, two));
    D(ldexpf(two, 5));
    D(lgammaf(two));
    I(llrintf(big));
    I(llroundf(minus));
    D(log10f(big));
    D(log1pf(half));
    D(log2f(big));
    D(logbf(big));
    D(logf(big));
    I(lrintf(minus));
    I(lroundf(big));
    D(nearbyintf(big));
    D(nextafterf(two, big));
    D(nexttowardf(two, 9));
    D(powf(two, half));
    D(remainderf(big, two));
    D(rintf(two));
    D(roundf(minus));
    D(scalbf(two, 3));
    D(scalblnf(two, -3));
    D(scalbnf(two, 7));
    D(significandf(big));
    D(sinf(two));
    D(sinhf(two));
    D(sqrtf(big));
    D(tanf(two));
    D(tanhf(half));
    D(tgammaf(two));
    D(truncf(minus));
    D(y0f(two));
    D(y1f(two));
    D(ynf(2, two));
    D(dremf(big, two));
    I(finitef(big));
    float whole, sine, cosine;
    int exponent, quotient, sign;
    D(frexpf(big, &exponent));
    I(exponent);
    D(modff(big, &whole));
    D(whole);
    D(remquof(big, two, &quotient));
    I(quotient);
    D(lgammaf_r(minus, &sign));
    I(sign);
    sincosf(two, &sine, &cosine);
    D(sine);
    D(cosine);
    D(logf(0 * two));
    D(sqrtf(minus));
    D(acosf(two));
    D(powf(0 * two, minus));
    D(expf(big));
    D(nanf("1") != nanf("1"));

    volatile double x = 2.25, y = 0.5;
    int n;
    double integral, s, c;
    D(acosh(x));
    D(jn(4, x));
    D(yn(4, x));
    D(y1(x));
    D(lround(x));
    D(nexttoward(x, 3));
    D(scalb(x, 2));
    D(scalbn(x, 9));
    D(significand(x));
    D(lgamma_r(-y, &n));
    I(n);
    I(finite(x));
    I(llrint(x));
    I(lround(-x));
    D(exp10(y));
    D(nan("") != nan(""));
    D(modf(-x, &integral));
    D(integral);
    I(__fpclassify(x));
    I(__signbit(-x));
    I(__fpclassifyf(half));
    I(__signbitf(minus));
    sincos(y, &s, &c);
    D(s);
    D(c);
    return 0;
}
