/* The program counts what it covers, the runs of all tests into one file; LLVM's
 * tools turn the counts into lines and branches of the source. */
#include "result/measure.h"

#include "base/tool.h"
#include "base/vector.h"
#include "base/visible.h"
#include "program/embedded.h"
#include "result/counts.h"
#include "result/file.h"
#include "result/native.h"
#include "result/needed.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 };

struct measuring {
    const struct measure_options *options;
    char *program; /* absolute */
    struct native native;
    VECTOR(char *) tests;
    size_t run, late, crashed;
    bool at_once; /* the counts of a test that was stopped are there, too */
};

/* ---- the tests ---- */

static void add_test(struct measuring *measuring, const char *path)
{
    struct stat status;
    if (stat(path, &status) || !S_ISDIR(status.st_mode)) {
        vector_push(&measuring->tests, mem_string(path));
        return;
    }
    char *pattern = text_format("%s/*.ktest", path);
    glob_t found = {0};
    if (!glob(pattern, 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            vector_push(&measuring->tests, mem_string(found.gl_pathv[i]));
    globfree(&found);
    mem_free(pattern);
}

static char *run_test(struct measuring *measuring, const char *path)
{
    struct ktest test;
    char *error = NULL;
    if (!ktest_read(&test, path, &error))
        return error;
    struct native_result result;
    native_run(&measuring->native, &test, NULL, &result);
    ktest_release(&test);
    measuring->run++;
    measuring->late += result.end == NATIVE_LATE;
    measuring->crashed +=
        result.end == NATIVE_MEMORY || (result.end == NATIVE_ENDED && WIFSIGNALED(result.status));
    if (result.end == NATIVE_REFUSED)
        error =
            text_format("%s could not be started on %s: %s", measuring->options->program, path, result.why);
    native_release(&result);
    return error;
}

/* at_once: in the file itself, so that a violent end loses nothing. */
static void count_into(struct measuring *measuring, bool at_once)
{
    measuring->at_once = at_once;
    measuring->native.counts = at_once ? "%m%c" COUNTS_ENDING : "%m" COUNTS_ENDING;
}

static char *counts_of(const struct measuring *measuring)
{
    return text_format("%s/counts", measuring->native.directory);
}

static bool has_counted(const struct measuring *measuring)
{
    char *directory = counts_of(measuring), *counts = file_find(directory, "", COUNTS_ENDING);
    bool found = counts;
    mem_free(counts);
    mem_free(directory);
    return found;
}

/* Whether the program can count at once shows when it is tried: if it cannot,
 * nothing is counted. */
static char *run_tests(struct measuring *measuring)
{
    char *error = NULL;
    for (size_t i = 0; !error && i < measuring->tests.count; i++) {
        error = run_test(measuring, measuring->tests.data[i]);
        if (!i && !error && !has_counted(measuring)) {
            count_into(measuring, false);
            measuring->run = measuring->late = measuring->crashed = 0;
            error = run_test(measuring, measuring->tests.data[i]);
        }
    }
    return error;
}

/* ---- from counts to lines ---- */

static bool run_tool(const char *const *command, FILE *output)
{
    int status = tool_run((char *const *)command, output, NULL);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static char *join_counts(struct measuring *measuring, const char *joined)
{
    VECTOR(const char *) command = {0};
    vector_push(&command, "llvm-profdata-19");
    vector_push(&command, "merge");
    vector_push(&command, "-sparse");
    vector_push(&command, "-o");
    vector_push(&command, joined);
    size_t before = command.count;
    char *pattern = text_format("%s/counts/*" COUNTS_ENDING, measuring->native.directory), *error = NULL;
    glob_t found = {0};
    if (!glob(pattern, 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            vector_push(&command, found.gl_pathv[i]);
    vector_push(&command, NULL);
    if (command.count == before + 1)
        error = text_format("%s counts nothing: build it with -fprofile-instr-generate -fcoverage-mapping",
                            measuring->options->program);
    else if (!run_tool(command.data, NULL))
        error = mem_string("llvm-profdata-19 failed, or is not there");
    for (size_t i = 0; i < found.gl_pathc; i++)
        unlink(found.gl_pathv[i]);
    globfree(&found);
    mem_free(pattern);
    vector_release(&command);
    return error;
}

/* Libraries that its link named; the caller frees them. */
static void find_libraries(const char *program, image_names *objects)
{
    struct image image;
    struct text ignored = {0};
    image_names libraries = {0}, directories = {0};
    if (image_open(&image, program, &ignored)) {
        image_needed(&image, &libraries, &directories);
        image_close(&image);
    }
    embedded_directories(program, &directories);
    for (size_t i = 0; i < libraries.count; i++)
        for (size_t j = 0; j < directories.count; j++) {
            char *path = text_format("%s/%s", directories.data[j], libraries.data[i]);
            bool found = image_is(path);
            if (found)
                vector_push(objects, text_format("-object=%s", path));
            mem_free(path);
            if (found)
                break;
        }
    image_names_release(&libraries);
    image_names_release(&directories);
    text_release(&ignored);
}

/* Where nobody else is first: the directory for it may be a stranger's. */
static char *write_lcov(struct measuring *measuring, const char *joined, const char *lcov)
{
    FILE *file = fopen(lcov, "we");
    if (!file)
        return text_format("cannot write %s", lcov);
    char *profile = text_format("-instr-profile=%s", joined);
    image_names objects = {0};
    find_libraries(measuring->program, &objects);
    VECTOR(const char *) command = {0};
    vector_push(&command, "llvm-cov-19");
    vector_push(&command, "export");
    vector_push(&command, "-format=lcov");
    vector_push(&command, profile);
    vector_push(&command, measuring->program);
    for (size_t i = 0; i < objects.count; i++)
        vector_push(&command, objects.data[i]);
    vector_push(&command, NULL);
    bool done = run_tool(command.data, file);
    done &= !fclose(file);
    vector_release(&command);
    image_names_release(&objects);
    mem_free(profile);
    return done ? NULL : mem_string("llvm-cov-19 failed, or is not there");
}

/* ---- the table ---- */

struct share {
    unsigned long lines, lines_covered, branches, branches_taken;
};

static void add_percent(struct text *text, unsigned long part, unsigned long whole)
{
    if (whole)
        text_add(text, "%6.1f%% %7lu of %-7lu", 100.0 * (double)part / (double)whole, part, whole);
    else
        text_add(text, "%6s  %7s    %-7s", "-", "", "");
}

static void print_row(FILE *out, const char *name, const struct share *share)
{
    struct text text = {0};
    add_percent(&text, share->lines_covered, share->lines);
    text_add(&text, "  ");
    add_percent(&text, share->branches_taken, share->branches);
    visible_say(out, "%s  %s", text_string(&text), name);
    text_release(&text);
}

static void print_table(FILE *out, const char *lcov)
{
    struct share file = {0}, all = {0};
    char *name = NULL;
    fprintf(out, "%-27s%-27s\n", "  lines", "  branches");
    for (const char *line = lcov; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (!strncmp(line, "SF:", 3)) {
            mem_free(name);
            name = mem_string_n(line + 3, strcspn(line + 3, "\n"));
            file = (struct share){0};
        }
        sscanf(line, "LF:%lu", &file.lines);
        sscanf(line, "LH:%lu", &file.lines_covered);
        sscanf(line, "BRF:%lu", &file.branches);
        sscanf(line, "BRH:%lu", &file.branches_taken);
        if (strncmp(line, "end_of_record", 13) || !name || !file.lines)
            continue;
        print_row(out, name, &file);
        all.lines += file.lines;
        all.lines_covered += file.lines_covered;
        all.branches += file.branches;
        all.branches_taken += file.branches_taken;
    }
    mem_free(name);
    print_row(out, "all", &all);
}

static char *report(struct measuring *measuring, const char *exported, FILE *out)
{
    size_t count;
    char *error = NULL, *lcov = file_read(exported, LARGEST, &count, &error);
    if (!lcov)
        return error;
    if (!file_write(measuring->options->lcov, lcov, count, &error)) {
        mem_free(lcov);
        return error;
    }
    print_table(out, lcov);
    mem_free(lcov);
    fprintf(out, "%zu tests", measuring->run);
    if (measuring->late)
        fprintf(out, ", %zu of them not in time", measuring->late);
    if (measuring->crashed)
        fprintf(out, ", %zu ended by a signal", measuring->crashed);
    bool lost = measuring->late + measuring->crashed && !measuring->at_once;
    fprintf(out, "%s\n", lost ? ": what those cover is not counted" : "");
    return NULL;
}

/* ---- all of it ---- */

static char *measure_in(struct measuring *measuring, FILE *out)
{
    char *joined = text_format("%s/joined", measuring->native.directory);
    char *lcov = text_format("%s/lcov", measuring->native.directory);
    native_know(&measuring->native, measuring->program, measuring->program);
    char *error = run_tests(measuring);
    if (!error)
        error = join_counts(measuring, joined);
    if (!error)
        error = write_lcov(measuring, joined, lcov);
    if (!error)
        error = report(measuring, lcov, out);
    mem_free(lcov);
    mem_free(joined);
    return error;
}

char *measure(const struct measure_options *options, FILE *out)
{
    struct measuring measuring = {.options = options};
    if (!native_is(options->program))
        return text_format("%s is no program that can be run", options->program);
    for (size_t i = 0; i < options->test_count; i++)
        add_test(&measuring, options->tests[i]);
    for (size_t i = 0; i < options->shown_count; i++)
        view_show(&measuring.native.view, mem_string(options->shown[i].host),
                  mem_string(options->shown[i].guest));
    measuring.program = needed_program(options->program);
    measuring.native.seconds = options->seconds > 0 ? options->seconds : 10;
    count_into(&measuring, true);
    char *error = measuring.tests.count ? native_begin(&measuring.native, "coverage", options->unconfined)
                                        : mem_string("there are no tests");
    if (!error)
        error = measure_in(&measuring, out);
    native_end(&measuring.native);
    for (size_t i = 0; i < measuring.tests.count; i++)
        mem_free(measuring.tests.data[i]);
    vector_release(&measuring.tests);
    mem_free(measuring.program);
    return error;
}
