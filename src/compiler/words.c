/* Reads clang's (and gcc's) command line by tables: which options take the next
 * word, which end the compilation early, which say nothing about what a program
 * means. A word in no table is taken as an option of meaning and is kept. */
#include "compiler/words.h"

#include "base/bug.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { RESPONSE_DEPTH = 20 };

/* Options whose value may be the next word. */
static const char *const takes_value[] = {"-A",
                                          "-B",
                                          "-D",
                                          "-F",
                                          "-I",
                                          "-L",
                                          "-MF",
                                          "-MJ",
                                          "-MQ",
                                          "-MT",
                                          "-T",
                                          "-U",
                                          "-Xanalyzer",
                                          "-Xassembler",
                                          "-Xclang",
                                          "-Xlinker",
                                          "-Xpreprocessor",
                                          "-arch",
                                          "-e",
                                          "-framework",
                                          "-h",
                                          "-idirafter",
                                          "-imacros",
                                          "-imultilib",
                                          "-include",
                                          "-include-pch",
                                          "-iprefix",
                                          "-iquote",
                                          "-isysroot",
                                          "-isystem",
                                          "-iwithprefix",
                                          "-iwithprefixbefore",
                                          "-l",
                                          "-mllvm",
                                          "-o",
                                          "-target",
                                          "-u",
                                          "-working-directory",
                                          "-x",
                                          "-z",
                                          "--param",
                                          "--sysroot",
                                          "-soname",
                                          "-rpath",
                                          "-dumpbase",
                                          "-dumpdir",
                                          "-aux-info"};

/* Nothing that could carry bitcode comes out of these. */
static const char *const native[] = {"-E",         "-M",           "-MM",          "-fsyntax-only",
                                     "-emit-llvm", "-emit-ast",    "--analyze",    "-###",
                                     "--version",  "-dumpmachine", "-dumpversion", "-dumpfullversion",
                                     "-dumpspecs", "--help",       "-emit-pch",    "--precompile"};
static const char *const native_begin[] = {"-print-", "--print-", "-cc1", "--help-"};

/* Left out of the compilation to bitcode, with their value if they take one. */
static const char *const dropped[] = {"-c",
                                      "-S",
                                      "-o",
                                      "-x",
                                      "-v",
                                      "-MF",
                                      "-MJ",
                                      "-MQ",
                                      "-MT",
                                      "-Xanalyzer",
                                      "-Xassembler",
                                      "-Xlinker",
                                      "-T",
                                      "-e",
                                      "-framework",
                                      "-h",
                                      "-mllvm",
                                      "-u",
                                      "-z",
                                      "-soname",
                                      "-rpath",
                                      "-dumpbase",
                                      "-dumpdir",
                                      "-aux-info",
                                      "-shared",
                                      "-static",
                                      "-static-pie",
                                      "-static-libgcc",
                                      "-shared-libgcc",
                                      "-rdynamic",
                                      "-pie",
                                      "-no-pie",
                                      "-s",
                                      "-r",
                                      "-p",
                                      "-pg",
                                      "-pipe",
                                      "-nostdlib",
                                      "-nostartfiles",
                                      "-nodefaultlibs",
                                      "-nolibc",
                                      "--coverage",
                                      "-coverage",
                                      "-ftest-coverage",
                                      "-pedantic",
                                      "-pedantic-errors",
                                      "-w",
                                      "-integrated-as",
                                      "-no-integrated-as",
                                      "-Qunused-arguments"};
static const char *const dropped_begin[] = {"-M",
                                            "-O",
                                            "-g",
                                            "-l",
                                            "-L",
                                            "-W",
                                            "-flto",
                                            "-fno-lto",
                                            "-ffat-lto-objects",
                                            "-fprofile",
                                            "-fcoverage",
                                            "-fsanitize",
                                            "-fno-sanitize",
                                            "-save-temps",
                                            "--save-temps",
                                            "-fstack-protector",
                                            "-fcf-protection",
                                            "-fstack-clash",
                                            "-fuse-ld",
                                            "-fembed-bitcode",
                                            "-rtlib",
                                            "--rtlib",
                                            "-fdiagnostics",
                                            "-fno-diagnostics",
                                            "-fcolor",
                                            "-fno-color",
                                            "-ftime-trace",
                                            "-ftime-report",
                                            "-fintegrated-as",
                                            "-fno-integrated-as",
                                            "-D_FORTIFY_SOURCE",
                                            "-fxray"};

