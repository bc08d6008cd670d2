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

/* ---- written whole or not at all ---- */

/* What is smaller is gathered; a slice of zeros is left as a hole; between two slices the budget is looked
 * at. */
enum { GATHERED_MAX = 1 << 16, SLICE = 1 << 20 };

/* A new file, whatever is there: a link would lead elsewhere, a pipe would wait. */
static int open_part(const char *part)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = open(part, flags, 0666);
    if (file < 0 && errno == EEXIST && !unlink(part))
        file = open(part, flags, 0666);
    return file;
}

static void fail(struct file_writer *writer)
{
    if (!writer->reason)
        writer->reason = errno;
}

void file_begin(struct file_writer *writer, const char *path, struct budget *budget)
{
    *writer = (struct file_writer){.path = path, .part = text_format("%s.part", path), .budget = budget};
    writer->file = open_part(writer->part);
    if (writer->file < 0)
        fail(writer);
}

static bool is_zero(const char *bytes, size_t count)
{
    return !*bytes && !memcmp(bytes, bytes + 1, count - 1);
}

static void put(struct file_writer *writer, const char *bytes, size_t count)
{
    writer->ends_in_hole = count == SLICE && is_zero(bytes, count);
    if (writer->ends_in_hole) {
        if (lseek(writer->file, (off_t)count, SEEK_CUR) < 0)
            fail(writer);
        return;
    }
    while (count && !writer->reason) {
        ssize_t done = write(writer->file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            fail(writer);
            return;
        }
        bytes += done;
        count -= (size_t)done;
    }
}

static void flush(struct file_writer *writer)
{
    if (writer->gathered.length && !writer->reason)
        put(writer, writer->gathered.data, writer->gathered.length);
    text_clear(&writer->gathered);
}

void file_add(struct file_writer *writer, const void *bytes, size_t count)
{
    const char *next = bytes;
    if (writer->gathered.length + count <= GATHERED_MAX) {
        text_add_bytes(&writer->gathered, bytes, count);
        return;
    }
    flush(writer);
    while (count && !writer->reason && !writer->is_late) {
        size_t slice = count < SLICE ? count : SLICE;
        put(writer, next, slice);
        next += slice;
        count -= slice;
        writer->is_late = count && !writer->ends_in_hole && writer->budget && budget_is_late(writer->budget);
    }
}

/* A hole at the end is none before the file has its length. */
static bool lengthen(int file)
{
    off_t length = lseek(file, 0, SEEK_CUR);
    return length >= 0 && !ftruncate(file, length);
}

enum file_end file_end(struct file_writer *writer, char **error)
{
    flush(writer);
    if (!writer->reason && writer->ends_in_hole && !lengthen(writer->file))
        fail(writer);
    if (writer->file >= 0 && close(writer->file))
        fail(writer); /* some file systems notice only now that they are full */
    bool whole = !writer->reason && !writer->is_late;
    if (whole && rename(writer->part, writer->path))
        fail(writer);
    if (writer->file >= 0 && (!whole || writer->reason))
        unlink(writer->part);
    if (writer->reason) {
        errno = writer->reason;
        refuse(error, "write", writer->path);
    }
    mem_free(writer->part);
    text_release(&writer->gathered);
    return writer->reason ? FILE_REFUSED : whole ? FILE_WRITTEN : FILE_LATE;
}

bool file_write(const char *path, const void *bytes, size_t count, char **error)
{
    struct file_writer writer;
    file_begin(&writer, path, NULL);
    file_add(&writer, bytes, count);
    return file_end(&writer, error) == FILE_WRITTEN;
}

/* ---- read with a limit ---- */

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
