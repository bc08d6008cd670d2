/* ramify replay: the words to what result/replay.h wants. */
#include "result/replay.h"

#include "command/installation.h"
#include "command/jobs.h"
#include "command/options.h"
#include "command/shown.h"

static int replay(const struct options *options, const struct installation *installation)
{
    if (!options->files.count || !options->arguments.count)
        return complain(EXIT_USAGE, "usage: ramify replay [--cflags=FLAGS] [--max-time=TIME] [--mount=PATH] "
                                    "program.c ... testN.ktest ...");
    shown_list shown = {0};
    int code = shown_fill(&shown, options);
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
