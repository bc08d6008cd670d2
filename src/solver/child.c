/* One fork, one pipe. The copy shares our pages until somebody writes: it costs a millisecond or two,
 * however much memory we have. */
#include "solver/child.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How soon the end of the run is seen: a wait by poll() takes a step of the budget each time. */
enum { WAIT_MILLISECONDS = 20 };

static void write_all(int to, const char *data, size_t length)
{
    while (length) {
        ssize_t count = write(to, data, length);
        if (count < 0 && errno != EINTR)
            _exit(1);
        data += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
}

/* What is asked of the run is not asked of its copy, which must save nothing and say nothing. */
_Noreturn static void be_child(struct budget *budget, struct child_work work, int to, pid_t parent)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGPIPE};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    for (size_t i = 0; i < ARRAY_COUNT(signals); i++)
        signal(signals[i], SIG_IGN);
    mem_on_exhaustion(NULL, NULL);
    budget_on_overrun(budget, NULL, NULL);
    struct text answer = {0};
    work.run(work.context, &answer);
    uint64_t length = answer.length;
    write_all(to, (const char *)&length, sizeof length);
    write_all(to, text_string(&answer), answer.length);
    _exit(0);
}

/* false: the budget is spent, or the end of the pipe. */
static bool read_more(struct budget *budget, int from, struct text *answer)
{
    char buffer[1 << 14];
    for (;;) {
        struct pollfd wait = {.fd = from, .events = POLLIN};
        int ready = poll(&wait, 1, WAIT_MILLISECONDS);
        if (ready > 0) {
            ssize_t count = read(from, buffer, sizeof buffer);
            if (count > 0)
                text_add_bytes(answer, buffer, (size_t)count);
            if (count || errno != EINTR)
                return count > 0;
        }
        if (budget_spent_now(budget))
            return false;
    }
}

static bool receive(struct budget *budget, int from, struct text *answer)
{
    uint64_t length;
    while (answer->length < sizeof length)
        if (!read_more(budget, from, answer))
            return false;
    memcpy(&length, answer->data, sizeof length);
    while (answer->length < sizeof length + length)
        if (!read_more(budget, from, answer))
            return false;
    memmove(answer->data, answer->data + sizeof length, length);
    answer->length = length;
    return true;
}

bool child_run(struct budget *budget, struct child_work work, struct text *answer)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC))
        return false;
    pid_t child = fork();
    if (!child)
        be_child(budget, work, ends[1], parent);
    close(ends[1]);
    text_clear(answer);
    bool whole = child > 0 && receive(budget, ends[0], answer);
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    return whole;
}
