/* Bytes in and out of open files: read, write and their relatives.
 *
 * Reading a symbolic file copies its bytes and forks nothing, as long as the
 * count and the position are not symbolic themselves. */
#include "system.h"

struct vector {
    unsigned char *start;
    long count;
};

enum { MOST_VECTORS = 1024 };

void count_written(long count)
{
    SYSTEM->written += count;
    if (SYSTEM->written > __ramify_setting("max-output", 1 << 20))
        __ramify_fail("model", "the program has written more bytes than --max-output allows");
}

void fill_random(unsigned char *to, long count)
{
    for (long i = 0; i < count; i++) {
        SYSTEM->random = SYSTEM->random * 6364136223846793005u + 1442695040888963407u;
        to[i] = (unsigned char)(SYSTEM->random >> 56);
    }
}

long system_getrandom(long buffer, long count, long flags)
{
    (void)flags;
    if (count > 256)
        count = 256;
    count = (long)__ramify_decide((unsigned long)count);
    if (count && __ramify_unmapped(buffer))
        return -EFAULT;
    if (!environment_bytes(ENVIRONMENT_RANDOM, "random_bytes", (unsigned char *)buffer, count))
        fill_random((unsigned char *)buffer, count);
    return count;
}

/* Which part of `size` bytes from offset on, at most count? */
static long part(long size, long offset, long count)
{
    if (offset >= size)
        return 0;
    if (count > size - offset)
        count = size - offset;
    return (long)__ramify_decide((unsigned long)count);
}

static long read_pipe(struct file *file, unsigned char *to, long count)
{
    struct node *node = file->node;
    long got = part(node->size, node->start, count);
    if (!got && count && node->writers) {
        if (file->flags & O_NONBLOCK)
            return -EAGAIN;
        __ramify_wait("something in an empty pipe");
    }
    if (got && __ramify_unmapped((long)to))
        return -EFAULT;
    if (got)
        __builtin_memcpy(to, node->data + node->start, (size_t)got);
    node->start += got;
    if (node->start == node->size)
        node->start = node->size = 0;
    return got;
}

static long read_at(struct file *file, unsigned char *to, long count, long offset)
{
    struct node *node = file->node;
    long got, error;
    switch (node->kind) {
    case KIND_DIRECTORY:
        return -EISDIR;
    case KIND_PIPE:
        return read_pipe(file, to, count);
    case KIND_ZERO:
    case KIND_FULL:
        if (count && __ramify_unmapped((long)to))
            return -EFAULT;
        __builtin_memset(to, 0, (size_t)count);
        return count;
    case KIND_RANDOM:
        return system_getrandom((long)to, count, 0);
    case KIND_FILE:
        if ((error = mount_load_data(node)))
            return error;
        if (!(got = part(node->size, offset, count)))
            return 0;
        if (__ramify_unmapped((long)to))
            return -EFAULT;
        __builtin_memcpy(to, node->data + offset, (size_t)got);
        return got;
    default:
        return 0;
    }
}

static long write_pipe(struct file *file, const unsigned char *from, long count)
{
    struct node *node = file->node;
    if (!node->readers) {
        signal_raise(13);
        return -EPIPE;
    }
    long room = PIPE_BYTES - (node->size - node->start);
    if (count > room) {
        if (!(file->flags & O_NONBLOCK))
            __ramify_wait("room in a full pipe");
        if (!room)
            return -EAGAIN;
        count = room;
    }
    long end = node->size, error = node_resize(node, end + count);
    if (error)
        return error;
    __builtin_memcpy(node->data + end, from, (size_t)count);
    return count;
}

