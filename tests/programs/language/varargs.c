// Variadic functions: all kinds of arguments, va_copy, forwarding.
// RUN: %S/same.sh "%ramify" %s %t
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct small {
    int a, b;
};
struct large {
    long v[5];
};
struct real {
    double x, y;
};
struct tiny {
    char c[3];
};
struct mixed {
    long a;
    double b;
};
struct pair {
    long a, b;
};
struct wide {
    _Alignas(16) long v[3];
};
typedef float quad __attribute__((vector_size(16)));

static void show(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    for (const char *at = format; *at; at++)
        switch (*at) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'l': printf("%ld ", va_arg(list, long)); break;
        case 'd': printf("%a ", va_arg(list, double)); break;
        case 'L': printf("%La ", va_arg(list, long double)); break;
        case 's': printf("%s ", va_arg(list, char *)); break;
        case 'c': printf("%c ", va_arg(list, int)); break;
        case 'S': {
            struct small s = va_arg(list, struct small);
            printf("{%d %d} ", s.a, s.b);
            break;
        }
        case 'B': {
            struct large l = va_arg(list, struct large);
            printf("{%ld %ld} ", l.v[0], l.v[4]);
            break;
        }
        case 'R': {
            struct real r = va_arg(list, struct real);
            printf("{%a %a} ", r.x, r.y);
            break;
        }
        case 'T': {
            struct tiny t = va_arg(list, struct tiny);
            printf("{%c%c%c} ", t.c[0], t.c[1], t.c[2]);
            break;
        }
        case 'Q': {
            __int128 q = va_arg(list, __int128);
            printf("%lx:%lx ", (long)(q >> 64), (long)q);
            break;
        }
        case 'M': {
            struct mixed m = va_arg(list, struct mixed);
            printf("{%ld %a} ", m.a, m.b);
            break;
        }
        case 'P': {
            struct pair p = va_arg(list, struct pair);
            printf("{%ld %ld} ", p.a, p.b);
            break;
        }
        case 'W': {
            struct wide w = va_arg(list, struct wide);
            printf("{%ld %ld} ", w.v[0], w.v[2]);
            break;
        }
        case 'V': {
            quad v = va_arg(list, quad);
            printf("<%a %a> ", v[0], v[3]);
            break;
        }
        }
    printf("| ");
    if (*format == 'i')
        printf("%d", va_arg(again, int));
    if (*format == 'd')
        printf("%a", va_arg(again, double));
    printf("\n");
    va_end(again);
    va_end(list);
}

/* Named parameters take registers away from the others. */
static struct large after(struct pair *p, double d, struct mixed m, struct wide w, int last, ...)
{
    va_list list;
    va_start(list, last);
    printf("%ld %a %ld %ld %d: ", p->a, d, m.a, w.v[2], last);
    printf("%a ", va_arg(list, double));
    printf("%lx ", (long)va_arg(list, __int128));
    printf("%d\n", va_arg(list, int));
    va_end(list);
    return (struct large){{1}};
}

static int vsum(int count, va_list list)
{
    int sum = 0;
    while (count--)
        sum += va_arg(list, int);
    return sum;
}
static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    int first = vsum(count / 2, list);
    int second = 0;
    va_end(list);
    va_start(list, count);
    for (int i = 0; i < count; i++)
        second += va_arg(list, int);
    va_end(list);
    return first * 1000 + second;
}
static int print(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}
static int through(int (*f)(int, ...), int a, int b) { return f(2, a, b); }

int main(void)
{
    show("ildscL", 1, 2L, 3.5, "text", 'x', 4.25L);
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    show("idididididididididid", 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8, 8., 9, 9., 10, 10.);
    show("SBRTiSd", (struct small){1, 2}, (struct large){{3, 4, 5, 6, 7}}, (struct real){8, 9}, (struct tiny){{'a', 'b', 'c'}}, 10,
         (struct small){11, 12}, 13.0);
    show("LiLdL", 1.5L, 2, 3.5L, 4.5, 5.5L);
    show("iiBB", 1, 2, (struct large){{1, 2, 3, 4, 5}}, (struct large){{6, 7, 8, 9, 10}});
    show("TTSSRRii", (struct tiny){"xyz"}, (struct tiny){"uvw"}, (struct small){1, 2}, (struct small){3, 4}, (struct real){5, 6},
         (struct real){7, 8}, 9, 10);
    __int128 q = (__int128)1 << 100 | 41;
    struct mixed m = {1, 2.5};
    struct pair p = {3, 4};
    struct wide w = {{5, 6, 7}};
    quad v = {1, 2, 3, 4};
    show("iQ", 1, q);
    show("QiQiQiQ", q, 1, q + 1, 2, q + 2, 3, q + 3);
    show("iiiQiQ", 1, 2, 3, q, 5, q + 1); /* with one register left, clang itself passes an __int128 wrongly */
    show("iPiPiPi", 1, p, 2, p, 3, p, 4);
    show("MMMMMMMMM", m, m, m, m, m, m, m, m, m);
    show("iWiWQW", 1, w, 2, w, q, w);
    show("VdVdVdVdVdVd", v, 1., v, 2., v, 3., v, 4., v, 5., v, 6.);
    show("RRRRRdR", (struct real){1, 2}, (struct real){3, 4}, (struct real){5, 6}, (struct real){7, 8},
         (struct real){9, 10}, 11., (struct real){12, 13});
    after(&p, 1.5, m, w, 4, 6., q, 7);
    show("");
    printf("%d\n", sum(6, 1, 2, 3, 4, 5, 6));
    printf("%d\n", sum(0));
    printf("%d\n", through(sum, 20, 22));
    char buffer[40];
    int n = print(buffer, sizeof buffer, "%d %s %5.2f %c %ld", 1, "two", 3.0, '4', 5L);
    printf("%d %s\n", n, buffer);
    return 0;
}
