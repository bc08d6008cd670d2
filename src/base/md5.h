/* MD5 (RFC 1321), the sum of a source file that compilers keep in debug
 * information. It tells whether somebody who named a file knew what it holds. */
#ifndef BASE_MD5_H
#define BASE_MD5_H

#include <stddef.h>

enum { MD5_DIGITS = 32 };

/* In hexadecimal digits, with a NUL. */
void md5_of(const void *bytes, size_t count, char digits[MD5_DIGITS + 1]);

#endif
