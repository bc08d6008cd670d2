/* What the engine does for the C that runs inside it. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

/* Bytes to a stream, 1 or 2; symbolic ones are shown as the path's example has
 * them. Never forks. */
long __ramify_write(int stream, const void *bytes, size_t count);

/* The path's example of a value, for showing it only: nothing is learnt. */
unsigned long __ramify_peek(unsigned long value);
double __ramify_peek_double(double value);
long double __ramify_peek_long_double(long double value);
/* The length of a string in the path's example, at most limit. */
size_t __ramify_peek_length(const char *string, size_t limit);

/* snprintf with one conversion, without a length modifier, of one value. */
int __ramify_format_double(char *buffer, size_t size, const char *format, double value);
int __ramify_format_long_double(char *buffer, size_t size, const char *format, long double value);
/* strtod; *used is how many characters made up the number. */
double __ramify_parse_double(const char *text, size_t *used);

#endif
