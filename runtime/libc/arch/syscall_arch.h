/* The only way out of the C library: every system call is a call of one
 * function, which runtime/system answers. */
#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

long __ramify_syscall(long, long, long, long, long, long, long);

static __inline long __syscall0(long n) { return __ramify_syscall(n, 0, 0, 0, 0, 0, 0); }
static __inline long __syscall1(long n, long a) { return __ramify_syscall(n, a, 0, 0, 0, 0, 0); }
static __inline long __syscall2(long n, long a, long b) { return __ramify_syscall(n, a, b, 0, 0, 0, 0); }
static __inline long __syscall3(long n, long a, long b, long c)
{
    return __ramify_syscall(n, a, b, c, 0, 0, 0);
}
static __inline long __syscall4(long n, long a, long b, long c, long d)
{
    return __ramify_syscall(n, a, b, c, d, 0, 0);
}
static __inline long __syscall5(long n, long a, long b, long c, long d, long e)
{
    return __ramify_syscall(n, a, b, c, d, e, 0);
}
static __inline long __syscall6(long n, long a, long b, long c, long d, long e, long f)
{
    return __ramify_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
