#include "result/progress.h"

#include "base/clock.h"
#include "engine/memory_check.h"
#include "result/place.h"
#include "result/story.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SECONDS_BETWEEN 0.25
enum { INPUT_CHARACTERS = 60, MOST_ERRORS_LISTED = 20, MOST_PARTIALS_LISTED = 3 };

static void clear_line(void *context) { progress_clear(context); }

void progress_init(struct progress *progress, struct run *run, bool wanted)
{
    *progress = (struct progress){.run = run};
    struct log *log = run->log;
    const char *kind = getenv("TERM");
    if (wanted && log->terminal && isatty(fileno(log->terminal)) && (!kind || strcmp(kind, "dumb")))
        progress->terminal = log->terminal;
    for (uint32_t i = 0; i < run->program->function_count; i++)
        if (run->program->functions[i].defined && !run->program->functions[i].is_library)
            progress->user_instructions += run->program->functions[i].code_count;
    log->before = clear_line;
    log->context = progress;
}

void progress_release(struct progress *progress)
{
    progress_clear(progress);
    progress->run->log->before = NULL;
    progress->run->log->context = NULL;
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", progress->terminal);
    fflush(progress->terminal);
    progress->shown = false;
}

/* 12.3k, 4.56M: four characters or so */
static void add_short(struct text *text, double number)
{
    const char *units = " kMGT";
    while (number >= 999.5 && units[1]) {
        number /= 1000;
        units++;
    }
    text_add(text, *units == ' ' ? "%.0f" : number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number);
    if (*units != ' ')
        text_add_char(text, *units);
}

