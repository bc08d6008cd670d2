/* Where the files that belong to the program are: beside it, in the build
 * directory as when installed (PREFIX/bin, PREFIX/include, PREFIX/lib/ramify). */
#ifndef COMMAND_INSTALLATION_H
#define COMMAND_INSTALLATION_H

#include "command/options.h"

struct installation {
    char *include_directory; /* of ramify.h and klee/klee.h */
    char *library_directory; /* of our bitcode and the replay library */
    option_list bitcode;     /* the bitcode files, sorted by name */
};

void installation_find(struct installation *);
void installation_release(struct installation *);

/* The words of a string, split at white space outside of quotes. */
void split_words(const char *string, option_list *words);

#endif
