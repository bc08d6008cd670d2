/* The input of a path for a person to read. */
#ifndef RESULT_SHOW_H
#define RESULT_SHOW_H

#include "base/text.h"
#include "result/ktest.h"

#include <stdio.h>

/* `ramify show x.ktest`, as KLEE's ktest-tool prints it. Returns the exit
 * code: 0, or 1 with a line on standard error if the file is no good. */
int show_ktest(const char *path, FILE *out);

/* One line for an object: "x = 42 (0x2a)", or "s = "abc\x00" (0x61626300)",
 * cut after `most` bytes of the object. */
void show_object_short(struct text *, const struct ktest_object *, uint32_t most);

/* The object as a little-endian integer, if it has the size of one. */
bool show_integer(const struct ktest_object *, uint64_t *bits);

#endif
