/* All of it is there before the program starts, so that nobody has to feed it:
 * what a pipe or the line of a terminal cannot hold stays a file. */
#include "result/input.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1024, ENDS = 16, QUOTE = 'V' & 31, END = 'D' & 31 };

static long read_all(const char *path, char *bytes)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    long count = file < 0 ? -1 : read(file, bytes, MOST_BYTES + 1);
    if (file >= 0)
        close(file);
    return count > MOST_BYTES ? -1 : count;
}

static bool make_pipe(struct input *input, const char *bytes, long count)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return false;
    bool written = write(ends[1], bytes, (size_t)count) == count;
    close(ends[1]);
    input->from = ends[0];
    return written;
}

/* A line of a terminal as it would be typed, no byte of which means anything to
 * the terminal; then its end, as often as somebody may read. */
static bool type_in(int terminal, const char *bytes, long count)
{
    char typed[2 * MOST_BYTES + ENDS];
    size_t size = 0;
    for (long i = 0; i < count; i++) {
        if (bytes[i] != '\n')
            typed[size++] = QUOTE;
        typed[size++] = bytes[i];
    }
    for (int i = 0; i < ENDS; i++)
        typed[size++] = END;
    return write(terminal, typed, size) == (ssize_t)size;
}

static bool make_terminal(struct input *input, const char *bytes, long count)
{
    char name[64];
    input->kept = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (input->kept < 0 || grantpt(input->kept) || unlockpt(input->kept) ||
        ptsname_r(input->kept, name, sizeof name))
        return false;
    input->from = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    const struct winsize window = {.ws_row = 24, .ws_col = 80}; /* as inside */
    return input->from >= 0 && !ioctl(input->from, TIOCSWINSZ, &window) && type_in(input->kept, bytes, count);
}

struct input input_open(const char *path, unsigned type)
{
    struct input input = {-1, -1};
    char bytes[MOST_BYTES + 1];
    long count = path && (type == S_IFIFO || type == S_IFCHR) ? read_all(path, bytes) : -1;
    if (count >= 0 && type == S_IFIFO && make_pipe(&input, bytes, count))
        return input;
    if (count >= 0 && type == S_IFCHR && make_terminal(&input, bytes, count))
        return input;
    input_close(&input);
    return (struct input){open(path ? path : "/dev/null", O_RDONLY | O_CLOEXEC), -1};
}

void input_close(const struct input *input)
{
    if (input->from >= 0)
        close(input->from);
    if (input->kept >= 0)
        close(input->kept);
}
