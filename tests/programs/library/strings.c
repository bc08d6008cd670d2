// String functions agree with the C library's, and find what is out of bounds.
// RUN: %ramify --cflags=-fno-builtin --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -I%S/../../../include -DNATIVE -o %t.native %s
// RUN: %t.native
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifndef NATIVE
#include <klee/klee.h>
#endif

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void)
{
    char buffer[32] = "hello", *rest;
    assert(strlen("") == 0 && strlen("abc") == 3 && strnlen("abcdef", 4) == 4);
    assert(!strcmp(strcat(strcpy(buffer, "foo"), "bar"), "foobar"));
    assert(!strcmp(strncat(buffer, "quux", 2), "foobarqu"));
    memset(buffer, 'x', sizeof buffer);
    strncpy(buffer, "ab", 4);
    assert(!memcmp(buffer, "ab\0\0x", 5));
    assert(*stpcpy(buffer, "end") == 0 && stpcpy(buffer, "end") == buffer + 3);
    assert(sign(strcmp("a", "b")) == -1 && sign(strcmp("b", "a")) == 1 && !strcmp("", ""));
    assert(sign(strcmp("\xff", "a")) == 1 && sign(memcmp("\xff", "a", 1)) == 1);
    assert(!strncmp("abcd", "abxx", 2) && sign(strncmp("abc", "abd", 3)) == -1 && !strncmp("a", "a", 9));
    assert(!strcasecmp("HeLLo", "hEllO") && !strncasecmp("ABx", "abY", 2) && sign(strcasecmp("a", "B")) == -1);
    const char *text = "find the needle";
    assert(strchr(text, 't') == text + 5 && strrchr(text, 'n') == text + 9 && !strchr(text, 'z'));
    assert(strchr(text, 0) == text + 15 && strchrnul(text, 'z') == text + 15);
    assert(strstr(text, "need") == text + 9 && strstr(text, "") == text && !strstr(text, "needles"));
    assert(memchr(text, 'd', 15) == text + 3 && memrchr(text, 'd', 15) == text + 12 && !memchr(text, 'z', 15));
    assert(strspn("aabbc", "ab") == 4 && strcspn("aabbc", "c") == 4 && *strpbrk("aabbc", "cb") == 'b');
    strcpy(buffer, ",one,,two,");
    assert(!strcmp(strtok(buffer, ","), "one") && !strcmp(strtok(NULL, ","), "two") && !strtok(NULL, ","));
    rest = strdup("copy");
    assert(!strcmp(rest, "copy"));
    free(rest);
    rest = strndup("copy", 2);
    assert(!strcmp(rest, "co"));
    free(rest);
    for (int c = -1; c < 256; c++) {
        assert(!!isalpha(c) == ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')));
        assert(!!isspace(c) == (c == ' ' || (c >= 9 && c <= 13)));
        assert(tolower(c) == (c >= 'A' && c <= 'Z' ? c + 32 : c));
        assert(!!(isalnum)(c) == !!isalnum(c) && !!(ispunct)(c) == !!ispunct(c) && (toupper)(c) == toupper(c));
    }
#ifndef NATIVE
    char input[4], small[3];
    klee_make_symbolic(input, sizeof input, "input");
    strcpy(small, input); // with 3 or more characters, or without an end
#endif
    return 0;
}
// CHECK: ERROR: {{.*}}out of bounds
// CHECK: done: completed paths
