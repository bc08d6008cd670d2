/* A file of machine code (ELF, 64 bits, little-endian), mapped to be read. What
 * makes no sense in it is as if it were not there. */
#ifndef PROGRAM_IMAGE_H
#define PROGRAM_IMAGE_H

#include "base/text.h"
#include "base/vector.h"

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

struct image {
    const char *path; /* the caller's */
    const uint8_t *bytes;
    size_t count;
    Elf64_Ehdr header; /* e_shnum is 0 if the sections cannot be read */
};

typedef VECTOR(char *) image_names;

bool image_is(const char *path);
/* false and one line in *error if it cannot be read */
bool image_open(struct image *, const char *path, struct text *error);
void image_close(struct image *);

struct image_section {
    const char *name; /* "" if it has none */
    uint32_t type;
    const uint8_t *bytes; /* NULL if it has none in the file */
    size_t count;
};

struct image_section image_section(const struct image *, uint64_t index); /* below header.e_shnum */

/* The shared libraries it asks for, and the directories it says to look in. */
void image_needed(const struct image *, image_names *libraries, image_names *directories);

void image_names_release(image_names *);

#endif
