#include "result/file.h"

#include "base/alloc.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(char **error, const char *what, const char *path)
{
    *error = text_format("cannot %s %s: %s", what, path, strerror(errno));
    return false;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

/* A new file, whatever is there: a link would lead elsewhere, a pipe would wait. */
static int open_part(const char *part)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = open(part, flags, 0666);
    if (file < 0 && errno == EEXIST && !unlink(part))
        file = open(part, flags, 0666);
    return file;
}

bool file_write(const char *path, const void *bytes, size_t count, char **error)
{
    char *part = text_format("%s.part", path);
    int file = open_part(part);
    bool good = file >= 0 && write_all(file, bytes, count);
    int reason = errno;
    if (file >= 0 && close(file) && good) {
        good = false; /* some file systems notice only now that they are full */
        reason = errno;
    }
    if (good && rename(part, path)) {
        good = false;
        reason = errno;
    }
    if (!good) {
        if (file >= 0)
            unlink(part);
        errno = reason;
        refuse(error, "write", path);
    }
    mem_free(part);
    return good;
}

/* Looked at before it is opened: that may already do something, or wait. */
static FILE *open_plain(const char *path, enum file_links links)
{
    struct stat status;
    if (links == FILE_LINKS ? stat(path, &status) : lstat(path, &status))
        return NULL;
    if (!S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        return NULL;
    }
    int file =
        open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (links == FILE_LINKS ? 0 : O_NOFOLLOW));
    FILE *opened = file < 0 ? NULL : fdopen(file, "rb");
    if (file >= 0 && !opened)
        close(file);
    return opened;
}

char *file_read_plain(const char *path, enum file_links links, size_t limit, size_t *count, char **error)
{
    FILE *file = open_plain(path, links);
    if (!file) {
        *error = errno == EINVAL ? text_format("cannot read %s: it is no plain file", path)
                                 : text_format("cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    struct text text = {0};
    char buffer[65536];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) && text.length + got <= limit)
        text_add_bytes(&text, buffer, got);
    bool good = !ferror(file) && !got;
    if (ferror(file))
        refuse(error, "read", path);
    else if (got)
        *error = text_format("%s is too large", path);
    fclose(file);
    if (!good) {
        text_release(&text);
        return NULL;
    }
    *count = text.length;
    if (!text.data)
        return mem_zero(1);
    return text.data;
}

char *file_read(const char *path, size_t limit, size_t *count, char **error)
{
    return file_read_plain(path, FILE_LINKS, limit, count, error);
}

char *file_find(const char *directory, const char *prefix, const char *suffix)
{
    DIR *opened = opendir(directory);
    size_t before = strlen(prefix), after = strlen(suffix);
    char *found = NULL;
    for (struct dirent *entry; opened && (entry = readdir(opened));) {
        size_t length = strlen(entry->d_name);
        if (length < before + after || strncmp(entry->d_name, prefix, before) ||
            strcmp(entry->d_name + length - after, suffix) || (found && strcmp(found, entry->d_name) < 0))
            continue;
        mem_free(found);
        found = mem_string(entry->d_name);
    }
    if (opened)
        closedir(opened);
    return found;
}
