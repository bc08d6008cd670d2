/* Words of a command line in, fields or one clear line out. */
#include "command/installation.h"
#include "command/options.h"

#include <stdarg.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

struct parsed {
    struct options options;
    struct text error;
    bool good;
};

static void parse(struct parsed *parsed, const char *line)
{
    char *copy = mem_string(line), *words[32], *rest = copy;
    int count = 0;
    for (char *word; (word = strsep(&rest, " "));)
        words[count++] = word;
    memset(parsed, 0, sizeof *parsed);
    parsed->good = options_parse(&parsed->options, count, words, &parsed->error);
    mem_free(copy);
}

static void parsed_release(struct parsed *parsed)
{
    options_release(&parsed->options);
    text_release(&parsed->error);
}

static void refuses(const char *line, const char *message)
{
    struct parsed parsed;
    parse(&parsed, line);
    assert_false(parsed.good);
    assert_string_equal(text_string(&parsed.error), message);
    parsed_release(&parsed);
}

static void test_defaults(void **state)
{
    struct parsed parsed;
    parse(&parsed, "a.c");
    assert_true(parsed.good);
    assert_int_equal(parsed.options.max_memory, mem_installed() / 100 * 25 >> 20 << 20);
    assert_true(parsed.options.max_solver_time == 30);
    assert_true(parsed.options.check_div_zero);
    assert_string_equal(parsed.options.memory, "auto");
    assert_int_equal(parsed.options.search.count, 0);
    parsed_release(&parsed);
}

static void test_spellings(void **state)
{
    struct parsed parsed;
    parse(&parsed, "-max-time=1h30min --max-memory 4G --search=dfs --search bfs --no-check-div-zero "
                   "--check-leaks --emit-all-errors=false --max-instructions=5M --rng-initial-seed=7 a.c");
    assert_true(parsed.good);
    assert_true(parsed.options.max_time == 5400);
    assert_int_equal(parsed.options.max_memory, (uint64_t)4 << 30);
    assert_int_equal(parsed.options.search.count, 2);
    assert_string_equal(parsed.options.search.data[1], "bfs");
    assert_false(parsed.options.check_div_zero);
    assert_true(parsed.options.check_leaks);
    assert_false(parsed.options.emit_all_errors);
    assert_int_equal(parsed.options.max_instructions, 5000000);
    assert_int_equal(parsed.options.seed, 7);
    assert_true(parsed.options.given[OPTION_NUMBER_seed]);
    assert_false(parsed.options.given[OPTION_NUMBER_max_forks]);
    parsed_release(&parsed);
}

static void test_files_and_arguments(void **state)
{
    struct parsed parsed;
    parse(&parsed, "--seed=1 a.c b.bc x y.c --max-time=1");
    assert_true(parsed.good);
    assert_int_equal(parsed.options.files.count, 2);
    assert_int_equal(parsed.options.arguments.count, 3);
    assert_string_equal(parsed.options.arguments.data[1], "y.c");
    parsed_release(&parsed);

    parse(&parsed, "program -- b.c");
    assert_int_equal(parsed.options.files.count, 1);
    assert_string_equal(parsed.options.files.data[0], "program");
    assert_string_equal(parsed.options.arguments.data[0], "b.c");
    parsed_release(&parsed);

    parse(&parsed, "a.c --max-time=1");
    assert_int_equal(parsed.options.notes.count, 1);
    parsed_release(&parsed);
}

static void test_klee_options_without_meaning(void **state)
{
    struct parsed parsed;
    parse(&parsed, "--watchdog --simplify-sym-indices --switch-type internal --redzone-size=10 --watchdog "
                   "--libc=none a.c");
    assert_true(parsed.good);
    assert_int_equal(parsed.options.notes.count, 4);
    assert_int_equal(parsed.options.files.count, 1);
    assert_string_equal(parsed.options.files.data[0], "a.c");
    parsed_release(&parsed);
}

static void test_mistakes(void **state)
{
    refuses("--max-tiem=3 a.c", "unknown option --max-tiem; did you mean --max-time?");
    refuses("--no-max-time a.c", "unknown option --no-max-time; did you mean --max-time?");
    refuses("--quixotic-dragons a.c", "unknown option --quixotic-dragons; ramify --help-all lists them all");
    refuses("--max-time=soon a.c", "--max-time=soon: this must be a time, like 10s, 5min or 1h");
    refuses("--max-time=3parsecs a.c", "--max-time=3parsecs: this must be a time, like 10s, 5min or 1h");
    refuses("--max-memory=101% a.c",
            "--max-memory=101%: this must be a number of megabytes, or one with a unit, like 4G or 25%");
    refuses("--max-forks=-1 a.c", "--max-forks=-1: this must be a number");
    refuses("--max-forks=99999999999999999999 a.c",
            "--max-forks=99999999999999999999: this must be a number");
    refuses("--check-leaks=maybe a.c", "--check-leaks=maybe: this must be true or false");
    refuses("--output-dir", "--output-dir needs a value: --output-dir=DIR");
    refuses("--libc=glibc a.c", "--libc=glibc: no such choice; possible: auto|none|musl|uclibc|klee");
    refuses("--merge=cfg a.c", "--merge=cfg: not built yet; possible: off");
    refuses("--symbolic-size a.c", "--symbolic-size=on: not built yet; possible: off");
    refuses("--query-cache=loose a.c", "--query-cache=loose: no such choice; possible: off|exact|address");
    refuses("--error-exitcode=256 a.c", "--error-exitcode=256: an exit code is 0 to 255");
}

