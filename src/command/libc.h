/* The C library that a program is linked with: musl as bitcode, made once per
 * machine in the user's cache directory by a script of the installation. */
#ifndef COMMAND_LIBC_H
#define COMMAND_LIBC_H

#include "command/installation.h"

struct libc {
    char *headers;         /* for .c files, instead of the machine's */
    option_list libraries; /* bitcode: the library, and who answers its system calls */
};

/* What the cache has, perhaps with the library's own allocator. false: not made yet. */
bool libc_find(struct libc *, const struct installation *, bool with_malloc);
/* Does what the cache has define one of these functions? */
bool libc_defines_any(const char *const *names, size_t count);
/* Makes it, which takes a minute and needs the network the first time; brings
 * it up to date if our part of it has changed. false: it could not be had; the
 * script has said why. */
bool libc_make(const struct installation *, const char *clang);
void libc_release(struct libc *);

/* What the engine answers itself even if the program has a C library: all
 * builtins but those of a normal exit, which flushes files, and mathematics
 * that must come out as the library's. */
bool libc_leaves_to_engine(const char *name);
/* The same where the program has the library's allocator. */
bool libc_leaves_all_but_malloc(const char *name);

#endif
