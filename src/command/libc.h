/* The C library that a program is linked with: musl as bitcode, made once per
 * machine in the user's cache directory by a script of the installation. */
#ifndef COMMAND_LIBC_H
#define COMMAND_LIBC_H

#include "command/installation.h"

struct libc {
    char *headers;         /* for .c files, instead of the machine's */
    option_list libraries; /* bitcode: the library, and who answers its system calls */
};

/* What the cache has, perhaps with the library's own allocator, or with glibc's random numbers, which a
 * program sees where its tests are replayed. false: not made yet. */
bool libc_find(struct libc *, const struct installation *, bool with_malloc, bool as_glibc);
/* Does what the cache has define one of these functions? */
bool libc_defines_any(const char *const *names, size_t count);
/* Does it answer for all values where our small library takes one: mathematics, and text to floats
 * ("scanf %f" stands for a scanf of them)? */
bool libc_is_better(const char *name);
/* Makes it, which takes a minute and needs the network the first time; brings
 * it up to date if our part of it has changed. false: it could not be had; the
 * script has said why. */
bool libc_make(const struct installation *, const char *clang);
void libc_release(struct libc *);

/* What the engine answers itself even if the program has a C library: all
 * builtins but those of a normal exit, which flushes files, and mathematics of
 * which the engine knows concrete values only. */
bool libc_leaves_to_engine(const char *name);
/* The same where the program has the library's allocator. */
bool libc_leaves_all_but_malloc(const char *name);

#endif
