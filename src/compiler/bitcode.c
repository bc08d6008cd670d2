/* Runs clang for bitcode and takes it from a pipe, so that no temporary file is
 * left behind whatever happens. Code is left as the programmer wrote it: not
 * optimised, with debug information and names, without warnings (the native
 * compilation has given them). */
#include "compiler/bitcode.h"

#include "compiler/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_command(char *const *command)
{
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child < 0)
        return 1;
    if (child)
        return wait_for(child);
    unfinished_follow(parent);
    execvp(command[0], command);
    fprintf(stderr, "ramify-cc: cannot run %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

/* Standard output into *output, standard error into said. */
static int run_and_read(char *const *command, struct text *output, FILE *said)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return 1;
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (!child) {
        unfinished_follow(parent);
        dup2(ends[1], 1);
        dup2(fileno(said), 2);
        execvp(command[0], command);
        _exit(127);
    }
    close(ends[1]);
    char buffer[65536];
    for (ssize_t got; child > 0;) {
        got = read(ends[0], buffer, sizeof buffer);
        if (got > 0)
            text_add_bytes(output, buffer, (size_t)got);
        else if (!got || errno != EINTR)
            break;
    }
    close(ends[0]);
    return child > 0 ? wait_for(child) : 1;
}

/* The first line with an error in it. */
static void explain(FILE *said, struct text *reason)
{
    char line[512];
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = 0;
        if (strstr(line, "error")) {
            text_add_string(reason, line);
            return;
        }
    }
    text_add_string(reason, "clang could not compile it to bitcode");
}

/* What an optimised native program inlines from elsewhere (inline functions of
 * C99), it may not have linked: so clang is told to optimise, for which it emits
 * the bodies of such functions, but not to run any pass. No function is marked
 * as one to inline: that is how code is known that was not optimised. */
static const char *const always[] = {"-c",
                                     "-emit-llvm",
                                     "-o",
                                     "-",
                                     "-g",
                                     "-O1",
                                     "-Xclang",
                                     "-disable-llvm-passes",
                                     "-fno-inline",
                                     "-fno-strict-aliasing",
                                     "-U__OPTIMIZE__",
                                     "-fno-discard-value-names",
                                     "-U_FORTIFY_SOURCE",
                                     "-w",
                                     "-Qunused-arguments"};

bool compile_to_bitcode(const struct compiler *compiler, const struct words *words,
                        const struct source *source, struct text *bitcode)
{
    VECTOR(const char *) command = {0};
    vector_push(&command, compiler->clang);
    for (size_t i = 0; i < compiler->before.count; i++)
        vector_push(&command, compiler->before.data[i]);
    for (size_t i = 0; i < words->kept.count; i++)
        vector_push(&command, words->kept.data[i]);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        vector_push(&command, always[i]);
    for (size_t i = 0; i < compiler->after.count; i++)
        vector_push(&command, compiler->after.data[i]);
    if (source->named) {
        vector_push(&command, "-x");
        vector_push(&command, source->named);
    }
    vector_push(&command, "--");
    vector_push(&command, source->path);
    vector_push(&command, NULL);
    FILE *said = tmpfile();
    int status = said ? run_and_read((char *const *)command.data, bitcode, said) : 1;
    vector_release(&command);
    if (status) {
        text_clear(bitcode);
        if (said)
            explain(said, bitcode);
        else
            text_add(bitcode, "there is no room for temporary files");
    }
    if (said)
        fclose(said);
    return !status;
}
