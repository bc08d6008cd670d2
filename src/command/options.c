/* Words of the command line to struct options, by the table options.def.
 * Knows the spelling of options and which contradict each other, not what
 * they do. */
#include "command/options.h"

#include "base/bug.h"
#include "command/symbolic_input.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum group {
#define OPTION_GROUP(group, title) GROUP_##group,
#include "command/options.def"
};

static const char *const group_titles[] = {
#define OPTION_GROUP(group, title) title,
#include "command/options.def"
};

const struct option option_table[OPTION_COUNT] = {
#define OPTION(type, group, level, field, name, value, values, help) \
    {name,  OPTION_##type, OPTION_##level, GROUP_##group,            \
     value, values,        help,           offsetof(struct options, field)},
#include "command/options.def"
};

struct name_pair {
    const char *name, *other;
};

static const struct name_pair aliases[] = {
#define OPTION_ALIAS(name, real) {name, real},
#include "command/options.def"
};

#define IGNORED_FLAG OPTION_FLAG
#define IGNORED_VALUE OPTION_STRING
const struct ignored_option ignored_options[] = {
#define OPTION_IGNORED(type, name, note) {name, IGNORED_##type, note},
#include "command/options.def"
};
const size_t ignored_option_count = ARRAY_COUNT(ignored_options);

const char *option_group_title(const struct option *option) { return group_titles[option->group]; }

/* ---- values ---- */

static bool is_list(const struct option *option)
{
    return option->type == OPTION_LIST || option->type == OPTION_WORDS;
}

static void *field(struct options *options, const struct option *option)
{
    return (char *)options + option->offset;
}

static bool parse_flag(const char *text, bool *value)
{
    static const char *const yes[] = {"true", "1", "on", "yes", "all"};
    static const char *const no[] = {"false", "0", "off", "no", "none"};
    for (size_t i = 0; i < ARRAY_COUNT(yes); i++) {
        if (!strcasecmp(text, yes[i])) {
            *value = true;
            return true;
        }
        if (!strcasecmp(text, no[i])) {
            *value = false;
            return true;
        }
    }
    return false;
}

/* 12, 5k, 2M, 1G with the given size of k; unit: what a number without a letter counts */
static bool parse_number(const char *text, uint64_t kilo, uint64_t unit, uint64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    unsigned long long number = strtoull(text, &end, 10);
    if (*end) {
        static const char letters[] = "kmgt";
        const char *letter = strchr(letters, tolower((unsigned char)*end));
        unit = 1;
        if (!letter || (end[1] && strcasecmp(end + 1, "b") && strcasecmp(end + 1, "ib")))
            return false;
        for (const char *each = letters; each <= letter; each++)
            unit *= kilo;
    }
    return !__builtin_mul_overflow(number, unit, value) && number != UINT64_MAX;
}

/* 10 (megabytes), 5G, or 25%, of the machine's memory */
static bool parse_bytes(const char *text, uint64_t *bytes)
{
    char *end;
    unsigned long percent = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || strcmp(end, "%"))
        return parse_number(text, 1024, 1 << 20, bytes);
    *bytes = mem_installed() / 100 * percent;
    *bytes -= *bytes % (1 << 20);
    return percent <= 100;
}

/* 10, 1.5s, 5min, 1h30min */
static bool parse_time(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"min", 60},
                 {"s", 1},     {"m", 60},    {"h", 3600},  {"d", 86400}};
    *seconds = 0;
    if (!*text)
        return false;
    while (*text) {
        char *end;
        if (!isdigit((unsigned char)*text) && *text != '.')
            return false;
        double number = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
        double unit = *text ? 0 : 1;
        for (size_t i = 0; i < ARRAY_COUNT(units) && !unit; i++) {
            if (!strncmp(text, units[i].name, strlen(units[i].name))) {
                unit = units[i].seconds;
                text += strlen(units[i].name);
            }
        }
        if (!unit)
            return false;
        *seconds += number * unit;
    }
    return true;
}

