/* Native processes: the program on a test, and the tools we need for that. */
#ifndef RESULT_NATIVE_H
#define RESULT_NATIVE_H

#include "result/world.h"

#include <stdio.h>

/* A program that can be run as it is, libtool's scripts for such included. */
bool native_is(const char *path);

/* Runs the command to its end or for so long (0: any time). Returns false if
 * the time was up.
 *   world         where it runs; NULL: here
 *   output, said  where its standard output and error go; NULL: to ours */
bool native_command(char *const *command, const struct world *world, FILE *output, FILE *said, double seconds,
                    int *status);

struct native_run {
    const char *program;   /* absolute */
    const char *directory; /* the world is made in it, and removed again */
    FILE *output, *said;   /* as above */
    double seconds;
};

/* Runs the program on the test. NULL, or why it could not be, which the caller
 * frees. */
char *native_run(const struct native_run *, const struct ktest *, bool *in_time, int *status);

#endif
