/* From files to a program: C through clang, bitcode, textual IR; linked. */
#ifndef PROGRAM_LOAD_H
#define PROGRAM_LOAD_H

#include "base/log.h"
#include "base/text.h"
#include "program/code.h"

struct load_options {
    const char *const *files; /* .c .i .bc .ll, or programs, objects and libraries that ramify-cc made */
    size_t file_count;
    const char *const *cflags; /* for the .c files */
    size_t cflag_count;
    const char *clang;             /* command */
    const char *include_directory; /* of ramify.h and klee/klee.h, NULL: none */
    const char *const
        *libraries; /* bitcode files; what they define is linked only if needed and is marked is_library */
    size_t library_count;
    const char *entry;   /* usually "main" */
    const char *start;   /* a function of a library that calls it as __ramify_main(); NULL: none */
    const char *headers; /* the C library's, instead of the machine's; NULL: none */
    bool promote;        /* stack slots to registers first (off for --check-uninit) */
    bool optimize;       /* the program, without the libraries, by LLVM's -O2 */
    struct text *assembly, *bitcode; /* get the module as it is lowered; NULL: not wanted */
    bool (*is_builtin)(
        const char *name); /* a function the engine answers itself even where a library defines it */
    /* a function that another library has better; NULL: it would not be taken. See program->wants_better */
    bool (*is_better)(const char *name);
    struct log *log;
};

/* The function that calls an entry point with parameters of its own (program/entry.h). */
#define ENTRY_CALLER "__ramify_entry"

/* NULL and one clear line in *error if it cannot be loaded. */
struct program *program_load(const struct load_options *, struct text *error);

/* compile.c: a file as a word for clang, which takes @FILE for a list of more
 * words and -FILE for an option. The caller frees it; NULL and one line in
 * *error where there is no such word. */
char *compile_word(const char *path, struct text *error);

#endif
