/* ioctl: terminals and what is waiting to be read. Standard input with a
 * symbolic status is a terminal on some paths: where it is a character device. */
#include "system.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>

struct window_size {
    unsigned short rows, columns, width, height;
};

static int is_terminal(const struct node *node)
{
    if (node->is_symbolic)
        return (node->status->st_mode & S_IFMT) == S_IFCHR;
    return node->kind == KIND_TERMINAL;
}

/* There is one terminal; as the kernel makes it until the program says otherwise. */
static struct termios settings = {
    .c_iflag = ICRNL | IXON,
    .c_oflag = OPOST | ONLCR,
    .c_cflag = B38400 | CS8 | CREAD,
    .c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN,
    .c_cc = {[VINTR] = 3,
             [VQUIT] = 28,
             [VERASE] = 127,
             [VKILL] = 21,
             [VEOF] = 4,
             [VMIN] = 1,
             [VSTART] = 17,
             [VSTOP] = 19,
             [VSUSP] = 26,
             [VREPRINT] = 18,
             [VDISCARD] = 15,
             [VWERASE] = 23,
             [VLNEXT] = 22},
};
static struct window_size window = {.rows = 24, .columns = 80};

static long waiting(const struct file *file)
{
    const struct node *node = file->node;
    long position = node->kind == KIND_PIPE ? node->start : file->offset;
    return position < node->size ? node->size - position : 0;
}

static long of_terminal(unsigned request, long argument)
{
    if (request != TCSBRK && request != TCFLSH && __ramify_unmapped(argument))
        return -EFAULT;
    switch (request) {
    case TCGETS:
        __builtin_memcpy((void *)argument, &settings, sizeof settings);
        return 0;
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
        __builtin_memcpy(&settings, (void *)argument, sizeof settings);
        return 0;
    case TIOCGWINSZ:
        __builtin_memcpy((void *)argument, &window, sizeof window);
        return 0;
    case TIOCSWINSZ:
        __builtin_memcpy(&window, (void *)argument, sizeof window);
        return 0;
    case TIOCGPGRP:
        *(int *)argument = PROCESS;
        return 0;
    case TCSBRK:
    case TCFLSH:
    case TIOCSPGRP:
        return 0;
    default:
        return -ENOTTY;
    }
}

long system_ioctl(long descriptor, long request, long argument)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    request = (long)__ramify_decide((unsigned)request);
    if ((request == FIONREAD || request == FIONBIO) && __ramify_unmapped(argument))
        return -EFAULT;
    switch (request) {
    case FIONREAD:
        *(int *)argument = (int)waiting(file);
        return 0;
    case FIONBIO:
        file->flags = *(int *)argument ? file->flags | O_NONBLOCK : file->flags & ~O_NONBLOCK;
        return 0;
    case FIOCLEX:
    case FIONCLEX:
        SYSTEM->close_on_exec[descriptor] = (unsigned)request == FIOCLEX;
        return 0;
    default:
        return is_terminal(file->node) ? of_terminal((unsigned)request, argument) : -ENOTTY;
    }
}
