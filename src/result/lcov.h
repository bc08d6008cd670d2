/* Reading lcov's format, as coverage_lcov() writes it. */
#ifndef RESULT_LCOV_H
#define RESULT_LCOV_H

#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lcov_line {
    uint32_t line;
    bool covered;
    uint32_t ways, ways_taken; /* of the branches in it */
};

struct lcov_file {
    char *path;
    VECTOR(struct lcov_line) lines; /* in the order of the file */
    uint32_t covered;
};

struct lcov {
    VECTOR(struct lcov_file) files;
};

/* Lines that are not understood are left out. The text need not end with a
 * NUL, so nothing here can look for one behind each line. */
void lcov_parse(struct lcov *, const char *text, size_t size);
void lcov_release(struct lcov *);

#endif
