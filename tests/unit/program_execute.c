/* What a lowered program does is what the native one does: fixtures and
 * random programs (csmith) at every level of optimisation, and old bitcode. */
#include "program_fixtures.h"
#include "program_run.h"

#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

static void run_command(const char *command, struct text *output, int *status)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char buffer[4096];
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        text_add_bytes(output, buffer, count);
    *status = pclose(pipe) >> 8;
}

static bool have(const char *command)
{
    struct text ignored = {0};
    int status;
    char *line = text_format("command -v %s", command);
    run_command(line, &ignored, &status);
    mem_free(line);
    text_release(&ignored);
    return status == 0;
}

static unsigned unsupported_count(const struct program *program)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < program->function_count; i++)
        count += program->functions[i].message_count;
    return count;
}

/* Compiles with clang at a level, runs lowered, compares. */
static void compare_level(const char *clang, const char *path, const char *flags, int level, bool promote,
                          const struct text *wanted, int wanted_status)
{
    char *bitcode = write_file(".bc", "", 0);
    char *line = text_format("%s -w -g -O%d %s -c -emit-llvm -o %s %s", clang, level, flags, bitcode, path);
    assert_int_equal(system(line), 0);
    mem_free(line);
    struct text error = {0}, output = {0};
    struct program *program = load_with((struct load_options){.promote = promote}, bitcode, &error);
    if (!program)
        fail_msg("%s", text_string(&error));
    if (!program_check(program, &error))
        fail_msg("%s -O%d %s: %s", clang, level, path, text_string(&error));
    assert_int_equal(unsupported_count(program), 0);
    int status = run_program(program, &output);
    if (status != -1) {
        if (strcmp(text_string(&output), text_string(wanted)))
            fail_msg("%s -O%d %s prints\n%s", clang, level, path, text_string(&output));
        assert_int_equal(status, wanted_status);
    }
    program_free(program);
    text_release(&error);
    text_release(&output);
    remove_file(bitcode);
}

static bool run_natively(const char *path, const char *flags, struct text *wanted, int *status)
{
    char *native = write_file(".exe", "", 0);
    char *line = text_format("clang-19 -w -O0 %s -o %s %s && timeout 5 %s", flags, native, path, native);
    run_command(line, wanted, status);
    mem_free(line);
    remove_file(native);
    return *status != 124;
}

static void compare_fixture(const char *name)
{
    static const char *const compilers[] = {"clang-19", "clang-13", "clang-14", "clang-15",
                                            "clang-16", "clang-17", "clang-18"};
    char *path = text_format("tests/unit/program_fixtures/%s.c", name);
    struct text wanted = {0};
    int status;
    assert_true(run_natively(path, "", &wanted, &status));
    for (size_t i = 0; i < ARRAY_COUNT(compilers); i++)
        if (have(compilers[i]))
            for (int level = 0; level <= 3; level++)
                for (int promote = 0; promote < 2; promote++)
                    compare_level(compilers[i], path, "", level, promote, &wanted, status);
    text_release(&wanted);
    mem_free(path);
}

static void test_variadic(void **state) { compare_fixture("variadic"); }
static void test_control(void **state) { compare_fixture("control"); }
static void test_widths(void **state) { compare_fixture("widths"); }
static void test_vectors(void **state) { compare_fixture("vectors"); }

/* RAMIFY_CSMITH=N: that many programs instead of a few. */
static void test_random(void **state)
{
    if (!have("csmith"))
        skip();
    const char *wish = getenv("RAMIFY_CSMITH");
    int count = wish ? atoi(wish) : 3;
    for (int seed = 1; seed <= count; seed++) {
        char *path = write_source(""),
             *line = text_format("cd \"${TMPDIR:-/tmp}\" && csmith --seed %d -o %s", seed, path);
        struct text wanted = {0};
        int status;
        assert_int_equal(system(line), 0);
        if (run_natively(path, "-I/usr/include/csmith", &wanted, &status) && status == 0)
            for (int level = 0; level <= 3; level++)
                compare_level("clang-19", path, "-I/usr/include/csmith", level, true, &wanted, status);
        text_release(&wanted);
        mem_free(line);
        remove_file(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variadic), cmocka_unit_test(test_control), cmocka_unit_test(test_widths),
        cmocka_unit_test(test_vectors),  cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
