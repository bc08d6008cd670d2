/* mmap: memory of its own object for each mapping. A file's bytes are copied
 * in; those of a shared mapping are copied back when it is unmapped or synced. */
#include "system.h"

enum { SHARED = 1, FIXED = 16, ANONYMOUS = 32, MAY_MOVE = 1, WRITABLE = 2 };

static long whole_pages(long size) { return (size + PAGE_BYTES - 1) & ~(long)(PAGE_BYTES - 1); }

static long map(long size, struct node *node, long offset, int back)
{
    unsigned char *start = memalign(PAGE_BYTES, (size_t)size);
    if (!start)
        return -ENOMEM;
    __builtin_memset(start, 0, (size_t)size);
    if (node && offset < node->size) {
        long count = node->size - offset < size ? node->size - offset : size;
        __builtin_memcpy(start, node->data + offset, (size_t)count);
    }
    struct mapping *mapping = malloc(sizeof *mapping);
    *mapping = (struct mapping){start, size, back ? node : NULL, offset, SYSTEM->mappings};
    if (back)
        node->opens++;
    SYSTEM->mappings = mapping;
    return (long)start;
}

long system_mmap(long address, long size, long protection, long how, long descriptor, long offset)
{
    (void)address;
    int flags = (int)__ramify_decide((unsigned)how);
    if (size <= 0 || offset < 0 || offset % PAGE_BYTES)
        return -EINVAL;
    if (flags & FIXED)
        return -EINVAL;
    size = whole_pages((long)__ramify_decide((unsigned long)size));
    if (flags & ANONYMOUS)
        return map(size, NULL, 0, 0);
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    if (file->node->kind == KIND_ZERO)
        return map(size, NULL, 0, 0);
    if (file->node->kind != KIND_FILE)
        return -ENODEV;
    if ((file->flags & O_ACCMODE) == O_WRONLY)
        return -EACCES;
    int back = flags & SHARED && protection & WRITABLE;
    if (back && (file->flags & O_ACCMODE) != O_RDWR)
        return -EACCES;
    long error = mount_load_data(file->node);
    return error ? error : map(size, file->node, offset, back);
}

static struct mapping **find(long address)
{
    struct mapping **at = &SYSTEM->mappings;
    while (*at && (*at)->start != (unsigned char *)address)
        at = &(*at)->next;
    return at;
}

static void write_back(const struct mapping *mapping)
{
    struct node *node = mapping->node;
    if (!node || mapping->offset >= node->size)
        return;
    long left = node->size - mapping->offset;
    __builtin_memcpy(node->data + mapping->offset, mapping->start,
                     (size_t)(left < mapping->size ? left : mapping->size));
    node_touch(node);
}

long system_msync(long address, long size, long flags)
{
    (void)size, (void)flags;
    struct mapping *mapping = *find(address);
    if (mapping)
        write_back(mapping);
    return 0;
}

/* A part of a mapping stays, unused. */
long system_munmap(long address, long size)
{
    struct mapping **at = find(address), *mapping = *at;
    if (!mapping || whole_pages(size) < mapping->size)
        return 0;
    write_back(mapping);
    *at = mapping->next;
    if (mapping->node) {
        mapping->node->opens--;
        node_release(mapping->node);
    }
    free(mapping->start);
    free(mapping);
    return 0;
}

long system_mremap(long address, long old_size, long new_size, long flags)
{
    (void)old_size;
    struct mapping *mapping = *find(address);
    if (!mapping || new_size <= 0)
        return mapping ? -EINVAL : -EFAULT;
    long size = whole_pages((long)__ramify_decide((unsigned long)new_size));
    if (size <= mapping->size)
        return address;
    if (!(flags & MAY_MOVE))
        return -ENOMEM;
    unsigned char *start = memalign(PAGE_BYTES, (size_t)size);
    if (!start)
        return -ENOMEM;
    __builtin_memcpy(start, mapping->start, (size_t)mapping->size);
    __builtin_memset(start + mapping->size, 0, (size_t)(size - mapping->size));
    free(mapping->start);
    mapping->start = start;
    mapping->size = size;
    return (long)start;
}

/* The heap that grows at one end, for allocators of the program. It is one
 * object, so pointers into it can be told apart only from other objects; whoever
 * wants more than it has gets it from mmap. */
enum { HEAP_BYTES = 1 << 20 };

long system_brk(long address)
{
    if (!SYSTEM->heap) {
        unsigned char *heap = memalign(PAGE_BYTES, HEAP_BYTES);
        if (!heap)
            return 0;
        __builtin_memset(heap, 0, HEAP_BYTES);
        SYSTEM->heap = SYSTEM->heap_end = (long)heap;
    }
    if (address >= SYSTEM->heap && address - SYSTEM->heap <= HEAP_BYTES)
        SYSTEM->heap_end = address;
    return SYSTEM->heap_end;
}
