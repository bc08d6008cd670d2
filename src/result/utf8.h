/* Which bytes are UTF-8. */
#ifndef RESULT_UTF8_H
#define RESULT_UTF8_H

#include <stddef.h>

/* Length of the well-formed character at text (NUL-terminated), 0 if it is none. */
size_t utf8_length(const char *text);

#endif
