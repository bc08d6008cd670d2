/* ramify coverage: the words to what result/measure.h wants. */
#include "result/measure.h"

#include "command/jobs.h"
#include "command/options.h"
#include "command/shown.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int coverage(const struct options *options)
{
    if (options->files.count != 1 || !options->arguments.count)
        return complain(EXIT_USAGE,
                        "usage: ramify coverage [--output-dir=DIR] [--max-time=TIME] [--mount=PATH] "
                        "program testN.ktest|DIRECTORY ...");
    const char *directory = *options->output_dir ? options->output_dir : ".";
    if (access(directory, W_OK) && mkdir(directory, 0777))
        return complain(EXIT_USAGE, "--output-dir: cannot write into %s: %s", directory, strerror(errno));
    shown_list shown = {0};
    int code = shown_fill(&shown, options);
    char *lcov = text_format("%s/coverage.info", directory);
    const struct measure_options measured = {.program = options->files.data[0],
                                             .tests = (const char *const *)options->arguments.data,
                                             .test_count = options->arguments.count,
                                             .lcov = lcov,
                                             .seconds = options->max_time,
                                             .shown = shown.data,
                                             .shown_count = shown.count,
                                             .unconfined = options->unconfined};
    if (code == EXIT_DONE) {
        shown_warn(options);
        char *error = measure(&measured, stdout);
        code = error ? complain(EXIT_FAILED, "%s", error) : EXIT_DONE;
        mem_free(error);
    }
    shown_release(&shown);
    mem_free(lcov);
    return code;
}

int job_coverage(int count, char **words)
{
    struct options options;
    struct text error = {0};
    int code = options_parse(&options, count, words, &error)
                   ? coverage(&options)
                   : complain(EXIT_USAGE, "%s", text_string(&error));
    options_release(&options);
    text_release(&error);
    return code;
}
