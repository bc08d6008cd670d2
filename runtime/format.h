/* printf's formatting, to a stream or into memory. */
#ifndef RUNTIME_FORMAT_H
#define RUNTIME_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* The count is right for all values, although what is shown is an example: it
 * may be symbolic. Only the length of a symbolic float is not known. */
struct sink {
    int stream;   /* 1 or 2: what is written is only shown; 0: into memory */
    char *buffer; /* of a sink in memory */
    size_t room;  /* in it, without the end */
    size_t count; /* characters so far, also those without room */
    int guessed;  /* the count is that of the path's example */
};

void __ramify_format(struct sink *, const char *format, va_list);
/* A guessed count is seen by the program. */
void __ramify_format_guessed(void);

#endif
