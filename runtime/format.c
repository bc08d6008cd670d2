/* printf's formatting.
 *
 * What goes to a stream is only shown: the engine shows symbolic values itself,
 * and says how long they are, so printing never forks nor constrains. What goes
 * into memory is computed: symbolic digits and strings branch as any code does. */
#define _GNU_SOURCE
#include "format.h"

#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <ramify.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct directive {
    bool left, plus, space, alternate, zero;
    int width, precision; /* precision -1: none */
    bool free;            /* one of them is symbolic */
    char length;          /* h, H (hh), l, L, or 0 */
    char conversion;
};

static void put(struct sink *sink, const char *bytes, size_t count)
{
    if (sink->stream)
        __ramify_write(sink->stream, bytes, count);
    else if (sink->count < sink->room) {
        size_t left = sink->room - sink->count;
        memcpy(sink->buffer + sink->count, bytes, count < left ? count : left);
    }
    sink->count += count;
}

/* Into memory: first whether there is room for all that is asked for, then for each count. */
static void pad_memory(struct sink *sink, char c, size_t count)
{
    if (sink->count < sink->room) {
        size_t left = sink->room - sink->count;
        memset(sink->buffer + sink->count, c, count < left ? count : left);
        count = __ramify_decide(count);
    }
    sink->count += count;
}

static void pad(struct sink *sink, char c, int count)
{
    char some[16];
    if (count <= 0)
        return;
    if (!sink->stream) {
        pad_memory(sink, c, (size_t)count);
        return;
    }
    memset(some, c, sizeof some);
    for (; count > 0; count -= (int)sizeof some)
        put(sink, some, count < (int)sizeof some ? (size_t)count : sizeof some);
}

/* Text with a prefix (sign, 0x) that zeros come after, to the asked width. */
static void put_padded(struct sink *sink, const struct directive *d, const char *prefix, int zeros,
                       const char *text, size_t length)
{
    size_t prefix_length = strlen(prefix);
    int rest = d->width - (int)(prefix_length + length) - zeros;
    if (!d->left)
        pad(sink, ' ', rest);
    put(sink, prefix, prefix_length);
    pad(sink, '0', zeros);
    put(sink, text, length);
    if (d->left)
        pad(sink, ' ', rest);
}

/* The directive as text again, without its length modifier. */
enum { FORMAT_SIZE = 48 };

static char *put_decimal(char *at, int number)
{
    char digits[12];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10));
    while (count)
        *at++ = digits[--count];
    return at;
}

static void make_format(const struct directive *d, char *at)
{
    *at++ = '%';
    if (d->left)
        *at++ = '-';
    if (d->plus)
        *at++ = '+';
    if (d->space)
        *at++ = ' ';
    if (d->alternate)
        *at++ = '#';
    if (d->zero)
        *at++ = '0';
    if (d->width > 0)
        at = put_decimal(at, d->width);
    if (d->precision >= 0) {
        *at++ = '.';
        at = put_decimal(at, d->precision);
    }
    *at++ = d->conversion == 'm' ? 's' : d->conversion;
    *at = 0;
}

/* A number in the place of a star. */
static int star(struct directive *d, int number)
{
    d->free |= ramify_is_symbolic((unsigned)number);
    return number;
}

/* The directive with the example's numbers. */
static struct directive example_of(const struct directive *d)
{
    struct directive example = *d;
    example.width = (int)__ramify_peek((unsigned)d->width);
    example.precision = (int)__ramify_peek((unsigned)d->precision);
    return example;
}

/* ---- conversions ---- */

static void put_integer(struct sink *sink, const struct directive *d, unsigned long value, bool negative)
{
    const char *digits = d->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned base = d->conversion == 'o'                                                   ? 8
                    : d->conversion == 'x' || d->conversion == 'X' || d->conversion == 'p' ? 16
                                                                                           : 10;
    bool is_signed = d->conversion == 'd' || d->conversion == 'i';
    const char *prefix = "";
    char text[24];
    size_t start = sizeof text;
    bool not_zero = value != 0;
    if (is_signed)
        prefix = negative ? "-" : d->plus ? "+" : d->space ? " " : "";
    for (; value; value /= base)
        text[--start] = digits[value % base];
    int length = (int)(sizeof text - start), precision = d->precision < 0 ? 1 : d->precision;
    if (base == 16 && (d->conversion == 'p' || (d->alternate && not_zero)))
        prefix = d->conversion == 'X' ? "0X" : "0x";
    if (base == 8 && d->alternate && precision <= length)
        precision = length + 1;
    int zeros = precision > length ? precision - length : 0;
    if (d->zero && !d->left && d->precision < 0) {
        int room = d->width - length - (int)strlen(prefix);
        if (room > zeros)
            zeros = room;
    }
    put_padded(sink, d, prefix, zeros, text + start, (size_t)length);
}

