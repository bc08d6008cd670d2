/* Native processes: the program on a test, and the tools we need for that. */
#ifndef RESULT_NATIVE_H
#define RESULT_NATIVE_H

#include "result/world.h"

#include <stdio.h>

/* A program that can be run as it is, libtool's scripts for such included. */
bool native_is(const char *path);

/* Runs one of our tools to its end. Output and errors go where these say; NULL:
 * to ours. Returns its status, as of wait(). */
int native_command(char *const *command, FILE *output, FILE *said);

struct native_run {
    const char *program;   /* absolute */
    const char *directory; /* the world is made in it, and removed again */
    bool confined;         /* it can write nowhere else: see result/confine.h */
    FILE *output, *said;   /* as above */
    double seconds;        /* 0: any time */
};

/* Runs the program on the test. NULL, or why it could not be, which the caller
 * frees. */
char *native_run(const struct native_run *, const struct ktest *, bool *in_time, int *status);

#endif
