/* `ramify replay`: the program built natively, with sanitizers and with
 * runtime/replay.c in the place of the engine, run on one test; does the error
 * show there, too? This is the one job that runs the program on the host; it
 * is never a part of exploring it. */
#ifndef RESULT_REPLAY_H
#define RESULT_REPLAY_H

#include "result/view.h"

#include <stddef.h>
#include <stdio.h>

enum replay_exit {
    REPLAY_SAME = 0,      /* the error showed; or none was expected and none did */
    REPLAY_FAILED = 1,    /* no answer: it could not be built, shut in or started, or used up a limit */
    REPLAY_USAGE = 2,     /* wrong usage: the test or the program cannot be read */
    REPLAY_DIFFERENT = 3, /* the error did not show, or another did */
};

struct replay_options {
    const char *clang;             /* command */
    const char *include_directory; /* of ramify.h; NULL: none */
    const char *library;           /* path of runtime/replay.c */
    const char *const *cflags;
    size_t cflag_count;
    const char *const *files; /* .c .i .bc .ll; bitcode is run as it is, its accesses are not checked; or one
                                 native program, which is taken as it is */
    size_t file_count;
    const char *ktest;         /* the test */
    double seconds;            /* time limit of the run; 0: 10 */
    const struct shown *shown; /* more that the program may read */
    size_t shown_count;
    bool unconfined; /* it runs with all of our rights */
};

/* Says on out what happened; the program's own output goes where ours goes. */
enum replay_exit replay_test(const struct replay_options *, FILE *out);
/* Several tests with one build, a line each; options->ktest is not used. The
 * worst outcome. */
enum replay_exit replay_tests(const struct replay_options *, const char *const *ktests, size_t count,
                              FILE *out);

#endif
