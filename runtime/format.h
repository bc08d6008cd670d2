/* printf's formatting, to a stream or into memory. */
#ifndef RUNTIME_FORMAT_H
#define RUNTIME_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

struct sink {
    int stream;   /* 1 or 2: what is written is only shown; 0: into memory */
    char *buffer; /* of a sink in memory */
    size_t room;  /* in it, without the end */
    size_t count; /* characters so far, also those without room */
};

void __ramify_format(struct sink *, const char *format, va_list);

#endif
