/* For tests without a C library: system calls, and what they must return. */
#include <linux/stat.h> /* before the C library's, which would hide a part of it */

#include <asm/errno.h>
#include <asm/stat.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>

#include <assert.h>
#include <klee/klee.h>
#include <string.h>

long __ramify_syscall(long n, long a, long b, long c, long d, long e, long f);
void __ramify_system_start(int *count, char ***arguments, char ***environment);

#define CALL6(name, a, b, c, d, e, f, ...) \
    __ramify_syscall(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define CALL(...) CALL6(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
