/* Whole files: written at once or not at all, read with a limit. */
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include "base/budget.h"
#include "base/text.h"

/* Writes beside the file and renames, so that a reader sees the old file or
 * the whole new one, and a link is replaced, not followed. false and one line in *error (which the caller
 * frees) if the world refuses; nothing is left behind then. */
bool file_write(const char *path, const void *bytes, size_t count, char **error);

/* The same piece by piece, for much that need not be copied into one; zeros become holes where they are many.
 * With a budget a long file is left where that is late: then nothing is there. The path must outlive it. */
struct file_writer {
    const char *path;
    char *part;
    int file;
    int reason; /* errno of the first refusal; 0: none */
    bool is_late;
    bool ends_in_hole;
    struct budget *budget; /* NULL: takes as long as it takes */
    struct text gathered;
};

enum file_end { FILE_WRITTEN, FILE_REFUSED, FILE_LATE };

void file_begin(struct file_writer *, const char *path, struct budget *);
void file_add(struct file_writer *, const void *bytes, size_t count);
/* *error, as above, if it is refused */
enum file_end file_end(struct file_writer *, char **error);

/* The contents of a plain file (neither a pipe nor a device, which may have no
 * end), with a NUL behind them; the caller frees it. NULL and a line in *error
 * if it cannot be read or is larger than limit. */
char *file_read(const char *path, size_t limit, size_t *count, char **error);

/* The same where the name may be a stranger's: perhaps it must be no link. */
enum file_links { FILE_LINKS, FILE_NO_LINK };
char *file_read_plain(const char *path, enum file_links, size_t limit, size_t *count, char **error);

/* The name of a file in the directory that is prefix, something, suffix; the
 * first in the order of names. A new string, or NULL if there is none. */
char *file_find(const char *directory, const char *prefix, const char *suffix);

#endif