static long write_at(struct file *file, const unsigned char *from, long count, long offset)
{
    struct node *node = file->node;
    long error;
    if (!count)
        return 0;
    if (__ramify_unmapped((long)from)) /* /dev/null does not look */
        return node->kind == KIND_NULL ? count : -EFAULT;
    if (node->kind == KIND_OUTPUT) { /* however many there are: it has no consequences inside */
        long shown = __ramify_write(node->stream, from, (size_t)count);
        count_written((long)__ramify_peek((unsigned long)count));
        return shown;
    }
    klee_check_memory_access(from, (size_t)count);
    if (node->kind == KIND_FULL)
        return -ENOSPC;
    count = (long)__ramify_decide((unsigned long)count);
    count_written(count);
    switch (node->kind) {
    case KIND_PIPE:
        return write_pipe(file, from, count);
    case KIND_FILE:
        if ((error = mount_load_data(node)))
            return error;
        if (offset + count > node->size && (error = node_resize(node, offset + count)))
            return error;
        __builtin_memcpy(node->data + offset, from, (size_t)count);
        node_touch(node);
        return count;
    default:
        return count;
    }
}

static struct file *readable(long descriptor)
{
    struct file *file = file_of(&descriptor);
    return file && (file->flags & O_ACCMODE) != O_WRONLY ? file : NULL;
}

static struct file *writable(long descriptor)
{
    struct file *file = file_of(&descriptor);
    return file && (file->flags & O_ACCMODE) != O_RDONLY ? file : NULL;
}

static int has_position(const struct node *node)
{
    return node->kind == KIND_FILE || node->kind == KIND_DIRECTORY;
}

long system_read(long descriptor, long buffer, long count)
{
    struct file *file = readable(descriptor);
    if (!file)
        return -EBADF;
    long got = read_at(file, (unsigned char *)buffer, count, file->offset);
    if (got > 0)
        file->offset += got;
    return got;
}

long system_write(long descriptor, long buffer, long count)
{
    struct file *file = writable(descriptor);
    if (!file)
        return -EBADF;
    if (file->flags & O_APPEND)
        file->offset = file->node->size;
    long put = write_at(file, (const unsigned char *)buffer, count, file->offset);
    if (put > 0)
        file->offset += put;
    return put;
}

/* Not a stream? Standard input with a symbolic status may be one: that is decided here. */
static int has_places(const struct node *node)
{
    if (node->kind == KIND_PIPE || node->kind == KIND_OUTPUT)
        return 0;
    return node != SYSTEM->input || !node->is_symbolic || (node->status->st_mode & S_IFMT) == S_IFREG;
}

long system_pread64(long descriptor, long buffer, long count, long offset)
{
    struct file *file = readable(descriptor);
    if (!file)
        return -EBADF;
    if (!has_places(file->node))
        return -ESPIPE;
    return offset < 0 ? -EINVAL : read_at(file, (unsigned char *)buffer, count, offset);
}

long system_pwrite64(long descriptor, long buffer, long count, long offset)
{
    struct file *file = writable(descriptor);
    if (!file)
        return -EBADF;
    if (file->node->kind == KIND_PIPE || file->node->kind == KIND_OUTPUT)
        return -ESPIPE;
    return offset < 0 ? -EINVAL : write_at(file, (const unsigned char *)buffer, count, offset);
}

/* Each vector by `one`, at offset or (-1) at the file's own position; stops at a short one. */
static long each_vector(long descriptor, long vectors, long count, long offset, long (*one)(long, long, long),
                        long (*one_at)(long, long, long, long))
{
    struct vector *vector = (struct vector *)vectors;
    long total = 0;
    count = (int)__ramify_decide((unsigned)count);
    if (count < 0 || count > MOST_VECTORS)
        return -EINVAL;
    if (!count)
        return file_of(&descriptor) ? 0 : -EBADF;
    if (__ramify_unmapped(vectors))
        return -EFAULT;
    for (long i = 0; i < count; i++) {
        if (!vector[i].count && i + 1 < count)
            continue;
        long moved = offset < 0 ? one(descriptor, (long)vector[i].start, vector[i].count)
                                : one_at(descriptor, (long)vector[i].start, vector[i].count, offset + total);
        if (moved < 0)
            return total ? total : moved;
        total += moved;
        if (moved != vector[i].count)
            break;
    }
    return total;
}

long system_readv(long descriptor, long vectors, long count)
{
    return each_vector(descriptor, vectors, count, -1, system_read, NULL);
}

long system_writev(long descriptor, long vectors, long count)
{
    return each_vector(descriptor, vectors, count, -1, system_write, NULL);
}

