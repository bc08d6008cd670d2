/* `ramify coverage`: what all tests together cover of a native program that was
 * built to count it (-fprofile-instr-generate -fcoverage-mapping). */
#ifndef RESULT_MEASURE_H
#define RESULT_MEASURE_H

#include "result/view.h"

#include <stddef.h>
#include <stdio.h>

struct measure_options {
    const char *program;
    const char *const *tests; /* .ktest files, or directories of them */
    size_t test_count;
    const char *lcov;          /* file for the result */
    double seconds;            /* for one test; 0: 10 */
    const struct shown *shown; /* more that the program may read */
    size_t shown_count;
    bool unconfined; /* it runs with all of our rights */
};

/* Prints a table. Returns NULL, or one line that says why it cannot be done,
 * which the caller frees. */
char *measure(const struct measure_options *, FILE *out);

#endif
