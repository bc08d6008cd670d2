// Mathematical functions give what the C library gives, bit by bit.
// RUN: %ramify --libc=none --show-output --cflags=-fno-builtin --output-dir=%t %s >%t.out
// RUN: %clang -w -fno-builtin -o %t.native %s -lm
// RUN: %t.native >%t.expected
// RUN: cmp %t.expected %t.out
#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = {0.0, -0.0, 0.5, 1.0, 2.75, -3.5, 1e10, 1e-10};
    for (int i = 0; i < 8; i++) {
        double x = values[i];
        printf("%a %a %a %a %a %a\n", sin(x), cos(x), exp(x / 10), floor(x), ceil(x), round(x));
        printf("%a %a %a %a %a %a\n", fabs(x), sqrt(fabs(x)), log(fabs(x) + 1), pow(fabs(x), 1.5), fmod(x, 0.7), trunc(x));
        printf("%a %a %a %ld %a\n", atan2(x, 2), hypot(x, 1), ldexp(x, 3), lrint(x), copysign(1, x));
        printf("%a %a %a\n", sinf((float)x), sqrtf(fabsf((float)x)), powf(fabsf((float)x), 0.3f));
    }
    return 0;
}
