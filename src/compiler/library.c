/* musl is a root directory of its own for the compiler: its headers, its start
 * files and its libraries only, so that nothing of the machine's C library gets
 * in. The loader is named by its place, and needs no installation. */
#include "compiler/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DIRECTORY "native-0.1-clang-19" /* as tools/native-libc names it */

/* The caller frees it. */
static char *musl_directory(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache)
        return text_format("%s/ramify/" DIRECTORY, cache);
    return text_format("%s/.cache/ramify/" DIRECTORY, home && *home ? home : "/tmp");
}

/* What a user of a root directory of his own has chosen, he has chosen. */
static bool has_own_root(const struct words *words)
{
    for (size_t i = 0; i < words->all.count; i++)
        if (!strncmp(words->all.data[i], "--sysroot", 9) || !strcmp(words->all.data[i], "-isysroot") ||
            !strncmp(words->all.data[i], "--target", 8) || !strcmp(words->all.data[i], "-target") ||
            !strcmp(words->all.data[i], "-m32"))
            return true;
    return false;
}

static void use_musl(struct compiler *compiler, const struct words *words, const char *directory)
{
    vector_push(&compiler->before, text_format("--sysroot=%s", directory));
    vector_push(&compiler->before, mem_string("--gcc-toolchain=/usr"));
    if (words->goal == GOAL_LINKED && words->has_inputs) {
        vector_push(&compiler->before, text_format("-Wl,--dynamic-linker=%s/usr/lib/libc.so", directory));
        vector_push(&compiler->before, mem_string("-static-libgcc"));
        if (words->has_counting)
            vector_push(&compiler->before, text_format("-Wl,%s/usr/lib/counting.o", directory));
    }
}

bool library_choose(struct compiler *compiler, const struct words *words)
{
    const char *wanted = getenv("RAMIFY_CC_LIBC");
    bool must = wanted && !strcmp(wanted, "musl");
    if (wanted && *wanted && !must && strcmp(wanted, "host")) {
        fprintf(stderr, "ramify-cc: RAMIFY_CC_LIBC is %s; possible: musl, host\n", wanted);
        return false;
    }
    if ((wanted && !strcmp(wanted, "host")) || has_own_root(words))
        return true;
    char *directory = musl_directory();
    char *library = text_format("%s/usr/lib/libc.so", directory);
    bool found = !access(library, R_OK);
    if (found)
        use_musl(compiler, words, directory);
    else if (must)
        fprintf(stderr, "ramify-cc: RAMIFY_CC_LIBC is musl, but it is not there: run tools/native-libc\n");
    mem_free(library);
    mem_free(directory);
    return found || !must;
}
