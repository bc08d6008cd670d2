/* From a path to what it names. A path with symbolic bytes forks once for each
 * name it could be, not for each byte: a component's length is found out only
 * where a file of that name is made. */
#include "system.h"

enum { MOST_LINKS = 40 };

void place_release(struct place *place) { free(place->buffer); }

/* A copy that surely ends, so that it can be looked at without care. */
static char *copy_path(const char *path, const char **end)
{
    long limit = __ramify_string_limit(path);
    char *copy = malloc((size_t)limit + 1);
    __builtin_memcpy(copy, path, (size_t)limit);
    copy[limit] = 0;
    *end = copy + limit + 1;
    if (!klee_is_symbolic((uintptr_t)copy[limit - 1]) && !copy[limit - 1])
        return copy;
    int whole = 1; /* no zero before the object ends? */
    for (long i = 0; i < limit; i++)
        whole &= copy[i] != 0;
    if (whole)
        klee_check_memory_access(path, (size_t)limit + 1);
    return copy;
}

static const char *skip_slashes(const char *p)
{
    while (*p == '/')
        p++;
    return p;
}

/* The component at p is not there: may it be made? */
static long missing(struct node *directory, const char *p, int how, struct place *place)
{
    if (!(how & PATH_CREATE))
        return -ENOENT;
    long length = 0;
    while (p[length] && p[length] != '/')
        length++;
    if (length > NAME_BYTES)
        return -ENAMETOOLONG;
    place->slash = p[length] == '/';
    if (*skip_slashes(p + length))
        return -ENOENT;
    place->parent = directory;
    place->node = NULL;
    place->entry = -1;
    place->name = p;
    place->length = length;
    return 0;
}

static int is_too_long(const char *p, const char *end)
{
    long length = 0;
    if (end - p <= NAME_BYTES)
        return 0;
    while (length <= NAME_BYTES && p[length] && p[length] != '/')
        length++;
    return length > NAME_BYTES;
}

static long walk(struct node *directory, const char *p, const char *end, int how, int links,
                 struct place *place)
{
    int slash = 0;
    if (*p == '/')
        directory = SYSTEM->root;
    p = skip_slashes(p);
    *place = (struct place){
        .parent = directory->parent, .node = directory, .entry = -1, .slash = 1, .buffer = place->buffer};
    while (*p) {
        if (directory->kind != KIND_DIRECTORY)
            return -ENOTDIR;
        if (!node_permits(directory, 1))
            return -EACCES;
        struct node *next;
        long entry = -1, length;
        if (component_is(p, end, ".", 1)) {
            next = directory;
            length = 1;
        } else if (component_is(p, end, "..", 2)) {
            next = directory->parent;
            length = 2;
        } else if ((entry = directory_find(directory, p, end)) >= 0) {
            next = directory->entries[entry].node;
            length = directory->entries[entry].length;
        } else {
            return is_too_long(p, end) ? -ENAMETOOLONG : missing(directory, p, how, place);
        }
        const char *name = p;
        p += length;
        slash = *p == '/';
        p = skip_slashes(p);
        int last = !*p;
        if (next->kind == KIND_LINK && (!last || slash || how & PATH_FOLLOW)) {
            long error = links == MOST_LINKS ? -ELOOP : mount_load_data(next);
            if (error)
                return error;
            /* a link ends with a zero */
            error = walk(directory, (char *)next->data, (char *)next->data + next->size + 1,
                         (last ? how : 0) | PATH_FOLLOW, links + 1, place);
            if (error || last)
                return error;
            next = place->node;
        } else if (last) {
            *place = (struct place){.parent = directory,
                                    .node = next,
                                    .entry = entry,
                                    .name = name,
                                    .length = length,
                                    .slash = slash,
                                    .buffer = place->buffer};
        }
        directory = next;
    }
    return slash && directory->kind != KIND_DIRECTORY ? -ENOTDIR : 0;
}

long path_find(long at, long path, int how, struct place *place)
{
    const char *end;
    struct node *directory = SYSTEM->directory;
    place->buffer = NULL;
    if (__ramify_unmapped(path))
        return -EFAULT;
    char *copy = copy_path((const char *)path, &end);
    long error = 0;
    if (!*copy)
        error = -ENOENT;
    else if ((int)at != AT_FDCWD && *copy != '/') {
        struct file *file = file_of(&at);
        if (!file)
            error = -EBADF;
        else
            directory = file->node;
        if (!error && directory->kind != KIND_DIRECTORY)
            error = -ENOTDIR;
    }
    place->buffer = copy;
    if (!error)
        error = walk(directory, copy, end, how, 0, place);
    if (error)
        free(copy);
    return error;
}
