#include "result/report.h"

#include "base/alloc.h"
#include "base/md5.h"
#include "base/text.h"
#include "result/file.h"
#include "result/json.h"
#include "result/lcov.h"
#include "result/place.h"
#include "base/utf8.h"
#include "base/visible.h"

#include <string.h>

/* A directory may be a stranger's: whatever it says must fit. */
enum {
    LARGEST = 256 << 20,
    LARGEST_SUMMARY = 32 << 20,
    LARGEST_STORY = 1 << 20,
    LARGEST_SOURCE = 4 << 20,
    LARGEST_PAGE = 256 << 20,
    LINES_AROUND = 4,
    MOST_FILES = 20000,
    MOST_ERRORS = 500,
    MOST_PARTIALS = 500
};

static const char style[] =
    ":root{color-scheme:light dark;--line:light-dark(#d8dee4,#373e47);--soft:light-dark(#f6f8fa,#22272e);"
    "--good:light-dark(#dafbe1,#1b3a26);--bad:light-dark(#ffebe9,#4a1f21);--half:light-dark(#fff8c5,#42370d);"
    "--red:light-dark(#b42318,#ff7b72);--green:light-dark(#1a7f37,#3fb950)}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "h1{margin-bottom:0}h2{margin-top:2.2rem;border-bottom:1px solid var(--line)}"
    ".cards{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.2rem 0}"
    ".card{border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;min-width:7rem}"
    ".card b{display:block;font-size:1.4rem}.card.bad b{color:var(--red)}.card.good b{color:var(--green)}"
    "details{border:1px solid var(--line);border-radius:8px;margin:.6rem 0;padding:.5rem 1rem}"
    "summary{cursor:pointer}summary code{font-size:.9em}"
    "pre{background:var(--soft);border-radius:6px;padding:.6rem;overflow-x:auto;font:13px/1.45 "
    "ui-monospace,monospace}"
    "pre.source{padding:.6rem 0}pre.source span{display:block;padding:0 .6rem;min-width:max-content}"
    "pre.source "
    "i{display:inline-block;width:4rem;text-align:right;margin-right:1rem;opacity:.55;font-style:normal}"
    ".yes{background:var(--good)}.no,.here{background:var(--bad)}.half{background:var(--half)}"
    ".kind{color:var(--red);font-weight:600}.bar{display:inline-block;width:8rem;height:.6rem;border-radius:"
    "4px;"
    "background:var(--bad);vertical-align:middle}.bar u{display:block;height:100%;border-radius:4px;"
    "background:var(--green)}table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px "
    "solid "
    "var(--line);text-align:left}";

static void add_escaped(struct text *text, const char *string, size_t count)
{
    for (size_t i = 0; i < count && string[i];) {
        size_t length = utf8_length(string + i);
        if (!length)
            text_add_string(text, "&#xfffd;");
        else if (string[i] == '<')
            text_add_string(text, "&lt;");
        else if (string[i] == '>')
            text_add_string(text, "&gt;");
        else if (string[i] == '&')
            text_add_string(text, "&amp;");
        else if (string[i] == '"')
            text_add_string(text, "&quot;");
        else
            text_add_visible(text, string + i, length, VISIBLE_LINES);
        i += length ? length : 1;
    }
}

static void add_plain(struct text *text, const char *string) { add_escaped(text, string, strlen(string)); }

/* NULL if it is not there: a report lives with what it has. */
static char *read_in(const char *directory, const char *name, size_t limit, size_t *count)
{
    char *path = text_format("%s/%s", directory, name), *error = NULL;
    char *bytes = file_read_plain(path, FILE_NO_LINK, limit, count, &error);
    mem_free(error);
    mem_free(path);
    return bytes;
}

/* What the file must hold to be shown; NULL: nobody said. */
static const char *checksum_of(const struct json_value *summary, const char *path)
{
    const struct json_value *sources = json_member(summary, "sources");
    size_t left = MOST_FILES;
    for (const struct json_value *source = sources ? sources->first : NULL; source && left--;
         source = source->next)
        if (!strcmp(json_string_of(source, "file"), path))
            return json_string_of(source, "md5");
    return NULL;
}

