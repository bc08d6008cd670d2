/* Modes, owners and times of files. */
#include "system.h"

struct time {
    long seconds, nanoseconds;
};

enum { NOW = 0x3fffffff, OMIT = 0x3ffffffe };

static int is_owner(const struct node *node)
{
    return SYSTEM->user == 0 || node->is_symbolic || node->status->st_uid == SYSTEM->user;
}

static long change_mode(struct node *node, unsigned mode)
{
    if (!is_owner(node))
        return -EPERM;
    node->status->st_mode = (node->status->st_mode & S_IFMT) | (mode & 07777);
    return 0;
}

static long change_owner(struct node *node, long user, long group)
{
    int keeps =
        ((int)user == -1 || (unsigned)user == node->status->st_uid) &&
        ((int)group == -1 || (unsigned)group == node->status->st_gid || (unsigned)group == SYSTEM->group);
    if (!keeps && SYSTEM->user != 0)
        return -EPERM;
    if ((int)user != -1)
        node->status->st_uid = (unsigned)user;
    if ((int)group != -1)
        node->status->st_gid = (unsigned)group;
    return 0;
}

static void set_time(unsigned long *seconds, unsigned long *nanoseconds, const struct time *to, uint64_t now)
{
    if (!to || to->nanoseconds == NOW) {
        *seconds = now / 1000000000;
        *nanoseconds = now % 1000000000;
    } else if (to->nanoseconds != OMIT) {
        *seconds = (unsigned long)to->seconds;
        *nanoseconds = (unsigned long)to->nanoseconds;
    }
}

static long change_times(struct node *node, const struct time *times)
{
    uint64_t now = clock_now();
    struct stat *status = node->status;
    if (times && !is_owner(node))
        return -EPERM;
    if (!times && !is_owner(node) && !node_permits(node, 2))
        return -EACCES;
    set_time(&status->st_atime, &status->st_atime_nsec, times, now);
    set_time(&status->st_mtime, &status->st_mtime_nsec, times ? times + 1 : NULL, now);
    set_time(&status->st_ctime, &status->st_ctime_nsec, NULL, now);
    return 0;
}

static long node_at(long at, long path, int follow, struct node **node)
{
    struct place place;
    long error = path_find(at, path, follow ? PATH_FOLLOW : 0, &place);
    if (error)
        return error;
    *node = place.node;
    place_release(&place);
    return 0;
}

long system_fchmodat(long at, long path, long mode)
{
    struct node *node;
    long error = node_at(at, path, 1, &node);
    return error ? error : change_mode(node, (unsigned)mode);
}
long system_chmod(long path, long mode) { return system_fchmodat(AT_FDCWD, path, mode); }
long system_fchmod(long descriptor, long mode)
{
    struct file *file = file_of(&descriptor);
    return file ? change_mode(file->node, (unsigned)mode) : -EBADF;
}

long system_fchownat(long at, long path, long user, long group, long flags)
{
    struct node *node;
    if (flags & AT_EMPTY_PATH && path && !*(const char *)path)
        return system_fchown(at, user, group);
    long error = node_at(at, path, !(flags & AT_SYMLINK_NOFOLLOW), &node);
    return error ? error : change_owner(node, user, group);
}
long system_chown(long path, long user, long group)
{
    return system_fchownat(AT_FDCWD, path, user, group, 0);
}
long system_lchown(long path, long user, long group)
{
    return system_fchownat(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW);
}
long system_fchown(long descriptor, long user, long group)
{
    struct file *file = file_of(&descriptor);
    return file ? change_owner(file->node, user, group) : -EBADF;
}

long system_utimensat(long at, long path, long times, long flags)
{
    struct node *node;
    if (times && __ramify_unmapped(times))
        return -EFAULT;
    if (!path) {
        struct file *file = file_of(&at);
        return file ? change_times(file->node, (const struct time *)times) : -EBADF;
    }
    long error = node_at(at, path, !(flags & AT_SYMLINK_NOFOLLOW), &node);
    return error ? error : change_times(node, (const struct time *)times);
}

/* Microseconds. */
long system_futimesat(long at, long path, long times)
{
    const struct time *from = (const struct time *)times;
    struct time both[2];
    if (from && __ramify_unmapped(times))
        return -EFAULT;
    for (int i = 0; from && i < 2; i++)
        both[i] = (struct time){from[i].seconds, from[i].nanoseconds * 1000};
    return system_utimensat(at, path, from ? (long)both : 0, 0);
}
long system_utimes(long path, long times) { return system_futimesat(AT_FDCWD, path, times); }
long system_utime(long path, long times)
{
    const long *from = (const long *)times;
    struct time both[2];
    if (from && __ramify_unmapped(times))
        return -EFAULT;
    for (int i = 0; from && i < 2; i++)
        both[i] = (struct time){from[i], 0};
    return system_utimensat(AT_FDCWD, path, from ? (long)both : 0, 0);
}

long system_umask(long mask)
{
    unsigned before = SYSTEM->umask;
    SYSTEM->umask = (unsigned)mask & 0777;
    return before;
}
