#include "result/summary.h"

#include "engine/memory_check.h"
#include "result/place.h"

#include <string.h>
#include <sys/resource.h>

char *test_name(uint32_t number) { return text_format("test%06u", number); }

uint64_t peak_memory(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) ? 0 : (uint64_t)usage.ru_maxrss * 1024;
}

const char *summary_status(const struct summary *summary)
{
    const struct run *run = summary->run;
    const char *reason = run->halt_reason;
    return summary->failed                                                           ? "failed"
           : !reason                                                                 ? "running"
           : reason && strcmp(reason, "finished")                                    ? "halted"
           : run->partials.count || run->counters.partial || run->counters.undecided ? "partial"
                                                                                     : "finished";
}

const char *summary_reason(const struct summary *summary)
{
    const char *reason = summary->run->halt_reason;
    return !reason                                           ? "it was still running when this was written"
           : strcmp(reason, "finished")                      ? reason
           : strcmp(summary_status(summary), "partial") == 0 ? "not everything was explored"
                                                             : "finished";
}

static void add_errors(const struct summary *summary, struct json *json)
{
    const struct run *run = summary->run;
    json_begin(json, "errors", '[');
    for (size_t i = 0; i < run->error_count; i++) {
        const struct error *error = &run->errors[i];
        char *test = error->test ? test_name(error->test) : NULL;
        json_begin(json, NULL, '{');
        json_string(json, "kind", error_name(error->kind));
        json_string(json, "file", place_file(run->program, error->location));
        json_number(json, "line", place_line(run->program, error->location));
        json_string(json, "function", error->function ? error->function->name : "");
        json_string(json, "test", test);
        json_end(json, '}');
        mem_free(test);
    }
    json_end(json, ']');
}

/* What was left out, most often first. */
static void add_partials(const struct run *run, struct json *json)
{
    const struct partial **sorted = partials_sorted(run);
    json_begin(json, "partial", '[');
    for (size_t i = 0; i < run->partials.count; i++) {
        json_begin(json, NULL, '{');
        json_string(json, "why", sorted[i]->why);
        json_string(json, "file", place_file(run->program, sorted[i]->location));
        json_number(json, "line", place_line(run->program, sorted[i]->location));
        json_number(json, "count", sorted[i]->count);
        json_string(json, "help", sorted[i]->help);
        json_end(json, '}');
    }
    json_end(json, ']');
    mem_free(sorted);
}

/* The files that a report may show, and what they must hold for that: the
 * program may name any file of the machine as its source. */
