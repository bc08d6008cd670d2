/* C to bitcode: clang, as a process. What it makes goes into a file without a name, so that none is left
 * behind whatever happens; what it says goes to our standard error. */
#include "program/read.h"

#include "base/tool.h"
#include "base/vector.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef VECTOR(char *) command;

static void add(command *arguments, const char *argument) { vector_push(arguments, (char *)argument); }

char *compile_word(const char *path, struct text *error)
{
    const char *slash = strrchr(path, '/');
    /* clang hands the name without its directories to another part of itself, which does the same */
    if ((slash ? slash[1] : *path) == '@') {
        text_add(error, "clang takes a name that begins with @ for a list of words: rename %s", path);
        return NULL;
    }
    return text_format("%s%s", *path == '@' || *path == '-' ? "./" : "", path);
}

/* returns its status, as of wait() */
static int run(char **arguments, struct text *bitcode)
{
    FILE *made = tmpfile();
    if (!made)
        return -1;
    int status = tool_run(arguments, made, NULL);
    char buffer[65536];
    rewind(made);
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, made));)
        text_add_bytes(bitcode, buffer, got);
    fclose(made);
    return status;
}

bool compile_file(const struct load_options *options, const char *path, struct text *bitcode,
                  struct text *error)
{
    char *word = compile_word(path, error);
    if (!word)
        return false;
    const char *clang = options->clang ? options->clang : "clang-19";
    command arguments = {0};
    add(&arguments, clang);
    add(&arguments, "-c");
    add(&arguments, "-emit-llvm");
    add(&arguments, "-g");
    /* -O0 would say of every function that it is not to be inlined */
    add(&arguments, options->optimize ? "-O2" : "-O0");
    add(&arguments, "-Xclang");
    add(&arguments, options->optimize ? "-disable-llvm-passes" : "-disable-O0-optnone");
    add(&arguments, "-fno-discard-value-names");
    /* where the blocks of local variables begin and end is said without optimising, too */
    add(&arguments, "-Xclang");
    add(&arguments, "-fsanitize-address-use-after-scope");
    if (options->include_directory) {
        add(&arguments, "-I");
        add(&arguments, options->include_directory);
    }
    if (options->headers) {
        add(&arguments, "-nostdlibinc");
        add(&arguments, "-isystem");
        add(&arguments, options->headers);
    }
    for (size_t i = 0; i < options->cflag_count; i++)
        add(&arguments, options->cflags[i]);
    add(&arguments, "-o");
    add(&arguments, "-");
    add(&arguments, word);
    add(&arguments, NULL);
    int status = run(arguments.data, bitcode);
    if (status < 0)
        text_add(error, "cannot run %s, which compiles %s: %s", clang, path, strerror(errno));
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        text_add(error, "cannot run %s, which compiles %s", clang, path);
    else if (status)
        text_add(error, "clang could not compile %s", path);
    mem_free(word);
    vector_release(&arguments);
    return !status;
}
