/* For tests: programs from C text or files, loaded with given flags. */
#ifndef TESTS_UNIT_PROGRAM_FIXTURES_H
#define TESTS_UNIT_PROGRAM_FIXTURES_H

#include "base/alloc.h"
#include "base/text.h"
#include "program/check.h"
#include "program/dump.h"
#include "program/load.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A temporary file with this ending and contents; the caller removes and frees it. */
static char *write_file(const char *ending, const void *bytes, size_t count)
{
    char *path = text_format("/tmp/ramify-unit-XXXXXX%s", ending);
    int file = mkstemps(path, (int)strlen(ending));
    if (file < 0 || write(file, bytes, count) != (ssize_t)count)
        abort();
    close(file);
    return path;
}

static char *write_source(const char *source) { return write_file(".c", source, strlen(source)); }

static void remove_file(char *path)
{
    unlink(path);
    mem_free(path);
}

static struct program *load_with(struct load_options options, const char *path, struct text *error)
{
    const char *files[] = {path};
    options.files = files;
    options.file_count = 1;
    options.clang = "clang-19";
    options.entry = "main";
    return program_load(&options, error);
}

/* Loads C text; ends the test program with the reason if that fails. */
__attribute__((unused)) static struct program *load_source(struct load_options options, const char *source)
{
    struct text error = {0};
    char *path = write_source(source);
    struct program *program = load_with(options, path, &error);
    remove_file(path);
    if (!program || !program_check(program, &error)) {
        fprintf(stderr, "%s\n", text_string(&error));
        abort();
    }
    text_release(&error);
    return program;
}

#endif