/* The program counts what it covers, with a library of the compiler's. */
static const char *const counting_begin[] = {"-fprofile", "--coverage", "-coverage", "-fcs-profile"};

static const struct {
    const char *name; /* of -x, or the ending of a file */
    enum language language;
} languages[] =
    {
        {"c", LANGUAGE_C},
        {"cpp-output", LANGUAGE_PREPROCESSED_C},
        {"assembler", LANGUAGE_ASSEMBLY},
        {"assembler-with-cpp", LANGUAGE_ASSEMBLY},
},
  endings[] = {
      {"c", LANGUAGE_C},        {"i", LANGUAGE_PREPROCESSED_C}, {"s", LANGUAGE_ASSEMBLY},
      {"S", LANGUAGE_ASSEMBLY}, {"sx", LANGUAGE_ASSEMBLY},      {"cc", LANGUAGE_OTHER},
      {"cp", LANGUAGE_OTHER},   {"cpp", LANGUAGE_OTHER},        {"cxx", LANGUAGE_OTHER},
      {"c++", LANGUAGE_OTHER},  {"C", LANGUAGE_OTHER},          {"CPP", LANGUAGE_OTHER},
      {"ii", LANGUAGE_OTHER},   {"m", LANGUAGE_OTHER},          {"mm", LANGUAGE_OTHER},
};

static bool is_one_of(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(word, list[i]))
            return true;
    return false;
}

static bool begins_with_one_of(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strncmp(word, list[i], strlen(list[i])))
            return true;
    return false;
}

bool words_is_lto(const char *word)
{
    return !strncmp(word, "-flto", 5) || !strcmp(word, "-ffat-lto-objects");
}

/* ---- response files ---- */

static char *whole_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    struct text text = {0};
    char buffer[4096];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, file));)
        text_add_bytes(&text, buffer, got);
    fclose(file);
    return text.data ? text.data : mem_string("");
}

static void add_word(struct words *words, const char *word, int depth);

/* White space separates, quotes keep together, a backslash takes the next
 * character as it is: as the compilers read response files. */
static void add_words_of(struct words *words, const char *text, int depth)
{
    struct text word = {0};
    bool inside = false;
    for (char quote = 0; *text; text++) {
        if (!quote && isspace((unsigned char)*text)) {
            if (inside)
                add_word(words, text_string(&word), depth);
            text_clear(&word);
            inside = false;
            continue;
        }
        inside = true;
        if (*text == '\\' && text[1])
            text_add_char(&word, *++text);
        else if (quote ? *text == quote : *text == '"' || *text == '\'')
            quote = quote ? 0 : *text;
        else
            text_add_char(&word, *text);
    }
    if (inside)
        add_word(words, text_string(&word), depth);
    text_release(&word);
}

static void add_word(struct words *words, const char *word, int depth)
{
    char *text = word[0] == '@' && depth < RESPONSE_DEPTH ? whole_file(word + 1) : NULL;
    if (text)
        add_words_of(words, text, depth + 1);
    else
        vector_push(&words->all, mem_string(word)); /* the compiler will say what is wrong with it */
    mem_free(text);
}

/* ---- meaning ---- */

static enum language language_of(const char *path, const char *named)
{
    if (named) {
        for (size_t i = 0; i < ARRAY_COUNT(languages); i++)
            if (!strcmp(named, languages[i].name))
                return languages[i].language;
        return LANGUAGE_OTHER;
    }
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < ARRAY_COUNT(endings); i++)
        if (!strcmp(dot + 1, endings[i].name))
            return endings[i].language;
    return LANGUAGE_NONE;
}

/* A header makes a precompiled header, - is standard input, which can be read
 * only once: neither gives anything that carries bitcode. */
static bool is_native_input(const char *path, const char *named)
{
    size_t length = strlen(path);
    return !strcmp(path, "-") || (named && strstr(named, "-header")) ||
           (!named && length > 2 && !strcmp(path + length - 2, ".h"));
}

struct reading {
    struct words *words;
    const char *named; /* of the last -x */
    enum goal goal;
};

