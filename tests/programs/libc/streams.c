// Streams: positions, buffers, unlocked and wide forms, the v forms of printing and reading.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: mkdir %t.d && cd %t.d && %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static FILE *file;
static char text[200];
static wchar_t wide[100];

static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    I(vprintf(format, list));
    va_end(list);
    va_start(list, format);
    I(vsprintf(text, format, list));
    va_end(list);
    S(text);
    va_start(list, format);
    I(vfprintf(file, format, list));
    va_end(list);
    va_start(list, format);
    I(vdprintf(fileno(file), format, list));
    va_end(list);
    char *made = NULL;
    va_start(list, format);
    I(vasprintf(&made, format, list));
    va_end(list);
    S(made);
    free(made);
}

static void scan(const char *from, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    I(vsscanf(from, format, list));
    va_end(list);
    rewind(file);
    va_start(list, format);
    I(vfscanf(file, format, list));
    va_end(list);
}

static void print_wide(const wchar_t *format, ...)
{
    va_list list;
    va_start(list, format);
    I(vswprintf(wide, 100, format, list));
    va_end(list);
    printf("%ls\n", wide);
    va_start(list, format);
    I(vfwprintf(file, format, list));
    va_end(list);
}

static void scan_wide(const wchar_t *format, ...)
{
    va_list list;
    va_start(list, format);
    I(vswscanf(L"12 abc", format, list));
    va_end(list);
    rewind(file);
    va_start(list, format);
    I(vfwscanf(file, format, list));
    va_end(list);
}

static void positions(void)
{
    fpos_t position;
    file = fopen("one", "w+");
    I(fputs("first line\nsecond line\n", file));
    I(fseeko(file, 6, SEEK_SET));
    I(ftello(file));
    I(fgetpos(file, &position));
    I(getc(file));
    I(fsetpos(file, &position));
    I(getc_unlocked(file));
    I(fgetc_unlocked(file));
    I(ftell(file));
    I(fseek(file, -1, SEEK_SET));
    S(fgets_unlocked(text, 5, file));
    char *line = NULL;
    size_t room = 0;
    I(getdelim(&line, &room, 'c', file));
    S(line);
    free(line);
    I(fputc_unlocked('x', file));
    I(putc('y', file));
    I(putc_unlocked('z', file));
    I(fputs_unlocked("uvw", file));
    I(fwrite_unlocked("abc", 1, 3, file));
    I(fflush_unlocked(file));
    rewind(file);
    I(fread_unlocked(text, 1, 30, file));
    I(feof_unlocked(file));
    I(ferror_unlocked(file));
    clearerr(file);
    I(feof(file));
    clearerr_unlocked(file);
    I(fileno_unlocked(file));
    I(fclose(file));
}

static void buffers(void)
{
    static char buffer[100];
    file = fopen("two", "w");
    I(setvbuf(file, buffer, _IOFBF, sizeof buffer));
    I(fputs("abc", file));
    I(__fpending(file));
    I(__fbufsize(file));
    I(__flbf(file));
    I(__fwriting(file));
    I(__freading(file));
    I(__fwritable(file));
    I(__freadable(file));
    __fpurge(file);
    I(__fpending(file));
    I(fclose(file));
    file = fopen("two", "w");
    setbuf(file, NULL);
    I(putw(0x41424344, file));
    setlinebuf(file);
    setbuffer(file, buffer, 50);
    I(fclose(file));
    file = fopen("two", "r");
    I(getw(file));
    I(getw(file));
    I(fclose(file));
    int descriptor = open("two", O_RDWR);
    file = fdopen(descriptor, "r+");
    I(fgetc(file));
    flockfile(file);
    I(ftrylockfile(file));
    funlockfile(file);
    funlockfile(file);
    file = freopen("three", "w+", file);
    I(file != NULL);
    I(fclose(file));
    I(access("three", R_OK));
    file = tmpfile();
    I(fputs("temporary", file));
    I(fclose(file));
    char name[] = "maXXXXXX", directory[] = "dirXXXXXX", suffix[] = "aXXXXXX.c";
    descriptor = mkstemp(name);
    I(descriptor >= 0);
    I(close(descriptor));
    I(unlink(name));
    S(strncmp(mkdtemp(directory), "dir", 3) ? "?" : "dir");
    I(rmdir(directory));
    descriptor = mkstemps(suffix, 2);
    I(close(descriptor));
    I(unlink(suffix));
    I(fopen("nowhere/file", "r") == NULL);
    I(fdopen(99, "r") == NULL);
    I(fopen("three", "q") == NULL);
}

static ssize_t cookie_read(void *cookie, char *to, size_t size)
{
    const char **from = cookie;
    size_t count = strnlen(*from, size);
    memcpy(to, *from, count);
    *from += count;
    return (ssize_t)count;
}

int main(void)
{
    positions();
    buffers();
    file = fopen("four", "w+");
    print("%d %s %5.2f\n", 42, "text", 2.5);
    int number;
    char word[20];
    scan("12 abc", "%d %19s", &number, word);
    printf("%d %s\n", number, word);
    I(fclose(file));
    file = fopen("five", "w+");
    I(fwide(file, 0));
    print_wide(L"%d %ls\n", 7, L"wide");
    I(fwide(file, 0));
    I(fputwc(L'a', file));
    I(putwc(L'b', file));
    I(fputws(L"cd\n", file));
    I(fwprintf(file, L"%ls\n", L"ef"));
    rewind(file);
    I(fgetwc(file));
    I(getwc(file));
    I(ungetwc(L'q', file));
    I(fgetws(wide, 50, file) == wide);
    printf("%ls", wide);
    I(fgetwc_unlocked(file));
    I(fputwc_unlocked(L'z', file));
    scan_wide(L"%d %19s", &number, word);
    rewind(file);
    I(fwscanf(file, L"%d", &number));
    I(swscanf(L"99", L"%d", &number));
    I(number);
    I(fclose(file));
    wchar_t *made;
    size_t size;
    file = open_wmemstream(&made, &size);
    I(fputws(L"in memory", file));
    I(fclose(file));
    printf("%ls %zu\n", made, size);
    const char *source = "from a cookie";
    file = fopencookie(&source, "r", (cookie_io_functions_t){.read = cookie_read});
    S(fgets(text, 50, file));
    I(fclose(file));
    I(puts("end"));
    I(putchar_unlocked('!'));
    I(fputs("\n", stdout));
    perror("not shown");
    S(ctermid(text));
    return 0;
}
