#include "base/log.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/visible.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

void log_release(struct log *log)
{
    if (log->messages)
        fclose(log->messages);
    if (log->warnings)
        fclose(log->warnings);
    table_release(&log->said);
}

static void say(FILE *file, const char *prefix, const char *text)
{
    if (!file)
        return;
    fprintf(file, "%s%s\n", prefix, text);
    fflush(file);
}

static void say_terminal(struct log *log, const char *prefix, const char *text)
{
    if (log->terminal && log->before)
        log->before(log->context);
    say(log->terminal, prefix, text);
}

/* Files below the working directory are named from there: that is what a terminal opens at a click,
 * and a line fits. */
static void shorten(struct text *text)
{
    char here[PATH_MAX];
    if (!text->length || !getcwd(here, sizeof here - 1) || !here[1])
        return;
    size_t length = strlen(strcat(here, "/"));
    char *end = text->data, *from = text->data;
    for (char *found; (found = strstr(from, here)); from = found + length) {
        bool named = found == text->data || strchr(" (", found[-1]);
        size_t kept = (size_t)(found - from) + (named ? 0 : length);
        memmove(end, from, kept);
        end += kept;
    }
    memmove(end, from, strlen(from) + 1);
    text->length = strlen(text->data);
}

/* As one line that a terminal may have: names and messages are the program's. */
static void add_line(struct text *text, const char *format, va_list arguments)
{
    struct text raw = {0};
    text_add_v(&raw, format, arguments);
    shorten(&raw);
    text_add_visible(text, text_string(&raw), raw.length, VISIBLE_ONE_LINE);
    text_release(&raw);
}

void log_message(struct log *log, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    add_line(&text, format, arguments);
    va_end(arguments);
    say_terminal(log, "ramify: ", text_string(&text));
    say(log->messages, "", text_string(&text));
    text_release(&text);
}

static void warn(struct log *log, const char *text)
{
    if (!log->warnings_to_file_only)
        say_terminal(log, "ramify: warning: ", text);
    say(log->warnings, "", text);
}

void log_warning_again(struct log *log, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    add_line(&text, format, arguments);
    va_end(arguments);
    warn(log, text_string(&text));
    text_release(&text);
}

bool log_warning(struct log *log, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    add_line(&text, format, arguments);
    va_end(arguments);
    uint64_t *times = table_slot(&log->said, hash_string(text_string(&text)), 0);
    bool fresh = !(*times)++;
    if (fresh)
        warn(log, text_string(&text));
    text_release(&text);
    return fresh;
}
