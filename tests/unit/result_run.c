/* A run made by hand, and everything it leaves behind. */
#include "base/clock.h"
#include "base/md5.h"
#include "result/coverage.h"
#include "result/file.h"
#include "result/json.h"
#include "result/ktest.h"
#include "result/output.h"
#include "result/report.h"
#include "result/result.h"
#include "result/stats.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

/*  1 int check(int x) {
 *  2   if (x == 42)        code: 0 branch, 1 jump
 *  3     fail();                 2 unreachable
 *  4   return x; }               3 return            */
static const struct instruction code[] = {
    {.op = OP_BRANCH_EQ, .c = 2}, {.op = OP_JUMP, .c = 3}, {.op = OP_UNREACHABLE}, {.op = OP_RETURN}};
static const uint32_t code_locations[] = {0, 0, 1, 2};
static const struct location locations[] = {{0, 2, 7, UINT32_MAX, NO_LOCATION},
                                            {0, 3, 5, UINT32_MAX, NO_LOCATION},
                                            {0, 4, 3, UINT32_MAX, NO_LOCATION},
                                            {0, 1, 1, UINT32_MAX, NO_LOCATION}};
static const struct parameter parameters[] = {{"x", 32, false, true}};
static struct function functions[] = {
    {.name = "check",
     .defined = true,
     .code = code,
     .code_count = 4,
     .locations = code_locations,
     .location = 3,
     .parameter_count = 1,
     .parameters = parameters,
     .register_count = 1},
    {.name = "inside",
     .index = 1,
     .defined = true,
     .is_library = true,
     .code = code,
     .code_count = 4,
     .first_instruction = 4,
     .locations = code_locations,
     .location = 3},
};
static const char *files[1], *checksums[1];
static struct program program = {.function_count = 2,
                                 .functions = functions,
                                 .file_count = 1,
                                 .files = files,
                                 .checksums = checksums,
                                 .location_count = 4,
                                 .locations = locations,
                                 .instruction_count = 8};

struct fixture {
    char directory[64];
    char old[4096];
    char *source;
    struct run run;
    struct log log;
    uint8_t covered[8], taken[8];
    struct symbolic symbolic;
    struct state state;
    struct frame *frame;
    char checksum[MD5_DIGITS + 1];
};

static int enter(void **context)
{
    struct fixture *f = NEW(struct fixture);
    strcpy(f->directory, "/tmp/ramify-unit-XXXXXX");
    if (!getcwd(f->old, sizeof f->old) || !mkdtemp(f->directory) || chdir(f->directory))
        return 1;
    f->source = text_format("%s/check <&>.c", f->directory);
    char *error = NULL;
    static const char source[] = "int check(int x) {\n  if (x == 42)\n    fail(\"<b>\");\n  return x; }\n";
    if (!file_write(f->source, source, sizeof source - 1, &error))
        return 1;
    files[0] = f->source;
    md5_of(source, sizeof source - 1, f->checksum);
    checksums[0] = f->checksum;
    struct run *run = &f->run;
    run->program = &program;
    run->exprs = exprs_new();
    run->log = &f->log;
    run->covered = f->covered;
    run->branch_taken = f->taken;
    f->covered[0] = f->covered[2] = 1;
    f->taken[0] = 2;
    run->covered_count = 2;
    run->start = clock_seconds();
    run->halt_reason = "finished";
    run->counters.instructions = 1234;
    run->counters.completed = 1;
    run->counters.errors = 1;
    run->counters.forks = 1;
    static char *arguments[] = {"check"};
    run->options.arguments = arguments;
    run->options.argument_count = 1;

    expr_t array = expr_input(run->exprs, "x", 4);
    const struct input *input = exprs_input(run->exprs, expr_arg(run->exprs, array, 0));
    expr_t x = expr_read(run->exprs, array, expr_const(run->exprs, 64, 0));
    f->symbolic = (struct symbolic){input->name, expr_arg(run->exprs, array, 0)};
    f->frame = mem_zero(sizeof *f->frame + sizeof(struct value));
    f->frame->function = &functions[0];
    f->frame->depth = 1;
    f->frame->resume = code + 1;
    f->frame->registers[0] = (struct value){0, (uint64_t)x << 2 | TAG_TERM};
    f->state = (struct state){
        .id = 7, .top = f->frame, .pc = code + 2, .symbolics = &f->symbolic, .symbolic_count = 1};
    f->state.model = model_new();
    model_set(f->state.model, input->variable, 42);
    *context = f;
    return 0;
}

static int leave(void **context)
{
    struct fixture *f = *context;
    model_unref(f->state.model);
    exprs_free(f->run.exprs);
    mem_free(f->frame);
    mem_free(f->run.errors);
    log_release(&f->log);
    if (chdir(f->old))
        return 1;
    char *command = text_format("rm -rf '%s'", f->directory);
    int code_of_rm = system(command);
    mem_free(command);
    mem_free(f->source);
    mem_free(f);
    return code_of_rm;
}

