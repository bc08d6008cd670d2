/* What a person sees: on a terminal one live line, each error at once, and a
 * summary at the end. */
#ifndef RESULT_PROGRESS_H
#define RESULT_PROGRESS_H

#include "engine/run.h"
#include "result/ktest.h"
#include "result/summary.h"

struct progress {
    struct run *run;
    FILE *terminal;                 /* where the line goes; NULL: there is none */
    bool shown;                     /* the line is on the screen */
    double last;                    /* when it was last drawn */
    uint64_t instructions, queries; /* at that time */
    uint64_t user_instructions;     /* of the whole program: what can be covered */
};

/* wanted: draw the line, if the log's terminal is one. Until progress_release
 * the log clears the line before it says something. */
void progress_init(struct progress *, struct run *, bool wanted);
void progress_release(struct progress *);
void progress_tick(struct progress *);
/* Take the line off the screen. */
void progress_clear(struct progress *);

/* "ERROR: file.c:12: message (input: x = 42) → test000003" */
void progress_error(struct progress *, const struct error *, uint32_t test, const struct ktest *input);
/* program: what the user asked to explore, for the commands to try next. */
void progress_close(struct progress *, const struct summary *, const char *directory, const char *program);

#endif
