/* Calls that make, move and remove names. */
#include "system.h"

enum { REMOVE_DIRECTORY = 0x200 };

/* A place for a new name; EEXIST if it is taken. */
static long place_for(long at, long path, struct place *place)
{
    long error = path_find(at, path, PATH_CREATE, place);
    if (error)
        return error;
    if (place->node)
        error = -EEXIST;
    else if (!node_permits(place->parent, 2))
        error = -EACCES;
    if (error)
        place_release(place);
    return error;
}

static void add(struct place *place, struct node *node)
{
    directory_add(place->parent, place->name, place->length, node);
    node_touch(place->parent);
    place_release(place);
}

/* Are they on different file systems? */
static int is_elsewhere(const struct node *node, const struct node *directory)
{
    return node->status->st_dev != directory->status->st_dev;
}

/* The place of a name that is to go. */
static long place_of(long at, long path, struct place *place)
{
    long error = path_find(at, path, 0, place);
    if (error)
        return error;
    if (place->entry < 0)
        error = place->node == SYSTEM->root ? -EBUSY
                : place->length == 2        ? -ENOTEMPTY
                                            : -EINVAL; /* . or .. */
    else if (!node_permits(place->parent, 2))
        error = -EACCES;
    else if (is_elsewhere(place->node, place->parent))
        error = -EBUSY; /* another file system begins there */
    if (error)
        place_release(place);
    return error;
}

long system_mkdirat(long at, long path, long mode)
{
    struct place place;
    long error = place_for(at, path, &place);
    if (!error)
        add(&place, node_new(KIND_DIRECTORY, (unsigned)mode & 01777 & ~SYSTEM->umask));
    return error;
}
long system_mkdir(long path, long mode) { return system_mkdirat(AT_FDCWD, path, mode); }

long system_mknodat(long at, long path, long mode, long device)
{
    (void)device;
    struct place place;
    unsigned type = (unsigned)__ramify_decide((unsigned)mode & S_IFMT);
    if (type && type != S_IFREG && type != S_IFIFO)
        return -EPERM;
    long error = place_for(at, path, &place);
    if (!error)
        add(&place,
            node_new(type == S_IFIFO ? KIND_PIPE : KIND_FILE, (unsigned)mode & 07777 & ~SYSTEM->umask));
    return error;
}
long system_mknod(long path, long mode, long device) { return system_mknodat(AT_FDCWD, path, mode, device); }

long system_symlinkat(long target, long at, long path)
{
    struct place place;
    if (!target)
        return -EFAULT;
    const char *text = (const char *)target;
    long length = text_length(text), error = length ? place_for(at, path, &place) : -ENOENT;
    if (error)
        return error;
    struct node *node = node_new(KIND_LINK, 0777);
    if ((error = node_resize(node, length + 1))) {
        place_release(&place);
        node_release(node);
        return error;
    }
    __builtin_memcpy(node->data, text, (size_t)length + 1);
    node->size = length;
    add(&place, node);
    return 0;
}
long system_symlink(long target, long path) { return system_symlinkat(target, AT_FDCWD, path); }

long system_readlinkat(long at, long path, long buffer, long size)
{
    struct place place;
    if (size <= 0)
        return -EINVAL;
    long result = path_find(at, path, 0, &place);
    if (result)
        return result;
    struct node *node = place.node;
    result = node->kind == KIND_LINK ? mount_load_data(node) : -EINVAL;
    if (!result && __ramify_unmapped(buffer))
        result = -EFAULT;
    if (!result) {
        result = size < node->size ? size : node->size;
        __builtin_memcpy((void *)buffer, node->data, (size_t)result);
    }
    place_release(&place);
    return result;
}
long system_readlink(long path, long buffer, long size)
{
    return system_readlinkat(AT_FDCWD, path, buffer, size);
}