/* The directory in which a shared library was found, or is looked for. */
static void note_directory(struct words *words, const char *path, bool is_library)
{
    const char *slash = is_library ? strrchr(path, '/') : NULL;
    char *directory = is_library && !slash ? mem_string(".")
                      : slash              ? mem_string_n(path, (size_t)(slash - path))
                                           : mem_string(path);
    vector_push(&words->directories, directory);
}

static bool is_shared_library(const char *path)
{
    const char *so = strstr(path, ".so");
    return so && (!so[3] || so[3] == '.');
}

static void read_input(struct reading *reading, const char *path)
{
    struct words *words = reading->words;
    words->has_inputs = true;
    if (is_native_input(path, reading->named))
        reading->goal = GOAL_NATIVE;
    if (is_shared_library(path))
        note_directory(words, path, true);
    enum language language = language_of(path, reading->named);
    if (language != LANGUAGE_NONE)
        vector_push(&words->sources, (struct source){path, language, reading->named});
}

static void read_goal(struct reading *reading, const char *word)
{
    if (is_one_of(word, native, ARRAY_COUNT(native)) ||
        begins_with_one_of(word, native_begin, ARRAY_COUNT(native_begin)))
        reading->goal = GOAL_NATIVE;
    else if (!strcmp(word, "-S") && reading->goal != GOAL_NATIVE)
        reading->goal = GOAL_ASSEMBLY;
    else if (!strcmp(word, "-c") && reading->goal == GOAL_LINKED)
        reading->goal = GOAL_OBJECTS;
}

/* value: the next word if it belongs to the option, else NULL */
static void read_option(struct reading *reading, const char *word, const char *value)
{
    struct words *words = reading->words;
    read_goal(reading, word);
    words->has_lto |= words_is_lto(word);
    words->has_counting |= begins_with_one_of(word, counting_begin, ARRAY_COUNT(counting_begin));
    if (!strncmp(word, "-L", 2) && (value || word[2]))
        note_directory(words, value ? value : word + 2, false);
    if (!strcmp(word, "-o"))
        words->output = value;
    else if (!strncmp(word, "-o", 2) && !value && strncmp(word, "-objc", 5))
        words->output = word + 2;
    if (!strcmp(word, "-x"))
        reading->named = value && strcmp(value, "none") ? value : NULL;
    else if (!strncmp(word, "-x", 2))
        reading->named = strcmp(word + 2, "none") ? word + 2 : NULL;
    /* what clang was told to forgive, it must forgive again: some warnings are errors by themselves */
    bool is_wanted = !strncmp(word, "-Wno-", 5) ||
                     (!strncmp(word, "-Wp,", 4) && !strstr(word, "-M") && !strstr(word, "_FORTIFY_SOURCE"));
    if (!is_wanted && (is_one_of(word, dropped, ARRAY_COUNT(dropped)) || !strncmp(word, "-x", 2) ||
                       (!strncmp(word, "-o", 2) && strncmp(word, "-objc", 5)) ||
                       begins_with_one_of(word, dropped_begin, ARRAY_COUNT(dropped_begin))))
        return;
    vector_push(&words->kept, word);
    if (value)
        vector_push(&words->kept, value);
}

void words_read(struct words *words, int count, char *const *given)
{
    *words = (struct words){0};
    for (int i = 0; i < count; i++)
        add_word(words, given[i], 0);
    struct reading reading = {.words = words, .goal = GOAL_LINKED};
    bool only_inputs = false; /* after -- */
    for (size_t i = 0; i < words->all.count; i++) {
        const char *word = words->all.data[i];
        if (only_inputs || word[0] != '-' || !word[1]) {
            read_input(&reading, word);
        } else if (!strcmp(word, "--")) {
            only_inputs = true;
        } else {
            bool takes = is_one_of(word, takes_value, ARRAY_COUNT(takes_value)) && i + 1 < words->all.count;
            words->has_inputs |= !strncmp(word, "-l", 2);
            read_option(&reading, word, takes ? words->all.data[i + 1] : NULL);
            i += takes;
        }
    }
    words->goal = reading.goal;
}

void words_release(struct words *words)
{
    for (size_t i = 0; i < words->all.count; i++)
        mem_free(words->all.data[i]);
    for (size_t i = 0; i < words->directories.count; i++)
        mem_free(words->directories.data[i]);
    vector_release(&words->directories);
    vector_release(&words->all);
    vector_release(&words->sources);
    vector_release(&words->kept);
}
