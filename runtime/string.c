/* Strings: the functions of <string.h> and <strings.h> that the engine does
 * not answer itself. The commonest ask the engine first, which answers for
 * plain bytes. The rest are plain loops: each comparison of a symbolic byte is
 * a branch of the program. But what compares decides nothing until its result is
 * used: it looks at every byte that can matter and selects, so that a program
 * that looks for a word among many forks once for each word, not for each of
 * their letters. */
#define _GNU_SOURCE
#include "runtime.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef unsigned char byte;

enum { CANNOT_SAY = -2, CANNOT_COMPARE = 256 };

/* ---- lengths and searches ---- */

size_t strlen(const char *s)
{
    long known = __ramify_scan(s, 0, SIZE_MAX, 0);
    if (known >= 0)
        return (size_t)known;
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit)
{
    long known = __ramify_scan(s, 0, limit, 0);
    if (known != CANNOT_SAY)
        return known >= 0 ? (size_t)known : limit;
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

char *strchr(const char *s, int c)
{
    long known = __ramify_scan(s, c, SIZE_MAX, 1);
    if (known >= 0)
        return s[known] == (char)c ? (char *)s + known : NULL;
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return NULL;
    }
}

char *strchrnul(const char *s, int c)
{
    long known = __ramify_scan(s, c, SIZE_MAX, 1);
    if (known >= 0)
        return (char *)s + known;
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

void *memchr(const void *memory, int c, size_t n)
{
    const byte *s = memory;
    long known = __ramify_scan(s, c, n, 0);
    if (known != CANNOT_SAY)
        return known >= 0 ? (void *)(s + known) : NULL;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (byte)c)
            return (void *)(s + i);
    return NULL;
}

void *memrchr(const void *memory, int c, size_t n)
{
    const byte *s = memory;
    while (n--)
        if (s[n] == (byte)c)
            return (void *)(s + n);
    return NULL;
}

void *rawmemchr(const void *memory, int c)
{
    const byte *s = memory;
    while (*s != (byte)c)
        s++;
    return (void *)s;
}

void *memmem(const void *haystack, size_t hay, const void *needle, size_t length)
{
    const byte *s = haystack;
    if (length > hay)
        return NULL;
    for (size_t i = 0; i <= hay - length; i++) {
        size_t k = 0;
        while (k < length && s[i + k] == ((const byte *)needle)[k])
            k++;
        if (k == length)
            return (void *)(s + i);
    }
    return NULL;
}

char *strstr(const char *haystack, const char *needle)
{
    for (;; haystack++) {
        size_t k = 0;
        while (needle[k] && haystack[k] == needle[k])
            k++;
        if (!needle[k])
            return (char *)haystack;
        if (!*haystack)
            return NULL;
    }
}

char *strcasestr(const char *haystack, const char *needle)
{
    for (;; haystack++) {
        size_t k = 0;
        while (needle[k] && tolower((byte)haystack[k]) == tolower((byte)needle[k]))
            k++;
        if (!needle[k])
            return (char *)haystack;
        if (!*haystack)
            return NULL;
    }
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] && strchr(accept, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] && !strchr(reject, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s ? (char *)s : NULL;
}

/* ---- comparisons ---- */

int memcmp(const void *left, const void *right, size_t n)
{
    const byte *a = left, *b = right;
    int result = 0;
    long known = __ramify_compare(left, right, n, 0);
    if (known != CANNOT_COMPARE)
        return (int)known;
    while (n--) {
        int difference = a[n] - b[n];
        result = difference ? difference : result;
    }
    return result;
}

int bcmp(const void *left, const void *right, size_t n) { return memcmp(left, right, n); }

/* Of strings that n bytes decide about; mapped: what counts of a character. */
static inline int selected(const char *left, const char *right, size_t n, int (*mapped)(int))
{
    int result = 0;
    while (n--) {
        int a = mapped((byte)left[n]), b = mapped((byte)right[n]), difference = a - b;
        result = difference ? difference : a | b ? result : 0; /* a | b: one of them is often known */
    }
    return result;
}

