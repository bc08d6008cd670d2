/* The program may have left anything in its directory: links, devices, endless
 * files. Only plain files are read, and what they hold goes nowhere but into
 * files of ours. */
#include "result/counts.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 64, LARGEST = 128 << 20 };

static bool is_counts(const char *name)
{
    size_t length = strlen(name), more = strlen(COUNTS_ENDING);
    return length > more && !strcmp(name + length - more, COUNTS_ENDING);
}

static bool copy_bytes(int from, int to)
{
    char bytes[65536];
    ssize_t got;
    for (size_t total = 0; (got = read(from, bytes, sizeof bytes)) > 0; total += (size_t)got)
        if (total > LARGEST || write(to, bytes, (size_t)got) != got)
            return false;
    return !got;
}

static void copy_file(int from, int to, const char *name)
{
    static const char part[] = ".part";
    struct stat status;
    int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (source >= 0 && !fstat(source, &status) && S_ISREG(status.st_mode) && status.st_size <= LARGEST) {
        int target = openat(to, part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
        if (target >= 0 && copy_bytes(source, target))
            renameat(to, part, to, name);
        if (target >= 0)
            close(target);
    }
    if (source >= 0)
        close(source);
}

void counts_copy(int from, int to)
{
    int again = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *files = again < 0 ? NULL : fdopendir(again);
    int left = MOST_FILES;
    for (struct dirent *file; files && left && (file = readdir(files));)
        if (is_counts(file->d_name)) {
            copy_file(from, to, file->d_name);
            left--;
        }
    if (files)
        closedir(files);
}
