/* The output directory, and what to do when it cannot be written: the first
 * refusal is said in one line, what is there stays, the run goes on, and the
 * process ends with exit code 1. */
#ifndef RESULT_OUTPUT_H
#define RESULT_OUTPUT_H

#include "base/log.h"

struct output {
    char *directory;
    struct log *log;
    bool failed; /* something could not be written */
};

/* Makes the directory, and opens messages.txt and warnings.txt in it for log.
 * directory: must not exist, or be empty. NULL: ramify-out-N, the next free N,
 * in the current directory, with the link ramify-last to it. NULL and one line
 * in *error, which the caller frees, if it cannot be. */
struct output *output_new(const char *directory, struct log *, char **error);
/* Closes nothing of log's; main releases that. */
void output_free(struct output *);

/* A new string. */
char *output_path(const struct output *, const char *name);
/* false if it could not be written; the user was told. */
bool output_write(struct output *, const char *name, const void *bytes, size_t count);
/* Something could not be written. Takes and frees the line. */
void output_refused(struct output *, char *error);

#endif