static inline int all_of(int c) { return c; }
static inline int lower(int c) { return (byte)(c - 'A') < 26 ? c | 32 : c; }

int strcmp(const char *a, const char *b)
{
    long known = __ramify_compare(a, b, SIZE_MAX, 1);
    if (known != CANNOT_COMPARE)
        return (int)known;
    long decisive = __ramify_decisive(a, b, SIZE_MAX);
    if (decisive >= 0)
        return selected(a, b, (size_t)decisive, all_of);
    while (*a && *a == *b)
        a++, b++;
    return (byte)*a - (byte)*b;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t n)
{
    long known = __ramify_compare(a, b, n, 1);
    if (known != CANNOT_COMPARE)
        return (int)known;
    long decisive = __ramify_decisive(a, b, n);
    if (decisive >= 0)
        return selected(a, b, (size_t)decisive, all_of);
    for (; n; n--, a++, b++) {
        if (*a != *b)
            return (byte)*a - (byte)*b;
        if (!*a)
            break;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    long decisive = __ramify_decisive(a, b, SIZE_MAX);
    if (decisive >= 0)
        return selected(a, b, (size_t)decisive, lower);
    while (*a && lower((byte)*a) == lower((byte)*b))
        a++, b++;
    return lower((byte)*a) - lower((byte)*b);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    long decisive = __ramify_decisive(a, b, n);
    if (decisive >= 0)
        return selected(a, b, (size_t)decisive, lower);
    for (; n; n--, a++, b++) {
        int left = lower((byte)*a), right = lower((byte)*b);
        if (left != right)
            return left - right;
        if (!left)
            break;
    }
    return 0;
}

/* ---- copies ---- */

char *stpcpy(char *to, const char *from)
{
    long known = __ramify_scan(from, 0, SIZE_MAX, 0);
    if (known >= 0) {
        __ramify_apart(to, (size_t)known + 1, from, (size_t)known + 1);
        memcpy(to, from, (size_t)known + 1);
        return to + known;
    }
    for (size_t n = 0;; n++) {
        __ramify_apart(to, n + 1, from, n + 1);
        if (!(to[n] = from[n]))
            return to + n;
    }
}

char *strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n; i++) {
        __ramify_apart(to, i + 1, from, i + 1);
        if (!(to[i] = from[i]))
            break;
    }
    for (size_t k = i; k < n; k++)
        to[k] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from)
{
    size_t length = strlen(to);
    if (*from) {
        __ramify_apart(to, length + 2, from, 2);
        strcpy(to + length, from);
    }
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    size_t length = strlen(to), i = 0;
    for (; i < n && from[i]; i++) {
        __ramify_apart(to, length + i + 2, from, i + 1);
        to[length + i] = from[i];
    }
    to[length + i] = 0;
    return to;
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
    byte *t = to;
    for (size_t i = 0; i < n; i++) {
        if (to != from)
            __ramify_apart(to, i + 1, from, i + 1);
        t[i] = ((const byte *)from)[i];
        if (t[i] == (byte)c)
            return t + i + 1;
    }
    return NULL;
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : NULL;
}

char *__strdup(const char *s);
char *__strdup(const char *s) { return strdup(s); }

char *strndup(const char *s, size_t limit)
{
    size_t length = strnlen(s, limit);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

/* ---- pieces ---- */

char *strtok_r(char *s, const char *delimiters, char **rest)
{
    if (!s)
        s = *rest;
    if (!s)
        return NULL;
    s += strspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, delimiters);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}

char *__strtok_r(char *s, const char *delimiters, char **rest);
char *__strtok_r(char *s, const char *delimiters, char **rest) { return strtok_r(s, delimiters, rest); }

char *strtok(char *s, const char *delimiters)
{
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

char *strsep(char **string, const char *delimiters)
{
    char *start = *string;
    if (!start)
        return NULL;
    char *end = start + strcspn(start, delimiters);
    *string = *end ? end + 1 : NULL;
    *end = 0;
    return start;
}
