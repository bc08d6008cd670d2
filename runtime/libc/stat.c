/* The stat family: the structure that the system inside fills is the program's own, so that a bad address for
 * it is the call's error (EFAULT), as where a C library hands the address to the kernel. */
#define _BSD_SOURCE
#include "syscall.h"

#include <fcntl.h>
#include <sys/stat.h>

int fstatat(int directory, const char *restrict path, struct stat *restrict to, int flags)
{
    if (flags == AT_EMPTY_PATH && path && !*path && directory >= 0)
        return syscall(SYS_fstat, directory, to);
    return syscall(SYS_fstatat, directory, path, to, flags);
}
weak_alias(fstatat, fstatat64);