/* What goes to a stream is shown if it is symbolic, or its width or precision is. */
static void put_number(struct sink *sink, const struct directive *d, unsigned long value, bool is_signed)
{
    if (sink->stream) {
        if (ramify_is_symbolic(value) || d->free) {
            char format[FORMAT_SIZE];
            struct directive example = example_of(d);
            make_format(&example, format);
            sink->count += __ramify_show(sink->stream, format, d->width, d->precision, value);
            return;
        }
        value = __ramify_peek(value); /* the path may have only just fixed it */
    }
    bool negative = is_signed && (long)value < 0;
    put_integer(sink, d, negative ? 0 - value : value, negative);
}

static void put_pointer(struct sink *sink, const struct directive *d, const void *pointer)
{
    unsigned long value = (unsigned long)pointer;
    bool is_shown = sink->stream && (d->free || ramify_is_symbolic(value));
    if (is_shown || value)
        put_number(sink, d, value, false);
    else
        put_padded(sink, d, "", 0, "(nil)", 5);
}

static void put_string(struct sink *sink, const struct directive *d, const char *string)
{
    size_t limit = d->precision < 0 ? SIZE_MAX : (size_t)d->precision, length;
    if (!string) {
        if (limit < 6)
            limit = 0;
        string = "(null)";
    }
    if (!sink->stream)
        length = strnlen(string, limit);
    else if (__ramify_show_string(sink->stream, d->left ? -d->width : d->width, string, limit, &length)) {
        sink->count += length;
        return;
    }
    put_padded(sink, d, "", 0, string, length);
}

static void put_character(struct sink *sink, const struct directive *d, char c)
{
    if (!sink->stream || !d->free) {
        put_padded(sink, d, "", 0, &c, 1);
        return;
    }
    struct directive example = example_of(d);
    size_t length = (size_t)d->width;
    length += (1 - length) & -(size_t)(length < 1);
    length += sink->count;
    put_padded(sink, &example, "", 0, &c, 1);
    sink->count = length;
}

static void put_float(struct sink *sink, const struct directive *d, double value, long double extended)
{
    char format[FORMAT_SIZE], usual[128];
    bool wide = d->length == 'L';
    make_format(d, format);
    if (sink->stream) {
        long shown = wide ? __ramify_show_long_double(sink->stream, format, extended)
                          : __ramify_show_double(sink->stream, format, value);
        if (shown >= 0) {
            sink->guessed = true;
            sink->count += (size_t)shown;
            return;
        }
    }
    int length = wide ? __ramify_format_long_double(usual, sizeof usual, format, extended)
                      : __ramify_format_double(usual, sizeof usual, format, value);
    if (length < 0)
        return;
    if ((size_t)length < sizeof usual) {
        put(sink, usual, (size_t)length);
        return;
    }
    char long_text[length + 1];
    if (wide)
        __ramify_format_long_double(long_text, (size_t)length + 1, format, extended);
    else
        __ramify_format_double(long_text, (size_t)length + 1, format, value);
    put(sink, long_text, (size_t)length);
}

/* A float between a symbolic width and precision: shown, and its length is the example's. */
static void put_any_float(struct sink *sink, const struct directive *d, double value, long double extended)
{
    if (!d->free) {
        put_float(sink, d, value, extended);
        return;
    }
    struct directive chosen = example_of(d);
    if (sink->stream) {
        sink->guessed = true;
    } else {
        chosen.width = (int)__ramify_decide((unsigned)d->width);
        chosen.precision = (int)__ramify_decide((unsigned)d->precision);
    }
    put_float(sink, &chosen, value, extended);
}

void __ramify_format_guessed(void)
{
    __ramify_partial("the length of a printed floating point number: one value is taken", NULL);
}

