/* A growing string. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct text {
    char *data; /* NUL-terminated once anything was added; NULL before */
    size_t length;
    size_t capacity;
};

void text_release(struct text *);
void text_clear(struct text *);
void text_add(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_v(struct text *, const char *format, va_list);
void text_add_string(struct text *, const char *string);
void text_add_bytes(struct text *, const void *bytes, size_t count);
void text_add_char(struct text *, char);
/* "" when empty, never NULL */
const char *text_string(const struct text *);
/* A new string; the caller frees it. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
