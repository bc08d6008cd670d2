// Mathematics, with errors.
// RUN: %ramify --libc=musl --show-output --output-dir=%t --cflags=-fno-builtin %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin -lm -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <math.h>
#include <stdlib.h>

#define UNARY(X)                                                                                             \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp)   \
    X(exp2) X(expm1) X(exp10) X(log) X(log2) X(log10) X(log1p) X(logb) X(sqrt) X(cbrt) X(erf) X(erfc)        \
    X(lgamma) X(tgamma) X(ceil) X(floor) X(trunc) X(round) X(rint) X(nearbyint) X(fabs) X(j0) X(j1) X(y0)
#define BINARY(X)                                                                                            \
    X(pow) X(atan2) X(hypot) X(fmod) X(remainder) X(fmin) X(fmax) X(fdim) X(copysign) X(nextafter) X(drem)

int main(void)
{
    static const double values[] = {0.0, 0.5, -0.75, 1.0, 2.5, -3.25, 1e-5, 100.125};
    for (int i = 0; i < 8; i++) {
        double x = values[i];
#define X(f) printf(#f "(%a) = %a\n", x, f(x) == f(x) ? f(x) : 0x7ffp0);
        UNARY(X)
#undef X
#define X(f) printf(#f "(%a, %a) = %a\n", x, values[7 - i], f(x, values[7 - i]) == f(x, values[7 - i]) ? f(x, values[7 - i]) : 0x7ffp0);
        BINARY(X)
#undef X
    }
    int exponent, quotient;
    double whole;
    D(frexp(10.0, &exponent));
    I(exponent);
    D(ldexp(0.625, 4));
    D(modf(-3.75, &whole));
    D(whole);
    D(remquo(10.0, 3.0, &quotient));
    I(quotient);
    D(fma(2.0, 3.0, 4.0));
    D(scalbln(1.5, 10));
    I(ilogb(1000.0));
    I(lrint(2.5));
    I(llround(-2.5));
    I(isinf(1 / 0.0));
    I(signbit(-0.0) != 0);
    D(sinf(0.5f));
    D(expf(1.5f));
    D(powf(2.5f, 1.5f));
    D(sqrtf(2.0f));
    D(logf(10.0f));
    L(sqrtl(2.0L));
    L(sinl(1.0L));
    L(expl(1.0L));
    L(logl(10.0L));
    L(powl(2.0L, 0.5L));
    L(floorl(-2.5L));
    L(fmodl(10.0L, 3.0L));
    L(cbrtl(27.0L));
    L(roundl(2.5L));
    L(atan2l(1.0L, 2.0L));
    return 0;
}
