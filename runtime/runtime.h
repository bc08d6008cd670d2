/* What the engine does for the C that runs inside it. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

/* Bytes to a stream, 1 or 2; symbolic ones are shown as the path's example has
 * them, as many as the example has. All that may be written can be read. Never
 * forks, but for an error. */
long __ramify_write(int stream, const void *bytes, size_t count);

/* Ends the path with an error if the bytes of a copy's target and source overlap. */
void __ramify_apart(const void *to, size_t to_size, const void *from, size_t from_size);

/* Is nothing at all at the address? */
int __ramify_unmapped(long address);

/* The path's example of a value, for showing it only: nothing is learnt. */
unsigned long __ramify_peek(unsigned long value);
/* The value, each possible one on a path of its own. */
unsigned long __ramify_decide(unsigned long value);

/* Show a symbolic value as this printf format, one conversion without a length
 * modifier, says: the text beside a test is that of the test's input. Never
 * forks.
 * An integer: returns its length for all values, also of the width and the
 * precision, of which the format has an example. */
size_t __ramify_show(int stream, const char *format, int width, int precision, unsigned long value);
/* A float: the length of the example; -1: it is not symbolic and nothing was
 * shown. */
long __ramify_show_double(int stream, const char *format, double value);
long __ramify_show_long_double(int stream, const char *format, long double value);
/* A string, of which at most limit bytes are looked at; 0: all is plain and
 * nothing was shown, and *length is the string's. Else it is, for all values,
 * that of what was shown. A width below 0: spaces behind it. */
int __ramify_show_string(int stream, int width, const char *string, size_t limit, size_t *length);

/* Does the program use what the library's function returns, in which this is
 * called? */
int __ramify_result_is_used(void);
/* One value of several was taken here; help: an option, or a few words, or NULL. */
void __ramify_partial(const char *why, const char *help);

/* A number that is another in each run and on each machine: symbolic, an input
 * of this name from least to most, with --symbolic-environment; else the one
 * given, and it counts as left out. */
long __ramify_environment(const char *name, long least, long most, long otherwise);
/* A number among the run's settings. */
long __ramify_setting(const char *name, long otherwise);

/* Plain bytes at the host's speed; the caller has its own loop for the rest.
 * scan: the index of the first byte that is wanted, or with is_string of the
 * string's end if that comes first; -1: none in limit; -2: cannot say
 * compare: the difference of the first bytes that differ, 0 if there are none
 * before the limit or the end of both strings; 256: cannot say
 * decisive: how many bytes decide how two strings compare, whatever the
 * symbolic ones among them are, all of which can be read; -1: cannot say */
long __ramify_scan(const void *bytes, int wanted, size_t limit, int is_string);
long __ramify_compare(const void *left, const void *right, size_t limit, int are_strings);
long __ramify_decisive(const void *left, const void *right, size_t limit);

/* snprintf with one conversion, without a length modifier, of one value. */
int __ramify_format_double(char *buffer, size_t size, const char *format, double value);
int __ramify_format_long_double(char *buffer, size_t size, const char *format, long double value);
/* strtod; *used is how many characters made up the number. */
double __ramify_parse_double(const char *text, size_t *used);

#endif
