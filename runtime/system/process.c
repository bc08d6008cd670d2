/* The process: one, with one thread, a plain user's, on a plain machine. */
#include "system.h"

enum { MOST_PROCESSES = 1 << 22 };

/* It stays what it was when the program asked first. */
long system_getpid(void)
{
    if (!SYSTEM->knows_process)
        SYSTEM->process = environment_number(ENVIRONMENT_PROCESS, "pid", 1, MOST_PROCESSES, SYSTEM->process);
    SYSTEM->knows_process = 1;
    return SYSTEM->process;
}

long system_gettid(void) { return PROCESS; }

/* The first process's parent is nobody's; it may be another each time, when the one before has ended. */
long system_getppid(void)
{
    return SYSTEM->forks ? SYSTEM->parent
                         : environment_number(ENVIRONMENT_PARENT, "ppid", 1, MOST_PROCESSES, SYSTEM->parent);
}
long system_getpgrp(void) { return PROCESS; }
long system_getpgid(long process) { return !process || process == PROCESS ? PROCESS : -ESRCH; }
long system_getsid(long process) { return system_getpgid(process); }
long system_setsid(void) { return PROCESS; }
long system_set_tid_address(long address)
{
    (void)address;
    return PROCESS;
}

/* ---- users ---- */

long system_getuid(void) { return SYSTEM->user; }
long system_geteuid(void) { return SYSTEM->user; }
long system_getgid(void) { return SYSTEM->group; }
long system_getegid(void) { return SYSTEM->group; }

static long three(long a, long b, long c, unsigned value)
{
    *(unsigned *)a = *(unsigned *)b = *(unsigned *)c = value;
    return 0;
}
long system_getresuid(long real, long effective, long saved)
{
    return three(real, effective, saved, SYSTEM->user);
}
long system_getresgid(long real, long effective, long saved)
{
    return three(real, effective, saved, SYSTEM->group);
}

long system_getgroups(long size, long list)
{
    if (!size)
        return 1;
    if ((int)size < 1)
        return -EINVAL;
    if (__ramify_unmapped(list))
        return -EFAULT;
    *(unsigned *)list = SYSTEM->group;
    return 1;
}

static long same_or(long wanted, unsigned *identity)
{
    if ((int)wanted == -1 || (unsigned)wanted == *identity)
        return 0;
    if (SYSTEM->user != 0)
        return -EPERM;
    *identity = (unsigned)wanted;
    return 0;
}
long system_setuid(long user) { return same_or(user, &SYSTEM->user); }
long system_setgid(long group) { return same_or(group, &SYSTEM->group); }
long system_setreuid(long real, long effective)
{
    long error = same_or(real, &SYSTEM->user);
    return error ? error : same_or(effective, &SYSTEM->user);
}
long system_setregid(long real, long effective)
{
    long error = same_or(real, &SYSTEM->group);
    return error ? error : same_or(effective, &SYSTEM->group);
}
long system_setresuid(long real, long effective, long saved)
{
    long error = system_setreuid(real, effective);
    return error ? error : same_or(saved, &SYSTEM->user);
}
long system_setresgid(long real, long effective, long saved)
{
    long error = system_setregid(real, effective);
    return error ? error : same_or(saved, &SYSTEM->group);
}

/* ---- the machine ---- */

enum { HOST_NAME = 8 }; /* characters of a symbolic one, at most */

long system_uname(long to)
{
    if (__ramify_unmapped(to))
        return -EFAULT;
    static const char *const words[] = {"Linux", "ramify", "6.1.0", "#1", "x86_64", ""};
    char *field = (char *)to;
    __builtin_memset(field, 0, 6 * 65);
    for (int i = 0; i < 6; i++, field += 65)
        __builtin_memcpy(field, words[i], (size_t)text_length(words[i]));
    environment_bytes(ENVIRONMENT_NAME, "hostname", (unsigned char *)to + 65, HOST_NAME);
    return 0;
}

