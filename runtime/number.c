/* Text to numbers: strtol and its kind, atoi, strtod. */
#define _GNU_SOURCE
#include "runtime.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a' + 10);
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A' + 10);
    return UINT_MAX;
}

/* The magnitude at s, at most `limit`; *end is s itself if there is no number. */
static unsigned long magnitude(const char *s, char **end, int base, bool *negative, bool *over)
{
    const char *start = s;
    while (isspace((unsigned char)*s))
        s++;
    *negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X') && digit_value(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0)
        base = *s == '0' ? 8 : 10;
    unsigned long value = 0;
    bool any = false;
    *over = false;
    for (unsigned digit; (digit = digit_value(*s)) < (unsigned)base; s++) {
        any = true;
        if (__builtin_mul_overflow(value, (unsigned long)base, &value) ||
            __builtin_add_overflow(value, (unsigned long)digit, &value))
            *over = true;
    }
    if (end)
        *end = (char *)(any ? s : start);
    return value;
}

long strtol(const char *s, char **end, int base)
{
    bool negative, over;
    unsigned long value = magnitude(s, end, base, &negative, &over);
    unsigned long limit = (unsigned long)LONG_MAX + negative;
    if (over || value > limit) {
        errno = ERANGE;
        return negative ? LONG_MIN : LONG_MAX;
    }
    return negative ? (long)(0 - value) : (long)value;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    bool negative, over;
    unsigned long value = magnitude(s, end, base, &negative, &over);
    if (over) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return negative ? 0 - value : value;
}

long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
intmax_t strtoimax(const char *s, char **end, int base) { return strtol(s, end, base); }
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoul(s, end, base); }

int atoi(const char *s) { return (int)strtol(s, NULL, 10); }
long atol(const char *s) { return strtol(s, NULL, 10); }
long long atoll(const char *s) { return strtol(s, NULL, 10); }

/* What newer glibc headers call instead. */
long __isoc23_strtol(const char *s, char **end, int base);
unsigned long __isoc23_strtoul(const char *s, char **end, int base);
long long __isoc23_strtoll(const char *s, char **end, int base);
unsigned long long __isoc23_strtoull(const char *s, char **end, int base);
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }

double strtod(const char *s, char **end)
{
    size_t used;
    double value = __ramify_parse_double(s, &used);
    if (end)
        *end = (char *)s + used;
    return value;
}

float strtof(const char *s, char **end) { return (float)strtod(s, end); }
long double strtold(const char *s, char **end) { return strtod(s, end); }
double atof(const char *s) { return strtod(s, NULL); }
