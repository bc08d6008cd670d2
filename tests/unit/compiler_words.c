/* ramify-cc reads command lines as build systems write them. */
#include "base/alloc.h"
#include "base/bug.h"
#include "compiler/library.h"
#include "compiler/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

/* The line is split at spaces. */
static void read_line(struct words *words, const char *line)
{
    char *copy = mem_string(line), *list[64], *rest;
    int count = 0;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        list[count++] = word;
    words_read(words, count, list);
    mem_free(copy);
}

static void assert_kept(const struct words *words, const char *expected)
{
    struct text text = {0};
    for (size_t i = 0; i < words->kept.count; i++)
        text_add(&text, "%s%s", i ? " " : "", words->kept.data[i]);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

static void objects(void **context)
{
    struct words words;
    read_line(&words, "-DX=1 -I inc -g -O2 -Wall -MD -MF a.d -std=c11 -c -o out/a.o src/a.c");
    assert_int_equal(words.goal, GOAL_OBJECTS);
    assert_string_equal(words.output, "out/a.o");
    assert_int_equal(words.sources.count, 1);
    assert_string_equal(words.sources.data[0].path, "src/a.c");
    assert_int_equal(words.sources.data[0].language, LANGUAGE_C);
    assert_true(words.has_inputs && !words.has_counting && !words.has_lto);
    assert_kept(&words, "-DX=1 -I inc -std=c11");
    words_release(&words);
}

static void programs(void **context)
{
    struct words words;
    read_line(&words, "-oprog a.c b.o lib/libz.so.1 c.s -L lib -Lmore -lm -flto --coverage -shared");
    assert_int_equal(words.goal, GOAL_LINKED);
    assert_string_equal(words.output, "prog");
    assert_int_equal(words.sources.count, 2);
    assert_int_equal(words.sources.data[1].language, LANGUAGE_ASSEMBLY);
    assert_int_equal(words.directories.count, 3);
    assert_string_equal(words.directories.data[0], "lib");
    assert_string_equal(words.directories.data[2], "more");
    assert_true(words.has_lto && words.has_counting);
    assert_kept(&words, "");
    words_release(&words);
}

static void goals(void **context)
{
    static const struct {
        const char *line;
        enum goal goal;
    } cases[] = {
        {"a.c", GOAL_LINKED},       {"-S a.c", GOAL_ASSEMBLY},          {"-c -S a.c", GOAL_ASSEMBLY},
        {"-E a.c", GOAL_NATIVE},    {"-c -E a.c", GOAL_NATIVE},         {"-E -c a.c", GOAL_NATIVE},
        {"-c -", GOAL_NATIVE},      {"-x c-header a", GOAL_NATIVE},     {"config.h", GOAL_NATIVE},
        {"--version", GOAL_NATIVE}, {"-c -emit-llvm a.c", GOAL_NATIVE}, {"-print-search-dirs", GOAL_NATIVE},
    };
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        struct words words;
        read_line(&words, cases[i].line);
        if (words.goal != cases[i].goal)
            fail_msg("%s: goal %d", cases[i].line, words.goal);
        words_release(&words);
    }
}

/* -x is for what follows it; after -- everything is a file. */
static void languages(void **context)
{
    struct words words;
    read_line(&words, "-x c one.txt -x none two.c three.i four.cc -- -odd.c");
    assert_int_equal(words.sources.count, 5);
    assert_int_equal(words.sources.data[0].language, LANGUAGE_C);
    assert_string_equal(words.sources.data[0].named, "c");
    assert_null(words.sources.data[1].named);
    assert_int_equal(words.sources.data[2].language, LANGUAGE_PREPROCESSED_C);
    assert_int_equal(words.sources.data[3].language, LANGUAGE_OTHER);
    assert_string_equal(words.sources.data[4].path, "-odd.c");
    words_release(&words);
}

