/* The file descriptors that every program has: 0 is empty, 1 and 2 are shown. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <unistd.h>

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    if ((descriptor == 1 || descriptor == 2) && count && __ramify_unmapped((long)bytes)) {
        errno = EFAULT;
        return -1;
    }
    if (descriptor == 1 || descriptor == 2)
        return __ramify_write(descriptor, bytes, count);
    errno = EBADF;
    return -1;
}

ssize_t read(int descriptor, void *bytes, size_t count)
{
    (void)bytes, (void)count;
    if (descriptor == 0)
        return 0;
    errno = EBADF;
    return -1;
}

int isatty(int descriptor)
{
    errno = descriptor >= 0 && descriptor <= 2 ? ENOTTY : EBADF;
    return 0;
}
