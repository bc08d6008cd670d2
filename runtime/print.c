/* printf and its relatives; the standard streams. Nothing is buffered. The
 * streams are made for glibc's headers, whose macros look into a FILE. */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* the headers must not define what we define */
#include "format.h"
#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef stdin
#undef stdout
#undef stderr
#undef putchar
#undef putc

static FILE streams[3] = {{._fileno = 0}, {._fileno = 1}, {._fileno = 2}};
FILE *stdin = &streams[0];
FILE *stdout = &streams[1];
FILE *stderr = &streams[2];

static int print(int stream, const char *format, va_list arguments)
{
    struct sink sink = {.stream = stream == 2 ? 2 : 1};
    __ramify_format(&sink, format, arguments);
    if (sink.guessed && __ramify_result_is_used())
        __ramify_format_guessed();
    return (int)sink.count;
}

static int print_into(char *buffer, size_t size, const char *format, va_list arguments)
{
    struct sink sink = {.buffer = buffer, .room = size ? size - 1 : 0};
    __ramify_format(&sink, format, arguments);
    if (size)
        buffer[sink.count < size ? sink.count : size - 1] = 0;
    return (int)sink.count;
}

/* sprintf trusts the buffer: as much room as an address has. */
static const size_t any_room = PTRDIFF_MAX;

int vprintf(const char *format, va_list arguments) { return print(1, format, arguments); }
int vfprintf(FILE *file, const char *format, va_list arguments)
{
    return print(file->_fileno, format, arguments);
}
int vdprintf(int stream, const char *format, va_list arguments) { return print(stream, format, arguments); }
int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments)
{
    return print_into(buffer, size, format, arguments);
}
int vsprintf(char *buffer, const char *format, va_list arguments)
{
    return print_into(buffer, any_room, format, arguments);
}
int vasprintf(char **result, const char *format, va_list arguments)
{
    int length = print_into(NULL, 0, format, arguments);
    *result = malloc((size_t)length + 1);
    return *result ? print_into(*result, (size_t)length + 1, format, arguments) : -1;
}

/* The variadic form of each: its name, its parameters, and what it returns. */
#define VARIADIC(name, parameters, last, call) \
    int name parameters                        \
    {                                          \
        va_list arguments;                     \
        va_start(arguments, last);             \
        int written = call;                    \
        va_end(arguments);                     \
        return written;                        \
    }
VARIADIC(printf, (const char *format, ...), format, vprintf(format, arguments))
VARIADIC(fprintf, (FILE * file, const char *format, ...), format, vfprintf(file, format, arguments))
VARIADIC(dprintf, (int stream, const char *format, ...), format, vdprintf(stream, format, arguments))
VARIADIC(sprintf, (char *buffer, const char *format, ...), format, vsprintf(buffer, format, arguments))
VARIADIC(snprintf, (char *buffer, size_t size, const char *format, ...), format,
         vsnprintf(buffer, size, format, arguments))
VARIADIC(asprintf, (char **result, const char *format, ...), format, vasprintf(result, format, arguments))

/* What _FORTIFY_SOURCE calls. */
int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *file, int flag, const char *format, ...);
int __dprintf_chk(int stream, int flag, const char *format, ...);
int __sprintf_chk(char *buffer, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, ...);
int __asprintf_chk(char **result, int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments);
int __vsprintf_chk(char *buffer, int flag, size_t room, const char *format, va_list arguments);
int __vsnprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, va_list arguments);

int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return print(1, format, arguments);
}
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return print(file->_fileno, format, arguments);
}
int __vsprintf_chk(char *buffer, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag, (void)room;
    return print_into(buffer, any_room, format, arguments);
}
int __vsnprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag, (void)room;
    return print_into(buffer, size, format, arguments);
}
VARIADIC(__printf_chk, (int flag, const char *format, ...), format, __vprintf_chk(flag, format, arguments))
VARIADIC(__fprintf_chk, (FILE * file, int flag, const char *format, ...), format,
         __vfprintf_chk(file, flag, format, arguments))
VARIADIC(__dprintf_chk, (int stream, int flag, const char *format, ...), format,
         ((void)flag, print(stream, format, arguments)))
VARIADIC(__sprintf_chk, (char *buffer, int flag, size_t room, const char *format, ...), format,
         __vsprintf_chk(buffer, flag, room, format, arguments))
VARIADIC(__snprintf_chk, (char *buffer, size_t size, int flag, size_t room, const char *format, ...), format,
         __vsnprintf_chk(buffer, size, flag, room, format, arguments))
VARIADIC(__asprintf_chk, (char **result, int flag, const char *format, ...), format,
         ((void)flag, vasprintf(result, format, arguments)))

/* ---- characters and lines ---- */

static int write_to(const FILE *file, const void *bytes, size_t count)
{
    __ramify_write(file->_fileno == 2 ? 2 : 1, bytes, count);
    return 0;
}

int fputc(int c, FILE *file)
{
    char byte = (char)c;
    write_to(file, &byte, 1);
    return (unsigned char)byte;
}

int putc(int c, FILE *file) { return fputc(c, file); }
int putchar(int c) { return fputc(c, stdout); }
int fputc_unlocked(int c, FILE *file) { return fputc(c, file); }
int putc_unlocked(int c, FILE *file) { return fputc(c, file); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int _IO_putc(int c, FILE *file);
int _IO_putc(int c, FILE *file) { return fputc(c, file); }
int __overflow(FILE *file, int c) { return fputc(c, file); }

int fputs(const char *string, FILE *file)
{
    size_t length;
    int stream = file->_fileno == 2 ? 2 : 1;
    return __ramify_show_string(stream, 0, string, SIZE_MAX, &length) ? 0 : write_to(file, string, length);
}

int fputs_unlocked(const char *string, FILE *file) { return fputs(string, file); }

int puts(const char *string)
{
    fputs(string, stdout);
    return fputc('\n', stdout);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    write_to(file, bytes, size * count);
    return size ? count : 0;
}

size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *file)
{
    return fwrite(bytes, size, count, file);
}

void perror(const char *what)
{
    if (what && *what)
        fprintf(stderr, "%s: ", what);
    fprintf(stderr, "%s\n", strerror(errno));
}

/* ---- the streams themselves ---- */

int fflush(FILE *file)
{
    (void)file;
    return 0;
}

int fileno(FILE *file) { return file->_fileno; }

int setvbuf(FILE *file, char *buffer, int mode, size_t size)
{
    (void)file, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(FILE *file, char *buffer) { (void)file, (void)buffer; }
void setlinebuf(FILE *file) { (void)file; }