static char *contents(const char *path)
{
    char *error = NULL;
    size_t count;
    char *bytes = file_read(path, 1 << 24, &count, &error);
    if (!bytes)
        fail_msg("%s", error);
    return bytes;
}

static void file_has(const char *path, const char *part)
{
    char *bytes = contents(path);
    if (!strstr(bytes, part))
        fail_msg("%s lacks \"%s\":\n%s", path, part, bytes);
    mem_free(bytes);
}

static const struct option_value options[] = {{"--search", "dfs"}, {"--max-time", "10"}};

static struct result *begin(struct fixture *f, struct result_options *given)
{
    char *error = NULL;
    struct result *result = result_new(&f->run, given, &error);
    if (!result)
        fail_msg("%s", error);
    f->run.observer = result_observer(result);
    return result;
}

/* One path with an error, one without, one that a limit ended. */
static void play(struct fixture *f)
{
    struct observer observer = f->run.observer;
    struct error *error = f->run.errors = NEW(struct error);
    *error = (struct error){.kind = ERROR_UNREACHABLE,
                            .message = "fail was called",
                            .details = "first\nsecond",
                            .location = 1,
                            .function = &functions[0]};
    error->test = observer.ended(observer.context, &f->run, &f->state, PATH_ERROR, error);
    f->run.error_count = 1;
    assert_int_equal(observer.ended(observer.context, &f->run, &f->state, PATH_EXIT, NULL),
                     error->test ? 2 : 0);
    observer.ended(observer.context, &f->run, &f->state, PATH_LIMIT, NULL);
    assert_int_equal(observer.ended(observer.context, &f->run, &f->state, PATH_SILENT, NULL), 0);
    observer.tick(observer.context, &f->run);
}

static void a_run_leaves_its_results(void **context)
{
    struct fixture *f = *context;
    char *said = NULL;
    size_t size;
    f->log.terminal = open_memstream(&said, &size);
    struct result_options given = {
        .program = "check.c", .version = "0", .options = options, .option_count = 2};
    struct result *result = begin(f, &given);
    assert_string_equal(result_directory(result), "ramify-out-0");
    play(f);
    assert_true(result_finish(result));
    result_free(result);
    fclose(f->log.terminal);
    f->log.terminal = NULL;

    struct ktest test;
    char *error = NULL;
    assert_true(ktest_read(&test, "ramify-last/test000001.ktest", &error));
    assert_int_equal(test.objects[0].bytes[0], 42);
    assert_string_equal(test.arguments[0], "check");
    ktest_release(&test);

    char *story =
        text_format("Error: fail was called\nFile: %s\nLine: 3\nKind: unreachable\nState: 7\nStack: \n"
                    "\t#0 in check(x=42 (symbolic)) at %s:3\nInfo: \n\tfirst\n\tsecond\nInput: \n"
                    "\tx = 42 (0x0000002a)\n",
                    f->source, f->source);
    char *written = contents("ramify-last/test000001.unreachable.err");
    assert_string_equal(written, story);
    mem_free(written);
    mem_free(story);
    file_has("ramify-last/test000003.early", "limit");

    assert_non_null(strstr(said,
                           "ramify: ERROR: check <&>.c:3: fail was called (input: x = 42 (0x0000002a)) → "
                           "test000001\n"));
    assert_non_null(
        strstr(said, "ramify: done: total instructions = 1234\nramify: done: completed paths = 2\n"));
    assert_non_null(strstr(said, "ramify: done: errors = 1\nramify:   unreachable at check <&>.c:3, "
                                 "test000001.unreachable.err\nramify: done: generated tests = 3\n"));
    assert_non_null(strstr(said, "66.7% of lines covered (2 of 3)"));
    assert_non_null(strstr(said, "ramify replay check.c ramify-out-0/test000001.ktest"));
    assert_null(strchr(said, '\r')); /* not a terminal: no live line */
    free(said);
    file_has("ramify-last/messages.txt", "done: errors = 1\n");
    file_has("ramify-last/info", "Status: finished (finished)\n");
}

