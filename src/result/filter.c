/* A list of what is refused, not of what is allowed: any program may be replayed.
 * Calls that are newer than this list are refused but for those below. */
#include "result/filter.h"

#include "base/bug.h"
#include "base/vector.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* From here on numbers are the same for all machines, and most calls are new ways to do what is refused. */
enum { FIRST_NEW = 424, X32 = 0x40000000 };

static const unsigned new_allowed[] = {
    SYS_pidfd_send_signal, SYS_pidfd_open,   SYS_close_range, SYS_openat2,
    SYS_faccessat2,        SYS_epoll_pwait2, SYS_futex_waitv, 452 /* fchmodat2 */};

static const struct {
    unsigned number, error;
} refused[] = {
    /* other processes */
    {SYS_ptrace, EPERM},
    {SYS_process_vm_readv, EPERM},
    {SYS_process_vm_writev, EPERM},
    {SYS_kcmp, EPERM},
    {SYS_move_pages, EPERM},
    {SYS_migrate_pages, EPERM},
    /* networks: there is none of any kind, as inside the engine */
    {SYS_socket, EAFNOSUPPORT},
    {SYS_socketpair, EAFNOSUPPORT},
    /* namespaces and what is mounted */
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_chroot, EPERM},
    {SYS_name_to_handle_at, EPERM},
    {SYS_open_by_handle_at, EPERM},
    {SYS_fanotify_init, EPERM},
    {SYS_quotactl, EPERM},
    /* the kernel's keys, programs and counters */
    {SYS_add_key, EPERM},
    {SYS_request_key, EPERM},
    {SYS_keyctl, EPERM},
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_lookup_dcookie, EPERM},
    {SYS_modify_ldt, EPERM},
    {SYS_uselib, ENOSYS},
    {SYS_sysfs, ENOSYS},
    /* the machine */
    {SYS_reboot, EPERM},
    {SYS_kexec_load, EPERM},
    {SYS_kexec_file_load, EPERM},
    {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM},
    {SYS_delete_module, EPERM},
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_acct, EPERM},
    {SYS_syslog, EPERM},
    {SYS_settimeofday, EPERM},
    {SYS_clock_settime, EPERM},
    {SYS_adjtimex, EPERM},
    {SYS_clock_adjtime, EPERM},
    {SYS_sethostname, EPERM},
    {SYS_setdomainname, EPERM},
    {SYS_iopl, EPERM},
    {SYS_ioperm, EPERM},
    {SYS_vhangup, EPERM},
    /* memory that belongs to no process */
    {SYS_memfd_create, ENOSYS},
    {SYS_shmget, ENOSYS},
    {SYS_semget, ENOSYS},
    {SYS_msgget, ENOSYS},
    {SYS_mq_open, ENOSYS},
};

/* What is typed for the user, what moves the machine's console, who gets its messages. */
static const unsigned refused_requests[] = {TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD};

static const unsigned other_namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

/* Addresses that are not random are what a sanitizer may ask for; all ones is a question. */
static const unsigned personalities[] = {0, 0xffffffff, ADDR_NO_RANDOMIZE};

/* ---- the program for the kernel ---- */

typedef VECTOR(struct sock_filter) code;

static void add(code *code, unsigned short what, unsigned value, unsigned char yes, unsigned char no)
{
    vector_push(code, (struct sock_filter){what, yes, no, value});
}

static void load(code *code, size_t from) { add(code, BPF_LD | BPF_W | BPF_ABS, (unsigned)from, 0, 0); }
static void end(code *code, unsigned answer) { add(code, BPF_RET | BPF_K, answer, 0, 0); }
static void fail(code *code, unsigned error) { end(code, SECCOMP_RET_ERRNO | error); }

/* Skips so many instructions if what was loaded is not the value. */
static void unless_equal(code *code, unsigned value, unsigned char skip)
{
    add(code, BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip);
}

/* The lower half of an argument of the call: the kernel looks at no more of these. */
static void load_argument(code *code, unsigned which)
{
    load(code, offsetof(struct seccomp_data, args) + which * sizeof(uint64_t));
}

static void only_this_machine(code *code)
{
    load(code, offsetof(struct seccomp_data, arch));
    add(code, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    fail(code, ENOSYS);
    load(code, offsetof(struct seccomp_data, nr));
    add(code, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    fail(code, ENOSYS);
}

static void only_known(code *code)
{
    const unsigned count = ARRAY_COUNT(new_allowed);
    add(code, BPF_JMP | BPF_JGE | BPF_K, FIRST_NEW, 0, (unsigned char)(count + 1));
    for (unsigned i = 0; i < count; i++)
        add(code, BPF_JMP | BPF_JEQ | BPF_K, new_allowed[i], (unsigned char)(count - i), 0);
    fail(code, ENOSYS); /* the C library then takes the older way */
}

static void only_harmless_arguments(code *code)
{
    const unsigned requests = ARRAY_COUNT(refused_requests), kinds = ARRAY_COUNT(personalities);
    unless_equal(code, SYS_clone, 4);
    load_argument(code, 0);
    add(code, BPF_JMP | BPF_JSET | BPF_K, other_namespaces, 0, 1);
    fail(code, EPERM);
    end(code, SECCOMP_RET_ALLOW);
    unless_equal(code, SYS_prlimit64, 4);
    load_argument(code, 0);
    add(code, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0); /* itself: the guard is of the same user */
    fail(code, EPERM);
    end(code, SECCOMP_RET_ALLOW);
    unless_equal(code, SYS_ioctl, (unsigned char)(requests + 3));
    load_argument(code, 1);
    for (unsigned i = 0; i < requests; i++)
        add(code, BPF_JMP | BPF_JEQ | BPF_K, refused_requests[i], (unsigned char)(requests - i), 0);
    end(code, SECCOMP_RET_ALLOW);
    fail(code, EPERM);
    unless_equal(code, SYS_personality, (unsigned char)(kinds + 3));
    load_argument(code, 0);
    for (unsigned i = 0; i < kinds; i++)
        add(code, BPF_JMP | BPF_JEQ | BPF_K, personalities[i], (unsigned char)(kinds - i), 0);
    fail(code, EPERM);
    end(code, SECCOMP_RET_ALLOW);
}

bool filter_install(bool traces)
{
    code code = {0};
    only_this_machine(&code);
    only_known(&code);
    only_harmless_arguments(&code);
    for (size_t i = 0; i < ARRAY_COUNT(refused); i++) {
        if (traces && refused[i].number == SYS_ptrace)
            continue;
        unless_equal(&code, refused[i].number, 1);
        fail(&code, refused[i].error);
    }
    end(&code, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {.len = (unsigned short)code.count, .filter = code.data};
    bool good = !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    vector_release(&code);
    return good;
}
