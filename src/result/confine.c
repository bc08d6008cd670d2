/* Linux namespaces: a mount namespace in which everything but one directory is
 * read-only, a process namespace with a parent of its own, an empty network.
 * With a user namespace root is not root to the machine; where that is refused
 * to root (as inside of a chroot), the privileges are given up one by one. */
#include "result/confine.h"

#include "base/bug.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* USER: who runs the program inside the engine, runtime/system */
enum { LAST_CAPABILITY = 63, LARGEST_FILE = 1 << 30, USER = 1000 };

static bool write_line(const char *path, const char *line)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, line, strlen(line)) == (ssize_t)strlen(line);
    if (file >= 0)
        close(file);
    return good;
}

/* ---- who and what it sees ---- */

static bool own_namespaces(bool *is_user)
{
    const int spaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    unsigned user = geteuid(), group = getegid();
    *is_user = !unshare(CLONE_NEWUSER | spaces);
    if (!*is_user)
        return !user && !unshare(spaces);
    char users[40], groups[40];
    snprintf(users, sizeof users, "%d %u 1", USER, user);
    snprintf(groups, sizeof groups, "%d %u 1", USER, group);
    return write_line("/proc/self/setgroups", "deny") && write_line("/proc/self/uid_map", users) &&
           write_line("/proc/self/gid_map", groups);
}

static bool is_in_tmp(const char *path) { return !strncmp(path, "/tmp/", strlen("/tmp/")); }
static bool bind(const char *from, const char *to) { return !mount(from, to, NULL, MS_BIND, NULL); }

/* A /dev with nothing that holds data. */
static bool harmless_devices(const char *directory)
{
    static const char *const devices[] = {"null", "zero", "full", "random", "urandom", "tty"};
    static const char *const links[][2] = {{"fd", "/proc/self/fd"},
                                           {"stdin", "/proc/self/fd/0"},
                                           {"stdout", "/proc/self/fd/1"},
                                           {"stderr", "/proc/self/fd/2"}};
    char own[4096], host[64];
    snprintf(own, sizeof own, "%s/dev", directory);
    if (mkdir(own, 0755) && errno != EEXIST)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(devices); i++) {
        snprintf(own, sizeof own, "%s/dev/%s", directory, devices[i]);
        snprintf(host, sizeof host, "/dev/%s", devices[i]);
        int file = open(own, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (file < 0)
            return false;
        close(file);
        if (!bind(host, own) && errno != ENOENT)
            return false;
    }
    for (size_t i = 0; i < ARRAY_COUNT(links); i++) {
        snprintf(own, sizeof own, "%s/dev/%s", directory, links[i][0]);
        if (symlink(links[i][1], own) && errno != EEXIST)
            return false;
    }
    snprintf(own, sizeof own, "%s/dev/shm", directory); /* to be read: somebody's files may be there */
    /* with what is mounted there: it may not be uncovered */
    if ((mkdir(own, 0755) && errno != EEXIST) ||
        (mount("/dev/shm", own, NULL, MS_BIND | MS_REC, NULL) && errno != ENOENT))
        return false;
    snprintf(own, sizeof own, "%s/dev", directory);
    return !mount(own, "/dev", NULL, MS_BIND | MS_REC, NULL);
}

/* The users and groups that there are inside the engine (runtime/system/boot.c). */
static bool known_users(const char *directory)
{
    static const char *const files[][2] = {
        {"passwd", "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/home:/bin/sh\n"},
        {"group", "root:x:0:\nuser:x:1000:\n"}};
    char own[4096], host[64];
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        snprintf(own, sizeof own, "%s/%s", directory, files[i][0]);
        snprintf(host, sizeof host, "/etc/%s", files[i][0]);
        int file = open(own, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (file < 0)
            return false;
        close(file);
        if (!write_line(own, files[i][1]) || (!bind(own, host) && errno != ENOENT))
            return false;
    }
    return true;
}

static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = !mkdir(path, 0755) || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return !mkdir(path, 0755) || errno == EEXIST;
}

/* An empty /tmp, in which the directory is where it was, if it was there. */
static bool own_tmp(const char *directory)
{
    char own[4096], inner[8192];
    snprintf(own, sizeof own, "%s/tmp", directory);
    if ((mkdir(own, 01777) && errno != EEXIST) || chmod(own, 01777))
        return false;
    if (is_in_tmp(directory)) {
        snprintf(inner, sizeof inner, "%s/%s", own, directory + strlen("/tmp/"));
        if (!make_directories(inner) || !bind(directory, inner))
            return false;
    }
    return !mount(own, "/tmp", NULL, MS_BIND | MS_REC, NULL);
}

static bool open_again(const char *directory)
{
    struct mount_attr open = {.attr_clr = MOUNT_ATTR_RDONLY};
    return !mount_setattr(AT_FDCWD, directory, 0, &open, sizeof open);
}

static bool read_only_but(const char *directory, bool has_own_tmp)
{
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY};
    return !mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &closed, sizeof closed) && open_again(directory) &&
           (!has_own_tmp || open_again("/tmp"));
}

/* The directory becomes a mount of its own last: it may lie in /dev/shm. */
static bool own_files(const char *directory, bool has_own_tmp)
{
    return !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) && harmless_devices(directory) &&
           known_users(directory) && bind(directory, directory) && (!has_own_tmp || own_tmp(directory)) &&
           read_only_but(directory, has_own_tmp);
}

/* What root may do even without files: set the clock, restart the machine. */
static void drop_privileges(void)
{
    for (unsigned capability = 0; capability <= LAST_CAPABILITY; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

static bool shut_in(const char *directory, bool has_own_tmp)
{
    bool is_user;
    if (!own_namespaces(&is_user) || !own_files(directory, has_own_tmp))
        return false;
    if (!is_user)
        drop_privileges();
    const struct rlimit none = {0, 0}, file = {LARGEST_FILE, LARGEST_FILE};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &file);
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* ---- its parents ---- */

static _Noreturn void end_like(int status)
{
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

/* The first process of the namespace: signals mean nothing to it, so that the
 * program must be its child. All others end with it. */
static _Noreturn void be_first(pid_t program, int report)
{
    int status = 127 << 8;
    for (pid_t ended; (ended = wait(&status)) != program;)
        if (ended < 0 && errno != EINTR)
            break;
    _exit(write(report, &status, sizeof status) != sizeof status);
}

static _Noreturn void follow(pid_t first, int reported)
{
    int status = 127 << 8;
    if (read(reported, &status, sizeof status) != sizeof status)
        status = 127 << 8;
    waitpid(first, NULL, 0);
    end_like(status);
}

static void give_up(const char *what)
{
    fprintf(stderr, "ramify: cannot shut the program in: %s: %s\n", what, strerror(errno));
    _exit(127);
}

void confine(const char *directory, const char *program)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC))
        give_up("pipe");
    if (!shut_in(directory, !is_in_tmp(program)))
        give_up("namespaces");
    pid_t first = fork();
    if (first < 0)
        give_up("fork");
    if (first) {
        close(report[1]);
        follow(first, report[0]);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    /* refused where parts of the machine's own are hidden; that one will do then */
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    pid_t child = fork();
    if (child)
        be_first(child, report[1]);
}

bool confine_check(const char *directory)
{
    fflush(NULL);
    pid_t child = fork();
    if (!child)
        _exit(!shut_in(directory, true));
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    bool possible = child > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
    if (!possible)
        fprintf(stderr,
                "ramify: warning: this system allows no namespaces, so the program runs with all of your "
                "rights, in a directory of its own\n");
    return possible;
}
