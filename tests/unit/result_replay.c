/* Replay: what a native run shows, and whole replays of small programs. */
#include "base/alloc.h"
#include "base/text.h"
#include "result/file.h"
#include "result/ktest.h"
#include "result/confine.h"
#include "result/replay.h"
#include "result/signs.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static bool seen(const char *said, int status, enum error_kind kind)
{
    return signs_of(said, status) >> kind & 1;
}

static void signs_are_read(void **context)
{
    assert_true(seen("==1==ERROR: AddressSanitizer: heap-buffer-overflow on", 0, ERROR_OUT_OF_BOUNDS));
    assert_true(seen("ERROR: AddressSanitizer: heap-use-after-free", 0, ERROR_USE_AFTER_FREE));
    assert_true(seen("a.c:3: runtime error: signed integer overflow: 1 + 2", 0, ERROR_OVERFLOW));
    assert_true(seen("a: a.c:3: f: Assertion `x' failed.", SIGABRT, ERROR_ASSERT));
    assert_false(seen("a: a.c:3: f: Assertion `x' failed.", SIGABRT, ERROR_ABORT));
    assert_true(seen("", SIGABRT, ERROR_ABORT));
    assert_true(seen("", SIGFPE, ERROR_DIVISION));
    assert_int_equal(signs_of("all is well", 0), 0);
    assert_int_equal(signs_expected("Error: x\nKind: null\nState: 1\n"), ERROR_NULL_POINTER);
    assert_int_equal(signs_expected("Error: x\nKind: nullish\n"), ERROR_KIND_COUNT);
    assert_int_equal(signs_expected("Error: x\n"), ERROR_KIND_COUNT);
    assert_int_equal(signs_match(1u << ERROR_USE_AFTER_FREE, ERROR_OUT_OF_BOUNDS), ERROR_USE_AFTER_FREE);
    assert_int_equal(signs_match(1u << ERROR_ASSERT, ERROR_OUT_OF_BOUNDS), ERROR_KIND_COUNT);
}

static char directory[] = "/tmp/ramify-unit-XXXXXX";

static int enter(void **context) { return !mkdtemp(directory); }

static int leave(void **context)
{
    char *command = text_format("rm -rf '%s'", directory);
    int code = system(command);
    mem_free(command);
    return code;
}

/* Where the system does not let programs be shut in, these run without: they are harmless. */
static bool unconfined(void)
{
    char *why = NULL;
    bool impossible = !confine_find(directory, &why);
    mem_free(why);
    return impossible;
}

static void put(const char *name, const char *text)
{
    char *path = text_format("%s/%s", directory, name), *error = NULL;
    assert_true(file_write(path, text, strlen(text), &error));
    mem_free(path);
}

/* The program on x = `byte`, beside an .err of this kind (NULL: none). */
static enum replay_exit replay(const char *program, uint8_t byte, const char *kind, const char *expected)
{
    put("p.c", program);
    uint8_t bytes[4] = {byte};
    char *arguments[] = {"p", "word"};
    struct ktest_object object = {"x", 4, bytes};
    struct ktest test = {2, arguments, 1, &object};
    char *path = text_format("%s/test000001.ktest", directory), *file = text_format("%s/p.c", directory);
    char *error = NULL, *story = kind ? text_format("Error: e\nKind: %s\n", kind) : NULL, *said = NULL;
    size_t size;
    assert_int_equal(ktest_write(&test, path, NULL, &error), FILE_WRITTEN);
    if (story)
        put("test000001.x.err", story);
    const char *const files[] = {file};
    struct replay_options options = {.clang = "clang-19",
                                     .include_directory = "include",
                                     .library = "runtime/replay.c",
                                     .files = files,
                                     .file_count = 1,
                                     .ktest = path,
                                     .seconds = 5,
                                     .unconfined = unconfined()};
    FILE *out = open_memstream(&said, &size);
    int errors = dup(2); /* sanitizers and compilers are chatty */
    assert_non_null(freopen("/dev/null", "w", stderr));
    enum replay_exit result = replay_test(&options, out);
    fflush(stderr);
    dup2(errors, fileno(stderr));
    close(errors);
    fclose(out);
    if (!strstr(said, expected))
        fail_msg("said: %s", said);
    free(said);
    char *err = text_format("%s/test000001.x.err", directory);
    unlink(err);
    mem_free(err), mem_free(story), mem_free(file), mem_free(path);
    return result;
}

