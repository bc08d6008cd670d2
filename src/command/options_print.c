/* The option table for people: help and docs/options.md. */
#include "command/options.h"

#include <string.h>

static const void *field(const struct options *options, const struct option *option)
{
    return (const char *)options + option->offset;
}

static void add_time(struct text *text, double seconds)
{
    if (seconds >= 60 && seconds < 1e9 && seconds == 60.0 * (double)(long)(seconds / 60))
        text_add(text, "%ldmin", (long)(seconds / 60));
    else if (seconds > 0)
        text_add(text, "%gs", seconds);
    else
        text_add_string(text, "0");
}

void option_value(const struct options *options, const struct option *option, struct text *text)
{
    const void *place = field(options, option);
    const option_list *list = place;
    switch (option->type) {
    case OPTION_FLAG:
        text_add_string(text, *(const bool *)place ? "true" : "false");
        break;
    case OPTION_NUMBER:
        text_add(text, "%lu", *(const uint64_t *)place);
        break;
    case OPTION_MEGABYTES:
        if (*(const uint64_t *)place % (1 << 20))
            text_add(text, "%luK", *(const uint64_t *)place >> 10);
        else
            text_add(text, "%lu", *(const uint64_t *)place >> 20);
        break;
    case OPTION_TIME:
        add_time(text, *(const double *)place);
        break;
    case OPTION_STRING:
    case OPTION_CHOICE:
        text_add_string(text, *(char *const *)place);
        break;
    case OPTION_LIST:
    case OPTION_WORDS:
        for (size_t i = 0; i < list->count; i++)
            text_add(text, "%s%s", i ? " " : "", list->data[i]);
        break;
    }
}

/* "--max-time=TIME" */
static void add_usage(const struct option *option, struct text *text)
{
    text_add(text, "--%s", option->name);
    if (option->type == OPTION_CHOICE)
        text_add(text, "=%.*s", (int)strcspn(option->values, ";"), option->values);
    else if (*option->values)
        text_add(text, "%c%s", option->type == OPTION_WORDS ? ' ' : '=', option->values);
}

enum { HELP_COLUMN = 30, HELP_WIDTH = 100 };

static void print_wrapped(FILE *file, const char *text, int column)
{
    while (*text) {
        size_t length = strlen(text), room = (size_t)(HELP_WIDTH - column);
        if (length > room)
            for (length = room; length > 1 && text[length] != ' ';)
                length--;
        fprintf(file, "%.*s\n", (int)length, text);
        text += length;
        text += strspn(text, " ");
        if (*text)
            fprintf(file, "%*s", column, "");
    }
}

static void print_option(FILE *file, const struct option *option)
{
    struct text left = {0}, right = {0};
    add_usage(option, &left);
    text_add_string(&right, option->help);
    if (*option->value && strcmp(option->value, "false") && strcmp(option->value, "0"))
        text_add(&right, " (default %s)", option->value);
    fprintf(file, "  %-*s", HELP_COLUMN - 2, text_string(&left));
    if (left.length > HELP_COLUMN - 4)
        fprintf(file, "\n%*s", HELP_COLUMN, "");
    print_wrapped(file, text_string(&right), HELP_COLUMN);
    text_release(&left);
    text_release(&right);
}

void options_help(FILE *file, bool all)
{
    fputs("usage: ramify [options] program.c ... [--] [arguments of the program]\n"
          "       ramify replay [options] program.c DIR/testN.ktest   run a test natively\n"
          "       ramify show testN.ktest ...                         print tests readably\n"
          "       ramify stats DIR ...                                figures of runs\n"
          "       ramify report DIR                                   write DIR/report.html\n"
          "\n"
          "Explores all paths of a C program (.c, .bc, .ll) on symbolic input, reports each\n"
          "bug with an input that triggers it, and writes tests.\n",
          file);
    int group = -1;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &option_table[i];
        if (option->level > (all ? OPTION_MORE : OPTION_COMMON))
            continue;
        if (option->group != group)
            fprintf(file, "\n%s\n", option_group_title(option));
        group = option->group;
        print_option(file, option);
    }
    fprintf(file, "\nExit code: 0 the run finished or reached a limit, 1 it failed, 2 wrong usage.\n");
}

/* Text in a cell of a table: a bar would end the cell. */
static void print_cell(FILE *file, const char *text)
{
    for (; *text; text++)
        fprintf(file, *text == '|' ? "\\|" : "%c", *text);
}

static void print_row(FILE *file, const struct option *option)
{
    struct text usage = {0};
    add_usage(option, &usage);
    fputs("| `", file);
    print_cell(file, text_string(&usage));
    fprintf(file, "` | %s%s%s | ", *option->value ? "`" : "", option->value, *option->value ? "`" : "");
    print_cell(file, option->help);
    size_t built = strcspn(option->values, ";");
    if (option->type == OPTION_CHOICE && option->values[built]) {
        fputs("; planned: `", file);
        print_cell(file, option->values + built + 1);
        fputs("`", file);
    }
    fputs(" |\n", file);
    text_release(&usage);
}

/* Neighbours of which the same is so share a row: the first of them prints it. */
static void print_ignored_row(FILE *file, size_t first)
{
    const char *note = ignored_options[first].note;
    if (first && !strcmp(ignored_options[first - 1].note, note))
        return;
    for (size_t i = first; i < ignored_option_count && !strcmp(ignored_options[i].note, note); i++)
        fprintf(file, "%s`--%s`", i > first ? ", " : "| ", ignored_options[i].name);
    fputs(" | ", file);
    print_cell(file, note);
    fputs(" |\n", file);
}

void options_markdown(FILE *file)
{
    fputs("# Options\n\n"
          "Made from `src/command/options.def` by `make docs`; do not edit.\n\n"
          "An option is `--name=value`, `--name value` or `-name=value`; a flag is `--name`,\n"
          "`--no-name` or `--name=false`. Options come before the program's files. Names that\n"
          "KLEE has mean what they mean in KLEE; those of its options that make no sense here are\n"
          "accepted, and a line says what is so instead. A choice that is planned is refused with a clear "
          "line until\n"
          "it is built.\n",
          file);
    int group = -1;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &option_table[i];
        if (option->level == OPTION_HIDDEN)
            continue;
        if (option->group != group)
            fprintf(file, "\n## %s\n\n| option | default | |\n|---|---|---|\n", option_group_title(option));
        group = option->group;
        print_row(file, option);
    }
    fputs("\n## KLEE's options without effect here\n\n| option | what is so instead |\n|---|---|\n", file);
    for (size_t i = 0; i < ignored_option_count; i++)
        print_ignored_row(file, i);
}
