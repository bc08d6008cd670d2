/* Opening files. The permissions of a symbolic file are symbolic: opening it
 * may be refused, on a path of its own. */
#include "system.h"

static unsigned wanted(int flags)
{
    static const unsigned rights[] = {[O_RDONLY] = 4, [O_WRONLY] = 2, [O_RDWR] = 6, [O_ACCMODE] = 6};
    return rights[flags & O_ACCMODE] | (flags & O_TRUNC ? 2u : 0u);
}

static long make(struct place *place, int flags, unsigned mode)
{
    if (place->slash)
        return -EISDIR;
    if (!node_permits(place->parent, 2))
        return -EACCES;
    struct node *node = node_new(KIND_FILE, mode & 07777 & ~SYSTEM->umask);
    directory_add(place->parent, place->name, place->length, node);
    node_touch(place->parent);
    return file_open(node, flags, 0);
}

static long open_node(struct node *node, int flags)
{
    if (flags & O_PATH)
        return file_open(node, flags & (O_PATH | O_CLOEXEC), 0);
    if (flags & O_DIRECTORY && node->kind != KIND_DIRECTORY)
        return -ENOTDIR;
    if (node->kind == KIND_LINK)
        return -ELOOP;
    if (node->kind == KIND_DIRECTORY && wanted(flags) & 2)
        return -EISDIR;
    if (!node_permits(node, wanted(flags)))
        return -EACCES;
    if (node->kind == KIND_PIPE && (flags & O_ACCMODE) == O_WRONLY && !node->readers) {
        if (flags & O_NONBLOCK)
            return -ENXIO;
        __ramify_wait("a reader of the pipe");
    }
    if (node->kind == KIND_PIPE && (flags & O_ACCMODE) == O_RDONLY && !node->writers && !(flags & O_NONBLOCK))
        __ramify_wait("a writer of the pipe");
    long descriptor = file_open(node, flags, 0);
    if (descriptor >= 0 && flags & O_TRUNC && node->kind == KIND_FILE) {
        node->data_missing = 0;
        node->size = 0;
        node_touch(node);
    }
    return descriptor;
}

long system_openat(long at, long path, long how, long mode)
{
    struct place place;
    int flags = (int)__ramify_decide((unsigned)how);
    int exclusive = flags & O_CREAT && flags & O_EXCL;
    int follow = flags & O_NOFOLLOW || exclusive ? 0 : PATH_FOLLOW;
    if ((flags & (O_PATH | O_DIRECTORY | 020000000)) == (O_DIRECTORY | 020000000))
        return -EOPNOTSUPP; /* O_TMPFILE */
    long error = path_find(at, path, follow | (flags & O_CREAT ? PATH_CREATE : 0), &place);
    if (error)
        return error;
    long descriptor = !place.node ? make(&place, flags, (unsigned)mode)
                      : exclusive ? -EEXIST
                                  : open_node(place.node, flags);
    place_release(&place);
    return descriptor;
}

long system_open(long path, long flags, long mode) { return system_openat(AT_FDCWD, path, flags, mode); }
long system_creat(long path, long mode)
{
    return system_openat(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* ---- pipes ---- */

long system_pipe2(long descriptors, long flags)
{
    if (__ramify_unmapped(descriptors))
        return -EFAULT;
    struct node *node = node_new(KIND_PIPE, 0600);
    long reader = file_open(node, (int)flags | O_RDONLY, 0);
    if (reader < 0) {
        node_release(node);
        return reader;
    }
    long writer = file_open(node, (int)flags | O_WRONLY, 0);
    if (writer < 0) {
        system_close(reader);
        return writer;
    }
    ((int *)descriptors)[0] = (int)reader;
    ((int *)descriptors)[1] = (int)writer;
    return 0;
}

long system_pipe(long descriptors) { return system_pipe2(descriptors, 0); }
