/* The input of one path in KLEE's file format, version 3: all integers 32 bits
 * big-endian, no padding.
 *
 *   "KTEST"  3  count of arguments, each: length, bytes
 *   0  0 (symbolic argv: unused)  count of objects, each: length of name, name,
 *   length of data, data */
#ifndef RESULT_KTEST_H
#define RESULT_KTEST_H

#include "result/file.h"

#include <stdint.h>

struct ktest_object {
    char *name;
    uint32_t size;
    uint8_t *bytes;
};

struct ktest {
    uint32_t argument_count;
    char **arguments;
    uint32_t object_count;
    struct ktest_object *objects;
};

/* Written whole or not at all; one line in *error if it is refused. With a budget it may be late: see file.h.
 */
enum file_end ktest_write(const struct ktest *, const char *path, struct budget *, char **error);
/* Any file may be read: one that is not a .ktest, is cut short or has lengths
 * that do not fit gives false and one line in *error. */
bool ktest_read(struct ktest *, const char *path, char **error);
void ktest_release(struct ktest *); /* of one that ktest_read has filled */
/* NULL: there is none of this name. */
const struct ktest_object *ktest_find(const struct ktest *, const char *name);

#endif
