/* The command line of the main job as a struct. The table is options.def. */
#ifndef COMMAND_OPTIONS_H
#define COMMAND_OPTIONS_H

#include "base/text.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef VECTOR(char *) option_list;

/* What a field of each type holds: bytes for MEGABYTES, seconds for TIME. */
#define OPTION_C_FLAG bool
#define OPTION_C_NUMBER uint64_t
#define OPTION_C_MEGABYTES uint64_t
#define OPTION_C_TIME double
#define OPTION_C_STRING char *
#define OPTION_C_CHOICE char *
#define OPTION_C_LIST option_list
#define OPTION_C_WORDS option_list

enum option_type {
    OPTION_FLAG,
    OPTION_NUMBER,
    OPTION_MEGABYTES,
    OPTION_TIME,
    OPTION_STRING,
    OPTION_CHOICE,
    OPTION_LIST,
    OPTION_WORDS
};
enum option_level { OPTION_COMMON, OPTION_MORE, OPTION_HIDDEN };

enum option_number {
#define OPTION(type, group, level, field, name, value, values, help) OPTION_NUMBER_##field,
#include "command/options.def"
    OPTION_COUNT
};

struct options {
#define OPTION(type, group, level, field, name, value, values, help) OPTION_C_##type field;
#include "command/options.def"
    bool given[OPTION_COUNT]; /* on the command line */
    option_list files;        /* of the program */
    option_list arguments;    /* of the program, without its name; with the options of type WORDS */
    size_t plain_arguments;   /* so many of them at the end are the program's whatever they say: after -- */
    option_list notes;        /* lines to show: options without effect here */
};

/* A row of the table as data. */
struct option {
    const char *name;
    enum option_type type;
    enum option_level level;
    int group;
    const char *value; /* default, as it would be typed */
    const char *values;
    const char *help;
    size_t offset; /* of the field in struct options */
};
extern const struct option option_table[OPTION_COUNT];

/* An option of KLEE's that is accepted without effect. */
struct ignored_option {
    const char *name;
    enum option_type type; /* OPTION_FLAG, or OPTION_STRING if it has a value */
    const char *note;      /* what is so instead */
};
extern const struct ignored_option ignored_options[];
extern const size_t ignored_option_count;
const char *option_group_title(const struct option *);

/* Words that name options are -name or --name, with =value or the value as the
 * next word; flags are --name, --no-name or --name=true|false. The leading other
 * words that end in .c .i .bc .ll are the program's files (the first always
 * is); what follows them, or "--", are the program's arguments.
 * false: wrong usage; *error holds one line that says how and what is near */
bool options_parse(struct options *, int count, char *const *words, struct text *error);
void options_release(struct options *);
/* Was something given that only a C library with files can use? */
bool options_want_files(const struct options *);

/* One field as it could be typed, e.g. "10s"; lists are joined with spaces. */
void option_value(const struct options *, const struct option *, struct text *);
void options_help(FILE *, bool all);
void options_markdown(FILE *);

/* The nearest of the candidates, or NULL if none is near. */
const char *nearest_name(const char *name, const char *const *candidates, size_t count);

#endif
