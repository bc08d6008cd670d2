#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bug(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "ramify: internal error at %s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}
