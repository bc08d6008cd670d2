#include <stdarg.h>
#include <stdio.h>
struct small {
    int a, b;
};
struct fl {
    float x, y;
};
struct mix {
    double d;
    long i;
};
struct big {
    long v[5];
    char c;
};
static long sum(int n, ...)
{
    va_list l, m;
    va_start(l, n);
    va_copy(m, l);
    long s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(l, int);
    va_end(l);
    for (int i = 0; i < n; i++)
        s += 2 * va_arg(m, int);
    va_end(m);
    return s;
}
static double many(const char *f, ...)
{
    va_list l;
    va_start(l, f);
    double r = 0;
    for (; *f; f++)
        switch (*f) {
        case 'i':
            r = r * 3 + va_arg(l, int);
            break;
        case 'd':
            r = r * 3 + va_arg(l, double);
            break;
        case 'L':
            r = r * 3 + (double)va_arg(l, long double);
            break;
        case 'l':
            r = r * 3 + va_arg(l, long);
            break;
        case 's': {
            struct small s = va_arg(l, struct small);
            r = r * 3 + s.a + s.b * 7;
            break;
        }
        case 'f': {
            struct fl s = va_arg(l, struct fl);
            r = r * 3 + s.x + s.y * 7;
            break;
        }
        case 'm': {
            struct mix s = va_arg(l, struct mix);
            r = r * 3 + s.d + s.i;
            break;
        }
        case 'b': {
            struct big s = va_arg(l, struct big);
            r = r * 3 + s.v[0] + s.v[4] + s.c;
            break;
        }
        case 'w': {
            __int128 w = va_arg(l, __int128);
            r = r * 3 + (double)(w >> 64);
            break;
        }
        }
    va_end(l);
    return r;
}
static struct big mk(long a)
{
    struct big b = {{a, a + 1, a + 2, a + 3, a + 4}, 'q'};
    return b;
}
static long take(struct big b, struct small s, struct fl f)
{
    b.v[2] = 100;
    return b.v[0] + b.v[2] + s.a - s.b + (long)f.x;
}
static struct small ret(int a) { return (struct small){a, -a}; }
static struct fl retf(int a) { return (struct fl){a, -a}; }
static struct mix retm(int a) { return (struct mix){a * 0.5, -a}; }
int kr();
int main(void)
{
    printf("%ld\n", sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    printf("%.17g\n", many("idLlsfmbidid", 1, 2.5, 3.25L, 4L, (struct small){5, 6}, (struct fl){7, 8},
                           (struct mix){9.5, 10}, mk(11), 1, 2.0, 3, 4.0));
    struct big b = mk(3);
    printf("%ld %ld\n", take(b, ret(4), retf(9)), b.v[2]);
    printf("%g %ld\n", retm(5).d, retm(5).i);
    printf("%d\n", kr(3, 4));
    printf("%Lf %d %c %s %lx\n", 1.25L, -3, 'x', "str", 0xdeadbeefcafeL);
    return 0;
}
int kr(a, b)
int a, b;
{
    return a * 10 + b;
}
