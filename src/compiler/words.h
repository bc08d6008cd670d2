/* A compiler's command line, understood as far as we must: what is compiled
 * from which sources into which file. */
#ifndef COMPILER_WORDS_H
#define COMPILER_WORDS_H

#include "base/vector.h"

#include <stdbool.h>

enum language { LANGUAGE_NONE, LANGUAGE_C, LANGUAGE_PREPROCESSED_C, LANGUAGE_ASSEMBLY, LANGUAGE_OTHER };

enum goal {
    GOAL_NATIVE,   /* nothing that could carry bitcode comes out */
    GOAL_ASSEMBLY, /* -S */
    GOAL_OBJECTS,  /* -c */
    GOAL_LINKED,   /* a program or a shared library */
};

struct source {
    const char *path;
    enum language language;
    const char *named; /* the language that -x said; NULL: by the name's ending */
};

struct words {
    VECTOR(char *) all; /* with response files in their place; ours */
    VECTOR(struct source) sources;
    VECTOR(const char *) kept; /* what matters for the bitcode: no sources, outputs, warnings, optimisation */
    VECTOR(char *) directories; /* where shared libraries come from; ours */
    enum goal goal;
    const char *output; /* of -o; NULL: none */
    bool has_inputs;    /* sources, objects or libraries */
    bool has_counting;  /* the program counts what it covers */
    bool has_lto;       /* objects would be no native ones */
};

/* words[0] is the first argument. */
void words_read(struct words *, int count, char *const *words);
void words_release(struct words *);

/* Objects are native ones whatever the command line says. */
bool words_is_lto(const char *word);

#endif