/* Is text one of the words of "a|b|c", up to the first character of `stop`? */
static bool among(const char *words, size_t length, const char *text)
{
    for (const char *word = words; word < words + length;) {
        size_t size = strcspn(word, "|;");
        if (strlen(text) == size && !strncmp(word, text, size))
            return true;
        word += size + 1;
    }
    return false;
}

static bool set_choice(char **place, const struct option *option, const char *text, struct text *error)
{
    size_t built = strcspn(option->values, ";");
    bool no;
    if (!strcmp(option->value, "off") && parse_flag(text, &no) && !no)
        text = "off";
    if (!among(option->values, built, text)) {
        const char *later = option->values + built;
        bool planned = *later && among(later + 1, strlen(later + 1), text);
        text_add(error, "--%s=%s: %s; possible: %.*s", option->name, text,
                 planned ? "not built yet" : "no such choice", (int)built, option->values);
        return false;
    }
    mem_free(*place);
    *place = mem_string(text);
    return true;
}

static bool set_value(struct options *options, const struct option *option, const char *text,
                      struct text *error)
{
    void *place = field(options, option);
    bool good = true;
    const char *wanted = "";
    switch (option->type) {
    case OPTION_FLAG:
        good = parse_flag(text, place);
        wanted = "true or false";
        break;
    case OPTION_NUMBER:
        good = parse_number(text, 1000, 1, place);
        wanted = "a number";
        break;
    case OPTION_MEGABYTES:
        good = parse_bytes(text, place);
        wanted = "a number of megabytes, or one with a unit, like 4G or 25%";
        break;
    case OPTION_TIME:
        good = parse_time(text, place);
        wanted = "a time, like 10s, 5min or 1h";
        break;
    case OPTION_STRING:
        mem_free(*(char **)place);
        *(char **)place = mem_string(text);
        break;
    case OPTION_CHOICE:
        return set_choice(place, option, text, error);
    case OPTION_LIST:
    case OPTION_WORDS:
        vector_push((option_list *)place, mem_string(text));
        break;
    }
    if (!good)
        text_add(error, "--%s=%s: this must be %s", option->name, text, wanted);
    return good;
}

/* ---- words ---- */

static const struct option *find_option(const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(aliases); i++)
        if (!strcmp(aliases[i].name, name))
            name = aliases[i].other;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (!strcmp(option_table[i].name, name))
            return &option_table[i];
    return NULL;
}

static const struct ignored_option *find_ignored(const char *name)
{
    for (size_t i = 0; i < ignored_option_count; i++)
        if (!strcmp(ignored_options[i].name, name))
            return &ignored_options[i];
    return NULL;
}

/* Said once, however often it is given. */
static void note_ignored(struct options *options, const struct ignored_option *option)
{
    char *note = text_format("--%s has no effect here: %s", option->name, option->note);
    for (size_t i = 0; i < options->notes.count; i++)
        if (!strcmp(options->notes.data[i], note)) {
            mem_free(note);
            return;
        }
    vector_push(&options->notes, note);
}

static void unknown_option(const char *name, struct text *error)
{
    const char *candidates[OPTION_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].level != OPTION_HIDDEN)
            candidates[count++] = option_table[i].name;
    const char *near = nearest_name(name, candidates, count);
    text_add(error, "unknown option --%s", name);
    if (near)
        text_add(error, "; did you mean --%s?", near);
    else
        text_add(error, "; ramify --help-all lists them all");
}

/* The same single-valued option twice, with two values, is a contradiction:
 * which one was meant? */
static bool set_given(struct options *options, const struct option *option, const char *text,
                      struct text *error)
{
    size_t number = (size_t)(option - option_table);
    struct text before = {0}, after = {0};
    option_value(options, option, &before);
    bool good = set_value(options, option, text, error);
    option_value(options, option, &after);
    if (good && options->given[number] && !is_list(option) &&
        strcmp(text_string(&before), text_string(&after))) {
        text_add(error, "contradictory options: --%s=%s and --%s=%s", option->name, text_string(&before),
                 option->name, text_string(&after));
        good = false;
    }
    options->given[number] = true;
    text_release(&before);
    text_release(&after);
    return good;
}

