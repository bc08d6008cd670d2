/* Signals that the program sends to itself: handled, held back while blocked,
 * or the end of the path. No others ever come. */
#include "system.h"

enum {
    IGNORED = 1, /* SIG_IGN as a number; SIG_DFL is 0 */
    BLOCK = 0,
    UNBLOCK = 1,
    SET = 2,
    SIGINFO = 4,
    NO_DEFER = 0x40000000,
};
static const unsigned long reset_handler = 0x80000000;

#define BIT(signal) ((uint64_t)1 << ((signal) - 1))

/* CHLD, CONT, URG, WINCH do nothing unless they are handled. */
static const uint64_t quiet = BIT(17) | BIT(18) | BIT(23) | BIT(28);
/* QUIT, ILL, TRAP, ABRT, BUS, FPE, SEGV, XCPU, XFSZ, SYS: a bug of the program. */
static const uint64_t crashes =
    BIT(3) | BIT(4) | BIT(5) | BIT(6) | BIT(7) | BIT(8) | BIT(11) | BIT(24) | BIT(25) | BIT(31);
static const uint64_t never_blocked = BIT(9) | BIT(19);

static void end(int signal)
{
    char message[] = "the program ended itself with signal   ";
    if (BIT(signal) & quiet)
        return;
    if (BIT(signal) & crashes) {
        message[sizeof message - 3] = (char)(signal > 9 ? '0' + signal / 10 : ' ');
        message[sizeof message - 2] = (char)('0' + signal % 10);
        __ramify_fail("abort", message);
    }
    _exit(128 + signal);
}

static void deliver(int signal)
{
    struct kernel_sigaction *action = &SYSTEM->actions[signal];
    struct kernel_sigaction now = *action;
    if ((uintptr_t)now.handler == IGNORED)
        return;
    if (!now.handler) {
        end(signal);
        return;
    }
    if (now.flags & reset_handler)
        action->handler = NULL;
    uint64_t before = SYSTEM->blocked;
    SYSTEM->blocked |= now.mask | (now.flags & NO_DEFER ? 0 : BIT(signal));
    if (now.flags & SIGINFO) {
        uint64_t information[16] = {(unsigned)signal}, context[128] = {0};
        information[2] = PROCESS | (uint64_t)USER << 32;
        ((void (*)(int, void *, void *))(void *)now.handler)(signal, information, context);
    } else {
        now.handler(signal);
    }
    SYSTEM->blocked = before;
}

static void deliver_pending(void)
{
    for (int signal = 1; SYSTEM->pending & ~SYSTEM->blocked && signal <= MAX_SIGNALS; signal++)
        if (SYSTEM->pending & ~SYSTEM->blocked & BIT(signal)) {
            SYSTEM->pending &= ~BIT(signal);
            deliver(signal);
        }
}

void signal_raise(int signal)
{
    SYSTEM->pending |= BIT(signal);
    deliver_pending();
}

static long send(long signal)
{
    signal = (int)__ramify_decide((unsigned)signal);
    if (signal < 0 || signal > MAX_SIGNALS)
        return -EINVAL;
    if (signal)
        signal_raise((int)signal);
    return 0;
}

long system_kill(long process, long signal)
{
    int who = (int)process;
    return who == PROCESS || who == 0 || who == -1 || who == -PROCESS ? send(signal)
           : who == 1                                                 ? -EPERM
                                                                      : -ESRCH;
}
/* There is one thread, whatever number the C library gave it. */
long system_tkill(long thread, long signal) { return (int)thread > 0 ? send(signal) : -EINVAL; }
long system_tgkill(long process, long thread, long signal)
{
    return (int)process == PROCESS ? system_tkill(thread, signal) : -ESRCH;
}

long system_rt_sigaction(long which, long new, long old, long size)
{
    (void)size;
    int signal = (int)__ramify_decide((unsigned)which);
    if (signal < 1 || signal > MAX_SIGNALS || (new && BIT(signal) & never_blocked))
        return -EINVAL;
    if ((new && __ramify_unmapped(new)) || (old && __ramify_unmapped(old)))
        return -EFAULT;
    if (old)
        __builtin_memcpy((void *)old, &SYSTEM->actions[signal], sizeof(struct kernel_sigaction));
    if (new)
        __builtin_memcpy(&SYSTEM->actions[signal], (const void *)new, sizeof(struct kernel_sigaction));
    return 0;
}

long system_rt_sigprocmask(long how, long new, long old, long size)
{
    (void)size;
    uint64_t before = SYSTEM->blocked;
    if ((new && __ramify_unmapped(new)) || (old && __ramify_unmapped(old)))
        return -EFAULT;
    if (new) {
        uint64_t set = *(const uint64_t *)new & ~never_blocked;
        switch ((int)__ramify_decide((unsigned)how)) {
        case BLOCK:
            SYSTEM->blocked |= set;
            break;
        case UNBLOCK:
            SYSTEM->blocked &= ~set;
            break;
        case SET:
            SYSTEM->blocked = set;
            break;
        default:
            return -EINVAL;
        }
    }
    if (old)
        *(uint64_t *)old = before;
    deliver_pending();
    return 0;
}

long system_rt_sigpending(long to, long size)
{
    (void)size;
    *(uint64_t *)to = SYSTEM->pending & SYSTEM->blocked;
    return 0;
}

long system_rt_sigsuspend(long mask, long size)
{
    (void)size;
    uint64_t before = SYSTEM->blocked;
    SYSTEM->blocked = *(const uint64_t *)mask & ~never_blocked;
    if (!(SYSTEM->pending & ~SYSTEM->blocked))
        __ramify_wait("a signal");
    deliver_pending();
    SYSTEM->blocked = before;
    return -EINTR;
}

long system_pause(void) { __ramify_wait("a signal"); }

struct stack {
    void *start;
    long flags, size;
};

/* Handlers run on the program's one stack. */
long system_sigaltstack(long new, long old)
{
    enum { DISABLED = 2 };
    (void)new;
    if (old)
        *(struct stack *)old = (struct stack){NULL, DISABLED, 0};
    return 0;
}
