/* ramify replay: the words to what result/replay.h wants. */
#include "result/replay.h"

#include "command/installation.h"
#include "command/jobs.h"
#include "command/options.h"
#include "command/shown.h"
#include "result/file.h"

#include <string.h>

enum { LARGEST_SUMMARY = 1 << 26 };

/* The function at which the run began that wrote the test, as its summary says; NULL: main, or nobody knows.
 */
static char *other_entry(const char *test)
{
    static const char key[] = "\"entry-point\": \"";
    const char *slash = strrchr(test, '/');
    char *path = text_format("%.*s/summary.json", slash ? (int)(slash - test) : 1, slash ? test : ".");
    char *error = NULL, *name = NULL;
    size_t length;
    char *summary = file_read(path, LARGEST_SUMMARY, &length, &error);
    const char *found = summary ? strstr(summary, key) : NULL;
    if (found && strncmp(found += strlen(key), "main\"", 5))
        name = mem_string_n(found, strcspn(found, "\""));
    mem_free(summary);
    mem_free(error);
    mem_free(path);
    return name;
}

/* What is replayed is the program, from main on. */
static int refuse_others(const struct options *options)
{
    int code = EXIT_DONE;
    for (size_t i = 0; code == EXIT_DONE && i < options->arguments.count; i++) {
        char *entry = other_entry(options->arguments.data[i]);
        if (entry)
            code = complain(EXIT_USAGE,
                            "%s is a test of %s (--entry-point): only what begins at main can be replayed",
                            options->arguments.data[i], entry);
        mem_free(entry);
    }
    return code;
}

static int replay(const struct options *options, const struct installation *installation)
{
    if (!options->files.count || !options->arguments.count)
        return complain(EXIT_USAGE, "usage: ramify replay [--cflags=FLAGS] [--max-time=TIME] [--mount=PATH] "
                                    "program.c ... testN.ktest ...");
    int code = refuse_others(options);
    if (code != EXIT_DONE)
        return code;
    shown_list shown = {0};
    code = shown_fill(&shown, options);
    option_list cflags = {0};
    for (size_t i = 0; i < options->cflags.count; i++)
        split_words(options->cflags.data[i], &cflags);
    char *library = text_format("%s/replay.c", installation->library_directory);
    const struct replay_options replayed = {
        .clang = options->clang,
        .include_directory = installation->include_directory,
        .library = library,
        .cflags = (const char *const *)cflags.data,
        .cflag_count = cflags.count,
        .files = (const char *const *)options->files.data,
        .file_count = options->files.count,
        .seconds = options->max_time,
        .shown = shown.data,
        .shown_count = shown.count,
        .unconfined = options->unconfined,
    };
    if (code == EXIT_DONE) {
        shown_warn(options);
        code = (int)replay_tests(&replayed, (const char *const *)options->arguments.data,
                                 options->arguments.count, stdout);
    }
    shown_release(&shown);
    for (size_t i = 0; i < cflags.count; i++)
        mem_free(cflags.data[i]);
    vector_release(&cflags);
    mem_free(library);
    return code;
}

int job_replay(int count, char **words)
{
    struct options options;
    struct installation installation;
    struct text error = {0};
    installation_find(&installation);
    int code = options_parse(&options, count, words, &error)
                   ? replay(&options, &installation)
                   : complain(EXIT_USAGE, "%s", text_string(&error));
    options_release(&options);
    installation_release(&installation);
    text_release(&error);
    return code;
}
