/* sscanf: text to values by a format. Numbers go through strtol and its kind,
 * so symbolic text branches as it does there. scanf itself meets the end of
 * the empty standard input. glibc's headers call the names with __isoc. */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* the headers must not define what we define */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct directive {
    bool skip;
    size_t width; /* SIZE_MAX: none given */
    char length;  /* h, H (hh), l, L, or 0 */
    char conversion;
    const char *set; /* of %[: its first character */
    bool set_negated;
    const char *set_end;
};

static const char *parse_set(const char *at, struct directive *d)
{
    d->set_negated = *at == '^';
    at += d->set_negated;
    d->set = at;
    if (*at == ']')
        at++;
    while (*at && *at != ']')
        at++;
    d->set_end = at;
    return *at ? at + 1 : at;
}

/* One directive, from after the percent sign on. */
static const char *parse(const char *at, struct directive *d)
{
    *d = (struct directive){.width = SIZE_MAX};
    if (*at == '*') {
        d->skip = true;
        at++;
    }
    if (isdigit((unsigned char)*at))
        for (d->width = 0; isdigit((unsigned char)*at); at++)
            d->width = d->width * 10 + (size_t)(*at - '0');
    if (*at == 'h' || *at == 'l') {
        bool twice = at[1] == *at;
        d->length = *at == 'l' ? 'l' : twice ? 'H' : 'h';
        at += twice ? 2 : 1;
    } else if (*at == 'L')
        d->length = *at++;
    else if (*at == 'j' || *at == 'z' || *at == 't' || *at == 'q') {
        d->length = 'l';
        at++;
    }
    d->conversion = *at;
    if (*at == '[')
        return parse_set(at + 1, d);
    return *at ? at + 1 : at;
}

static bool in_set(const struct directive *d, char c)
{
    bool found = false;
    for (const char *at = d->set; at < d->set_end && !found; at++)
        if (at + 2 < d->set_end && at[1] == '-') {
            found = (unsigned char)c >= (unsigned char)at[0] && (unsigned char)c <= (unsigned char)at[2];
            at += 2;
        } else
            found = *at == c;
    return found != d->set_negated;
}

static bool wanted(const struct directive *d, char c)
{
    if (d->conversion == 'c')
        return true;
    return c && (d->conversion == 's' ? !isspace((unsigned char)c) : in_set(d, c));
}

/* %c, %s, %[: the text after what was taken, NULL if nothing fits. */
static const char *take_characters(const char *text, const struct directive *d, char *to)
{
    size_t most = d->width == SIZE_MAX && d->conversion == 'c' ? 1 : d->width, n = 0;
    while (n < most && text[n] && wanted(d, text[n])) {
        if (to)
            to[n] = text[n];
        n++;
    }
    if (!n || (d->conversion == 'c' && n < most))
        return NULL;
    if (to && d->conversion != 'c')
        to[n] = 0;
    return text + n;
}

static void store(void *to, char length, unsigned long value)
{
    switch (length) {
    case 'H':
        *(unsigned char *)to = (unsigned char)value;
        break;
    case 'h':
        *(unsigned short *)to = (unsigned short)value;
        break;
    case 'l':
    case 'L':
        *(unsigned long *)to = value;
        break;
    default:
        *(unsigned *)to = (unsigned)value;
        break;
    }
}

/* A number from at most `width` characters: they are copied if there are more. */
static const char *take_number(const char *text, const struct directive *d, void *to)
{
    char some[64], *end;
    const char *from = text;
    if (d->width < sizeof some) {
        size_t n = strnlen(text, d->width);
        memcpy(some, text, n);
        some[n] = 0;
        from = some;
    }
    if (strchr("efgaEFGA", d->conversion)) {
        double value = strtod(from, &end);
        if (to && d->length == 'L')
            *(long double *)to = value;
        else if (to && d->length == 'l')
            *(double *)to = value;
        else if (to)
            *(float *)to = (float)value;
    } else {
        int base = d->conversion == 'i'           ? 0
                   : d->conversion == 'o'         ? 8
                   : strchr("xXp", d->conversion) ? 16
                                                  : 10;
        bool is_signed = d->conversion == 'd' || d->conversion == 'i';
        unsigned long value = is_signed ? (unsigned long)strtol(from, &end, base) : strtoul(from, &end, base);
        if (to && end != from)
            store(to, d->conversion == 'p' ? 'l' : d->length, value);
    }
    return end == from ? NULL : text + (end - from);
}

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static int scan(const char *text, const char *format, va_list arguments)
{
    const char *start = text;
    int assigned = 0;
    for (struct directive d; *format;) {
        if (isspace((unsigned char)*format)) {
            text = skip_space(text);
            format++;
            continue;
        }
        if (*format != '%') {
            if (*text != *format)
                return *text || assigned ? assigned : EOF;
            text++;
            format++;
            continue;
        }
        format = parse(format + 1, &d);
        if (d.conversion == 'n') {
            if (!d.skip)
                store(va_arg(arguments, void *), d.length, (unsigned long)(text - start));
            continue;
        }
        if (d.conversion != 'c' && d.conversion != '[')
            text = skip_space(text);
        if (d.conversion == '%') {
            if (*text != '%')
                return assigned;
            text++;
            continue;
        }
        if (!*text)
            return assigned ? assigned : EOF;
        void *to = d.skip ? NULL : va_arg(arguments, void *);
        bool characters = d.conversion == 'c' || d.conversion == 's' || d.conversion == '[';
        if (!characters && !strchr("diuoxXpefgaEFGA", d.conversion))
            return assigned;
        const char *rest = characters ? take_characters(text, &d, to) : take_number(text, &d, to);
        if (!rest)
            return assigned;
        text = rest;
        assigned += !d.skip;
    }
    return assigned;
}

static int at_end(FILE *file)
{
    getc(file);
    return EOF;
}

/* The functions under one beginning of their names. The headers rename the
 * plain ones, so each is given its name in the object file. */
#define SCAN(own, names)                                                             \
    int own##_vsscanf(const char *, const char *, va_list) __asm__(names "vsscanf"); \
    int own##_sscanf(const char *, const char *, ...) __asm__(names "sscanf");       \
    int own##_scanf(const char *, ...) __asm__(names "scanf");                       \
    int own##_fscanf(FILE *, const char *, ...) __asm__(names "fscanf");             \
    int own##_vsscanf(const char *text, const char *format, va_list arguments)       \
    {                                                                                \
        return scan(text, format, arguments);                                        \
    }                                                                                \
    int own##_sscanf(const char *text, const char *format, ...)                      \
    {                                                                                \
        va_list arguments;                                                           \
        va_start(arguments, format);                                                 \
        int assigned = scan(text, format, arguments);                                \
        va_end(arguments);                                                           \
        return assigned;                                                             \
    }                                                                                \
    int own##_scanf(const char *format, ...)                                         \
    {                                                                                \
        (void)format;                                                                \
        return at_end(stdin);                                                        \
    }                                                                                \
    int own##_fscanf(FILE *file, const char *format, ...)                            \
    {                                                                                \
        (void)format;                                                                \
        return at_end(file);                                                         \
    }
SCAN(plain, "")
SCAN(c99, "__isoc99_")
SCAN(c23, "__isoc23_")
