/* The stat family, access and statfs. */
#include "system.h"

static long status_at(long at, long path, struct stat *to, int flags)
{
    struct place place;
    if (flags & AT_EMPTY_PATH && !__ramify_unmapped(path) && !*(const char *)path) {
        if ((int)at == AT_FDCWD)
            return node_status(SYSTEM->directory, to);
        return system_fstat(at, (long)to);
    }
    long error = path_find(at, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : PATH_FOLLOW, &place);
    if (error)
        return error;
    error = node_status(place.node, to);
    place_release(&place);
    return error;
}

long system_newfstatat(long at, long path, long to, long flags)
{
    return status_at(at, path, (struct stat *)to, (int)__ramify_decide((unsigned)flags));
}

long system_stat(long path, long to) { return status_at(AT_FDCWD, path, (struct stat *)to, 0); }
long system_lstat(long path, long to)
{
    return status_at(AT_FDCWD, path, (struct stat *)to, AT_SYMLINK_NOFOLLOW);
}

long system_fstat(long descriptor, long to)
{
    struct file *file = file_of(&descriptor);
    return file ? node_status(file->node, (struct stat *)to) : -EBADF;
}

long system_statx(long at, long path, long flags, long mask, long to)
{
    (void)mask;
    struct stat status;
    struct statx *out = (struct statx *)to;
    long error = status_at(at, path, &status, (int)__ramify_decide((unsigned)flags));
    if (!error && __ramify_unmapped(to))
        error = -EFAULT;
    if (error)
        return error;
    __builtin_memset(out, 0, sizeof *out);
    out->stx_mask = STATX_BASIC_STATS;
    out->stx_blksize = (unsigned)status.st_blksize;
    out->stx_nlink = (unsigned)status.st_nlink;
    out->stx_uid = status.st_uid;
    out->stx_gid = status.st_gid;
    out->stx_mode = (unsigned short)status.st_mode;
    out->stx_ino = status.st_ino;
    out->stx_size = (unsigned long)status.st_size;
    out->stx_blocks = (unsigned long)status.st_blocks;
    out->stx_atime.tv_sec = (long)status.st_atime;
    out->stx_atime.tv_nsec = (unsigned)status.st_atime_nsec;
    out->stx_mtime.tv_sec = (long)status.st_mtime;
    out->stx_mtime.tv_nsec = (unsigned)status.st_mtime_nsec;
    out->stx_ctime.tv_sec = (long)status.st_ctime;
    out->stx_ctime.tv_nsec = (unsigned)status.st_ctime_nsec;
    out->stx_dev_major = (unsigned)(status.st_dev >> 8) & 0xfff;
    out->stx_dev_minor = (unsigned)status.st_dev & 0xff;
    out->stx_rdev_major = (unsigned)(status.st_rdev >> 8) & 0xfff;
    out->stx_rdev_minor = (unsigned)status.st_rdev & 0xff;
    return 0;
}

long system_faccessat2(long at, long path, long mode, long flags)
{
    struct place place;
    long error = path_find(at, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : PATH_FOLLOW, &place);
    if (error)
        return error;
    unsigned rights = (unsigned)__ramify_decide((unsigned)mode & 7);
    error = node_permits(place.node, rights) ? 0 : -EACCES;
    place_release(&place);
    return error;
}

long system_faccessat(long at, long path, long mode) { return system_faccessat2(at, path, mode, 0); }
long system_access(long path, long mode) { return system_faccessat2(AT_FDCWD, path, mode, 0); }

struct file_system {
    long type, block_size, blocks, free, available, files, files_free;
    int identity[2];
    long name_length, fragment_size, flags, spare[4];
};

static long describe(const struct node *node, struct file_system *to)
{
    enum { EXT4 = 0xef53, TMPFS = 0x01021994 };
    if (__ramify_unmapped((long)to))
        return -EFAULT;
    *to = (struct file_system){.type = node->status->st_dev == SYSTEM->root->status->st_dev ? EXT4 : TMPFS,
                               .block_size = PAGE_BYTES,
                               .blocks = 1 << 20,
                               .free = 1 << 19,
                               .available = 1 << 19,
                               .files = 1 << 16,
                               .files_free = 1 << 15,
                               .name_length = NAME_BYTES,
                               .fragment_size = PAGE_BYTES};
    return 0;
}

long system_fstatfs(long descriptor, long to)
{
    struct file *file = file_of(&descriptor);
    return file ? describe(file->node, (struct file_system *)to) : -EBADF;
}

long system_statfs(long path, long to)
{
    struct place place;
    long error = path_find(AT_FDCWD, path, PATH_FOLLOW, &place);
    if (error)
        return error;
    place_release(&place);
    return describe(place.node, (struct file_system *)to);
}
