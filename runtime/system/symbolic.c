/* Symbolic files: contents NAME, status NAME_stat. The status is any that a
 * file of its kind can have; the size is fixed. */
#include "system.h"

static char *with_suffix(const char *name, const char *suffix)
{
    long length = text_length(name), more = text_length(suffix);
    char *text = malloc((size_t)(length + more) + 1);
    __builtin_memcpy(text, name, (size_t)length);
    __builtin_memcpy(text + length, suffix, (size_t)more + 1);
    return text;
}

/* What no file system lets a user choose, and the size, is what it is. */
#define GIVEN(X) X(st_dev) X(st_ino) X(st_rdev) X(st_size) X(st_blksize) X(st_blocks)

/* One condition: no branch, no fork. */
static uintptr_t plausible(const struct stat *status, const struct stat *usual, int is_stream)
{
    unsigned type = status->st_mode & S_IFMT;
    uintptr_t right = type == S_IFREG;
    if (is_stream)
        right |= (type == S_IFCHR) | (type == S_IFIFO);
    right &= (status->st_mode & ~(unsigned)(S_IFMT | 07777)) == 0;
    right &= status->st_nlink != 0;
    right &= (status->st_atime_nsec < 1000000000) & (status->st_mtime_nsec < 1000000000) &
             (status->st_ctime_nsec < 1000000000);
    right &= (status->st_atime < 1ul << 35) & (status->st_mtime < 1ul << 35) & (status->st_ctime < 1ul << 35);
#define X(field) right &= status->field == usual->field;
    GIVEN(X)
#undef X
    return right;
}

static void prefer_usual(struct stat *status, const struct stat *usual)
{
    klee_prefer_cex(status, status->st_mode == usual->st_mode);
    klee_prefer_cex(status, status->st_nlink == 1);
    klee_prefer_cex(status, status->st_uid == usual->st_uid);
    klee_prefer_cex(status, status->st_gid == usual->st_gid);
    klee_prefer_cex(status, status->st_atime == usual->st_atime);
    klee_prefer_cex(status, status->st_mtime == usual->st_mtime);
    klee_prefer_cex(status, status->st_ctime == usual->st_ctime);
}

static void make_symbolic_status(struct node *node, const char *name)
{
    struct stat *status = node->status, usual = *status;
    char *full = with_suffix(name, "_stat");
    usual.st_size = node->size;
    usual.st_blocks = 8;
    klee_make_symbolic(status, sizeof *status, full);
    klee_assume(plausible(status, &usual, node == SYSTEM->input || node->kind == KIND_OUTPUT));
    prefer_usual(status, &usual);
#define X(field) status->field = usual.field;
    GIVEN(X)
#undef X
    node->is_symbolic = 1;
    free(full);
}

static unsigned char *symbolic_bytes(const char *name, long size)
{
    unsigned char *data = malloc((size_t)size);
    klee_make_symbolic(data, (size_t)size, name);
    return data;
}

void make_symbolic_file(struct node *node, const char *name, long size)
{
    free(node->data);
    node->data = size ? symbolic_bytes(name, size) : NULL;
    node->size = node->capacity = size;
    make_symbolic_status(node, name);
}

/* KLEE's standard output is a file of this size; what it held at first cannot
 * be read by anybody, so only the tests name it. */
enum { OUTPUT_BYTES = 1024 };

void make_symbolic_output(struct node *node)
{
    free(symbolic_bytes("stdout", OUTPUT_BYTES));
    make_symbolic_status(node, "stdout");
}

unsigned char *template_read(const char *host, long *size)
{
    long found[3], index = __ramify_template(host);
    char nothing[1] = {0};
    if (index < 0 || __ramify_mount_stat(index, nothing, found))
        __ramify_fail("user", "a template cannot be read");
    *size = found[1];
    if (!*size)
        return NULL;
    unsigned char *data = malloc((size_t)*size);
    if (__ramify_mount_read(index, nothing, data, *size) != *size)
        __ramify_fail("user", "a template cannot be read");
    return data;
}

void template_make_symbolic(unsigned char *data, long size, const char *name)
{
    int marker = (int)__ramify_setting("sym-marker", '?');
    unsigned char *any = symbolic_bytes(name, size);
    for (long i = 0; i < size; i++) {
        if (data[i] == marker) {
            data[i] = any[i];
            klee_posix_prefer_cex(any, (32 <= any[i]) & (any[i] <= 126));
        } else {
            klee_assume(any[i] == data[i]);
        }
    }
    free(any);
}

void make_template_file(struct node *node, const char *name, const char *host)
{
    long size;
    node->data = template_read(host, &size);
    if (size)
        template_make_symbolic(node->data, size, name);
    node->size = node->capacity = size;
    make_symbolic_status(node, name);
}