/* A directory, or the program that a run was about, may name any file of ours as a source: a page that is
 * passed on must not have what was not known before. So it is shown only if it holds what it held when it was
 * compiled. */
static char *read_source(const struct json_value *summary, const char *path)
{
    const char *checksum = checksum_of(summary, path);
    char *error = NULL, digits[MD5_DIGITS + 1];
    size_t count;
    char *bytes = checksum ? file_read(path, LARGEST_SOURCE, &count, &error) : NULL;
    if (bytes)
        md5_of(bytes, count, digits);
    if (bytes && strcmp(digits, checksum)) {
        mem_free(bytes);
        bytes = NULL;
    }
    mem_free(error);
    return bytes;
}

/* ---- what was found ---- */

static void add_card(struct text *text, const char *class, double number, const char *format,
                     const char *what)
{
    char *shown = text_format(format, number);
    text_add(text, "<div class=\"card %s\"><b>%s</b>%s</div>", class, shown, what);
    mem_free(shown);
}

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static void add_cards(struct text *text, const struct json_value *summary, size_t errors)
{
    const struct json_value *paths = json_member(summary, "paths"), *times = json_member(summary, "time"),
                            *coverage = json_member(summary, "coverage"),
                            *states = json_member(summary, "states"),
                            *queries = json_member(summary, "queries"),
                            *memory = json_member(summary, "memory");
    text_add_string(text, "<div class=cards>");
    add_card(text, errors ? "bad" : "good", (double)errors, "%.0f", "errors");
    add_card(text, "", json_number_of(paths, "completed") + json_number_of(paths, "errors"), "%.0f",
             "completed paths");
    add_card(text, "", json_number_of(paths, "partial"), "%.0f", "partial paths");
    if (json_number_of(paths, "undecided") > 0)
        add_card(text, "bad", json_number_of(paths, "undecided"), "%.0f", "undecided paths");
    add_card(text, "", json_number_of(summary, "tests"), "%.0f", "tests");
    add_card(text, "", share(json_number_of(coverage, "lines"), json_number_of(coverage, "lines_total")),
             "%.1f%%", "of lines covered");
    add_card(text, "",
             share(json_number_of(coverage, "branches"), json_number_of(coverage, "branches_total")),
             "%.1f%%", "of branches taken");
    add_card(text, "", json_number_of(times, "total"), "%.2f s", "total time");
    add_card(text, "", json_number_of(times, "solver"), "%.2f s", "in the solver");
    add_card(text, "", json_number_of(summary, "instructions"), "%.0f", "instructions");
    add_card(text, "", json_number_of(summary, "forks"), "%.0f", "forks");
    add_card(text, "", json_number_of(states, "max"), "%.0f", "states at most");
    add_card(text, "", json_number_of(queries, "total"), "%.0f", "queries");
    add_card(text, "", json_number_of(memory, "peak_bytes") / 1048576, "%.0f MiB", "memory at most");
    text_add_string(text, "</div>");
}

static void add_excerpt(struct text *text, const struct json_value *summary, const char *path,
                        unsigned wanted)
{
    char *source = wanted && text->length < LARGEST_PAGE ? read_source(summary, path) : NULL;
    if (!source)
        return;
    text_add_string(text, "<pre class=source>");
    unsigned number = 1;
    for (const char *line = source; *line && number <= wanted + LINES_AROUND; number++) {
        size_t length = strcspn(line, "\n");
        if (number + LINES_AROUND >= wanted) {
            text_add(text, "<span%s><i>%u</i>", number == wanted ? " class=here" : "", number);
            add_escaped(text, line, length);
            text_add_string(text, "</span>");
        }
        line += length + (line[length] == '\n');
    }
    text_add_string(text, "</pre>");
    mem_free(source);
}

/* The .err file of the test, whatever its kind; a new string or NULL. */
static char *read_story(const char *directory, const char *test)
{
    char *prefix = text_format("%s.", test), *name = file_find(directory, prefix, ".err");
    size_t count;
    char *story = name ? read_in(directory, name, LARGEST_STORY, &count) : NULL;
    mem_free(name);
    mem_free(prefix);
    return story;
}

