/* Names in directories. Names may have symbolic bytes: they are compared
 * without a branch for each byte, so that a comparison forks once at most. */
#include "system.h"

int component_is(const char *p, const char *end, const char *name, long length)
{
    if (end - p <= length)
        return 0;
    int equal = 1;
    for (long i = 0; i < length; i++) {
        equal &= p[i] == name[i];
        if (!klee_is_symbolic((uintptr_t)equal) && !equal)
            return 0;
    }
    return equal & ((p[length] == 0) | (p[length] == '/'));
}

/* The whole name at p, if no byte of it is symbolic; else -1. */
static long plain_length(const char *p)
{
    long length = 0;
    for (;; length++) {
        if (klee_is_symbolic((uintptr_t)p[length]))
            return -1;
        if (!p[length] || p[length] == '/')
            return length;
    }
}

static long find(struct node *directory, const char *p, const char *end)
{
    for (long i = 0; i < directory->entry_count; i++) {
        struct entry *entry = &directory->entries[i];
        if (entry->node && component_is(p, end, entry->name, entry->length))
            return i;
    }
    return -1;
}

long directory_find(struct node *directory, const char *p, const char *end)
{
    long length = -1;
    if (directory->names_missing && (length = plain_length(p)) < 0)
        mount_load_names(directory);
    long found = find(directory, p, end);
    if (found < 0 && directory->names_missing) {
        mount_load_name(directory, p, length);
        found = find(directory, p, end);
    }
    return found;
}

long directory_add(struct node *directory, const char *name, long length, struct node *node)
{
    long at = directory->entry_count;
    for (long i = 0; !directory->opens && i < directory->entry_count; i++)
        if (!directory->entries[i].node)
            at = i;
    if (at == directory->entry_count) {
        if (at == directory->entry_capacity) {
            long capacity = at ? 2 * at : 8;
            struct entry *entries = malloc((size_t)capacity * sizeof *entries);
            if (at)
                __builtin_memcpy(entries, directory->entries, (size_t)at * sizeof *entries);
            free(directory->entries);
            directory->entries = entries;
            directory->entry_capacity = capacity;
        }
        directory->entry_count++;
    } else {
        free(directory->entries[at].name);
    }
    char *copy = malloc((size_t)length + 1);
    __builtin_memcpy(copy, name, (size_t)length);
    copy[length] = 0;
    directory->entries[at] = (struct entry){copy, length, node};
    if (!node->links++)
        node->status->st_dev = directory->status->st_dev;
    if (node->kind == KIND_DIRECTORY) {
        node->parent = directory;
        if (directory != node)
            directory->links++;
    }
    return 0;
}

void directory_remove(struct node *directory, long index)
{
    mount_load_names(directory);
    struct node *node = directory->entries[index].node;
    directory->entries[index].node = NULL;
    node->links--;
    if (node->kind == KIND_DIRECTORY)
        directory->links--;
    node_touch(directory);
    node_release(node);
}

int directory_is_empty(struct node *directory)
{
    mount_load_names(directory);
    for (long i = 0; i < directory->entry_count; i++)
        if (directory->entries[i].node)
            return 0;
    return 1;
}

struct linux_dirent64 {
    uint64_t number;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
};

/* One record at `to`, if there is room; returns its size, or 0. */
static long put(unsigned char *to, long room, const char *name, long length, struct node *node, long next)
{
    long size = (long)((offsetof(struct linux_dirent64, name) + (size_t)length + 1 + 7) & ~7ul);
    struct linux_dirent64 *record = (struct linux_dirent64 *)to;
    if (size > room)
        return 0;
    static const unsigned char types[] = {
        [KIND_FILE] = 8, [KIND_DIRECTORY] = 4, [KIND_LINK] = 10, [KIND_PIPE] = 1, [KIND_OUTPUT] = 1};
    record->number = node->status->st_ino;
    record->offset = next;
    record->size = (uint16_t)size;
    record->type = node->kind < KIND_NULL || node->kind == KIND_OUTPUT ? types[node->kind] : 2;
    __builtin_memcpy(record->name, name, (size_t)length);
    record->name[length] = 0;
    return size;
}

long system_getdents64(long descriptor, long buffer, long count)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    if (file->node->kind != KIND_DIRECTORY)
        return -ENOTDIR;
    struct node *directory = file->node;
    unsigned char *to = (unsigned char *)buffer;
    if (__ramify_unmapped(buffer))
        return -EFAULT;
    mount_load_names(directory);
    long used = 0, size = 0;
    for (; file->offset < directory->entry_count + 2; file->offset++, used += size) {
        if (file->offset < 2) {
            struct node *node = file->offset ? directory->parent : directory;
            size = put(to + used, count - used, "..", file->offset + 1, node, file->offset + 1);
        } else {
            struct entry *entry = &directory->entries[file->offset - 2];
            size = 0;
            if (!entry->node)
                continue;
            size = put(to + used, count - used, entry->name, entry->length, entry->node, file->offset + 1);
        }
        if (!size)
            return used ? used : -EINVAL;
    }
    return used;
}
