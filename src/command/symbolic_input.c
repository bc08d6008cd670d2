#include "command/symbolic_input.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct option *symbolic_option(const char *word, const char **first)
{
    *first = NULL;
    if (word[0] != '-')
        return NULL;
    word += word[1] == '-' ? 2 : 1;
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &option_table[i];
        if (option->type != OPTION_WORDS || strlen(option->name) != length ||
            strncmp(option->name, word, length))
            continue;
        if (word[length])
            *first = word + length + 1;
        return option;
    }
    return NULL;
}

static bool is_number(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return length > 0 && length < 8;
}

static bool is_readable(const struct option *option, const char *path, struct text *error)
{
    struct stat status;
    if (stat(path, &status) || access(path, R_OK))
        text_add(error, "--%s: cannot read %s: %s", option->name, path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        text_add(error, "--%s: %s: a template must be a file", option->name, path);
    return !error->length;
}

static bool is_word(const char *placeholder, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(placeholder, word, length);
}

/* Is the word what the placeholder asks for? */
static bool fits(const struct option *option, const char *placeholder, size_t length, const char *word,
                 struct text *error)
{
    const char *equals = strchr(word, '=');
    if (is_word(placeholder, length, "FILE"))
        return is_readable(option, word, error);
    if (is_word(placeholder, length, "NAME=FILE")) {
        if (equals && equals != word)
            return is_readable(option, equals + 1, error);
    } else if (is_word(placeholder, length, "NAME")) {
        if (*word && !equals)
            return true;
    } else if (is_number(word)) {
        return true;
    }
    text_add(error, "--%s %s: %.*s cannot be '%s'", option->name, option->values, (int)length, placeholder,
             word);
    return false;
}

/* What the values must be together. */
static bool agree(const struct option *option, char *const *values, struct text *error)
{
    struct stat status;
    bool lines = !strcmp(option->name, "sym-args-from");
    if ((lines || !strcmp(option->name, "sym-args")) && atoi(values[0]) > atoi(values[1]))
        text_add(error, "--%s %s %s %s: the least number is above the most", option->name, values[0],
                 values[1], values[2]);
    else if (lines && !stat(values[2], &status) && !status.st_size)
        text_add(error, "--sym-args-from: %s is empty", values[2]);
    else if (!strcmp(option->name, "sym-files") && atoi(values[0]) > 26)
        text_add(error, "--sym-files %s: at most 26, named A to Z", values[0]);
    return !error->length;
}

bool symbolic_take(const struct option *option, const char *first, int count, char *const *words, int *at,
                   option_list *list, struct text *error)
{
    size_t start = list->count;
    vector_push(list, text_format("--%s", option->name));
    for (const char *placeholder = option->values; *placeholder;) {
        size_t length = strcspn(placeholder, " ");
        const char *word = first ? first : *at + 1 < count ? words[++*at] : NULL;
        first = NULL;
        if (!word) {
            text_add(error, "--%s needs %s", option->name, option->values);
            return false;
        }
        if (!fits(option, placeholder, length, word, error))
            return false;
        vector_push(list, mem_string(word));
        placeholder += length;
        placeholder += strspn(placeholder, " ");
    }
    return agree(option, list->data + start + 1, error);
}

bool mount_parse(const char *text, char **host, char **guest, struct text *error)
{
    const char *colon = strrchr(text, ':');
    char *name = colon ? mem_string_n(text, (size_t)(colon - text)) : mem_string(text);
    char *real = realpath(name, NULL);
    *host = *guest = NULL;
    if (!*name)
        text_add(error, "--mount=%s: name a file or directory of the host first: HOST[:GUEST]", text);
    else if (!real)
        text_add(error, "--mount=%s: %s: %s", text, name, strerror(errno));
    else if (colon && colon[1] != '/')
        text_add(error, "--mount=%s: where the program sees it must begin with /", text);
    else {
        *host = mem_string(real);
        *guest = mem_string(colon ? colon + 1 : real);
        if (!strcmp(*guest, "/"))
            text_add(error, "--mount=%s: / cannot be replaced; name a directory below it", text);
    }
    free(real);
    mem_free(name);
    return !error->length;
}