static void add_clock(struct text *text, double seconds)
{
    unsigned whole = (unsigned)seconds;
    text_add(text, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
}

static void add_line(struct progress *progress, double now, struct text *text)
{
    struct run *run = progress->run;
    double span = progress->last > 0 ? now - progress->last : now - run->start;
    uint64_t queries = run->chain ? run->chain->stats.total : 0;
    if (span <= 0)
        span = 1;
    /* must fit into 80 columns */
    add_clock(text, now - run->start);
    text_add_string(text, "  paths ");
    add_short(text, (double)(run->counters.completed + run->counters.errors + run->counters.partial));
    text_add_string(text, "  states ");
    add_short(text, (double)run->state_count);
    text_add(text, "  errors %zu  ", run->error_count);
    add_short(text, (double)(run->counters.instructions - progress->instructions) / span);
    text_add_string(text, " instr/s  ");
    add_short(text, (double)(queries - progress->queries) / span);
    text_add_string(text, " queries/s  ");
    if (progress->user_instructions)
        text_add(text, "%.0f%% cov  ",
                 100.0 * (double)run->covered_count / (double)progress->user_instructions);
    add_short(text, (double)mem_resident());
    text_add_char(text, 'B');
    progress->instructions = run->counters.instructions;
    progress->queries = queries;
}

void progress_tick(struct progress *progress)
{
    double now = clock_seconds();
    if (!progress->terminal || now - progress->last < SECONDS_BETWEEN)
        return;
    struct text text = {0};
    add_line(progress, now, &text);
    struct winsize size = {0};
    size_t width = ioctl(fileno(progress->terminal), TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
    if (text.length >= width) /* a line that wraps could not be cleared */
        text.data[text.length = width - 1] = 0;
    fprintf(progress->terminal, "\r\033[K%s", text_string(&text));
    fflush(progress->terminal);
    text_release(&text);
    progress->shown = true;
    progress->last = now;
}

static void add_error_place(const struct run *run, const struct error *error, struct text *text)
{
    const char *file = place_short(place_file(run->program, error->location));
    if (*file)
        text_add(text, "%s:%u", file, place_line(run->program, error->location));
    else
        text_add(text, "%s", error->function ? error->function->name : "?");
}

void progress_error(struct progress *progress, const struct error *error, uint32_t test,
                    const struct ktest *input)
{
    struct text text = {0};
    add_error_place(progress->run, error, &text);
    text_add(&text, ": %s", error->message ? error->message : error_meaning(error->kind));
    if (input->object_count) {
        text_add_string(&text, " (input: ");
        story_of_input(input, INPUT_CHARACTERS, &text);
        text_add_char(&text, ')');
    }
    if (test)
        text_add(&text, " → test%06u", test);
    log_message(progress->run->log, "ERROR: %s", text_string(&text));
    text_release(&text);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void close_errors(const struct run *run)
{
    log_message(run->log, "done: errors = %zu", run->error_count);
    for (size_t i = 0; i < run->error_count; i++) {
        if (i == MOST_ERRORS_LISTED) {
            log_message(run->log, "  and %zu more", run->error_count - i);
            break;
        }
        const struct error *error = &run->errors[i];
        struct text text = {0};
        text_add(&text, "%s at ", error_name(error->kind));
        add_error_place(run, error, &text);
        if (error->test)
            text_add(&text, ", test%06u.%s.err", error->test,
                     error->suffix ? error->suffix : error_suffix(error->kind));
        log_message(run->log, "  %s", text_string(&text));
        text_release(&text);
    }
}

/* What is not explored though the run has ended, the dearest places first. */
static void close_partials(const struct run *run)
{
    size_t count = run->partials.count;
    if (!count)
        return;
    const struct partial **sorted = partials_sorted(run);
    log_message(run->log, "partial: not everything was explored:");
    for (size_t i = 0; i < count && i < MOST_PARTIALS_LISTED; i++) {
        const struct partial *partial = sorted[i];
        char *where =
            partial->location == NO_LOCATION ? NULL : location_text(run->program, partial->location);
        log_message(run->log, "  %s%s%s, %" PRIu64 " time%s%s%s", where ? where : "", where ? ": " : "",
                    partial->why, partial->count, partial->count == 1 ? "" : "s",
                    partial->help ? "; what helps: " : "", partial->help ? partial->help : "");
        mem_free(where);
    }
    if (count > MOST_PARTIALS_LISTED)
        log_message(run->log, "  and %zu more, in report.html", count - MOST_PARTIALS_LISTED);
    mem_free(sorted);
}

static uint32_t best_test(const struct summary *summary)
{
    const struct run *run = summary->run;
    for (size_t i = 0; i < run->error_count; i++)
        if (run->errors[i].test)
            return run->errors[i].test;
    return summary->tests ? 1 : 0;
}

/* What --check-memory has done, if it was asked to. */
static void close_memory_check(const struct run *run)
{
    const struct memory_check_counts counts = memory_check_counts(run);
    if (run->options.check_memory)
        log_message(run->log,
                    "check-memory: %" PRIu64 " paths, %" PRIu64 " loads: %" PRIu64 " the same, %" PRIu64
                    " evaluated; of these %" PRIu64 " proven, %" PRIu64 " left unproven; %" PRIu64
                    " paths not checked",
                    counts.paths, counts.loads, counts.same, counts.evaluated, counts.proven, counts.unproven,
                    counts.unchecked);
}

void progress_close(struct progress *progress, const struct summary *summary, const char *directory,
                    const char *program)
{
    const struct run *run = summary->run;
    struct log *log = run->log;
    const struct run_counters *counters = &run->counters;
    const struct coverage *coverage = summary->coverage;
    progress_clear(progress);
    log_message(log, "done: total instructions = %" PRIu64, counters->instructions);
    log_message(log, "done: completed paths = %" PRIu64, counters->completed + counters->errors);
    log_message(log, "done: partially completed paths = %" PRIu64, counters->partial);
    if (counters->undecided)
        log_message(log,
                    "done: undecided paths = %" PRIu64 " (the solver could not say; try --max-solver-time)",
                    counters->undecided);
    close_errors(run);
    log_message(log, "done: generated tests = %u", summary->tests);
    log_message(log, "done: %.2f s, %" PRIu64 " queries, %.1f%% of lines covered (%" PRIu64 " of %zu)",
                summary->seconds, run->chain ? run->chain->stats.total : 0,
                percent(coverage->lines_covered, coverage->lines.count), coverage->lines_covered,
                coverage->lines.count);
    if (run->halt_reason && strcmp(run->halt_reason, "finished"))
        log_message(log, "halted: %s", run->halt_reason);
    close_memory_check(run);
    close_partials(run);
    uint32_t test = best_test(summary);
    log_message(log,
                summary->failed ? "results are in %s, but not all could be written%s"
                                : "results are in %s; start with report.html there%s",
                directory, test ? summary->failed ? "; start with" : ", or with" : "");
    if (test) {
        log_message(log, "  ramify show %s/test%06u.ktest", directory, test);
        log_message(log, "  ramify replay %s %s/test%06u.ktest", program ? program : "PROGRAM", directory,
                    test);
    }
}