static void test_contradictions(void **state)
{
    refuses("--check-leaks --no-check-leaks a.c",
            "contradictory options: --check-leaks=true and --check-leaks=false");
    refuses("--max-time=1 --max-time=2 a.c", "contradictory options: --max-time=1s and --max-time=2s");
    refuses("--write-no-tests --max-tests=3 a.c", "contradictory options: --write-no-tests and --max-tests");
    refuses("--quiet --show-output a.c", "contradictory options: --quiet and --show-output");
    struct parsed parsed;
    parse(&parsed, "--max-time=60s --max-time=1min a.c");
    assert_true(parsed.good);
    parsed_release(&parsed);
}

static void test_split_words(void **state)
{
    static const char *const expected[] = {"-DA=1", "-DB=two words", "-I", "a b", "", "c\"d"};
    option_list words = {0};
    split_words("  -DA=1 -DB='two words'\t-I \"a b\" '' c\\\"d ", &words);
    assert_int_equal(words.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < words.count; i++) {
        assert_string_equal(words.data[i], expected[i]);
        mem_free(words.data[i]);
    }
    vector_release(&words);
}

static void test_nearest_name(void **state)
{
    static const char *const names[] = {"assert", "abort", "out-of-bounds"};
    assert_string_equal(nearest_name("asert", names, 3), "assert");
    assert_string_equal(nearest_name("baort", names, 3), "abort");
    assert_string_equal(nearest_name("outofbounds", names, 3), "out-of-bounds");
    assert_null(nearest_name("zzzzzz", names, 3));
    assert_null(nearest_name("", names, 0));
}

static void expect_arguments(const char *line, const char *arguments, size_t plain)
{
    struct parsed parsed;
    struct text joined = {0};
    parse(&parsed, line);
    assert_string_equal(text_string(&parsed.error), "");
    for (size_t i = 0; i < parsed.options.arguments.count; i++)
        text_add(&joined, "%s%s", i ? " " : "", parsed.options.arguments.data[i]);
    assert_string_equal(text_string(&joined), arguments);
    assert_int_equal(parsed.options.plain_arguments, plain);
    text_release(&joined);
    parsed_release(&parsed);
}

/* Before the program's name or among its arguments, in order, in one spelling. */
static void test_symbolic_input(void **state)
{
    expect_arguments("--sym-args 0 1 8 --sym-arg=3 a.c x", "--sym-args 0 1 8 --sym-arg 3 x", 0);
    expect_arguments("a.c x -sym-files 1 8 y --sym-stdout", "x --sym-files 1 8 y --sym-stdout", 0);
    expect_arguments("--sym-stdin 4 a.c -- --sym-arg 3", "--sym-stdin 4 --sym-arg 3", 2);
    refuses("a.c --sym-files 1", "--sym-files needs COUNT SIZE");
    refuses("--sym-files", "--sym-files needs COUNT SIZE");
    refuses("a.c --sym-files 27 1", "--sym-files 27: at most 26, named A to Z");
    refuses("a.c --sym-arg -1", "--sym-arg N: N cannot be '-1'");
    refuses("a.c --sym-args 3 2 1", "--sym-args 3 2 1: the least number is above the most");
    refuses("a.c --sym-env A=B 1", "--sym-env NAME N: NAME cannot be 'A=B'");
    refuses("a.c --sym-stdin-from /nothing/here",
            "--sym-stdin-from: cannot read /nothing/here: No such file or directory");
    refuses("a.c --sym-stdin-from /", "--sym-stdin-from: /: a template must be a file");
}

/* Every default is one of the choices and reads back as it is typed. */
static void test_table(void **state)
{
    struct parsed parsed;
    parse(&parsed, "a.c");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        struct text value = {0};
        if (strchr(option_table[i].value, '%'))
            continue; /* shown as what it comes to on this machine */
        option_value(&parsed.options, &option_table[i], &value);
        assert_string_equal(text_string(&value), option_table[i].value);
        text_release(&value);
    }
    parsed_release(&parsed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_files_and_arguments),
        cmocka_unit_test(test_klee_options_without_meaning),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_symbolic_input),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_split_words),
        cmocka_unit_test(test_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
