/* The bitcode that a native program carries (ramify-cc puts it there).
 *
 * Each object file has a section EMBEDDED_SECTION with one member; the linker
 * lays the sections of all it links one after the other. So the program holds
 * the members of exactly those objects that became a part of it, those taken
 * from static libraries included, in the order of the link. A file may have
 * several sections of this name, and zero bytes between members.
 *
 * A member is: struct embedded_header, name, bytes; little-endian, unaligned. */
#ifndef PROGRAM_EMBEDDED_H
#define PROGRAM_EMBEDDED_H

#include "program/image.h"

#include <stdint.h>

#define EMBEDDED_SECTION ".ramify_bc"
#define EMBEDDED_MAGIC "RAMIFYBC"

enum embedded_kind {
    EMBEDDED_BITCODE = 1,
    EMBEDDED_NATIVE_ONLY = 2, /* a source without bitcode; the bytes say why, as text */
    EMBEDDED_DIRECTORY = 3,   /* the name is a directory to look in for shared libraries */
};

struct embedded_header {
    char magic[8];
    uint32_t kind;
    uint32_t name_length; /* of the source, as the compiler was given it */
    uint64_t count;       /* of bytes */
    uint64_t hash;        /* hash_bytes() of the bytes */
};

struct embedded_member {
    struct embedded_header header;
    const char *name; /* header.name_length characters */
    const uint8_t *bytes;
};

enum embedded_step { EMBEDDED_END, EMBEDDED_MEMBER, EMBEDDED_BROKEN };

/* The member at *next, which moves behind it. */
enum embedded_step embedded_next(const uint8_t **next, const uint8_t *end, struct embedded_member *);

/* Adds the directories that a program names for its shared libraries. */
void embedded_directories(const char *path, image_names *directories);

#endif
