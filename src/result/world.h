/* A test made real: a directory with the files of the test, and the arguments,
 * the environment, the standard input and the failing calls it has. The names of
 * the inputs are KLEE's (arg00, n_args, A_data, A_data_stat, stdin, env_NAME),
 * as the symbolic operating system gives them. */
#ifndef RESULT_WORLD_H
#define RESULT_WORLD_H

#include "base/vector.h"
#include "result/faults.h"
#include "result/ktest.h"

struct world {
    char *directory;            /* where the program runs, as it sees it */
    char *input;                /* file for its standard input; NULL: nothing */
    unsigned input_type;        /* S_IFMT of its status; 0: not said */
    unsigned output_type;       /* the same of standard output */
    VECTOR(char *) arguments;   /* without the program's name */
    VECTOR(char *) environment; /* NAME=VALUE */
    struct faults faults;
};

/* Reads the test; the standard input goes into the file at that path. NULL, or
 * why it cannot be, which the caller frees; world_release in any case. */
char *world_make(struct world *, const struct ktest *, const char *directory, const char *input);
/* In the process that becomes the program: makes its files. The same result. */
char *world_fill(struct world *, const struct ktest *);
void world_release(struct world *); /* what the program left is the caller's */

#endif
