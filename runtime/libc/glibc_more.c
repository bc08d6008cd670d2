/* Functions that glibc has and musl has not, beside those its headers call behind
 * the program's back (glibc.c). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* ---- device numbers, which <sys/sysmacros.h> asks for ---- */

unsigned gnu_dev_major(unsigned long device)
{
    return (unsigned)(device >> 31 >> 1 & 0xfffff000) | (unsigned)(device >> 8 & 0xfff);
}
unsigned gnu_dev_minor(unsigned long device)
{
    return (unsigned)(device >> 12 & 0xffffff00) | (unsigned)(device & 0xff);
}
unsigned long gnu_dev_makedev(unsigned major, unsigned minor)
{
    return (major & 0xfffff000ul) << 32 | (major & 0xffful) << 8 | (minor & 0xffffff00ul) << 12 |
           (minor & 0xff);
}

/* ---- files ---- */

int fcntl64(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    unsigned long argument = va_arg(list, unsigned long);
    va_end(list);
    return fcntl(descriptor, command, argument);
}
char *getwd(char *to) { return getcwd(to, PATH_MAX); }
int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags)
{
    if (!flags)
        return renameat(from_directory, from, to_directory, to);
    errno = EINVAL;
    return -1;
}
void closefrom(int first)
{
    for (int i = first < 0 ? 0 : first; i < getdtablesize(); i++)
        close(i);
}
int glob_pattern_p(const char *pattern, int quote)
{
    for (int bracket = 0; *pattern; pattern++) {
        if (*pattern == '\\' && quote && pattern[1])
            pattern++;
        else if (*pattern == '*' || *pattern == '?' || (*pattern == ']' && bracket))
            return 1;
        bracket |= *pattern == '[';
    }
    return 0;
}
int group_member(gid_t group)
{
    gid_t list[64];
    int count = getgroups(64, list);
    while (count > 0)
        if (list[--count] == group)
            return 1;
    return group == getegid();
}

/* ---- memory: hints that nobody here needs ---- */

int mallopt(int parameter, int value) { return 1; }
int malloc_trim(size_t left) { return 0; }

/* ---- numbers ---- */

#undef isnan
#undef isinf
int isnan(double x) { return x != x; }
int isnanf(float x) { return x != x; }
int isnanl(long double x) { return x != x; }
int isinf(double x) { return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0; }
int isinff(float x) { return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0; }
int isinfl(long double x) { return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0; }
int finitel(long double x) { return x == x && !isinfl(x); }

long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }
long strtol_l(const char *s, char **end, int base, locale_t locale) { return strtol(s, end, base); }
unsigned long strtoul_l(const char *s, char **end, int base, locale_t locale)
{
    return strtoul(s, end, base);
}
long long strtoll_l(const char *s, char **end, int base, locale_t locale) { return strtoll(s, end, base); }
unsigned long long strtoull_l(const char *s, char **end, int base, locale_t locale)
{
    return strtoull(s, end, base);
}

unsigned arc4random(void)
{
    unsigned number = 0;
    getrandom(&number, sizeof number, 0);
    return number;
}
void arc4random_buf(void *to, size_t size) { getrandom(to, size, 0); }
unsigned arc4random_uniform(unsigned bound) { return bound ? arc4random() % bound : 0; }

/* ---- wide characters and time ---- */

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
    while (*s && *s != c)
        s++;
    return (wchar_t *)s;
}
time_t timelocal(struct tm *broken) { return mktime(broken); }
char *strptime_l(const char *s, const char *format, struct tm *broken, locale_t locale)
{
    return strptime(s, format, broken);
}

/* ---- signals by number, not by set ---- */

int sigblock(int mask)
{
    sigset_t set = {{(unsigned)mask}}, old;
    sigprocmask(SIG_BLOCK, &set, &old);
    return (int)old.__bits[0];
}
int sigsetmask(int mask)
{
    sigset_t set = {{(unsigned)mask}}, old;
    sigprocmask(SIG_SETMASK, &set, &old);
    return (int)old.__bits[0];
}
int siggetmask(void) { return sigblock(0); }
int gsignal(int number) { return raise(number); }

/* ---- threads: pthread_cleanup_push of glibc's headers; nobody cancels this one ---- */

void __pthread_register_cancel(void *buffer) { (void)buffer; }
void __pthread_unregister_cancel(void *buffer) { (void)buffer; }
_Noreturn void __pthread_unwind_next(void *buffer)
{
    (void)buffer;
    exit(0);
}