long system_linkat(long from_at, long from, long to_at, long to, long flags)
{
    struct place old, new;
    long error = path_find(from_at, from, flags & AT_SYMLINK_FOLLOW ? PATH_FOLLOW : 0, &old);
    if (error)
        return error;
    error = old.node->kind == KIND_DIRECTORY ? -EPERM : place_for(to_at, to, &new);
    if (!error && is_elsewhere(old.node, new.parent)) {
        error = -EXDEV;
        place_release(&new);
    }
    if (!error)
        add(&new, old.node);
    place_release(&old);
    return error;
}
long system_link(long from, long to) { return system_linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

long system_unlinkat(long at, long path, long flags)
{
    struct place place;
    int wants_directory = (__ramify_decide((unsigned)flags) & REMOVE_DIRECTORY) != 0;
    long error = place_of(at, path, &place);
    if (error)
        return error == -EINVAL || error == -ENOTEMPTY ? wants_directory ? error : -EISDIR : error;
    int is_directory = place.node->kind == KIND_DIRECTORY;
    if (wants_directory && !is_directory)
        error = -ENOTDIR;
    else if (!wants_directory && is_directory)
        error = -EISDIR;
    else if (is_directory && !directory_is_empty(place.node))
        error = -ENOTEMPTY;
    else
        directory_remove(place.parent, place.entry);
    place_release(&place);
    return error;
}
long system_unlink(long path) { return system_unlinkat(AT_FDCWD, path, 0); }
long system_rmdir(long path) { return system_unlinkat(AT_FDCWD, path, REMOVE_DIRECTORY); }

static int is_inside(const struct node *directory, const struct node *above)
{
    for (; directory != SYSTEM->root; directory = directory->parent)
        if (directory == above)
            return 1;
    return directory == above;
}

/* May `node` take the place of what is there? */
static long may_replace(struct node *node, struct node *there)
{
    int moves = node->kind == KIND_DIRECTORY, goes = there->kind == KIND_DIRECTORY;
    if (moves != goes)
        return moves ? -ENOTDIR : -EISDIR;
    return goes && !directory_is_empty(there) ? -ENOTEMPTY : 0;
}

static long move(struct place *old, struct place *new, int no_replace)
{
    struct node *node = old->node;
    if (is_elsewhere(node, new->parent))
        return -EXDEV;
    if (!node_permits(new->parent, 2))
        return -EACCES;
    if (node->kind == KIND_DIRECTORY && is_inside(new->parent, node))
        return -EINVAL;
    if (!new->node &&new->slash && node->kind != KIND_DIRECTORY)
        return -ENOTDIR;
    if (new->node == node)
        return no_replace ? -EEXIST : 0;
    if (new->node) {
        int is_busy = new->entry < 0 || is_elsewhere(new->node, new->parent);
        long error = no_replace ? -EEXIST : is_busy ? -EBUSY : may_replace(node, new->node);
        if (error)
            return error;
    }
    node->links++; /* while it has no name */
    directory_remove(old->parent, old->entry);
    if (new->node)
        directory_remove(new->parent, new->entry);
    directory_add(new->parent, new->name, new->length, node);
    node->links--;
    node_touch(new->parent);
    return 0;
}

long system_renameat2(long from_at, long from, long to_at, long to, long flags)
{
    enum { NO_REPLACE = 1 };
    struct place old, new;
    if ((unsigned)__ramify_decide((unsigned)flags) & ~(unsigned)NO_REPLACE)
        return -EINVAL;
    long error = place_of(from_at, from, &old);
    if (error)
        return error == -EINVAL || error == -ENOTEMPTY ? -EBUSY : error;
    error = path_find(to_at, to, PATH_CREATE, &new);
    if (!error) {
        error = move(&old, &new, flags & NO_REPLACE);
        place_release(&new);
    }
    place_release(&old);
    return error;
}
long system_renameat(long from_at, long from, long to_at, long to)
{
    return system_renameat2(from_at, from, to_at, to, 0);
}
long system_rename(long from, long to) { return system_renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
