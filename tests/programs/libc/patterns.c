// Regular expressions, patterns of file names.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <fnmatch.h>
#include <regex.h>
#include <string.h>

static void match(const char *pattern, int flags, const char *text)
{
    regex_t expression;
    regmatch_t places[4];
    char message[100];
    int code = regcomp(&expression, pattern, flags);
    if (code) {
        regerror(code, &expression, message, sizeof message);
        printf("/%s/: error %d %s\n", pattern, code, message);
        return;
    }
    code = regexec(&expression, text, 4, places, 0);
    printf("/%s/ %d on \"%s\": %d, %zu groups", pattern, flags, text, code, expression.re_nsub);
    for (size_t i = 0; !code && i < 4; i++)
        printf(" [%d,%d]", (int)places[i].rm_so, (int)places[i].rm_eo);
    printf("\n");
    regfree(&expression);
}

int main(void)
{
    match("a*b", 0, "xaaab");
    match("^a.c$", 0, "abc");
    match("^a.c$", 0, "abcd");
    match("(a|b)+c", REG_EXTENDED, "xxababc");
    match("([0-9]+)-([0-9]+)", REG_EXTENDED, "tel 12-345");
    match("\\(ab\\)\\1", 0, "ababab");
    match("[[:upper:]]{2,3}", REG_EXTENDED, "abCDEF");
    match("HELLO", REG_ICASE, "say hello");
    match("a{2}", REG_EXTENDED, "baaa");
    match("(", REG_EXTENDED, "");
    match("[a", 0, "");
    match("a\\{1", 0, "");
    match("*a", REG_EXTENDED, "*a");
    match("x?y", REG_EXTENDED, "y");
    match("^b", REG_NEWLINE, "a\nb");
    match("[^a-c]", 0, "abcd");
    match("\\.", 0, "a.b");
    match("()", REG_EXTENDED, "");
    I(fnmatch("*.c", "file.c", 0));
    I(fnmatch("*.c", ".c", FNM_PERIOD));
    I(fnmatch("a/*", "a/b/c", FNM_PATHNAME));
    I(fnmatch("a/*", "a/b/c", 0));
    I(fnmatch("[a-c]?", "bz", 0));
    I(fnmatch("[!a-c]?", "bz", 0));
    I(fnmatch("\\*", "*", 0));
    I(fnmatch("\\*", "*", FNM_NOESCAPE));
    I(fnmatch("FOO", "foo", FNM_CASEFOLD));
    I(fnmatch("[[:digit:]]", "5", 0));
    return 0;
}
