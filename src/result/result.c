#include "result/result.h"

#include "base/clock.h"
#include "base/visible.h"
#include "result/coverage.h"
#include "result/progress.h"
#include "result/report.h"
#include "result/sarif.h"
#include "result/stats.h"
#include "result/tests.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

struct result {
    struct run *run;
    const struct result_options *options;
    struct output *output;
    struct tests tests;
    struct stats *stats;
    struct progress progress;
    double last_row, next_save;
    uint64_t last_row_instructions;
    double start;
    struct text info;
};

/* ---- info ---- */

static void add_time(struct text *text, const char *what)
{
    time_t now = time(NULL);
    struct tm local;
    char buffer[64] = "?";
    if (localtime_r(&now, &local))
        strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M:%S", &local);
    text_add(text, "%s: %s\n", what, buffer);
}

static void start_info(struct result *result)
{
    const struct result_options *options = result->options;
    for (size_t i = 0; i < options->command_count; i++)
        text_add(&result->info, "%s%s", i ? " " : "", options->command[i]);
    text_add(&result->info, "%sPID: %d\n", options->command_count ? "\n" : "", (int)getpid());
    if (options->version)
        text_add(&result->info, "Version: %s\n", options->version);
    add_time(&result->info, "Started");
    output_write(result->output, "info", result->info.data, result->info.length);
}

static void finish_info(struct result *result, const struct summary *summary)
{
    add_time(&result->info, "Finished");
    text_add(&result->info, "Elapsed: %.3f s\n", summary->seconds);
    text_add(&result->info, "Status: %s (%s)\n", summary_status(summary), summary_reason(summary));
    output_write(result->output, "info", result->info.data, result->info.length);
}

/* ---- what a run promises ---- */

static void write_json(struct result *result, const char *name, struct json *json)
{
    output_write(result->output, name, json->text.data, json->text.length);
    json_release(json);
}

static void write_summary(struct result *result, struct summary *summary)
{
    struct json json = {0};
    summary->failed |= result->output->failed;
    summary_write(summary, &json);
    write_json(result, "summary.json", &json);
}

static void write_coverage(struct result *result, const struct coverage *coverage)
{
    struct text text = {0};
    coverage_lcov(coverage, result->run, &text);
    output_write(result->output, "coverage.info", text_string(&text), text.length);
    text_release(&text);
}

static void write_sarif(struct result *result)
{
    struct json json = {0};
    sarif_write(result->run, result->options->version, &json);
    write_json(result, "results.sarif", &json);
}

static void write_report(struct result *result)
{
    char *error = NULL;
    if (!report_write(result->output->directory, &error))
        output_refused(result->output, error);
}

static void summarize(struct result *result, struct coverage *coverage, struct summary *summary)
{
    struct run *run = result->run;
    coverage_init(coverage, run, NULL);
    *summary = (struct summary){
        .run = run,
        .coverage = coverage,
        .options = result->options->options,
        .option_count = result->options->option_count,
        .tests = result->tests.count,
        .seconds = clock_seconds() - (run->start > 0 ? run->start : result->start),
    };
}

/* What a process that is killed leaves for people to read. */
static void write_all(struct result *result, struct summary *summary)
{
    write_coverage(result, summary->coverage);
    write_sarif(result);
    write_summary(result, summary);
}

static void save(void *context, struct run *run)
{
    struct result *result = context;
    struct coverage coverage;
    struct summary summary;
    summarize(result, &coverage, &summary);
    write_all(result, &summary);
    if (run->halt_reason)
        write_report(result);
    coverage_release(&coverage);
}

/* ---- while it runs ---- */

static uint32_t ended(void *context, struct run *run, struct state *state, enum path_end end,
                      const struct error *error)
{
    struct result *result = context;
    if (!tests_wanted(run, state, end) || (!error && result->options->no_tests))
        return 0;
    struct model *model = tests_model(run, state);
    struct ktest input;
    tests_input(run, state, model, &input);
    uint32_t test = 0;
    if (!result->options->no_tests)
        test = tests_write(&result->tests, run, state, end, error, model, &input);
    if (error)
        progress_error(&result->progress, error, test, &input);
    ktest_release(&input);
    model_unref(model);
    return test;
}

static bool row_is_due(const struct result *result, double now)
{
    const struct result_options *options = result->options;
    if (options->stats_instructions)
        return result->run->counters.instructions - result->last_row_instructions >=
               options->stats_instructions;
    return options->stats_seconds > 0 && now - result->last_row >= options->stats_seconds;
}

/* Everything is saved soon, and then every now and then, so that a process that is killed has left it. */
static void save_if_due(struct result *result, double now)
{
    const double SECOND = 1, PERIOD = 10, SHARE = 0.01; /* of the time, at most */
    if (now < result->next_save || !result->options->stats_seconds)
        return;
    save(result, result->run);
    double after = clock_seconds(), rest = (after - now) / SHARE,
           period = now > result->start + SECOND ? PERIOD : SECOND;
    result->next_save = after + (rest > period ? rest : period);
}

static void tick(void *context, struct run *run)
{
    struct result *result = context;
    double now = clock_seconds();
    progress_tick(&result->progress);
    save_if_due(result, now);
    if (!result->stats || !row_is_due(result, now))
        return;
    result->last_row = now;
    result->last_row_instructions = run->counters.instructions;
    stats_row(result->stats, run);
}

static void printed(void *context, struct run *run, struct state *state, int stream, const char *bytes,
                    size_t count)
{
    struct result *result = context;
    if (!run->options.show_output)
        return;
    progress_clear(&result->progress);
    FILE *file = stream == 2 ? stderr : stdout;
    visible_print(file, bytes, count);
    fflush(file);
}

struct observer result_observer(struct result *result)
{
    return (struct observer){result, ended, tick, save, printed};
}

/* ---- begin and end ---- */

struct result *result_new(struct run *run, const struct result_options *options, char **error)
{
    struct output *output = options->output;
    if (!output && !(output = output_new(options->output_directory, run->log, error)))
        return NULL;
    struct result *result = NEW(struct result);
    result->run = run;
    result->options = options;
    result->output = output;
    result->tests = (struct tests){.output = output,
                                   .write_info = options->write_info,
                                   .write_smt2 = options->write_smt2,
                                   .write_kquery = options->write_kquery};
    result->start = result->last_row = clock_seconds();
    result->stats = options->no_stats ? NULL : stats_new(output);
    progress_init(&result->progress, run, !options->no_progress);
    start_info(result);
    return result;
}

static void say_what_was_late(const struct result *result)
{
    struct log *log = result->run->log;
    if (result->tests.late)
        log_message(log, "no tests for %u paths with large inputs: time is up", result->tests.late);
    if (result->tests.late_queries)
        log_message(log, "%u files of constraints are not written: time is up", result->tests.late_queries);
}

bool result_finish(struct result *result)
{
    struct coverage coverage;
    struct summary summary;
    summarize(result, &coverage, &summary);
    say_what_was_late(result);
    if (result->stats)
        stats_row(result->stats, result->run);
    write_all(result, &summary);
    write_report(result); /* reads what was written before it */
    finish_info(result, &summary);
    if (result->output->failed && !summary.failed)
        write_summary(result, &summary); /* it must not say that all went well */
    progress_close(&result->progress, &summary, result->output->directory, result->options->program);
    coverage_release(&coverage);
    return !result->output->failed;
}

void result_free(struct result *result)
{
    if (!result)
        return;
    progress_release(&result->progress);
    stats_free(result->stats);
    output_free(result->output);
    text_release(&result->info);
    mem_free(result);
}

const char *result_directory(const struct result *result) { return result->output->directory; }
