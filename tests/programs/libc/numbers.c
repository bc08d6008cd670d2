// Numbers from text: strtol, strtod and scanf, with their errors.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char *end;
#define REST(call, string) do { const char *s_ = string; D(call); printf("  rest \"%s\"\n", end); } while (0)

int main(void)
{
    I(atoi(" -42x"));
    I(atol("123456789012"));
    I(atoll("-9223372036854775808"));
    D(atof("2.5e3"));
    I(strtol("0x1F", &end, 0));
    I(strtol("077", &end, 0));
    I(strtol("zz", &end, 36));
    I(strtol("", &end, 10));
    I(strtol("  +5 tail", &end, 10));
    S(end);
    I(strtol("99999999999999999999", &end, 10));
    I(strtol("-99999999999999999999", &end, 10));
    I(strtol("12", &end, 1));
    I(strtol("0x", &end, 16));
    S(end);
    I(strtoul("-1", &end, 10));
    I(strtoul("18446744073709551616", &end, 10));
    I(strtoll("0b11", &end, 0));
    I(strtoull("0xffffffffffffffff", &end, 16));
    I(strtoimax("-7", &end, 10));
    I(strtoumax("7", &end, 8));
    D(strtod("3.14159", &end));
    D(strtod("1e400", &end));
    D(strtod("-1e400", &end));
    D(strtod("1e-400", &end));
    D(strtod("4.9e-324", &end));
    D(strtod("2.2250738585072011e-308", &end));
    D(strtod("inf", &end));
    D(strtod("-INFINITY", &end));
    D(fabs(strtod("nan", &end)));
    D(strtod("0x1.8p3", &end));
    D(strtod("0x.1", &end));
    D(strtod(".5.", &end));
    S(end);
    D(strtod("1e", &end));
    S(end);
    D(strtod("abc", &end));
    D(strtod("123456789012345678901234567890", &end));
    D(strtod("0.1000000000000000055511151231257827", &end));
    D(strtof("16777217", &end));
    D(strtof("1e39", &end));
    L(strtold("0.1", &end));
    L(strtold("1e4000", &end));
    I(wcstol(L"123", 0, 10));
    D(wcstod(L"1.25", 0));
    int a = 0, b = 0, n = 0;
    unsigned u = 0;
    char word[32], set[32];
    double d = 0;
    float f = 0;
    long l = 0;
    short h = 0;
    I(sscanf("12 34", "%d %d", &a, &b));
    I(a * 100 + b);
    I(sscanf("0x1f 077", "%i %i", &a, &b));
    I(a * 100 + b);
    I(sscanf("hello world", "%s %n", word, &n));
    S(word);
    I(n);
    I(sscanf("abc123", "%[a-z]%d", set, &a));
    S(set);
    I(a);
    I(sscanf("]x-", "%[]x-]", set));
    S(set);
    I(sscanf("abc,def", "%[^,],%s", set, word));
    S(word);
    I(sscanf("2.5 1e3", "%lf %f", &d, &f));
    D(d + f);
    I(sscanf("ff", "%x", &u));
    I(u);
    I(sscanf("123456", "%3d%*2d%d", &a, &b));
    I(a * 10 + b);
    I(sscanf("", "%d", &a));
    I(sscanf("x", "%d", &a));
    I(sscanf("5%", "%d%%", &a));
    I(sscanf("ab", "%c%c", word, word + 1));
    I(sscanf("70000 5", "%hd %ld", &h, &l));
    I(h + l);
    char *allocated = 0;
    I(sscanf("allocated", "%ms", &allocated));
    S(allocated);
    free(allocated);
    I(abs(-5));
    I(labs(-5L));
    I(llabs(-5LL));
    I(div(17, 5).quot * 10 + div(17, 5).rem);
    I(ldiv(-17, 5).rem);
    I(lldiv(17, -5).quot);
    char number[64];
    S(gcvt(3.14159, 4, number));
    int point, sign;
    S(ecvt(123.456, 5, &point, &sign));
    I(point);
    S(fcvt(123.456, 1, &point, &sign));
    S(a64l("zz") ? "a64l" : "");
    I(a64l("ab./"));
    S(l64a(1234567));
    return 0;
}
