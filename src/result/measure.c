/* The program counts what it covers, the runs of all tests into one file; LLVM's
 * tools turn the counts into lines and branches of the source. */
#include "result/measure.h"

#include "base/vector.h"
#include "base/visible.h"
#include "program/embedded.h"
#include "result/confine.h"
#include "result/file.h"
#include "result/native.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 };

struct measuring {
    const struct measure_options *options;
    char *program;    /* absolute */
    char *directory;  /* private */
    bool is_confined; /* tests are run where they can do no harm */
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

static char *run_test(struct measuring *measuring, const char *path, FILE *nowhere)
{
    struct ktest test;
    char *error = NULL;
    if (!ktest_read(&test, path, &error))
        return error;
    double seconds = measuring->options->seconds;
    const struct native_run run = {.program = measuring->program,
                                   .directory = measuring->directory,
                                   .confined = measuring->is_confined,
                                   .output = nowhere,
                                   .said = nowhere,
                                   .seconds = seconds > 0 ? seconds : 10};
    bool in_time = true;
    int status = 0;
    error = native_run(&run, &test, &in_time, &status);
    ktest_release(&test);
    measuring->run++;
    measuring->late += !in_time;
    measuring->crashed += in_time && WIFSIGNALED(status);
    return error;
}

/* Where the program counts; at_once: in the file itself, so that a violent end
 * loses nothing. */
static void count_into(const struct measuring *measuring, bool at_once)
{
    char *counts = text_format("%s/%%m%s.profraw", measuring->directory, at_once ? "%c" : "");
    setenv("LLVM_PROFILE_FILE", counts, 1);
    mem_free(counts);
}

static bool has_counted(const struct measuring *measuring)
{
    char *counts = file_find(measuring->directory, "", ".profraw");
    bool found = counts;
    mem_free(counts);
    return found;
}

/* Whether the program can count at once shows when it is tried: if it cannot,
 * nothing is counted. */
static char *run_tests(struct measuring *measuring)
{
    FILE *nowhere = fopen("/dev/null", "r+");
    char *error = nowhere ? NULL : mem_string("cannot open /dev/null");
    measuring->at_once = true;
    count_into(measuring, true);
    for (size_t i = 0; !error && i < measuring->tests.count; i++) {
        error = run_test(measuring, measuring->tests.data[i], nowhere);
        if (!i && !error && !has_counted(measuring)) {
            measuring->at_once = false;
            measuring->run = measuring->late = measuring->crashed = 0;
            count_into(measuring, false);
            error = run_test(measuring, measuring->tests.data[i], nowhere);
        }
    }
    if (nowhere)
        fclose(nowhere);
    unsetenv("LLVM_PROFILE_FILE");
    return error;
}

/* ---- from counts to lines ---- */

static bool run_tool(const char *const *command, FILE *output)
{
    int status = native_command((char *const *)command, output, NULL);
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
    char *pattern = text_format("%s/*.profraw", measuring->directory), *error = NULL;
    glob_t found = {0};
    if (!glob(pattern, 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            vector_push(&command, found.gl_pathv[i]);
    vector_push(&command, NULL);
    if (command.count == before + 1)
        error = text_format("%s counts nothing: build it with -fprofile-instr-generate -fcoverage-mapping",
                            measuring->options->program);
    else if (!run_tool(command.data, NULL))
        error = mem_string("llvm-profdata-19 failed");
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

static char *write_lcov(struct measuring *measuring, const char *joined)
{
    FILE *file = fopen(measuring->options->lcov, "w");
    if (!file)
        return text_format("cannot write %s", measuring->options->lcov);
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
    return done ? NULL : mem_string("llvm-cov-19 failed");
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

static char *report(struct measuring *measuring, FILE *out)
{
    size_t count;
    char *error = NULL, *lcov = file_read(measuring->options->lcov, LARGEST, &count, &error);
    if (!lcov)
        return error;
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
    char *joined = text_format("%s/counts", measuring->directory);
    measuring->is_confined = confine_check(measuring->directory);
    char *error = run_tests(measuring);
    if (!error)
        error = join_counts(measuring, joined);
    if (!error)
        error = write_lcov(measuring, joined);
    if (!error)
        error = report(measuring, out);
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
    char *error, *path = realpath(options->program, NULL);
    measuring.program = mem_string(path ? path : options->program);
    free(path);
    if (!measuring.tests.count)
        error = mem_string("there are no tests");
    else if (!(measuring.directory = file_temporary_directory("coverage")))
        error = mem_string("cannot make a temporary directory");
    else
        error = measure_in(&measuring, out);
    if (measuring.directory)
        file_remove_all(measuring.directory);
    for (size_t i = 0; i < measuring.tests.count; i++)
        mem_free(measuring.tests.data[i]);
    vector_release(&measuring.tests);
    mem_free(measuring.directory);
    mem_free(measuring.program);
    return error;
}
