// A hostile program asks the kernel for what reaches beyond it, also by its other doors.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && sh %S/Inputs/hostile %ramify replay program >said && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said
// CHECK: who we are:
// CHECK-NEXT: refused: 37 of 37
// CHECK-NEXT: addresses that are not random: 1
// CHECK-NEXT: another personality: EPERM
// CHECK-NEXT: by the door of 32 bits: ENOSYS
// CHECK-NEXT: by the door of short pointers: ENOSYS
// CHECK-NEXT: typed for the user: EPERM
// CHECK-NEXT: the console: EPERM
// CHECK-NEXT: a terminal: ENXIO
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

/* getpid by its number of 32 bits */
static long short_door(void)
{
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}

static long answer(long result)
{
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

int main(int count, char **words)
{
#define CALL(name) {#name, SYS_##name}
    static const struct {
        const char *name;
        long number;
    } calls[] = {CALL(bpf), CALL(perf_event_open), CALL(keyctl), CALL(add_key), CALL(request_key), CALL(userfaultfd),
                 CALL(io_uring_setup), CALL(io_uring_enter), CALL(io_uring_register), CALL(kexec_load),
                 CALL(kexec_file_load), CALL(init_module), CALL(finit_module), CALL(delete_module), CALL(reboot),
                 CALL(settimeofday), CALL(clock_settime), CALL(adjtimex), CALL(clock_adjtime), CALL(swapon),
                 CALL(swapoff), CALL(acct), CALL(syslog), CALL(sethostname), CALL(setdomainname), CALL(iopl),
                 CALL(ioperm), CALL(quotactl), CALL(fanotify_init), CALL(name_to_handle_at), CALL(open_by_handle_at),
                 CALL(shmget), CALL(msgget), CALL(memfd_create), CALL(move_mount), CALL(pidfd_getfd),
                 CALL(process_madvise)};
    int refused = 0, all = sizeof calls / sizeof *calls;
    for (int i = 0; i < all; i++) {
        /* arguments that would be refused otherwise with another error */
        long result = syscall(calls[i].number, 0, 0, 0, 0, 0);
        if (result < 0 && (errno == EPERM || errno == ENOSYS))
            refused++;
        else
            allowed(calls[i].name);
    }
    printf("refused: %d of %d\n", refused, all);
    printf("addresses that are not random: %d\n", personality(ADDR_NO_RANDOMIZE) >= 0);
    attempt("another personality", personality(READ_IMPLIES_EXEC));
    attempt("by the door of 32 bits", answer(short_door()));
    attempt("by the door of short pointers", syscall(0x40000000 | SYS_getpid));
    attempt("typed for the user", ioctl(0, TIOCSTI, "x"));
    attempt("the console", ioctl(0, TIOCLINUX, "\2"));
    attempt("a terminal", open("/dev/tty", O_RDWR));
    return 0;
}
