#include "command/libc.h"

#include "base/bug.h"
#include "base/keeper.h"
#include "command/cache.h"
#include "command/jobs.h"
#include "engine/builtin.h"
#include "program/mathematics.h"
#include "result/file.h"

#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As tools/libc names it: our version, and the LLVM whose bitcode it is. */
#define DIRECTORY "musl-0.1-clang-19"

enum { LARGEST_LIST = 1 << 20 };

static char *cache_directory(void) { return user_cache_directory(DIRECTORY); }

bool libc_find(struct libc *libc, const struct installation *installation, bool with_malloc, bool as_glibc)
{
    char *directory = cache_directory();
    char *bitcode = text_format("%s/libc.bc", directory);
    char *allocator = text_format("%s/malloc.bc", directory);
    bool found = !access(bitcode, R_OK) && (!with_malloc || !access(allocator, R_OK));
    if (found) {
        libc->headers = text_format("%s/include", directory);
        if (with_malloc) /* before the library, whose own names for it are the engine's */
            vector_push(&libc->libraries, mem_string(allocator));
        if (as_glibc)
            vector_push(&libc->libraries, text_format("%s/random.bc", installation->library_directory));
        vector_push(&libc->libraries, bitcode);
        char *pattern = text_format("%s/system/*.bc", installation->library_directory);
        glob_t system = {0};
        if (!glob(pattern, 0, NULL, &system))
            for (size_t i = 0; i < system.gl_pathc; i++)
                vector_push(&libc->libraries, mem_string(system.gl_pathv[i]));
        globfree(&system);
        mem_free(pattern);
    } else {
        mem_free(bitcode);
    }
    mem_free(allocator);
    mem_free(directory);
    return found;
}

bool libc_defines_any(const char *const *names, size_t count)
{
    char *directory = cache_directory(), *path = text_format("%s/names", directory), *error = NULL;
    size_t length;
    char *all = file_read(path, LARGEST_LIST, &length, &error);
    bool found = false;
    for (size_t i = 0; all && !found && i < count; i++) {
        char *line = text_format("\n%s\n", names[i]);
        found = strstr(all, line) != NULL;
        mem_free(line);
    }
    mem_free(all);
    mem_free(error);
    mem_free(path);
    mem_free(directory);
    return found;
}

bool libc_make(const struct installation *installation, const char *clang)
{
    char *directory = cache_directory();
    char *script = text_format("%s/libc/build", installation->library_directory);
    fflush(NULL);
    pid_t child = keeper_fork();
    if (child == 0) {
        signal(SIGTTOU, SIG_IGN); /* it may write to the terminal as before, though another group is there */
        setenv("CLANG", clang, 1);
        execl(script, script, directory, (char *)NULL);
        fprintf(stderr, "ramify: cannot run %s: %s\n", script, strerror(errno));
        _exit(127);
    }
    int status = child > 0 ? keeper_wait(child) : -1;
    mem_free(script);
    mem_free(directory);
    if (child < 0 || !WIFEXITED(status))
        complain(EXIT_FAILED, "the making of the C library was cut short");
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void libc_release(struct libc *libc)
{
    for (size_t i = 0; i < libc->libraries.count; i++)
        mem_free(libc->libraries.data[i]);
    vector_release(&libc->libraries);
    mem_free(libc->headers);
}

/* What the engine answers for concrete numbers only. */
static bool is_concrete_mathematics(const char *name)
{
    static const char *const names[] = {
#define X(name) #name, #name "f",
        MATHEMATICS(X)
#undef X
    };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (names[i][0] == name[0] && !strcmp(name, names[i]))
            return true;
    return false;
}

bool libc_is_better(const char *name)
{
    static const char *const conversions[] = {"strtod", "strtof", "strtold", "atof", "scanf %f"};
    for (size_t i = 0; i < ARRAY_COUNT(conversions); i++)
        if (!strcmp(name, conversions[i]))
            return true;
    return is_concrete_mathematics(name);
}

bool libc_leaves_to_engine(const char *name)
{
    static const char *const endings[] = {"exit",          "quick_exit",   "atexit",
                                          "at_quick_exit", "__cxa_atexit", "__cxa_finalize"};
    for (size_t i = 0; i < ARRAY_COUNT(endings); i++)
        if (!strcmp(name, endings[i]))
            return false;
    return builtin_known(name) && !is_concrete_mathematics(name);
}

bool libc_leaves_all_but_malloc(const char *name)
{
    static const char *const family[] = {
        "malloc", "calloc",   "realloc",       "reallocarray",   "free",
        "cfree",  "memalign", "aligned_alloc", "posix_memalign", "malloc_usable_size"};
    for (size_t i = 0; i < ARRAY_COUNT(family); i++)
        if (!strcmp(name, family[i]))
            return false;
    return libc_leaves_to_engine(name);
}