static char *write_file(const char *directory, const char *name, const char *content)
{
    char *path = text_format("%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    return path;
}

/* Words in files, which name files; quotes and backslashes; one that is not there stays. */
static void response_files(void **context)
{
    const char *directory = *context;
    char *inner = write_file(directory, "inner", "-c\n\tb.c");
    char *content = text_format("-D'A B' \"-DC=\\\"x\\\"\" @%s -Iwith\\ space", inner);
    char *outer = write_file(directory, "outer", content);
    char *line = text_format("a.c @%s @nowhere", outer);
    struct words words;
    read_line(&words, line);
    assert_int_equal(words.goal, GOAL_OBJECTS);
    assert_int_equal(words.sources.count, 2);
    assert_string_equal(words.sources.data[1].path, "b.c");
    assert_int_equal(words.kept.count, 3);
    assert_string_equal(words.kept.data[0], "-DA B");
    assert_string_equal(words.kept.data[1], "-DC=\"x\"");
    assert_string_equal(words.kept.data[2], "-Iwith space");
    assert_string_equal(words.all.data[words.all.count - 1], "@nowhere");
    words_release(&words);
    unlink(inner), unlink(outer);
    mem_free(line), mem_free(outer), mem_free(content), mem_free(inner);
}

/* A file that names itself comes to an end. */
static void endless_response(void **context)
{
    const char *directory = *context;
    char *content = text_format("@%s/self x.c", directory);
    char *path = write_file(directory, "self", content), *line = text_format("@%s", path);
    struct words words;
    read_line(&words, line);
    assert_true(words.sources.count > 1 && words.sources.count < 100);
    words_release(&words);
    unlink(path);
    mem_free(line), mem_free(path), mem_free(content);
}

/* ---- which C library ---- */

static size_t words_of_library(const char *line, const char *wanted, bool *good)
{
    struct compiler compiler = {0};
    struct words words;
    if (wanted)
        setenv("RAMIFY_CC_LIBC", wanted, 1);
    else
        unsetenv("RAMIFY_CC_LIBC");
    read_line(&words, line);
    *good = library_choose(&compiler, &words);
    size_t count = compiler.before.count;
    for (size_t i = 0; i < count; i++)
        mem_free(compiler.before.data[i]);
    vector_release(&compiler.before);
    words_release(&words);
    return count;
}

static void library(void **context)
{
    const char *directory = *context;
    bool good;
    setenv("XDG_CACHE_HOME", directory, 1);
    assert_int_equal(words_of_library("-c a.c", NULL, &good), 0); /* not made */
    assert_true(good);
    words_of_library("-c a.c", "musl", &good);
    assert_false(good);
    words_of_library("-c a.c", "other", &good);
    assert_false(good);

    static const char *const steps[] = {"", "/native-0.1-clang-19", "/native-0.1-clang-19/usr",
                                        "/native-0.1-clang-19/usr/lib"};
    char *paths[ARRAY_COUNT(steps)];
    for (size_t i = 0; i < ARRAY_COUNT(steps); i++) {
        paths[i] = text_format("%s/ramify%s", directory, steps[i]);
        assert_int_equal(mkdir(paths[i], 0777), 0);
    }
    char *made = write_file(paths[3], "libc.so", "");
    assert_int_equal(words_of_library("-c a.c", NULL, &good), 2);
    assert_int_equal(words_of_library("a.c -o a", "musl", &good), 4);
    assert_int_equal(words_of_library("a.c --coverage", "musl", &good), 5);
    assert_int_equal(words_of_library("a.c", "host", &good), 0);
    assert_int_equal(words_of_library("--sysroot=/x a.c", NULL, &good), 0);
    assert_true(good);
    unlink(made);
    mem_free(made);
    for (size_t i = ARRAY_COUNT(steps); i-- > 0;) {
        rmdir(paths[i]);
        mem_free(paths[i]);
    }
}

static int enter(void **context)
{
    char *directory = mem_string("/tmp/ramify-unit-XXXXXX");
    *context = directory;
    return mkdtemp(directory) ? 0 : 1;
}

static int leave(void **context)
{
    int failed = rmdir(*context);
    mem_free(*context);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects),
        cmocka_unit_test(programs),
        cmocka_unit_test(goals),
        cmocka_unit_test(languages),
        cmocka_unit_test_setup_teardown(response_files, enter, leave),
        cmocka_unit_test_setup_teardown(endless_response, enter, leave),
        cmocka_unit_test_setup_teardown(library, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