static void summary_and_sarif_are_json(void **context)
{
    struct fixture *f = *context;
    struct result_options given = {.options = options, .option_count = 2};
    struct result *result = begin(f, &given);
    play(f);
    f->run.halt_reason = "--max-time was reached";
    assert_true(result_finish(result));
    result_free(result);

    struct arena arena = {0};
    char *bytes = contents("ramify-out-0/summary.json");
    const struct json_value *summary = json_parse(&arena, bytes, strlen(bytes));
    assert_string_equal(json_string_of(summary, "status"), "halted");
    assert_string_equal(json_string_of(summary, "reason"), "--max-time was reached");
    static const char *const keys[][12] = {
        {"paths", "completed", "errors", "partial", "undecided", "evicted"},
        {"states", "max"},
        {"queries", "total", "solver", "cache_hits", "address_hits", "model_hits", "resolution", "quantified",
         "quantified_staged", "undecided"},
        {"time", "total", "solver", "resolution", "merge"},
        {"memory", "peak_bytes"},
        {"segments", "created", "max_bytes"},
        {"merges", "groups", "states", "patterns"},
        {"arrays", "folded", "index", "value"},
        {"planes", "boost", "list", "multi_writes"},
        {"coverage", "lines", "lines_total", "branches", "branches_total"},
    };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        for (size_t k = 1; keys[i][k]; k++) {
            const struct json_value *value = json_member(json_member(summary, keys[i][0]), keys[i][k]);
            if (!value || value->type != JSON_NUMBER)
                fail_msg("no number %s.%s", keys[i][0], keys[i][k]);
        }
    assert_true(json_number_of(summary, "tests") == 3);
    assert_true(json_number_of(json_member(summary, "coverage"), "branches") == 1);
    const struct json_value *error = json_member(summary, "errors")->first;
    assert_string_equal(json_string_of(error, "kind"), "unreachable");
    assert_string_equal(json_string_of(error, "function"), "check");
    assert_string_equal(json_string_of(error, "test"), "test000001");
    assert_true(json_number_of(error, "line") == 3);
    assert_string_equal(json_string_of(json_member(summary, "options"), "--search"), "dfs");
    mem_free(bytes);

    bytes = contents("ramify-out-0/results.sarif");
    const struct json_value *sarif = json_parse(&arena, bytes, strlen(bytes));
    assert_string_equal(json_string_of(sarif, "version"), "2.1.0");
    const struct json_value *found = json_member(json_member(sarif, "runs")->first, "results")->first;
    assert_string_equal(json_string_of(found, "ruleId"), "unreachable");
    assert_non_null(strstr(bytes, "/check%20%3C%26%3E.c\""));
    mem_free(bytes);
    arena_release(&arena);
}

static void coverage_is_lcovs(void **context)
{
    struct fixture *f = *context;
    struct coverage coverage;
    struct text text = {0};
    coverage_init(&coverage, &f->run, NULL);
    coverage_lcov(&coverage, &f->run, &text);
    char *expected = text_format("TN:\nSF:%s\nFN:1,check\nFNDA:1,check\nFNF:1\nFNH:1\n"
                                 "BRDA:2,0,0,0\nBRDA:2,0,1,1\nBRF:2\nBRH:1\n"
                                 "DA:2,1\nDA:3,1\nDA:4,0\nLF:3\nLH:2\nend_of_record\n",
                                 f->source);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(coverage.partial_branches, 1);
    assert_int_equal(coverage.instructions, 4); /* the library's are not counted */
    mem_free(expected);
    text_release(&text);
    coverage_release(&coverage);
}

static void the_report_is_a_page(void **context)
{
    struct fixture *f = *context;
    struct result_options given = {.options = options, .option_count = 2};
    struct result *result = begin(f, &given);
    play(f);
    assert_true(result_finish(result));
    result_free(result);
    file_has("ramify-last/report.html",
             "<span class=kind>unreachable</span> at <code>check &lt;&amp;&gt;.c:3</code>");
    file_has("ramify-last/report.html", "<span class=here><i>3</i>    fail(&quot;&lt;b&gt;&quot;);</span>");
    file_has("ramify-last/report.html", "<span class=no><i>4</i>");
    file_has("ramify-last/report.html", "<span class=half><i>2</i>");
    unlink("ramify-last/report.html");
    char *error = NULL;
    assert_true(report_write("ramify-last", &error)); /* again, from the files */
    file_has("ramify-last/report.html", "</html>");
    assert_true(file_write("ramify-last/summary.json", "{\"a\": ", 6, &error));
    assert_false(report_write("ramify-last", &error));
    assert_non_null(strstr(error, "damaged"));
    mem_free(error);
    assert_false(report_write("nowhere", &error));
    mem_free(error);
}

static void statistics_can_be_shown(void **context)
{
    struct fixture *f = *context;
    struct result_options given = {0};
    struct result *result = begin(f, &given);
    assert_true(result_finish(result));
    result_free(result);
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    const char *const directories[] = {"ramify-last"};
    assert_int_equal(stats_show(directories, 1, out), 0);
    fclose(out);
    assert_non_null(strstr(shown, "| ramify-last |        1234 |"));
    assert_non_null(strstr(shown, "50.00 |"));
    free(shown);
}

