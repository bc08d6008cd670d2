// sscanf reads what the C library reads; the standard input is empty.
// RUN: %ramify --show-output --cflags=-w --output-dir=%t %s >%t.out
// RUN: %clang -w -o %t.native %s
// RUN: %t.native </dev/null >%t.expected
// RUN: cmp %t.expected %t.out
#include <stdio.h>
#include <string.h>

#define SHOW(...) printf("%d: %d %u %ld [%s] [%s] %c %g\n", __VA_ARGS__, i, u, l, s, t, c, d), memset(s, 0, sizeof s)

int main(void)
{
    int i = 0, n = 0;
    unsigned u = 0;
    long l = 0;
    short h = 0;
    unsigned char b = 0;
    char s[32] = "", t[32] = "", c = '-';
    double d = 0;
    float f = 0;
    SHOW(sscanf("12 34 -56", "%d %u %ld", &i, &u, &l));
    SHOW(sscanf("  0x1f 077 zz", "%i%i%s", &i, &u, s));
    SHOW(sscanf("key=value", "%[a-z]=%s", s, t));
    SHOW(sscanf("abc,def", "%[^,],%3s", s, t));
    SHOW(sscanf("123456", "%3d%2u%c", &i, &u, &c));
    SHOW(sscanf("2.5e1x", "%lf%c", &d, &c));
    SHOW(sscanf("1.5 70000 300", "%f %hd %hhu", &f, &h, &b));
    SHOW(sscanf("skip 7", "%*s %d%n", &i, &n));
    SHOW(sscanf("", "%d", &i));
    SHOW(sscanf("x", "%d", &i));
    SHOW(sscanf("5%6", "%d%%%u", &i, &u));
    SHOW(sscanf("ff", "%x", &u));
    printf("%g %d %d %d\n", f, h, b, n);
    printf("%d %d\n", scanf("%d", &i), getchar());
    char line[8];
    printf("%d %d\n", fgets(line, sizeof line, stdin) == NULL, feof(stdin) != 0);
    return 0;
}
