/* Which bytes are UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length of the well-formed character at text (NUL-terminated), 0 if it is none. */
size_t utf8_length(const char *text);

/* The character of that length; 0 for none. */
uint32_t utf8_code(const char *text, size_t length);

#endif
