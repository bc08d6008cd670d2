/* ramify-cc: clang, whose objects and programs carry their bitcode.
 *
 * The native command is run first and as it was given, so that its messages, its
 * exit code and its files are clang's. Then each C source is compiled once more,
 * to bitcode, which is put into what the native command has made: the object, or
 * the program if it compiled and linked in one. Nothing that goes wrong with the
 * bitcode changes the exit code; the section says what is missing, and so do we
 * unless RAMIFY_CC_QUIET is set. */
#include "compiler/attach.h"
#include "compiler/bitcode.h"
#include "compiler/library.h"
#include "compiler/unfinished.h"
#include "compiler/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value && strcmp(value, "0");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- the native command ---- */

typedef VECTOR(char *) command;

static void native_command(const struct compiler *compiler, const struct words *words, int count,
                           char **given, command *native)
{
    vector_push(native, (char *)compiler->clang);
    for (size_t i = 0; i < compiler->before.count; i++)
        vector_push(native, compiler->before.data[i]);
    if (words->has_lto) {
        /* an object of bitcode alone could carry nothing */
        for (size_t i = 0; i < words->all.count; i++)
            if (!words_is_lto(words->all.data[i]))
                vector_push(native, words->all.data[i]);
    } else {
        for (int i = 0; i < count; i++)
            vector_push(native, given[i]);
    }
    vector_push(native, NULL);
}

static int become(char *const *command)
{
    execvp(command[0], command);
    fprintf(stderr, "ramify-cc: cannot run %s: %s\n", command[0], strerror(errno));
    return 127;
}

/* ---- what it has made ---- */

typedef VECTOR(char *) output_list;

/* The file that a source became; the caller frees it. */
static char *output_of(const struct words *words, const struct source *source)
{
    if (words->output)
        return mem_string(words->output);
    if (words->goal == GOAL_LINKED)
        return mem_string("a.out");
    const char *name = base_name(source->path), *dot = strrchr(name, '.');
    return text_format("%.*s.%c", (int)(dot ? dot - name : (long)strlen(name)), name,
                       words->goal == GOAL_OBJECTS ? 'o' : 's');
}

static void note(const char *file, const char *text)
{
    if (!is_set("RAMIFY_CC_QUIET"))
        fprintf(stderr, "ramify-cc: note: no bitcode for %s: %s\n", file, text);
}

static void add_member(const struct compiler *compiler, const struct words *words,
                       const struct source *source, struct text *section)
{
    struct text bytes = {0};
    bool is_c = source->language == LANGUAGE_C || source->language == LANGUAGE_PREPROCESSED_C;
    bool compiled = is_c && compile_to_bitcode(compiler, words, source, &bytes);
    if (is_c && !compiled)
        note(source->path, text_string(&bytes));
    else if (!is_c)
        text_add(&bytes, source->language == LANGUAGE_ASSEMBLY ? "it is assembly" : "it is not C");
    member_add(section, compiled ? EMBEDDED_BITCODE : EMBEDDED_NATIVE_ONLY, source->path, text_string(&bytes),
               bytes.length);
    text_release(&bytes);
}

static void attach(const struct words *words, const char *output, const struct text *section)
{
    const char *reason =
        words->goal == GOAL_ASSEMBLY ? attach_to_assembly(output, section) : attach_to_elf(output, section);
    if (reason)
        note(output, reason);
}

/* Where the linker found shared libraries, the bitcode in them is, too. */
static void add_directories(const struct words *words, struct text *section)
{
    for (size_t i = 0; words->goal == GOAL_LINKED && i < words->directories.count; i++) {
        char *path = realpath(words->directories.data[i], NULL);
        if (path)
            member_add(section, EMBEDDED_DIRECTORY, path, "", 0);
        free(path);
    }
}

static void attach_all(const struct compiler *compiler, const struct words *words)
{
    struct text section = {0};
    add_directories(words, &section);
    if (!words->sources.count && section.length)
        attach_to_elf(words->output ? words->output : "a.out", &section);
    for (size_t i = 0; i < words->sources.count; i++) {
        const struct source *source = &words->sources.data[i];
        add_member(compiler, words, source, &section);
        if (words->goal == GOAL_LINKED && i + 1 < words->sources.count)
            continue;
        char *output = output_of(words, source);
        attach(words, output, &section);
        unfinished_next();
        text_clear(&section);
        mem_free(output);
    }
    text_release(&section);
}

/* What it makes, in the order in which it is finished. */
static void expect_outputs(const struct words *words, output_list *outputs)
{
    size_t count = words->goal == GOAL_LINKED && words->sources.count ? 1 : words->sources.count;
    for (size_t i = 0; i < count; i++) {
        vector_push(outputs, output_of(words, &words->sources.data[i]));
        unfinished_add(outputs->data[i]);
    }
    unfinished_catch();
}

/* A configure script's trials are nobody's program, and there are hundreds. */
static bool is_trial(const struct words *words)
{
    return words->sources.count == 1 && !strncmp(base_name(words->sources.data[0].path), "conftest.", 9);
}

static bool carries(const struct words *words)
{
    const char *output = words->output;
    bool has_members = words->sources.count || (words->goal == GOAL_LINKED && words->directories.count);
    return words->goal != GOAL_NATIVE && has_members && !is_trial(words) && !is_set("RAMIFY_CC_NATIVE") &&
           !(output && (!strcmp(output, "-") || !strcmp(output, "/dev/null")));
}

/* ---- the compiler ---- */

static void find_compiler(struct compiler *compiler, const char *called)
{
    size_t length = strlen(called);
    bool plus = length > 2 && !strcmp(called + length - 2, "++");
    const char *clang = getenv(plus ? "RAMIFY_CC_CLANGXX" : "RAMIFY_CC_CLANG");
    *compiler = (struct compiler){.clang = clang && *clang ? clang : plus ? "clang++-19" : "clang-19"};
}

static void add_flags(struct compiler *compiler)
{
    const char *flags = getenv("RAMIFY_CC_FLAGS");
    for (size_t length; flags && *(flags += strspn(flags, " \t\n")); flags += length) {
        length = strcspn(flags, " \t\n");
        vector_push(&compiler->after, mem_string_n(flags, length));
    }
}

static void compiler_release(struct compiler *compiler)
{
    for (size_t i = 0; i < compiler->before.count; i++)
        mem_free(compiler->before.data[i]);
    for (size_t i = 0; i < compiler->after.count; i++)
        mem_free(compiler->after.data[i]);
    vector_release(&compiler->before);
    vector_release(&compiler->after);
}

static int compile(const struct compiler *compiler, const struct words *words, int count, char **given)
{
    command native = {0};
    native_command(compiler, words, count, given, &native);
    bool is_carrier = carries(words);
    output_list outputs = {0};
    int code = is_carrier ? run_command(native.data) : become(native.data);
    if (is_carrier && !code) {
        expect_outputs(words, &outputs);
        attach_all(compiler, words);
    }
    for (size_t i = 0; i < outputs.count; i++)
        mem_free(outputs.data[i]);
    vector_release(&outputs);
    vector_release(&native);
    return code;
}

int main(int count, char **given)
{
    struct compiler compiler;
    struct words words;
    find_compiler(&compiler, base_name(given[0]));
    add_flags(&compiler);
    words_read(&words, count - 1, given + 1);
    int code = library_choose(&compiler, &words) ? compile(&compiler, &words, count - 1, given + 1) : 2;
    compiler_release(&compiler);
    words_release(&words);
    return code;
}
