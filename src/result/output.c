#include "result/output.h"

#include "base/alloc.h"
#include "base/text.h"
#include "result/file.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DIRECTORIES = 1000000 };

static bool is_empty(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        return false;
    bool empty = true;
    for (struct dirent *entry; empty && (entry = readdir(directory));)
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    closedir(directory);
    return empty;
}

static char *make_named(const char *name, char **error)
{
    struct stat status;
    if (!mkdir(name, 0777))
        return mem_string(name);
    if (errno != EEXIST)
        *error = text_format("cannot make the output directory %s: %s", name, strerror(errno));
    else if (stat(name, &status) || !S_ISDIR(status.st_mode))
        *error = text_format("the output directory %s is a file", name);
    else if (!is_empty(name))
        *error = text_format("the output directory %s exists and is not empty", name);
    else
        return mem_string(name);
    return NULL;
}

static void point_last_to(const char *name)
{
    struct stat status;
    if (!lstat("ramify-last", &status) && !S_ISLNK(status.st_mode))
        return; /* somebody's own file of this name stays */
    unlink("ramify-last");
    if (symlink(name, "ramify-last"))
        return; /* a convenience only */
}

static char *make_next(char **error)
{
    for (unsigned number = 0; number < MOST_DIRECTORIES; number++) {
        char *name = text_format("ramify-out-%u", number);
        if (!mkdir(name, 0777)) {
            point_last_to(name);
            return name;
        }
        if (errno != EEXIST) {
            *error = text_format("cannot make the output directory %s: %s", name, strerror(errno));
            mem_free(name);
            return NULL;
        }
        mem_free(name);
    }
    *error = text_format("there are too many directories ramify-out-N");
    return NULL;
}

static FILE *open_in(const struct output *output, const char *name)
{
    char *path = output_path(output, name);
    FILE *file = fopen(path, "we");
    mem_free(path);
    return file;
}

struct output *output_new(const char *directory, struct log *log, char **error)
{
    char *made = directory ? make_named(directory, error) : make_next(error);
    if (!made)
        return NULL;
    struct output *output = NEW(struct output);
    output->directory = made;
    output->log = log;
    signal(SIGXFSZ, SIG_IGN); /* a file over the limit is a refusal like any other */
    log->messages = open_in(output, "messages.txt");
    log->warnings = open_in(output, "warnings.txt");
    if (!log->messages || !log->warnings) {
        *error = text_format("cannot write into the output directory %s: %s", made, strerror(errno));
        output_free(output);
        return NULL;
    }
    return output;
}

void output_free(struct output *output)
{
    if (!output)
        return;
    mem_free(output->directory);
    mem_free(output);
}

char *output_path(const struct output *output, const char *name)
{
    return text_format("%s/%s", output->directory, name);
}

void output_refused(struct output *output, char *error)
{
    if (!output->failed)
        log_warning(output->log, "%s; results from here on may be missing", error);
    output->failed = true;
    mem_free(error);
}

bool output_write(struct output *output, const char *name, const void *bytes, size_t count)
{
    char *path = output_path(output, name), *error = NULL;
    bool good = file_write(path, bytes, count, &error);
    if (!good)
        output_refused(output, error);
    mem_free(path);
    return good;
}
