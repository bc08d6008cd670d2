/* errno and its texts. */
#include <errno.h>
#include <ramify.h>
#include <string.h>

int *__errno_location(void)
{
    static int number;
    return &number;
}

int ramify_get_errno(void) { return errno; }
int klee_get_errno(void) { return errno; }

/* number, text as glibc says it */
#define ERRORS(X)                                 \
    X(0, "Success")                               \
    X(EPERM, "Operation not permitted")           \
    X(ENOENT, "No such file or directory")        \
    X(EINTR, "Interrupted system call")           \
    X(EIO, "Input/output error")                  \
    X(EBADF, "Bad file descriptor")               \
    X(EAGAIN, "Resource temporarily unavailable") \
    X(ENOMEM, "Cannot allocate memory")           \
    X(EACCES, "Permission denied")                \
    X(EFAULT, "Bad address")                      \
    X(EBUSY, "Device or resource busy")           \
    X(EEXIST, "File exists")                      \
    X(ENOTDIR, "Not a directory")                 \
    X(EISDIR, "Is a directory")                   \
    X(EINVAL, "Invalid argument")                 \
    X(ENOSPC, "No space left on device")          \
    X(EPIPE, "Broken pipe")                       \
    X(EDOM, "Numerical argument out of domain")   \
    X(ERANGE, "Numerical result out of range")    \
    X(ENOSYS, "Function not implemented")         \
    X(EOVERFLOW, "Value too large for defined data type")

char *strerror(int number)
{
    switch (number) {
#define X(error, text) \
    case error:        \
        return (char *)text;
        ERRORS(X)
#undef X
    default:
        return (char *)"Unknown error";
    }
}
