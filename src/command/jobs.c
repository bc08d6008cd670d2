/* The small jobs: each a walk over its words. */
#include "command/jobs.h"

#include "base/alloc.h"
#include "base/visible.h"
#include "result/report.h"
#include "result/show.h"
#include "result/stats.h"

#include <stdarg.h>

int complain(enum exit_code code, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_v(&text, format, arguments);
    va_end(arguments);
    visible_say(stderr, "ramify: %s", text_string(&text));
    text_release(&text);
    return code;
}

int job_show(int count, char **words)
{
    if (!count)
        return complain(EXIT_USAGE, "usage: ramify show testN.ktest ...");
    int code = EXIT_DONE;
    for (int i = 0; i < count; i++)
        if (show_ktest(words[i], stdout))
            code = EXIT_FAILED;
    return code;
}

int job_stats(int count, char **words)
{
    if (!count)
        return complain(EXIT_USAGE, "usage: ramify stats DIR ...");
    return stats_show((const char *const *)words, (size_t)count, stdout);
}

int job_report(int count, char **words)
{
    char *error = NULL;
    if (count != 1)
        return complain(EXIT_USAGE, "usage: ramify report DIR");
    if (report_write(words[0], &error)) {
        visible_say(stdout, "%s/report.html", words[0]);
        return EXIT_DONE;
    }
    complain(EXIT_FAILED, "%s", error);
    mem_free(error);
    return EXIT_FAILED;
}
