/* Descriptors and the open files behind them. */
#include "system.h"

struct file *file_of(long *descriptor)
{
    if ((unsigned)*descriptor >= MAX_DESCRIPTORS)
        return NULL;
    *descriptor = (long)__ramify_decide((unsigned)*descriptor);
    return SYSTEM->files[*descriptor];
}

static long free_descriptor(long least)
{
    if (least < 0 || least >= MAX_DESCRIPTORS)
        return -EINVAL;
    for (long i = least; i < MAX_DESCRIPTORS; i++)
        if (!SYSTEM->files[i])
            return i;
    return -EMFILE;
}

static int reads(const struct file *file) { return (file->flags & O_ACCMODE) != O_WRONLY; }
static int writes(const struct file *file) { return (file->flags & O_ACCMODE) != O_RDONLY; }

long file_open(struct node *node, int flags, long least)
{
    long descriptor = free_descriptor(least);
    if (descriptor < 0)
        return descriptor;
    struct file *file = malloc(sizeof *file);
    *file = (struct file){
        .node = node, .flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC), .references = 1};
    node->opens++;
    node->readers += reads(file);
    node->writers += writes(file);
    SYSTEM->files[descriptor] = file;
    SYSTEM->close_on_exec[descriptor] = (flags & O_CLOEXEC) != 0;
    return descriptor;
}

void file_close(struct file *file)
{
    if (--file->references)
        return;
    struct node *node = file->node;
    node->readers -= reads(file);
    node->writers -= writes(file);
    node->opens--;
    free(file);
    node_release(node);
}

long system_close(long descriptor)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    SYSTEM->files[descriptor] = NULL;
    file_close(file);
    return 0;
}

static long duplicate(struct file *file, long to, int close_on_exec)
{
    struct file *old = SYSTEM->files[to];
    file->references++;
    SYSTEM->files[to] = file;
    SYSTEM->close_on_exec[to] = (unsigned char)close_on_exec;
    if (old)
        file_close(old);
    return to;
}

static long duplicate_above(long descriptor, long least, int close_on_exec)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    long to = free_descriptor(least);
    return to < 0 ? to : duplicate(file, to, close_on_exec);
}

long system_dup(long descriptor) { return duplicate_above(descriptor, 0, 0); }

long system_dup3(long from, long to, long flags)
{
    struct file *file = file_of(&from);
    if (!file || (unsigned)to >= MAX_DESCRIPTORS)
        return -EBADF;
    to = (long)__ramify_decide((unsigned)to);
    return from == to ? -EINVAL : duplicate(file, to, (flags & O_CLOEXEC) != 0);
}

long system_dup2(long from, long to)
{
    struct file *file = file_of(&from);
    if (!file)
        return -EBADF;
    return (int)from == (int)to ? to : system_dup3(from, to, 0);
}

struct lock {
    short type, whence;
    long start, length;
    int process;
};

long system_fcntl(long descriptor, long command, long argument)
{
    enum { CHANGEABLE = O_APPEND | O_NONBLOCK };
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    command = (long)__ramify_decide((unsigned)command);
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        return duplicate_above(descriptor, (int)__ramify_decide((unsigned)argument),
                               command == F_DUPFD_CLOEXEC);
    case F_GETFD:
        return SYSTEM->close_on_exec[descriptor];
    case F_SETFD:
        SYSTEM->close_on_exec[descriptor] = argument & 1;
        return 0;
    case F_GETFL:
        return file->flags | 0100000; /* O_LARGEFILE, as the kernel says */
    case F_SETFL:
        file->flags = (file->flags & ~CHANGEABLE) | ((int)argument & CHANGEABLE);
        return 0;
    case F_GETLK: /* nobody else holds a lock */
        if (__ramify_unmapped(argument))
            return -EFAULT;
        ((struct lock *)argument)->type = F_UNLCK;
        return 0;
    case F_SETLK:
    case F_SETLKW:
    case F_SETOWN:
    case F_GETOWN:
        return 0;
    default:
        return -EINVAL;
    }
}

static long checked(long descriptor) { return file_of(&descriptor) ? 0 : -EBADF; }

long system_flock(long descriptor, long operation)
{
    (void)operation;
    return checked(descriptor);
}
long system_fsync(long descriptor) { return checked(descriptor); }
long system_fdatasync(long descriptor) { return checked(descriptor); }
long system_fadvise64(long descriptor, long offset, long count, long advice)
{
    (void)offset, (void)count, (void)advice;
    struct file *file = file_of(&descriptor);
    return !file ? -EBADF : file->node->kind == KIND_PIPE ? -ESPIPE : 0;
}