long system_preadv(long descriptor, long vectors, long count, long offset)
{
    return offset < 0 ? -EINVAL : each_vector(descriptor, vectors, count, offset, NULL, system_pread64);
}

long system_pwritev(long descriptor, long vectors, long count, long offset)
{
    return offset < 0 ? -EINVAL : each_vector(descriptor, vectors, count, offset, NULL, system_pwrite64);
}

/* From one file to another, each at *offset or at its own position. */
static long copy(long to, long *to_offset, long from, long *from_offset, long count)
{
    if ((to_offset && __ramify_unmapped((long)to_offset)) ||
        (from_offset && __ramify_unmapped((long)from_offset)))
        return -EFAULT;
    struct file *source = readable(from);
    if (!source || !writable(to))
        return -EBADF;
    if (!has_position(source->node))
        return -EINVAL;
    if (count > 65536)
        count = 65536;
    unsigned char *bytes = malloc((size_t)count);
    long got = from_offset ? system_pread64(from, (long)bytes, count, *from_offset)
                           : system_read(from, (long)bytes, count);
    long put = got > 0 ? to_offset ? system_pwrite64(to, (long)bytes, got, *to_offset)
                                   : system_write(to, (long)bytes, got)
                       : got;
    free(bytes);
    if (put > 0 && from_offset)
        *from_offset += put;
    if (put > 0 && to_offset)
        *to_offset += put;
    return put;
}

long system_sendfile(long to, long from, long offset, long count)
{
    return copy(to, NULL, from, (long *)offset, count);
}

long system_copy_file_range(long from, long from_offset, long to, long to_offset, long count, long flags)
{
    (void)flags;
    struct file *target = file_of(&to);
    if (target && target->node->kind != KIND_FILE)
        return -EINVAL;
    return copy(to, (long *)to_offset, from, (long *)from_offset, count);
}

long system_lseek(long descriptor, long offset, long whence)
{
    enum { SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, SEEK_HOLE };
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    struct node *node = file->node;
    if (!has_places(node) || node->kind == KIND_TERMINAL)
        return -ESPIPE;
    switch (__ramify_decide((unsigned)whence)) {
    case SEEK_SET:
        break;
    case SEEK_CUR:
        offset += file->offset;
        break;
    case SEEK_END:
        offset += node->size;
        break;
    case SEEK_DATA:
        if (offset >= node->size)
            return -ENXIO;
        break;
    case SEEK_HOLE:
        if (offset >= node->size)
            return -ENXIO;
        offset = node->size;
        break;
    default:
        return -EINVAL;
    }
    if (offset < 0)
        return -EINVAL;
    return file->offset = node->kind == KIND_FILE || node->kind == KIND_DIRECTORY ? offset : 0;
}

static long resize(struct node *node, long size)
{
    if (size < 0)
        return -EINVAL;
    long error = mount_load_data(node);
    if (!error)
        error = node_resize(node, (long)__ramify_decide((unsigned long)size));
    if (!error)
        node_touch(node);
    return error;
}

long system_ftruncate(long descriptor, long size)
{
    struct file *file = writable(descriptor);
    if (!file)
        return -EINVAL;
    return file->node->kind == KIND_FILE ? resize(file->node, size) : -EINVAL;
}

long system_truncate(long path, long size)
{
    struct place place;
    long error = path_find(AT_FDCWD, path, PATH_FOLLOW, &place);
    if (error)
        return error;
    if (place.node->kind != KIND_FILE)
        error = place.node->kind == KIND_DIRECTORY ? -EISDIR : -EINVAL;
    else if (!node_permits(place.node, 2))
        error = -EACCES;
    else
        error = resize(place.node, size);
    place_release(&place);
    return error;
}

long system_fallocate(long descriptor, long mode, long offset, long count)
{
    struct file *file = writable(descriptor);
    if (!file)
        return -EBADF;
    if (mode)
        return -EOPNOTSUPP;
    if (offset < 0 || count <= 0)
        return -EINVAL;
    return offset + count > file->node->size ? system_ftruncate(descriptor, offset + count) : 0;
}
