/* Names that programs compiled with glibc's headers use and musl has not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- numbers: C23's strtol knows 0b too, which older programs do not use ---- */

long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return strtoull(s, end, base); }
intmax_t __isoc23_strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
uintmax_t __isoc23_strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

int __isnan(double x) { return isnan(x); }
int __isnanf(float x) { return isnan(x); }
int __isnanl(long double x) { return isnan(x); }
int __isinf(double x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __isinff(float x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __isinfl(long double x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __finite(double x) { return isfinite(x); }
int __finitef(float x) { return isfinite(x); }
int __finitel(long double x) { return isfinite(x); }

/* ---- reading ---- */

int __isoc23_vsscanf(const char *s, const char *format, va_list list) { return vsscanf(s, format, list); }
int __isoc23_vfscanf(FILE *file, const char *format, va_list list) { return vfscanf(file, format, list); }
int __isoc23_vscanf(const char *format, va_list list) { return vscanf(format, list); }

int __isoc23_sscanf(const char *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsscanf(s, format, list);
    va_end(list);
    return count;
}

int __isoc23_fscanf(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vfscanf(file, format, list);
    va_end(list);
    return count;
}

int __isoc23_scanf(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vscanf(format, list);
    va_end(list);
    return count;
}

/* ---- files ---- */

int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }
int __openat_2(int directory, const char *path, int flags) { return openat(directory, path, flags); }
int __openat64_2(int directory, const char *path, int flags) { return openat(directory, path, flags); }
char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

int fcloseall(void)
{
    fflush(NULL);
    return 0;
}

/* ---- the GNU project's own ---- */

extern char *__progname_full, *__progname;
unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void say_error(int status, int number, const char *file, unsigned line, const char *format,
                      va_list list)
{
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, file ? "%s:" : "%s: ", __progname_full);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    vfprintf(stderr, format, list);
    error_message_count++;
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    putc('\n', stderr);
    if (status)
        exit(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_error(status, number, NULL, 0, format, list);
    va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_error(status, number, file, line, format, list);
    va_end(list);
}

const char *gnu_get_libc_version(void) { return "2.36"; }
