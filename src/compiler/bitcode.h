/* One source compiled once more, to bitcode. */
#ifndef COMPILER_BITCODE_H
#define COMPILER_BITCODE_H

#include "base/text.h"
#include "compiler/words.h"

struct compiler {
    const char *clang;     /* command */
    VECTOR(char *) before; /* words that come before those of the user; ours */
    VECTOR(char *) after;  /* words that come after them, for bitcode only; ours */
};

/* Runs a command, with our standard streams, to its end: its exit code, 128 and
 * its number if a signal ended it. */
int run_command(char *const *command);

/* false: it cannot be compiled; bitcode then holds why, in one line */
bool compile_to_bitcode(const struct compiler *, const struct words *, const struct source *,
                        struct text *bitcode);

#endif
