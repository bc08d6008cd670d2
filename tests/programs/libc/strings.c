// Strings, characters and memory.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <ctype.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static char buffer[64];

int main(void)
{
    const char *s = "the quick brown fox";
    char *rest = 0, words[] = "a,b;;c", fields[] = "x::y", path[] = "/usr/lib/libc.so";
    I(strlen(s));
    I(strnlen(s, 5));
    I(strchr(s, 'q') - s);
    I(strchr(s, 'Z') == 0);
    I(strchr(s, 0) - s);
    I(strrchr(s, 'o') - s);
    I(strchrnul(s, 'Z') - s);
    I(memchr(s, 'b', 10) == 0);
    I((char *)memchr(s, 'b', 15) - s);
    I((char *)memrchr(s, 'u', 19) - s);
    I(strstr(s, "brown") - s);
    I(strstr(s, "") - s);
    I(strstr(s, "cow") == 0);
    I(strcasestr(s, "FOX") - s);
    I((char *)memmem(s, 19, "own", 3) - s);
    I(strspn(s, "eht "));
    I(strcspn(s, "aeiou"));
    I(strpbrk(s, "xyz") - s);
    I(sign(strcmp("abc", "abd")));
    I(sign(strcmp("b", "abc")));
    I(strcmp("", ""));
    I(sign(strncmp("abcdef", "abcxyz", 3)));
    I(sign(strcasecmp("HeLLo", "hEllO")));
    I(sign(strncasecmp("HELP", "help!", 4)));
    I(sign(memcmp("a\0b", "a\0c", 3)));
    I(sign(strcoll("a", "b")));
    I(strxfrm(buffer, "xfrm", sizeof buffer));
    I(sign(strverscmp("file9", "file10")));
    I(sign(strverscmp("1.010", "1.09")));
    S(strcpy(buffer, "copy"));
    S(strncpy(buffer, "abcdefgh", 3));
    S(strcat(buffer, "+cat"));
    S(strncat(buffer, "12345", 2));
    I(stpcpy(buffer, "stpcpy") - buffer);
    I(stpncpy(buffer, "xy", 5) - buffer);
    I(strlcpy(buffer, "truncated", 5));
    S(buffer);
    I(strlcat(buffer, "more", 7));
    S(buffer);
    S(memcpy(buffer, "memcpy", 7));
    S(memmove(buffer + 1, buffer, 6));
    I((char *)mempcpy(buffer, "mp", 3) - buffer);
    S(memset(buffer, 'z', 5));
    I((char *)memccpy(buffer, "a:b", ':', 3) - buffer);
    S(strtok(words, ",;"));
    S(strtok(0, ",;"));
    S(strtok(0, ",;"));
    S(strtok(0, ",;"));
    rest = fields;
    S(strsep(&rest, ":"));
    S(strsep(&rest, ":"));
    S(strsep(&rest, ":"));
    S(strsep(&rest, ":"));
    S(strdup("duplicate"));
    S(strndup("duplicate", 3));
    S(strerror(0));
    S(strerror(ENOENT));
    S(strerror(EINVAL));
    S(strerror(12345));
    I(strerror_r(EPERM, buffer, sizeof buffer));
    S(buffer);
    I(strerror_r(EPERM, buffer, 4));
    S(strsignal(11));
    S(basename(path));
    S(dirname(path));
    swab("abcd", buffer, 4);
    S(buffer);
    I(ffs(0));
    I(ffs(8));
    I(ffsl(1L << 40));
    I(ffsll(0));
    for (int c = -1; c < 256; c += 5)
        printf("%d: %d%d%d%d%d%d%d%d%d%d%d %d %d\n", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c),
               !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c),
               tolower(c), toupper(c));
    I(isxdigit('g'));
    I(!!isxdigit('F'));
    I(isascii(200));
    I(toascii(200));
    return 0;
}
