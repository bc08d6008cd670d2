#include "command/installation.h"

#include <ctype.h>
#include <glob.h>
#include <string.h>
#include <unistd.h>

/* The directory above that of the executable; "." if the system does not say. */
static char *find_prefix(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return mem_string(".");
        *slash = 0;
    }
    return mem_string(path);
}

static void add_bitcode(struct installation *installation, const char *below)
{
    char *pattern = text_format("%s%s/*.bc", installation->library_directory, below);
    glob_t found = {0};
    if (!glob(pattern, 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            vector_push(&installation->bitcode, mem_string(found.gl_pathv[i]));
    globfree(&found);
    mem_free(pattern);
}

void installation_find(struct installation *installation)
{
    memset(installation, 0, sizeof *installation);
    char *prefix = find_prefix();
    installation->include_directory = text_format("%s/include", prefix);
    installation->library_directory = text_format("%s/lib/ramify", prefix);
    add_bitcode(installation, "");
    add_bitcode(installation, "/system");
    mem_free(prefix);
}

void installation_release(struct installation *installation)
{
    for (size_t i = 0; i < installation->bitcode.count; i++)
        mem_free(installation->bitcode.data[i]);
    vector_release(&installation->bitcode);
    mem_free(installation->include_directory);
    mem_free(installation->library_directory);
}

void split_words(const char *string, option_list *words)
{
    struct text word = {0};
    bool inside = false;
    char quote = 0;
    for (; *string; string++) {
        if (!quote && isspace((unsigned char)*string)) {
            if (inside)
                vector_push(words, mem_string(text_string(&word)));
            text_clear(&word);
            inside = false;
            continue;
        }
        inside = true;
        if (quote ? *string == quote : *string == '"' || *string == '\'')
            quote = quote ? 0 : *string;
        else if (*string == '\\' && string[1] && quote != '\'')
            text_add_char(&word, *++string);
        else
            text_add_char(&word, *string);
    }
    if (inside)
        vector_push(words, mem_string(text_string(&word)));
    text_release(&word);
}
