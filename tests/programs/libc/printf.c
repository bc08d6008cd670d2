// printf: every conversion, flag, width and precision, as native musl prints it.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <stdarg.h>

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <wchar.h>

static char buffer[256];
static const char *text(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    vsnprintf(buffer, sizeof buffer, format, list);
    __builtin_va_end(list);
    return buffer;
}

int main(void)
{
    S(text("%d %i %5d|%-5d|%05d|%+d|% d", 1, -2, 3, 4, 5, 6, 7));
    S(text("%.3d|%8.3d|%-8.3d|%.0d|", 7, 8, 9, 0));
    S(text("%u %o %x %X %#o %#x %#X", 10u, 11u, 255u, 255u, 8u, 255u, 255u));
    S(text("%hhd %hd %ld %lld %jd %zd %td", 300, 70000, LONG_MIN, LLONG_MAX, INTMAX_MIN, (ssize_t)-1, (ptrdiff_t)5));
    S(text("%hhu %hu %lu %llu %ju %zu", 300, 70000, ULONG_MAX, ULLONG_MAX, UINTMAX_MAX, SIZE_MAX));
    S(text("%c%c|%5c|%-5c|", 'a', 'b', 'c', 'd'));
    S(text("%s|%10s|%-10s|%.2s|%10.2s|", "abc", "def", "ghi", "jkl", "mno"));
    S(text("%s", (char *)0));
    S(text("%p %p", (void *)0, (void *)0x1234));
    S(text("%%|%5%|"));
    S(text("%*d|%-*d|%.*f|%*.*f", 6, 42, 6, 43, 2, 3.14159, 10, 3, 2.71828));
    S(text("%2$s %1$s", "first", "second"));
    S(text("%f %F %e %E %g %G", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5));
    S(text("%f %e %g %a", 0.0, -0.0, 1e-5, 1.0));
    S(text("%f %f %F %e %g", INFINITY, -INFINITY, NAN, INFINITY, NAN));
    S(text("%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5));
    S(text("%.10f %.15g %.17g %.20e", 0.1, 0.1, 0.1, 0.1));
    S(text("%#.0f %#g %#x %+e % e", 3.0, 3.0, 0, 1.0, 1.0));
    S(text("%012.4f|%-12.4f|%+12.4f|", 3.14159, 3.14159, 3.14159));
    S(text("%g %g %g %g %g", 100000.0, 1000000.0, 0.0001, 0.00001, 123456789.0));
    S(text("%Lf %Le %Lg %La", 1.5L, 2.5L, 3.5L, 4.5L));
    S(text("%.30Lf", 0.1L));
    S(text("%a %a %.3a %A", 0.1, 123.456, 1.0 / 3, 255.5));
    S(text("%f", 1e300));
    S(text("%.3f %.3f", 4.9406564584124654e-324, 1.7976931348623157e308));
    S(text("%ls|%lc", L"wide", (wint_t)L'x'));
    S(text("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIX64, (int8_t)-1, (uint16_t)65535, 0xdeadbeefu, (uint64_t)0xcafe));
    int count = 0;
    S(text("12345%n", &count));
    I(count);
    I(snprintf(buffer, 4, "%s", "abcdefgh"));
    S(buffer);
    I(snprintf(0, 0, "%d", 12345));
    I(sprintf(buffer, "%c", 0));
    char *made = 0;
    I(asprintf(&made, "%d-%s", 7, "seven"));
    S(made);
    free(made);
    wchar_t wide[32];
    I(swprintf(wide, 32, L"%d %ls", 5, L"five"));
    I(wcslen(wide));
    I(swprintf(wide, 3, L"%s", "too long"));
    I(fprintf(stdout, "%s\n", "to stdout"));
    I(dprintf(-1, "nowhere"));
    I(puts("puts"));
    I(fputs("fputs\n", stdout));
    I(putchar('p'));
    I(fputc('q', stdout));
    I(fwrite("abc\n", 1, 4, stdout));
    return 0;
}
