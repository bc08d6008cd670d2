/* Wide strings: the few functions programs use on them. */
#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (*a != *b || !*a)
            return (*a > *b) - (*a < *b);
    return 0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    return memcpy(to, from, (wcslen(from) + 1) * sizeof *to);
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (;; s++) {
        if (*s == c)
            return (wchar_t *)s;
        if (!*s)
            return NULL;
    }
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return memcpy(to, from, n * sizeof *to); }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}