/* An option of type WORDS: to the program's arguments, and to its own field. */
static bool parse_words(struct options *options, const struct option *option, const char *first, int count,
                        char *const *words, int *at, struct text *error)
{
    size_t start = options->arguments.count + 1;
    if (!symbolic_take(option, first, count, words, at, &options->arguments, error))
        return false;
    struct text values = {0};
    for (size_t i = start; i < options->arguments.count; i++)
        text_add(&values, "%s%s", i > start ? " " : "", options->arguments.data[i]);
    set_value(options, option, start < options->arguments.count ? text_string(&values) : "true", error);
    options->given[option - option_table] = true;
    text_release(&values);
    return true;
}

/* The option that words[*at] names, with its value, which may be the next word. */
static bool parse_option(struct options *options, int count, char *const *words, int *at, struct text *error)
{
    const char *first;
    const struct option *symbolic = symbolic_option(words[*at], &first);
    if (symbolic)
        return parse_words(options, symbolic, first, count, words, at, error);
    const char *word = words[*at] + (words[*at][1] == '-' ? 2 : 1);
    const char *equals = strchr(word, '=');
    char *name = equals ? mem_string_n(word, (size_t)(equals - word)) : mem_string(word);
    const char *value = equals ? equals + 1 : NULL;
    const struct option *option = find_option(name);
    const struct ignored_option *useless = find_ignored(name);
    bool good = true;
    if (!option && !strncmp(name, "no-", 3) && !value) {
        option = find_option(name + 3);
        value = "false";
        if (option && option->type != OPTION_FLAG)
            option = NULL;
    }
    if (option) {
        if (!value && option->type == OPTION_FLAG)
            value = "true";
        if (!value && option->type == OPTION_CHOICE && !strcmp(option->value, "off"))
            value = "on";
        if (!value && *at + 1 < count)
            value = words[++*at];
        if (value) {
            good = set_given(options, option, value, error);
        } else {
            text_add(error, "--%s needs a value: --%s=%s", name, name, option->values);
            good = false;
        }
    } else if (useless) {
        *at += !value && useless->type != OPTION_FLAG && *at + 1 < count;
        note_ignored(options, useless);
    } else {
        unknown_option(name, error);
        good = false;
    }
    mem_free(name);
    return good;
}

static bool has_ending(const char *word, const char *ending)
{
    size_t length = strlen(word), size = strlen(ending);
    return length > size && !strcmp(word + length - size, ending);
}

static bool is_source(const char *word)
{
    return has_ending(word, ".c") || has_ending(word, ".i") || has_ending(word, ".bc") ||
           has_ending(word, ".ll");
}

/* A program of C, bitcode or objects may have several files; a native one is
 * whole, and what follows is for it. */
static bool belongs_to_program(const struct options *options, const char *word)
{
    const char *first = options->files.count ? options->files.data[0] : NULL;
    return !first || (is_source(first) && is_source(word)) ||
           (has_ending(first, ".o") && has_ending(word, ".o"));
}

/* Was an option meant that came too late? It is the program's now. */
static bool looks_like_ours(const char *word)
{
    char *name = mem_string(word + strspn(word, "-"));
    name[strcspn(name, "=")] = 0;
    bool ours = word[0] == '-' && find_option(name);
    mem_free(name);
    return ours;
}

