/* One call a line: what it was, what it gave, and errno after it. */
#include <errno.h>
#include <stdio.h>

#define I(call)                                                          \
    do {                                                                 \
        errno = 0;                                                       \
        long long result_ = (long long)(call);                           \
        int errno_ = errno;                                              \
        printf("%s = %lld, errno %d\n", #call, result_, errno_);         \
    } while (0)
#define S(call)                                                          \
    do {                                                                 \
        errno = 0;                                                       \
        const char *result_ = (call);                                    \
        int errno_ = errno;                                              \
        printf("%s = %s, errno %d\n", #call, result_ ? result_ : "NULL", errno_); \
    } while (0)
#define D(call)                                                          \
    do {                                                                 \
        errno = 0;                                                       \
        double result_ = (call);                                         \
        int errno_ = errno;                                              \
        printf("%s = %a, errno %d\n", #call, result_, errno_);           \
    } while (0)
#define L(call)                                                          \
    do {                                                                 \
        errno = 0;                                                       \
        long double result_ = (call);                                    \
        int errno_ = errno;                                              \
        printf("%s = %La, errno %d\n", #call, result_, errno_);          \
    } while (0)
