/* The program on a test, natively. */
#ifndef RESULT_NATIVE_H
#define RESULT_NATIVE_H

#include "base/text.h"
#include "result/confine.h"
#include "result/world.h"

#include <stdio.h>

/* A program that can be run as it is, libtool's scripts for such included. */
bool native_is(const char *path);

/* A program, and how tests are run with it. */
struct native {
    const char *program;  /* of the machine, absolute */
    char *directory;      /* private, new */
    enum confine_way way; /* CONFINE_IMPOSSIBLE: it runs with all of our rights, in the directory */
    double seconds;       /* for a test */
    const char *counts; /* NULL, or what LLVM calls the files it counts in, which go into directory/counts */
    bool listens;       /* what it prints is wanted */
    bool traces;        /* the leak sanitizer is wanted */
    struct view view;   /* what was shown besides; native_begin() adds what the program needs */
    char *guest;        /* where the program sees itself */
    char *library_path;
    bool is_sized; /* its memory can be limited by address */
};

/* NULL, or one line why it cannot be done, which the caller frees; native_end()
 * in any case. unconfined: do not even try to shut it in. */
char *native_begin(struct native *, const char *name, bool unconfined);
/* When the program is there. */
void native_know(struct native *, const char *program, const char *guest);
void native_end(struct native *); /* the directory goes, too */

enum native_end {
    NATIVE_ENDED,   /* with the status, as of wait() */
    NATIVE_LATE,    /* its time was up */
    NATIVE_MEMORY,  /* it took too much */
    NATIVE_REFUSED, /* it was not begun: why */
};

struct native_result {
    enum native_end end;
    int status;
    char *why;
    struct text output, said; /* as much of it as is bearable */
};

/* Runs the program on the test; ktest: where that is, for the replay library. */
void native_run(struct native *, const struct ktest *test, const char *ktest, struct native_result *);
void native_release(struct native_result *);

#endif