static void add_sources(const struct summary *summary, struct json *json)
{
    const struct program *program = summary->run->program;
    bool *wanted = mem_zero(program->file_count + 1);
    for (size_t i = 0; i < summary->coverage->lines.count; i++)
        wanted[summary->coverage->lines.data[i].file] = true;
    for (size_t i = 0; i < summary->run->error_count; i++)
        if (summary->run->errors[i].location < program->location_count)
            wanted[program->locations[summary->run->errors[i].location].file] = true;
    json_begin(json, "sources", '[');
    for (uint32_t i = 0; i < program->file_count; i++) {
        if (!wanted[i] || !*program->checksums[i])
            continue;
        json_begin(json, NULL, '{');
        json_string(json, "file", program->files[i]);
        json_string(json, "md5", program->checksums[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
    mem_free(wanted);
}

/* An object of numbers that a technique fills in once it is there. */
static void add_zeros(struct json *json, const char *key, const char *const *names, size_t count)
{
    json_begin(json, key, '{');
    for (size_t i = 0; i < count; i++)
        json_number(json, names[i], 0);
    json_end(json, '}');
}
#define ZEROS(json, key, ...)                                \
    add_zeros(json, key, (const char *const[]){__VA_ARGS__}, \
              sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

static void add_queries(const struct solver_stats *stats, struct json *json)
{
    json_begin(json, "queries", '{');
#define X(name, key) json_number(json, key, stats->name);
    SOLVER_COUNTERS(X)
#undef X
    json_end(json, '}');
}

static void add_arrays(const struct run *run, struct json *json)
{
    struct arrays_stats stats =
        run->chain && run->chain->arrays ? arrays_stats(run->chain->arrays) : (struct arrays_stats){0};
    json_begin(json, "arrays", '{');
    json_number(json, "max_bytes", run->objects.largest_array);
#define X(name, key) json_number(json, key, stats.name);
    ARRAYS_COUNTERS(X)
#undef X
    json_end(json, '}');
}

static void add_paths(const struct run_counters *counters, struct json *json)
{
    json_begin(json, "paths", '{');
    json_number(json, "completed", counters->completed);
    json_number(json, "errors", counters->errors);
    json_number(json, "partial", counters->partial);
    json_number(json, "undecided", counters->undecided);
    json_number(json, "evicted", counters->evicted);
    json_end(json, '}');
}

static void add_time(const struct summary *summary, const struct solver_stats *stats, struct json *json)
{
    json_begin(json, "time", '{');
    json_seconds(json, "total", summary->seconds);
    json_seconds(json, "solver", stats->seconds);
    json_seconds(json, "resolution", summary->run->resolution_seconds);
    json_seconds(json, "merge", 0);
    json_end(json, '}');
}

static void add_coverage(const struct coverage *coverage, struct json *json)
{
    json_begin(json, "coverage", '{');
    json_number(json, "lines", coverage->lines_covered);
    json_number(json, "lines_total", coverage->lines.count);
    json_number(json, "branches", coverage->ways_taken);
    json_number(json, "branches_total", coverage->ways);
    json_end(json, '}');
}

static void add_memory_check(const struct run *run, struct json *json)
{
    const struct memory_check_counts counts = memory_check_counts(run);
    json_begin(json, "check_memory", '{');
#define X(name, key) json_number(json, key, counts.name);
    MEMORY_CHECK_COUNTERS(X)
#undef X
    json_end(json, '}');
}

void summary_write(const struct summary *summary, struct json *json)
{
    const struct run *run = summary->run;
    static const struct solver_stats no_queries;
    const struct solver_stats *stats = run->chain ? &run->chain->stats : &no_queries;

    json_begin(json, NULL, '{');
    json_string(json, "status", summary_status(summary));
    json_string(json, "reason", summary_reason(summary));
    add_paths(&run->counters, json);
    json_number(json, "tests", summary->tests);
    add_errors(summary, json);
    add_partials(run, json);
    json_number(json, "instructions", run->counters.instructions);
    json_number(json, "forks", run->counters.forks);
    json_begin(json, "states", '{');
    json_number(json, "max", run->counters.max_states);
    json_number(json, "bytes",
                run->counters.max_states > 1 ? run->bytes_at_most_states / (run->counters.max_states - 1)
                                             : 0);
    json_end(json, '}');
    json_number(json, "terms", exprs_limit(run->exprs));
    add_queries(stats, json);
    add_time(summary, stats, json);
    json_begin(json, "memory", '{');
    json_number(json, "peak_bytes", peak_memory());
    json_end(json, '}');
    json_begin(json, "segments", '{');
    json_number(json, "created", run->counters.segments);
    json_number(json, "max_bytes", run->counters.segment_bytes);
    json_end(json, '}');
    json_number(json, "splits", run->counters.splits);
    add_memory_check(run, json);
    ZEROS(json, "merges", "groups", "states", "patterns");
    add_arrays(run, json);
    ZEROS(json, "planes", "boost", "list", "multi_writes");
    add_coverage(summary->coverage, json);
    add_sources(summary, json);
    json_begin(json, "options", '{');
    for (size_t i = 0; i < summary->option_count; i++)
        json_string(json, summary->options[i].name, summary->options[i].value);
    json_end(json, '}');
    json_end(json, '}');
}
