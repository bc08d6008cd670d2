/* The C library that programs are compiled with, natively and inside. */
#ifndef COMPILER_LIBRARY_H
#define COMPILER_LIBRARY_H

#include "compiler/bitcode.h"

/* Adds the words that choose it: musl where tools/native-libc has made it, else
 * the machine's; RAMIFY_CC_LIBC=musl or =host decides. Returns false after one
 * line to standard error if the one asked for is not there. */
bool library_choose(struct compiler *, const struct words *);

#endif
