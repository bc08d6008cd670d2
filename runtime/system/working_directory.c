/* The working directory. */
#include "system.h"

static long enter(struct node *node)
{
    if (node->kind != KIND_DIRECTORY)
        return -ENOTDIR;
    if (!node_permits(node, 1))
        return -EACCES;
    struct node *before = SYSTEM->directory;
    node->opens++;
    SYSTEM->directory = node;
    before->opens--;
    node_release(before);
    return 0;
}

long system_chdir(long path)
{
    struct place place;
    long error = path_find(AT_FDCWD, path, PATH_FOLLOW, &place);
    if (error)
        return error;
    error = enter(place.node);
    place_release(&place);
    return error;
}

long system_fchdir(long descriptor)
{
    struct file *file = file_of(&descriptor);
    return file ? enter(file->node) : -EBADF;
}

static const struct entry *entry_of(const struct node *node)
{
    for (long i = 0; i < node->parent->entry_count; i++)
        if (node->parent->entries[i].node == node)
            return &node->parent->entries[i];
    return NULL;
}

long system_getcwd(long buffer, long size)
{
    long length = 1;
    for (struct node *node = SYSTEM->directory; node != SYSTEM->root; node = node->parent) {
        const struct entry *entry = node->links ? entry_of(node) : NULL;
        if (!entry)
            return -ENOENT;
        length += entry->length + 1;
    }
    if (length == 1)
        length = 2;
    if (size < length)
        return -ERANGE;
    if (__ramify_unmapped(buffer))
        return -EFAULT;
    char *end = (char *)buffer + length - 1;
    *end = 0;
    *(char *)buffer = '/';
    for (struct node *node = SYSTEM->directory; node != SYSTEM->root; node = node->parent) {
        const struct entry *entry = entry_of(node);
        end -= entry->length;
        __builtin_memcpy(end, entry->name, (size_t)entry->length);
        *--end = '/';
    }
    return length;
}