long system_sethostname(long name, long length)
{
    (void)name, (void)length;
    return -EPERM;
}

struct limit {
    uint64_t soft, hard;
};

static long limit(long resource, struct limit *to)
{
    enum { STACK = 3, FILES = 7, RESOURCES = 16 };
    resource = (int)__ramify_decide((unsigned)resource);
    if (resource < 0 || resource >= RESOURCES)
        return -EINVAL;
    if (to && __ramify_unmapped((long)to))
        return -EFAULT;
    if (to)
        *to = resource == FILES   ? (struct limit){MAX_DESCRIPTORS, MAX_DESCRIPTORS}
              : resource == STACK ? (struct limit){8 << 20, UINT64_MAX}
                                  : (struct limit){UINT64_MAX, UINT64_MAX};
    return 0;
}

long system_getrlimit(long resource, long to) { return to ? limit(resource, (struct limit *)to) : -EFAULT; }
long system_prlimit64(long process, long resource, long from, long to)
{
    (void)process, (void)from;
    return limit(resource, (struct limit *)to);
}

long system_sysinfo(long to)
{
    if (__ramify_unmapped(to))
        return -EFAULT;
    struct {
        long uptime;
        unsigned long loads[3], total, free, shared, buffers, swap, swap_free;
        unsigned short processes, pad;
        unsigned long high, high_free;
        unsigned unit;
    } info = {.uptime = 1000, .total = 1ul << 32, .free = 1ul << 31, .processes = 1, .unit = 1};
    __builtin_memcpy((void *)to, &info, 112);
    return 0;
}

long system_sched_getaffinity(long process, long size, long mask)
{
    (void)process;
    if (size < 8)
        return -EINVAL;
    *(uint64_t *)mask = 1;
    return 8;
}

long system_getpriority(long which, long who)
{
    (void)which, (void)who;
    return 20; /* the kernel's way to say 0 */
}

/* One thread: nobody waits, nobody wakes. */
long system_futex(long word, long operation, long value, long timeout)
{
    enum { WAIT = 0, WAIT_BITSET = 9, COMMAND = 127 };
    long command = operation & COMMAND;
    if (command != WAIT && command != WAIT_BITSET)
        return 0;
    if (*(int *)word != (int)value)
        return -EAGAIN;
    if (timeout)
        return -ETIMEDOUT;
    __ramify_wait("another thread to wake it");
}

/* There is one process: either the child goes on, and its parent never has its
 * turn again, or there is no room for a child. Both can happen to the program.
 * What the parent would have done is left out. */
long system_fork(void)
{
    int *refused = malloc(sizeof *refused);
    klee_make_symbolic(refused, sizeof *refused, "fork_fail");
    if (__ramify_decide(*refused != 0))
        return -EAGAIN;
    __ramify_partial("after a fork the child goes on: its parent is not explored", NULL);
    SYSTEM->forks++;
    SYSTEM->parent = SYSTEM->process;
    SYSTEM->process = FIRST_PROCESS + SYSTEM->forks;
    SYSTEM->knows_process = 0;
    return 0;
}

long system_vfork(void) { return system_fork(); }

long system_wait4(long process, long status, long options, long usage)
{
    (void)process, (void)status, (void)options, (void)usage;
    return -ECHILD;
}

long system_exit(long status) { _exit((int)status); }
long system_exit_group(long status) { _exit((int)status); }

/* There is nobody to talk to on this machine: C libraries ask for daemons that
 * know names or keep a log, and do without. What goes farther is not modelled. */
long system_socket(long family, long type, long protocol)
{
    enum { UNIX = 1 };
    (void)type, (void)protocol;
    if ((int)__ramify_decide((unsigned)family) == UNIX)
        return -EAFNOSUPPORT;
    __ramify_fail("unsupported", "the system call socket is not supported: one process, no network");
}
