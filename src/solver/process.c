/* Child processes on pipes. */
#include "solver/process.h"

#include "base/clock.h"
#include "base/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* How soon the end of the run, and a deadline, are seen. */
enum { WAIT_MILLISECONDS = 20 };

/* Not by keeper_fork(): we may be large by now. The shell waits for a line, which comes when the keeper knows
 * of it, or ends with us. */
static int spawn(pid_t *id, const char *command, int in, int out)
{
    char *const arguments[] = {"sh", "-c", "read -r go && eval \"$1\"", "sh", (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(id, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* write() without the signal for a pipe that nobody reads. */
static ssize_t write_quietly(int descriptor, const char *data, size_t length)
{
    sigset_t pipe_signal, pending, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t count = write(descriptor, data, length);
    int error = errno;
    if (count < 0 && error == EPIPE && !was_pending)
        while (sigtimedwait(&pipe_signal, NULL, &(struct timespec){0}) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return count;
}

bool process_start(struct process *process, const char *command)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (pipe2(from, O_CLOEXEC)) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    int error = spawn(&process->id, command, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (error) {
        close(to[1]);
        close(from[0]);
        process->id = 0;
        errno = error;
        return false;
    }
    keeper_group(process->id);
    process->to = to[1];
    process->from = from[0];
    if (write_quietly(process->to, "\n", 1) != 1) {
        process_stop(process);
        return false;
    }
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    text_clear(&process->pending);
    return true;
}

void process_stop(struct process *process)
{
    if (!process->id)
        return;
    kill(-process->id, SIGKILL);
    close(process->to);
    close(process->from);
    keeper_wait(process->id);
    process->id = 0;
    text_clear(&process->pending);
}

static int wait_milliseconds(double deadline)
{
    double left = deadline > 0 ? (deadline - clock_seconds()) * 1000 : WAIT_MILLISECONDS;
    return left >= WAIT_MILLISECONDS ? WAIT_MILLISECONDS : left > 0 ? (int)left + 1 : 0;
}

/* Neither the deadline nor the budget lets it go on. */
static bool is_over(const struct process *process, double deadline)
{
    return (deadline > 0 && clock_seconds() >= deadline) || budget_spent_now(process->budget);
}

/* Waits until the descriptor is ready. A signal need not end a poll() that it comes just before: the wait is
 * in slices. */
static bool ready(const struct process *process, int descriptor, short events, double deadline)
{
    while (!is_over(process, deadline)) {
        struct pollfd poll_for = {.fd = descriptor, .events = events};
        int count = poll(&poll_for, 1, wait_milliseconds(deadline));
        if (count)
            return count > 0 || errno == EINTR;
    }
    return false;
}

bool process_write(struct process *process, const char *data, size_t length, double deadline)
{
    while (length) {
        ssize_t count = write_quietly(process->to, data, length);
        if (count > 0) {
            data += count;
            length -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            if (!ready(process, process->to, POLLOUT, deadline))
                return false;
        } else if (count < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool process_read(struct process *process, double deadline)
{
    for (;;) {
        char buffer[1 << 16];
        if (is_over(process, deadline))
            return false; /* also for one that never stops talking */
        ssize_t count = read(process->from, buffer, sizeof buffer);
        if (count > 0) {
            text_add_bytes(&process->pending, buffer, (size_t)count);
            return !memchr(buffer, 0, (size_t)count); /* text has no such byte */
        }
        int error = count < 0 ? errno : 0;
        if (error == EAGAIN ? !ready(process, process->from, POLLIN, deadline) : error != EINTR)
            return false;
    }
}