static void store_count(const struct sink *sink, const struct directive *d, void *target)
{
    if (sink->guessed)
        __ramify_format_guessed();
    switch (d->length) {
    case 'H':
        *(signed char *)target = (signed char)sink->count;
        break;
    case 'h':
        *(short *)target = (short)sink->count;
        break;
    case 'l':
        *(long *)target = (long)sink->count;
        break;
    default:
        *(int *)target = (int)sink->count;
        break;
    }
}

/* ---- directives ---- */

static long signed_argument(const struct directive *d, va_list *arguments)
{
    long value = d->length == 'l' || d->length == 'L' ? va_arg(*arguments, long) : va_arg(*arguments, int);
    return d->length == 'h' ? (short)value : d->length == 'H' ? (signed char)value : value;
}

static unsigned long unsigned_argument(const struct directive *d, va_list *arguments)
{
    unsigned long value = d->length == 'l' || d->length == 'L' ? va_arg(*arguments, unsigned long)
                                                               : va_arg(*arguments, unsigned);
    return d->length == 'h' ? (unsigned short)value : d->length == 'H' ? (unsigned char)value : value;
}

static void put_directive(struct sink *sink, const struct directive *d, va_list *arguments)
{
    switch (d->conversion) {
    case 'd':
    case 'i':
        put_number(sink, d, (unsigned long)signed_argument(d, arguments), true);
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_number(sink, d, unsigned_argument(d, arguments), false);
        break;
    case 'p':
        put_pointer(sink, d, va_arg(*arguments, void *));
        break;
    case 'c':
        put_character(sink, d, (char)va_arg(*arguments, int));
        break;
    case 's':
        put_string(sink, d, va_arg(*arguments, const char *));
        break;
    case 'm':
        put_string(sink, d, strerror(errno));
        break;
    case 'n':
        store_count(sink, d, va_arg(*arguments, void *));
        break;
    case '%':
        put(sink, "%", 1);
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (d->length == 'L') {
            long double value = va_arg(*arguments, long double);
            put_any_float(sink, d, 0, value);
        } else {
            double value = va_arg(*arguments, double);
            put_any_float(sink, d, value, 0);
        }
        break;
    default:
        break;
    }
}

static const char *parse_number(const char *at, int *number)
{
    for (*number = 0; *at >= '0' && *at <= '9'; at++)
        *number = *number * 10 + (*at - '0');
    return at;
}

static const char *parse_flags(const char *at, struct directive *d)
{
    for (;; at++)
        switch (*at) {
        case '-':
            d->left = true;
            break;
        case '+':
            d->plus = true;
            break;
        case ' ':
            d->space = true;
            break;
        case '#':
            d->alternate = true;
            break;
        case '0':
            d->zero = true;
            break;
        case '\'':
            break;
        default:
            return at;
        }
}

static const char *parse_length(const char *at, struct directive *d)
{
    switch (*at) {
    case 'h':
        d->length = at[1] == 'h' ? 'H' : 'h';
        return at + (at[1] == 'h' ? 2 : 1);
    case 'l':
        d->length = 'l';
        return at + (at[1] == 'l' ? 2 : 1);
    case 'q':
    case 'j':
    case 'z':
    case 't':
        d->length = 'l';
        return at + 1;
    case 'L':
        d->length = 'L';
        return at + 1;
    default:
        return at;
    }
}

/* One directive, from after the percent sign on. */
static const char *parse(const char *at, struct directive *d, va_list *arguments)
{
    at = parse_flags(at, d);
    if (*at == '*') {
        d->width = star(d, va_arg(*arguments, int));
        if (d->width < 0) {
            d->left = true;
            d->width = -d->width;
        }
        at++;
    } else
        at = parse_number(at, &d->width);
    if (*at == '.') {
        at++;
        if (*at == '*') {
            d->precision = star(d, va_arg(*arguments, int));
            at++;
        } else
            at = parse_number(at, &d->precision);
    }
    at = parse_length(at, d);
    d->conversion = *at;
    return *at ? at + 1 : at;
}

void __ramify_format(struct sink *sink, const char *format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    while (*format) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%')
            plain++;
        if (plain)
            put(sink, format, plain);
        format += plain;
        if (*format == '%') {
            struct directive directive = {.precision = -1};
            format = parse(format + 1, &directive, &rest);
            put_directive(sink, &directive, &rest);
        }
    }
    va_end(rest);
}
