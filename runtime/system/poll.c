/* Waiting for files: what can be read or written now. One process: what is not
 * ready now never will be, so that waiting takes the whole time allowed. */
#include "system.h"

enum { IN = 1, OUT = 4, ERROR = 8, HANG_UP = 16, INVALID = 32 };

struct poll {
    int descriptor;
    short events, found;
};

static short ready(long descriptor)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return INVALID;
    const struct node *node = file->node;
    if (node->kind != KIND_PIPE)
        return IN | OUT;
    long waiting = node->size - node->start;
    if ((file->flags & O_ACCMODE) == O_RDONLY)
        return (short)((waiting ? IN : 0) | (node->writers ? 0 : HANG_UP));
    return (short)(node->readers ? waiting < PIPE_BYTES ? OUT : 0 : OUT | ERROR);
}

static long poll_for(struct poll *polls, long count, int for_ever, uint64_t nanoseconds)
{
    long found = 0;
    count = (long)__ramify_decide((unsigned long)count);
    if (count > MAX_DESCRIPTORS)
        return -EINVAL;
    if (count && __ramify_unmapped((long)polls))
        return -EFAULT;
    for (long i = 0; i < count; i++) {
        polls[i].found = 0;
        if (polls[i].descriptor >= 0)
            polls[i].found = ready(polls[i].descriptor) & (polls[i].events | ERROR | HANG_UP | INVALID);
        found += polls[i].found != 0;
    }
    if (found)
        return found;
    if (for_ever)
        __ramify_wait("a descriptor to be ready");
    clock_pass(nanoseconds);
    return 0;
}

long system_poll(long polls, long count, long timeout)
{
    return poll_for((struct poll *)polls, count, (int)timeout < 0, (uint64_t)(int)timeout * 1000000);
}

long system_ppoll(long polls, long count, long timeout, long mask)
{
    (void)mask;
    const long *time = (const long *)timeout;
    return poll_for((struct poll *)polls, count, !time,
                    time ? (uint64_t)time[0] * 1000000000 + (uint64_t)time[1] : 0);
}

/* The bits of one set that are ready go to out. */
static long select_set(const uint64_t *set, uint64_t *out, long count, short wanted)
{
    long found = 0;
    for (long i = 0; set && i < count; i++) {
        if (!(set[i / 64] >> (i % 64) & 1))
            continue;
        short is = ready(i);
        if (is & INVALID)
            return -EBADF;
        if (is & wanted) {
            out[i / 64] |= (uint64_t)1 << (i % 64);
            found++;
        }
    }
    return found;
}

static long select_for(long count, long read, long write, long except, int for_ever, uint64_t nanoseconds)
{
    uint64_t out[2][MAX_DESCRIPTORS / 64] = {{0}};
    uint64_t *sets[3] = {(uint64_t *)read, (uint64_t *)write, (uint64_t *)except};
    count = (int)__ramify_decide((unsigned)count);
    if (count < 0)
        return -EINVAL;
    if (count > MAX_DESCRIPTORS)
        count = MAX_DESCRIPTORS;
    for (int set = 0; set < 3; set++)
        if (count && sets[set] && __ramify_unmapped((long)sets[set]))
            return -EFAULT;
    long readers = select_set(sets[0], out[0], count, IN | HANG_UP);
    long writers = select_set(sets[1], out[1], count, OUT | ERROR);
    if (readers < 0 || writers < 0)
        return -EBADF;
    if (!(readers + writers)) {
        if (for_ever)
            __ramify_wait("a descriptor to be ready");
        clock_pass(nanoseconds);
    }
    for (int set = 0; set < 3; set++)
        for (long word = 0; sets[set] && word < (count + 63) / 64; word++)
            sets[set][word] = set < 2 ? out[set][word] : 0;
    return readers + writers;
}

long system_select(long count, long read, long write, long except, long timeout)
{
    const long *time = (const long *)timeout;
    return select_for(count, read, write, except, !time,
                      time ? (uint64_t)time[0] * 1000000000 + (uint64_t)time[1] * 1000 : 0);
}

long system_pselect6(long count, long read, long write, long except, long timeout, long mask)
{
    (void)mask;
    const long *time = (const long *)timeout;
    return select_for(count, read, write, except, !time,
                      time ? (uint64_t)time[0] * 1000000000 + (uint64_t)time[1] : 0);
}