static bool find_contradiction(const struct options *options, struct text *error)
{
#define GIVEN(field) options->given[OPTION_NUMBER_##field]
    static const char batches[] =
        "contradictory options: --use-batching-search=false and a length of batches";
    if (GIVEN(use_batching_search) && !options->use_batching_search &&
        (GIVEN(batch_instructions) || GIVEN(batch_time)))
        text_add_string(error, batches);
    else if (options->error_exitcode > 255)
        text_add(error, "--error-exitcode=%lu: an exit code is 0 to 255", options->error_exitcode);
    else if (options->write_no_tests && (options->max_tests || options->only_output_states_covering_new))
        text_add(error, "contradictory options: --write-no-tests and --%s",
                 options->max_tests ? "max-tests" : "only-output-states-covering-new");
    else if (options->write_no_tests && GIVEN(dump_states_on_halt) && options->dump_states_on_halt)
        text_add_string(error, "contradictory options: --write-no-tests and --dump-states-on-halt");
    else if (options->quiet && options->show_output)
        text_add_string(error, "contradictory options: --quiet and --show-output");
    else if (options->optimize && options->check_uninit)
        text_add_string(error,
                        "contradictory options: --optimize, which removes variables, and --check-uninit");
    else if (options->exit_on_error && options->emit_all_errors)
        text_add_string(error, "contradictory options: --exit-on-error and --emit-all-errors");
    return error->length > 0;
#undef GIVEN
}

/* The words after the program's name, from words[at] on. */
static bool parse_arguments(struct options *options, bool plain, int count, char *const *words, int at,
                            struct text *error)
{
    const char *first;
    if (!plain && at < count && looks_like_ours(words[at]) && !symbolic_option(words[at], &first))
        vector_push(&options->notes,
                    text_format("%s comes after the program and is passed to it", words[at]));
    for (; at < count; at++) {
        const struct option *symbolic = plain ? NULL : symbolic_option(words[at], &first);
        if (!symbolic)
            vector_push(&options->arguments, mem_string(words[at]));
        else if (!parse_words(options, symbolic, first, count, words, &at, error))
            return false;
    }
    return true;
}

/* The first option given that is about files, or NULL. */
static const struct option *option_of_files(const struct options *options)
{
    static const enum option_number needs[] = {OPTION_NUMBER_sym_files, OPTION_NUMBER_sym_stdin,
                                               OPTION_NUMBER_sym_stdin_from, OPTION_NUMBER_sym_file_from,
                                               OPTION_NUMBER_mount};
    for (size_t i = 0; i < ARRAY_COUNT(needs); i++)
        if (options->given[needs[i]])
            return &option_table[needs[i]];
    return NULL;
}

bool options_want_files(const struct options *options) { return option_of_files(options) != NULL; }

/* The small library of --libc=none has no files. */
static void note_missing_library(struct options *options)
{
    const struct option *wanted = option_of_files(options);
    if (wanted && !strcmp(options->libc, "none"))
        vector_push(
            &options->notes,
            text_format("--%s: the program's C library reads files only with --libc=musl", wanted->name));
}

bool options_parse(struct options *options, int count, char *const *words, struct text *error)
{
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (!is_list(&option_table[i]))
            BUG_ON(!set_value(options, &option_table[i], option_table[i].value, error));

    int at = 0;
    for (; at < count && words[at][0] == '-' && words[at][1] && strcmp(words[at], "--"); at++)
        if (!parse_option(options, count, words, &at, error))
            return false;
    for (; at < count && belongs_to_program(options, words[at]) && strcmp(words[at], "--"); at++)
        vector_push(&options->files, mem_string(words[at]));
    bool plain = at < count && !strcmp(words[at], "--");
    if (plain)
        options->plain_arguments = (size_t)(count - ++at);
    if (!parse_arguments(options, plain, count, words, at, error) || find_contradiction(options, error))
        return false;
    if (!strcmp(options->libc, "klee") &&
        !set_value(options, &option_table[OPTION_NUMBER_libc], "none", error))
        return false;
    note_missing_library(options);
    return true;
}

static void list_release(option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        mem_free(list->data[i]);
    vector_release(list);
}

void options_release(struct options *options)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &option_table[i];
        if (option->type == OPTION_STRING || option->type == OPTION_CHOICE)
            mem_free(*(char **)field(options, option));
        else if (is_list(option))
            list_release(field(options, option));
    }
    list_release(&options->files);
    list_release(&options->arguments);
    list_release(&options->notes);
}
