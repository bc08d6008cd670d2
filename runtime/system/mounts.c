/* The host's files under --mount. What the program meets is copied into the
 * path's memory: the names of a directory and the bytes of a file when they are
 * first needed. The host itself is only ever read. */
#include "system.h"

static char *join(const char *above, const char *name, long length)
{
    long start = text_length(above);
    char *path = malloc((size_t)(start + length) + 2);
    __builtin_memcpy(path, above, (size_t)start);
    if (start)
        path[start++] = '/';
    __builtin_memcpy(path + start, name, (size_t)length);
    path[start + length] = 0;
    return path;
}

/* What is at this path of the mount; NULL: nothing. The path becomes its own. */
static struct node *load(long mount, char *path)
{
    long found[3];
    if (__ramify_mount_stat(mount, path, found)) {
        free(path);
        return NULL;
    }
    unsigned type = (unsigned)found[0] & S_IFMT;
    enum kind kind = type == S_IFDIR ? KIND_DIRECTORY : type == S_IFLNK ? KIND_LINK : KIND_FILE;
    struct node *node = node_new(kind, (unsigned)found[0] & 07777);
    SYSTEM->node_count--; /* not of the program's making */
    node->mount = mount;
    node->host = path;
    node->size = found[1];
    node->names_missing = kind == KIND_DIRECTORY;
    node->data_missing = kind != KIND_DIRECTORY;
    node->status->st_mtime = node->status->st_ctime = node->status->st_atime = (unsigned long)found[2];
    return node;
}

void mount_load_name(struct node *directory, const char *name, long length)
{
    struct node *node = load(directory->mount, join(directory->host, name, length));
    if (node)
        directory_add(directory, name, length, node);
}

void mount_load_names(struct node *directory)
{
    if (!directory->names_missing)
        return;
    long size = __ramify_mount_list(directory->mount, directory->host, NULL, 0);
    char *names = malloc((size_t)size + 1);
    size = __ramify_mount_list(directory->mount, directory->host, names, size);
    directory->names_missing = 0;
    for (long at = 0, length; at < size; at += length + 1) {
        length = text_length(names + at);
        if (directory_find(directory, names + at, names + at + length + 1) < 0)
            mount_load_name(directory, names + at, length);
    }
    free(names);
}

long mount_load_data(struct node *node)
{
    if (!node->data_missing)
        return 0;
    node->data_missing = 0;
    long size = node->size;
    node->size = 0;
    if (!size)
        return 0;
    node->data = malloc((size_t)size + 1);
    if (!node->data)
        return -EIO;
    long got = __ramify_mount_read(node->mount, node->host, node->data, size);
    if (got < 0)
        return got;
    node->capacity = size;
    node->size = got;
    node->data[got] = 0; /* where a link leads is a string */
    return 0;
}

/* The directories above a mount are made as needed. */
static void add(long mount, const char *guest)
{
    struct node *directory = SYSTEM->root;
    char nothing[1] = {0};
    struct node *node = load(mount, join(nothing, nothing, 0));
    while (node) {
        while (*guest == '/')
            guest++;
        long length = 0;
        while (guest[length] && guest[length] != '/')
            length++;
        if (!length)
            break;
        long rest = length;
        while (guest[rest] == '/')
            rest++;
        long found = directory_find(directory, guest, guest + length + 1);
        if (!guest[rest]) {
            if (found >= 0)
                directory_remove(directory, found);
            directory_add(directory, guest, length, node);
            return;
        }
        if (found < 0) {
            directory_add(directory, guest, length, node_new(KIND_DIRECTORY, 0755));
            found = directory->entry_count - 1;
        }
        directory = directory->entries[found].node;
        guest += rest;
    }
}

void mounts_add(void)
{
    char guest[4096];
    long length;
    for (long i = 0; (length = __ramify_mount(i, guest, sizeof guest)) >= 0; i++)
        if (length)
            add(i, guest);
}
