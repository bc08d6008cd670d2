/* What names lead to: made, grown, described, freed. */
#include "system.h"

static const unsigned type_of_kind[] = {
    [KIND_FILE] = S_IFREG,     [KIND_DIRECTORY] = S_IFDIR, [KIND_LINK] = S_IFLNK, [KIND_PIPE] = S_IFIFO,
    [KIND_NULL] = S_IFCHR,     [KIND_ZERO] = S_IFCHR,      [KIND_FULL] = S_IFCHR, [KIND_RANDOM] = S_IFCHR,
    [KIND_TERMINAL] = S_IFCHR, [KIND_OUTPUT] = S_IFIFO,
};
/* minor 3, 5, 7, 9 of major 1; the terminal is 5:0 */
static const unsigned device_of_kind[] = {
    [KIND_NULL] = 0x103,   [KIND_ZERO] = 0x105,     [KIND_FULL] = 0x107,
    [KIND_RANDOM] = 0x109, [KIND_TERMINAL] = 0x500, [KIND_OUTPUT] = 0,
};

struct node *node_new(enum kind kind, unsigned mode)
{
    if (++SYSTEM->node_count > __ramify_setting("max-files", 1024))
        __ramify_fail("model", "the program has made more files than --max-files allows");
    struct node *node = malloc(sizeof *node);
    struct stat *status = malloc(sizeof *status);
    __builtin_memset(node, 0, sizeof *node);
    __builtin_memset(status, 0, sizeof *status);
    node->kind = kind;
    node->status = status;
    status->st_dev = 0x801;
    status->st_ino = ++SYSTEM->next_node;
    status->st_mode = type_of_kind[kind] | mode;
    status->st_uid = SYSTEM->user;
    status->st_gid = SYSTEM->group;
    status->st_rdev = kind >= KIND_NULL ? device_of_kind[kind] : 0;
    status->st_blksize = PAGE_BYTES;
    node_touch(node);
    status->st_atime = status->st_mtime;
    status->st_atime_nsec = status->st_mtime_nsec;
    return node;
}

void node_touch(struct node *node)
{
    uint64_t now = clock_now();
    node->status->st_mtime = node->status->st_ctime = now / 1000000000;
    node->status->st_mtime_nsec = node->status->st_ctime_nsec = now % 1000000000;
}

void node_release(struct node *node)
{
    if (node->links || node->opens)
        return;
    for (long i = 0; i < node->entry_count; i++)
        free(node->entries[i].name);
    free(node->entries);
    free(node->data);
    free(node->host);
    free(node->status);
    free(node);
    SYSTEM->node_count--;
}

long node_resize(struct node *node, long size)
{
    if (size > __ramify_setting("max-output", 1 << 20))
        return -EFBIG;
    if (size > node->capacity) {
        long capacity = 2 * node->capacity > size ? 2 * node->capacity : size < 64 ? 64 : size;
        unsigned char *data = malloc((size_t)capacity);
        if (!data)
            return -ENOSPC;
        if (node->size)
            __builtin_memcpy(data, node->data, (size_t)node->size);
        free(node->data);
        node->data = data;
        node->capacity = capacity;
    }
    if (size > node->size)
        __builtin_memset(node->data + node->size, 0, (size_t)(size - node->size));
    node->size = size;
    return 0;
}

long node_status(struct node *node, struct stat *to)
{
    if (__ramify_unmapped((long)to))
        return -EFAULT;
    __builtin_memcpy(to, node->status, sizeof *to);
    to->st_size = node->kind == KIND_DIRECTORY ? PAGE_BYTES : node->kind == KIND_PIPE ? 0 : node->size;
    if (!node->is_symbolic) {
        to->st_nlink =
            node->kind == KIND_DIRECTORY ? (unsigned long)node->links + 1 : (unsigned long)node->links;
        to->st_blocks = (to->st_size + 511) / 512;
    }
    return 0;
}

int node_permits(const struct node *node, unsigned wanted)
{
    unsigned mode = node->status->st_mode;
    if (!wanted || SYSTEM->user == 0)
        return 1;
    if (node->is_symbolic || node->status->st_uid == SYSTEM->user)
        mode >>= 6;
    return (mode & wanted) == wanted;
}
