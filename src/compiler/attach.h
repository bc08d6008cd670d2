/* Puts members (program/embedded.h) into a file that a compiler has made. */
#ifndef COMPILER_ATTACH_H
#define COMPILER_ATTACH_H

#include "base/text.h"
#include "program/embedded.h"

#include <stdbool.h>

/* Adds a member to the content of a section. */
void member_add(struct text *section, enum embedded_kind, const char *name, const void *bytes, size_t count);

/* Adds the section to an object, a program or a shared library. The file is
 * valid at every moment, with the section or without. Returns NULL, or why it
 * could not be done, a constant. */
const char *attach_to_elf(const char *path, const struct text *section);
/* The same for a file of assembly. */
const char *attach_to_assembly(const char *path, const struct text *section);

#endif
