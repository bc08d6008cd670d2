/* What a run says: to standard error for the person, and to messages.txt and
 * warnings.txt in the output directory for later. A warning is said once. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/table.h"

#include <stdbool.h>
#include <stdio.h>

struct log {
    FILE *terminal;             /* NULL: quiet */
    bool warnings_to_file_only; /* not on the terminal */
    FILE *messages;             /* NULL until an output directory exists */
    FILE *warnings;
    struct table said; /* hashes of the warnings said */
    void (*before)(
        void *context); /* called before a line goes to the terminal, to clear a status line; may be NULL */
    void *context;
};

void log_release(struct log *);
void log_message(struct log *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* false if the same text was said before */
bool log_warning(struct log *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, as often as it is said. */
void log_warning_again(struct log *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
