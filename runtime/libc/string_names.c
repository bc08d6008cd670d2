/* The names that musl's files use for functions of runtime/string.c. */
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include <strings.h>

char *__strchrnul(const char *s, int c) { return strchrnul(s, c); }
void *__memrchr(const void *memory, int c, size_t n) { return memrchr(memory, c, n); }
char *__stpcpy(char *to, const char *from) { return stpcpy(to, from); }
char *__stpncpy(char *to, const char *from, size_t n) { return stpncpy(to, from, n); }

int __strcasecmp_l(const char *a, const char *b, locale_t locale) { return strcasecmp(a, b); }
int strcasecmp_l(const char *a, const char *b, locale_t locale) { return strcasecmp(a, b); }
int __strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale) { return strncasecmp(a, b, n); }
int strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale) { return strncasecmp(a, b, n); }
int __strcoll_l(const char *a, const char *b, locale_t locale) { return strcmp(a, b); }
int strcoll_l(const char *a, const char *b, locale_t locale) { return strcmp(a, b); }