static void only_new_coverage_if_so_wished(void **context)
{
    struct fixture *f = *context;
    struct result_options given = {0};
    struct result *result = begin(f, &given);
    struct observer observer = f->run.observer;
    f->run.options.only_output_states_covering_new = true;
    assert_int_equal(observer.ended(observer.context, &f->run, &f->state, PATH_EXIT, NULL), 0);
    f->state.covered_new = true;
    assert_int_equal(observer.ended(observer.context, &f->run, &f->state, PATH_EXIT, NULL), 1);
    assert_int_equal(observer.ended(observer.context, &f->run, &f->state, PATH_UNDECIDED, NULL), 0);
    result_free(result);
}

static void what_a_path_printed_is_kept(void **context)
{
    struct fixture *f = *context;
    struct result_options given = {0};
    struct result *result = begin(f, &given);
    struct output_piece *first = mem_zero(sizeof *first + 8), *second = mem_zero(sizeof *second + 8);
    *first = (struct output_piece){.length = 3, .stream = 1};
    memcpy(first->bytes, "one", 3);
    *second = (struct output_piece){.length = 4, .stream = 2, .older = first};
    memcpy(second->bytes, " two", 4);
    f->state.output = second;
    f->run.observer.ended(result, &f->run, &f->state, PATH_EXIT, NULL);
    char *out = contents("ramify-last/test000001.out");
    assert_string_equal(out, "one two");
    mem_free(out);
    mem_free(first);
    mem_free(second);
    result_free(result);
}

static void directories_are_numbered_or_named(void **context)
{
    struct fixture *f = *context;
    struct log logs[3] = {0};
    char *error = NULL;
    struct output *first = output_new(NULL, &logs[0], &error), *second = output_new(NULL, &logs[1], &error);
    assert_string_equal(first->directory, "ramify-out-0");
    assert_string_equal(second->directory, "ramify-out-1");
    char target[64] = "";
    assert_true(readlink("ramify-last", target, sizeof target - 1) > 0);
    assert_string_equal(target, "ramify-out-1");
    assert_null(output_new("ramify-out-0", &logs[2], &error));
    assert_non_null(strstr(error, "not empty"));
    mem_free(error);
    assert_null(output_new("a/b", &logs[2], &error));
    assert_non_null(strstr(error, "No such file"));
    mem_free(error);
    assert_null(output_new(f->source, &logs[2], &error));
    assert_non_null(strstr(error, "is a file"));
    mem_free(error);
    assert_int_equal(mkdir("empty", 0777), 0);
    struct output *named = output_new("empty", &logs[2], &error);
    assert_non_null(named);
    output_free(first), output_free(second), output_free(named);
    for (int i = 0; i < 3; i++)
        log_release(&logs[i]);
}

static void a_full_disk_costs_one_line(void **context)
{
    struct fixture *f = *context;
    char *said = NULL;
    size_t size;
    f->log.terminal = open_memstream(&said, &size);
    struct result_options given = {.options = options, .option_count = 2};
    struct result *result = begin(f, &given);
    struct observer observer = f->run.observer;
    assert_int_equal(observer.ended(result, &f->run, &f->state, PATH_EXIT, NULL), 1);
    struct rlimit old, small;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 10; /* not even a test fits */
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(observer.ended(result, &f->run, &f->state, PATH_EXIT, NULL), 0);
    bool saved = result_finish(result);
    setrlimit(RLIMIT_FSIZE, &old);
    result_free(result);
    fclose(f->log.terminal);
    f->log.terminal = NULL;
    assert_false(saved);
    const char *line = strstr(said, "warning: cannot write ");
    assert_non_null(line);
    assert_null(strstr(line + 1, "warning:")); /* once */
    assert_non_null(strstr(said, "done: generated tests = 1"));
    assert_non_null(strstr(said, "not all could be written"));
    free(said);
    struct ktest test; /* what was written before is there */
    char *error = NULL;
    assert_true(ktest_read(&test, "ramify-last/test000001.ktest", &error));
    ktest_release(&test);
    assert_null(file_find("ramify-last", "", ".part"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_run_leaves_its_results, enter, leave),
        cmocka_unit_test_setup_teardown(summary_and_sarif_are_json, enter, leave),
        cmocka_unit_test_setup_teardown(coverage_is_lcovs, enter, leave),
        cmocka_unit_test_setup_teardown(the_report_is_a_page, enter, leave),
        cmocka_unit_test_setup_teardown(statistics_can_be_shown, enter, leave),
        cmocka_unit_test_setup_teardown(only_new_coverage_if_so_wished, enter, leave),
        cmocka_unit_test_setup_teardown(what_a_path_printed_is_kept, enter, leave),
        cmocka_unit_test_setup_teardown(directories_are_numbered_or_named, enter, leave),
        cmocka_unit_test_setup_teardown(a_full_disk_costs_one_line, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