static void add_error(struct text *text, const char *directory, const struct json_value *summary,
                      const struct json_value *error)
{
    const char *file = json_string_of(error, "file"), *test = json_string_of(error, "test");
    unsigned line = (unsigned)json_number_of(error, "line");
    char *story = *test ? read_story(directory, test) : NULL;
    text_add_string(text, "<details open><summary><span class=kind>");
    add_plain(text, json_string_of(error, "kind"));
    text_add_string(text, "</span> at <code>");
    add_plain(text, *file ? place_short(file) : "?");
    text_add(text, ":%u</code> in <code>", line);
    add_plain(text, json_string_of(error, "function"));
    text_add_string(text, "</code>");
    if (*test) {
        text_add_string(text, ", input in <code>");
        add_plain(text, test);
        text_add_string(text, ".ktest</code>");
    }
    text_add_string(text, "</summary>");
    add_excerpt(text, summary, file, line);
    if (story) {
        text_add_string(text, "<pre>");
        add_plain(text, story);
        text_add_string(text, "</pre>");
    }
    text_add_string(text, "</details>\n");
    mem_free(story);
}

static size_t count_members(const struct json_value *value)
{
    size_t count = 0;
    for (const struct json_value *member = value ? value->first : NULL; member; member = member->next)
        count++;
    return count;
}

static void add_errors(struct text *text, const char *directory, const struct json_value *summary)
{
    const struct json_value *errors = json_member(summary, "errors");
    size_t count = 0;
    text_add_string(text, "<h2>Errors</h2>\n");
    for (const struct json_value *error = errors ? errors->first : NULL; error && count < MOST_ERRORS;
         error = error->next, count++)
        add_error(text, directory, summary, error);
    if (!count)
        text_add_string(text, "<p>None was found.</p>\n");
    if (count_members(errors) > count)
        text_add(text, "<p>The first %zu of %zu are shown.</p>\n", count, count_members(errors));
}

/* ---- what was left out ---- */

static void add_partial(struct text *text, const struct json_value *partial)
{
    const char *file = json_string_of(partial, "file"), *help = json_string_of(partial, "help");
    text_add(text, "<tr><td>%.0f</td><td>", json_number_of(partial, "count"));
    if (*file) {
        text_add_string(text, "<code>");
        add_plain(text, place_short(file));
        text_add(text, ":%.0f</code>", json_number_of(partial, "line"));
    }
    text_add_string(text, "</td><td>");
    add_plain(text, json_string_of(partial, "why"));
    text_add_string(text, "</td><td>");
    add_plain(text, help);
    text_add_string(text, "</td></tr>\n");
}

static void add_partials(struct text *text, const struct json_value *partials)
{
    if (!partials || !partials->first)
        return;
    size_t count = 0;
    text_add_string(text, "<h2>Not explored</h2>\n<table><tr><th>times</th><th>where</th><th>why</th>"
                          "<th>what helps</th></tr>\n");
    for (const struct json_value *partial = partials->first; partial && count < MOST_PARTIALS;
         partial = partial->next, count++)
        add_partial(text, partial);
    text_add_string(text, "</table>\n");
    if (count_members(partials) > count)
        text_add(text, "<p>The first %zu of %zu are shown.</p>\n", count, count_members(partials));
}

/* ---- coverage ---- */

static void add_annotated(struct text *text, const struct json_value *summary, const struct lcov_file *file)
{
    char *source = text->length < LARGEST_PAGE ? read_source(summary, file->path) : NULL;
    if (!source) {
        text_add_string(text, "<p>The source is not shown: it cannot be read, or is not known to be what was "
                              "compiled.</p>");
        return;
    }
    text_add_string(text, "<pre class=source>");
    size_t next = 0;
    unsigned number = 1;
    for (const char *line = source; *line; number++) {
        size_t length = strcspn(line, "\n");
        while (next < file->lines.count && file->lines.data[next].line < number)
            next++;
        const struct lcov_line *known = next < file->lines.count && file->lines.data[next].line == number
                                            ? &file->lines.data[next]
                                            : NULL;
        text_add(text, "<span class=%s><i>%u</i>",
                 !known                            ? "none"
                 : !known->covered                 ? "no"
                 : known->ways_taken < known->ways ? "half"
                                                   : "yes",
                 number);
        add_escaped(text, line, length);
        text_add_string(text, "</span>");
        line += length + (line[length] == '\n');
    }
    text_add_string(text, "</pre>");
    mem_free(source);
}

