/* What -D_FORTIFY_SOURCE makes of calls, beside runtime/string_checked.c. The
 * engine checks every access: the room the compiler saw is not needed. */
#define _GNU_SOURCE
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

/* ---- printing ---- */

int __vprintf_chk(int flag, const char *format, va_list list) { return vprintf(format, list); }
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list)
{
    return vfprintf(file, format, list);
}
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list list)
{
    return vdprintf(descriptor, format, list);
}
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list)
{
    return vsprintf(to, format, list);
}
int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list list)
{
    return vsnprintf(to, size, format, list);
}
int __vasprintf_chk(char **to, int flag, const char *format, va_list list)
{
    return vasprintf(to, format, list);
}

#define VARIADIC(call)      \
    va_list list;           \
    va_start(list, format); \
    int result = call;      \
    va_end(list);           \
    return result

int __printf_chk(int flag, const char *format, ...) { VARIADIC(vprintf(format, list)); }
int __fprintf_chk(FILE *file, int flag, const char *format, ...) { VARIADIC(vfprintf(file, format, list)); }
int __dprintf_chk(int descriptor, int flag, const char *format, ...)
{
    VARIADIC(vdprintf(descriptor, format, list));
}
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    VARIADIC(vsprintf(to, format, list));
}
int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    VARIADIC(vsnprintf(to, size, format, list));
}
int __asprintf_chk(char **to, int flag, const char *format, ...) { VARIADIC(vasprintf(to, format, list)); }
int __fwprintf_chk(FILE *file, int flag, const wchar_t *format, ...)
{
    VARIADIC(vfwprintf(file, format, list));
}
int __wprintf_chk(int flag, const wchar_t *format, ...) { VARIADIC(vwprintf(format, list)); }
int __swprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, ...)
{
    VARIADIC(vswprintf(to, size, format, list));
}
int __vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, va_list list)
{
    return vswprintf(to, size, format, list);
}
int __vfwprintf_chk(FILE *file, int flag, const wchar_t *format, va_list list)
{
    return vfwprintf(file, format, list);
}
int __vwprintf_chk(int flag, const wchar_t *format, va_list list) { return vwprintf(format, list); }
void __syslog_chk(int priority, int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}
void __vsyslog_chk(int priority, int flag, const char *format, va_list list)
{
    vsyslog(priority, format, list);
}

/* ---- reading ---- */

char *__fgets_chk(char *to, size_t room, int size, FILE *file) { return fgets(to, size, file); }
char *__fgets_unlocked_chk(char *to, size_t room, int size, FILE *file) { return fgets(to, size, file); }
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file)
{
    return fread(to, size, count, file);
}
size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t count, FILE *file)
{
    return fread(to, size, count, file);
}
wchar_t *__fgetws_chk(wchar_t *to, size_t room, int size, FILE *file) { return fgetws(to, size, file); }
wchar_t *__fgetws_unlocked_chk(wchar_t *to, size_t room, int size, FILE *file)
{
    return fgetws(to, size, file);
}
ssize_t __read_chk(int descriptor, void *to, size_t size, size_t room) { return read(descriptor, to, size); }
ssize_t __pread_chk(int descriptor, void *to, size_t size, off_t at, size_t room)
{
    return pread(descriptor, to, size, at);
}
ssize_t __pread64_chk(int descriptor, void *to, size_t size, off_t at, size_t room)
{
    return pread(descriptor, to, size, at);
}
ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room)
{
    return readlink(path, to, size);
}
ssize_t __readlinkat_chk(int directory, const char *path, char *to, size_t size, size_t room)
{
    return readlinkat(directory, path, to, size);
}
char *__getcwd_chk(char *to, size_t size, size_t room) { return getcwd(to, size); }
char *__realpath_chk(const char *path, char *to, size_t room) { return realpath(path, to); }
char *__getwd_chk(char *to, size_t room) { return getcwd(to, PATH_MAX); }
int __getlogin_r_chk(char *to, size_t size, size_t room) { return getlogin_r(to, size); }
int __getdomainname_chk(char *to, size_t size, size_t room) { return getdomainname(to, size); }
int __gethostname_chk(char *to, size_t size, size_t room) { return gethostname(to, size); }
int __getgroups_chk(int size, gid_t *list, size_t room) { return getgroups(size, list); }
int __ttyname_r_chk(int descriptor, char *to, size_t size, size_t room)
{
    return ttyname_r(descriptor, to, size);
}
size_t __confstr_chk(int name, char *to, size_t size, size_t room) { return confstr(name, to, size); }
int __poll_chk(struct pollfd *list, nfds_t count, int timeout, size_t room)
{
    return poll(list, count, timeout);
}

int __ppoll_chk(struct pollfd *list, nfds_t count, const struct timespec *timeout, const sigset_t *mask,
                size_t room)
{
    return ppoll(list, count, timeout, mask);
}

long __fdelt_chk(long descriptor)
{
    if (descriptor < 0 || descriptor >= FD_SETSIZE)
        abort();
    return descriptor / (8 * (long)sizeof(long));
}

/* ---- wide characters ---- */

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t room) { return mbstowcs(to, from, n); }
size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t room) { return wcstombs(to, from, n); }
size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t n, mbstate_t *state, size_t room)
{
    return mbsrtowcs(to, from, n, state);
}
size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t n, mbstate_t *state, size_t room)
{
    return wcsrtombs(to, from, n, state);
}
size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t room) { return wcrtomb(to, c, state); }
int __wctomb_chk(char *to, wchar_t c, size_t room) { return wctomb(to, c); }
wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) { return wcscpy(to, from); }
wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wcsncpy(to, from, n);
}
wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) { return wcscat(to, from); }
wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wmemcpy(to, from, n);
}
wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wcsncat(to, from, n);
}
wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t room) { return wcpcpy(to, from); }
wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wcpncpy(to, from, n);
}
wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wmemmove(to, from, n);
}
wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    return wmemcpy(to, from, n) + n;
}
size_t __mbsnrtowcs_chk(wchar_t *to, const char **from, size_t bytes, size_t n, mbstate_t *state, size_t room)
{
    return mbsnrtowcs(to, from, bytes, n, state);
}
size_t __wcsnrtombs_chk(char *to, const wchar_t **from, size_t count, size_t n, mbstate_t *state, size_t room)
{
    return wcsnrtombs(to, from, count, n, state);
}
wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t room) { return wmemset(to, c, n); }
