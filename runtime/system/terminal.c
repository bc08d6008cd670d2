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

static long describe(struct termios *to)
{
    *to = (struct termios){.c_iflag = 0x4500, .c_oflag = 5, .c_cflag = 0xbf, .c_lflag = 0x8a3b};
    to->c_cc[VINTR] = 3;
    to->c_cc[VEOF] = 4;
    to->c_cc[VERASE] = 127;
    to->c_cc[VMIN] = 1;
    return 0;
}

static long waiting(const struct file *file)
{
    const struct node *node = file->node;
    long position = node->kind == KIND_PIPE ? node->start : file->offset;
    return position < node->size ? node->size - position : 0;
}

long system_ioctl(long descriptor, long request, long argument)
{
    struct file *file = file_of(&descriptor);
    if (!file)
        return -EBADF;
    switch ((unsigned)__ramify_decide((unsigned)request)) {
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
    case TCGETS:
        return is_terminal(file->node) ? describe((struct termios *)argument) : -ENOTTY;
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
    case TCSBRK:
    case TCFLSH:
    case TIOCSWINSZ:
    case TIOCSPGRP:
        return is_terminal(file->node) ? 0 : -ENOTTY;
    case TIOCGWINSZ:
        if (!is_terminal(file->node))
            return -ENOTTY;
        *(struct window_size *)argument = (struct window_size){.rows = 24, .columns = 80};
        return 0;
    case TIOCGPGRP:
        if (!is_terminal(file->node))
            return -ENOTTY;
        *(int *)argument = PROCESS;
        return 0;
    default:
        return -ENOTTY;
    }
}