static void add_coverage(struct text *text, const char *directory, const struct json_value *summary)
{
    size_t count;
    char *bytes = read_in(directory, "coverage.info", LARGEST, &count);
    if (!bytes)
        return;
    struct lcov lcov;
    lcov_parse(&lcov, bytes, count);
    text_add_string(
        text, "<h2>Coverage</h2>\n<p><span class=yes>covered</span>, <span class=half>a branch went one "
              "way only</span>, <span class=no>not covered</span></p>\n");
    for (size_t i = 0; i < lcov.files.count && i < MOST_FILES && text->length < LARGEST_PAGE; i++) {
        const struct lcov_file *file = &lcov.files.data[i];
        double percent = share(file->covered, (double)file->lines.count);
        text_add(
            text,
            "<details><summary><span class=bar><u style=\"width:%.0f%%\"></u></span> %.1f%% of %zu lines "
            "<code>",
            percent, percent, file->lines.count);
        add_plain(text, place_short(file->path));
        text_add_string(text, "</code></summary>");
        add_annotated(text, summary, file);
        text_add_string(text, "</details>\n");
    }
    lcov_release(&lcov);
    mem_free(bytes);
}

static void add_options(struct text *text, const struct json_value *options)
{
    if (!options || !options->first)
        return;
    text_add_string(text, "<h2>Options</h2>\n<details><summary>in effect</summary><table>");
    for (const struct json_value *option = options->first; option; option = option->next) {
        text_add_string(text, "<tr><td><code>");
        add_plain(text, option->key);
        text_add_string(text, "</code></td><td><code>");
        add_plain(text, option->type == JSON_STRING ? option->string : "");
        text_add_string(text, "</code></td></tr>");
    }
    text_add_string(text, "</table></details>\n");
}

static void add_page(struct text *text, const char *directory, const struct json_value *summary)
{
    const struct json_value *errors = json_member(summary, "errors");
    text_add(
        text,
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content=\"width=device-width\"><title>Ramify: %zu errors</title><style>%s</style></head><body>\n"
        "<h1>Ramify</h1><p>",
        count_members(errors), style);
    add_plain(text, directory);
    text_add_string(text, ": ");
    add_plain(text, json_string_of(summary, "status"));
    if (strcmp(json_string_of(summary, "reason"), json_string_of(summary, "status"))) {
        text_add_string(text, ", ");
        add_plain(text, json_string_of(summary, "reason"));
    }
    text_add_string(text, "</p>\n");
    add_cards(text, summary, count_members(errors));
    add_errors(text, directory, summary);
    add_partials(text, json_member(summary, "partial"));
    add_coverage(text, directory, summary);
    add_options(text, json_member(summary, "options"));
    text_add_string(text, "</body></html>\n");
}

bool report_write(const char *directory, char **error)
{
    char *path = text_format("%s/summary.json", directory);
    size_t count;
    char *bytes = file_read_plain(path, FILE_NO_LINK, LARGEST_SUMMARY, &count, error);
    struct arena arena = {0};
    const struct json_value *summary = bytes ? json_parse(&arena, bytes, count) : NULL;
    bool good = summary && summary->type == JSON_OBJECT;
    if (bytes && !good)
        *error = text_format("%s is damaged", path);
    mem_free(path);
    if (good) {
        struct text text = {0};
        add_page(&text, directory, summary);
        path = text_format("%s/report.html", directory);
        good = file_write(path, text.data, text.length, error);
        mem_free(path);
        text_release(&text);
    }
    arena_release(&arena);
    mem_free(bytes);
    return good;
}