static void programs_are_replayed(void **context)
{
    if (access("runtime/replay.c", R_OK) || system("command -v clang-19 >/dev/null 2>&1"))
        skip();
    static const char program[] = "#include <klee/klee.h>\n#include <assert.h>\n#include <stdlib.h>\n"
                                  "int main(int count, char **words) {\n"
                                  "  int x, *a = malloc(16);\n"
                                  "  klee_make_symbolic(&x, sizeof x, \"x\");\n"
                                  "  klee_assume(x != 9);\n"
                                  "  assert(count == 2 && words[1][0] == 'w');\n"
                                  "  a[x & 7] = 1;\n"
                                  "  if (x == 16) for (;;);\n"
                                  "  return 5; }\n";
    assert_int_equal(replay(program, 4, "out-of-bounds", "reproduced: out-of-bounds"), REPLAY_SAME);
    assert_int_equal(replay(program, 3, "out-of-bounds", "not reproduced"), REPLAY_DIFFERENT);
    assert_int_equal(
        replay(program, 3, NULL,
               "same: no error on this path, in the run and natively; the program ended with exit code 5"),
        REPLAY_SAME);
    assert_int_equal(replay(program, 5, NULL, "different: "), REPLAY_DIFFERENT);
    assert_int_equal(replay(program, 9, NULL, "assumption"), REPLAY_DIFFERENT);
    assert_int_equal(replay("int main( {", 1, NULL, "cannot be built"), REPLAY_FAILED);
    assert_int_equal(
        replay("#include <klee/klee.h>\nint main(void) { return klee_int(\"y\"); }", 1, NULL, "other inputs"),
        REPLAY_DIFFERENT);
}

static void several_tests_need_one_build(void **context)
{
    if (access("runtime/replay.c", R_OK) || system("command -v clang-19 >/dev/null 2>&1"))
        skip();
    put("several.c", "#include <klee/klee.h>\n#include <stdio.h>\nint main(void) { char c;\n"
                     "klee_make_symbolic(&c, 1, \"c\"); return c; }\n");
    char *file = text_format("%s/several.c", directory), *paths[2], *error = NULL, *said = NULL;
    for (uint8_t i = 0; i < 2; i++) {
        struct ktest_object object = {"c", 1, &i};
        struct ktest test = {0, NULL, 1, &object};
        paths[i] = text_format("%s/several%d.ktest", directory, i);
        assert_int_equal(ktest_write(&test, paths[i], NULL, &error), FILE_WRITTEN);
    }
    size_t size;
    FILE *out = open_memstream(&said, &size);
    struct replay_options options = {.clang = "clang-19",
                                     .include_directory = "include",
                                     .library = "runtime/replay.c",
                                     .files = (const char *const *)&file,
                                     .file_count = 1,
                                     .unconfined = unconfined()};
    assert_int_equal(replay_tests(&options, (const char *const *)paths, 2, out), REPLAY_SAME);
    fclose(out);
    assert_non_null(strstr(said, "several0.ktest: same: no error on this path, in the run and natively; the "
                                 "program ended with exit code 0\n"));
    assert_non_null(strstr(said, "several1.ktest: same: no error on this path, in the run and natively; the "
                                 "program ended with exit code 1\n"));
    free(said);
    mem_free(paths[0]), mem_free(paths[1]), mem_free(file);
}

static void what_cannot_be_read_is_wrong_usage(void **context)
{
    struct replay_options options = {.clang = "clang-19", .ktest = "/nonexistent.ktest"};
    assert_int_equal(replay_test(&options, stdout), REPLAY_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_are_read),
        cmocka_unit_test(what_cannot_be_read_is_wrong_usage),
        cmocka_unit_test(programs_are_replayed),
        cmocka_unit_test(several_tests_need_one_build),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
