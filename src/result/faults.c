/* The kernel hands each call of a kind that may fail to a process beside the
 * program (seccomp's user notification), which counts it and lets it pass, or
 * answers it with an error. That process is nobody's child, so that the program
 * cannot wait for it by mistake, and ends with the program. */
#include "result/faults.h"

#include "base/bug.h"

#include <errno.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "numbers of system calls are those of x86-64, as inside"
#endif

static const struct {
    const char *input;
    int error, other;
} kinds[] = {
#define FAULT(kind, error, other) {#kind "_fail", error, other},
#define CALL(kind, name)
#include "../runtime/system/faults.def"
#undef FAULT
#undef CALL
};

static const struct {
    int number;
    enum fault kind;
} calls[] = {
#define FAULT(kind, error, other)
#define CALL(kind, name) {SYS_##name, FAULT_##kind},
#include "../runtime/system/faults.def"
#undef FAULT
#undef CALL
};

void faults_read(struct faults *faults, const struct ktest *test, int allowed)
{
    *faults = (struct faults){.allowed = allowed};
    for (size_t kind = 0; kind < FAULT_COUNT; kind++) {
        const struct ktest_object *object = ktest_find(test, kinds[kind].input);
        if (object && object->size == sizeof faults->at[kind])
            memcpy(&faults->at[kind], object->bytes, sizeof faults->at[kind]);
    }
}

/* ---- the process beside ---- */

struct watch {
    struct faults faults;
    int made[FAULT_COUNT];
    const char *counts; /* LLVM_PROFILE_FILE */
    int listener;
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), more = strlen(end);
    return length >= more && !strcmp(text + length - more, end);
}

/* The name that the program gives in a call that opens a file. */
static void read_name(const struct seccomp_notif *call, char *name, size_t size)
{
    uint64_t at = call->data.args[call->data.nr == SYS_openat];
    name[0] = 0;
    /* page by page: what follows the name may not be there */
    for (size_t got = 0; got + 1 < size;) {
        size_t part = 4096 - (at + got) % 4096;
        part = part < size - 1 - got ? part : size - 1 - got;
        const struct iovec to = {name + got, part}, from = {(void *)(at + got), part}; // NOLINT
        ssize_t read = process_vm_readv((pid_t)call->pid, &to, 1, &from, 1, 0);
        if (read <= 0)
            break;
        name[got + (size_t)read] = 0;
        if (strlen(name) < got + (size_t)read)
            break;
        got += (size_t)read;
    }
}

/* A file that is not the program's but of its making: its libraries, for the
 * loader, and what it counts its coverage in. */
static bool is_machinery(const char *name)
{
    const char *slash = strrchr(name, '/'), *library = strstr(slash ? slash : name, ".so");
    return ends_with(name, ".profraw") || (library && (!library[3] || library[3] == '.'));
}

static bool concerns_machinery(const struct watch *watch, const struct seccomp_notif *call, enum fault kind)
{
    char name[PATH_MAX], link[64];
    if (kind == FAULT_open || kind == FAULT_make) {
        read_name(call, name, sizeof name);
        /* directories are made on the way to where coverage is counted */
        bool is_on_way = kind == FAULT_make && watch->counts && !strncmp(watch->counts, name, strlen(name));
        return is_on_way || is_machinery(name);
    }
    snprintf(link, sizeof link, "/proc/%u/fd/%d", call->pid, (int)call->data.args[0]);
    ssize_t length = readlink(link, name, sizeof name - 1);
    name[length > 0 ? length : 0] = 0;
    return is_machinery(name);
}

static enum fault kind_of(int number)
{
    for (size_t i = 0; i < ARRAY_COUNT(calls); i++)
        if (calls[i].number == number)
            return calls[i].kind;
    return FAULT_COUNT;
}

/* The error that the call gets; 0: it is made. */
static int decide(struct watch *watch, const struct seccomp_notif *call)
{
    enum fault kind = kind_of(call->data.nr);
    if (kind == FAULT_COUNT || !watch->faults.allowed || concerns_machinery(watch, call, kind))
        return 0;
    int number = ++watch->made[kind], at = watch->faults.at[kind];
    int error = at == number ? kinds[kind].error : at == -number ? kinds[kind].other : 0;
    watch->faults.allowed -= error != 0;
    return error;
}

static _Noreturn void attend(struct watch *watch)
{
    for (;;) {
        struct pollfd ready = {.fd = watch->listener, .events = POLLIN};
        if (poll(&ready, 1, -1) < 0 && errno != EINTR)
            _exit(1);
        if (ready.revents & (POLLHUP | POLLERR | POLLNVAL))
            _exit(0); /* the program has ended */
        struct seccomp_notif call = {0};
        if (!(ready.revents & POLLIN) || ioctl(watch->listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
            continue;
        int error = decide(watch, &call);
        struct seccomp_notif_resp answer = {
            .id = call.id, .error = -error, .flags = error ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        ioctl(watch->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer); /* refused if the caller is gone */
    }
}

/* ---- how the listener reaches it ---- */

union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

static bool send_file(int through, int file)
{
    char byte = 0;
    struct iovec data = {&byte, 1};
    union control control = {0};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof file)};
    memcpy(CMSG_DATA(header), &file, sizeof file);
    return sendmsg(through, &message, 0) == 1;
}

static int receive_file(int through)
{
    char byte;
    struct iovec data = {&byte, 1};
    union control control = {0};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    int file = -1;
    if (recvmsg(through, &message, MSG_CMSG_CLOEXEC) == 1 && CMSG_FIRSTHDR(&message))
        memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
    return file;
}

/* ---- the filter ---- */

static int install_filter(void)
{
    enum { HEAD = 3, COUNT = HEAD + 2 * ARRAY_COUNT(calls) + 1 };
    struct sock_filter code[COUNT] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, COUNT - 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    struct sock_filter *next = code + HEAD;
    for (size_t i = 0; i < ARRAY_COUNT(calls); i++) {
        *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
        *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    *next = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {.len = COUNT, .filter = code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

bool faults_arrange(const struct faults *faults)
{
    int ends[2], status;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return false;
    pid_t between = fork();
    if (!between) {
        if (fork())
            _exit(0);
        close(ends[0]);
        struct watch watch = {
            .faults = *faults, .counts = getenv("LLVM_PROFILE_FILE"), .listener = receive_file(ends[1])};
        if (watch.listener < 0)
            _exit(1);
        attend(&watch);
    }
    if (between < 0 || waitpid(between, &status, 0) != between)
        return false;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); /* it reads names from our memory */
    close(ends[1]);
    int listener = install_filter();
    return listener >= 0 && send_file(ends[0], listener);
}
