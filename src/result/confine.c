/* With a user namespace root is not root to the machine, nor is its user: what
 * root owns is out of reach. Where that is refused to root, the same is done
 * with root's own rights, which are then given up. */
#include "result/confine.h"

#include "base/bug.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* USER: who runs the program inside the engine, runtime/system. NOBODYS: a number that no system gives to
 * anybody, below those that containers know. */
enum { USER = 1000, NOBODYS = 65520, LAST_CAPABILITY = 63 };

/* ---- who it is ---- */

static bool write_line(pid_t process, const char *file, const char *line)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
    int opened = open(path, O_WRONLY | O_CLOEXEC);
    bool good = opened >= 0 && write(opened, line, strlen(line)) == (ssize_t)strlen(line);
    int reason = errno;
    if (opened >= 0)
        close(opened);
    errno = reason;
    return good;
}

/* Root makes the view as itself and then becomes somebody that it has nothing in common with. */
static bool map_two(pid_t child)
{
    char map[64];
    snprintf(map, sizeof map, "0 0 1\n%d %d 1\n", USER, NOBODYS);
    return write_line(child, "uid_map", map) && write_line(child, "gid_map", map);
}

/* All that others may do, and root where nobody but root is known. */
static bool map_one(pid_t child)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%d %u 1\n", USER, geteuid());
    snprintf(groups, sizeof groups, "%d %u 1\n", USER, getegid());
    return write_line(child, "setgroups", "deny") && write_line(child, "uid_map", users) &&
           write_line(child, "gid_map", groups);
}

/* ---- the first process ---- */

static pid_t refuse(pid_t child)
{
    int reason = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    errno = reason;
    return -1;
}

pid_t confine_fork(enum confine_way way)
{
    int go[2];
    char byte = 0;
    long spaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    if (pipe2(go, O_CLOEXEC))
        return -1;
    pid_t child =
        (pid_t)syscall(SYS_clone, spaces | (way == CONFINE_USERS ? CLONE_NEWUSER : 0) | SIGCHLD, 0, 0, 0, 0);
    if (!child) {
        close(go[1]);
        if (read(go[0], &byte, 1) != 1)
            _exit(1);
        close(go[0]);
        return 0;
    }
    int reason = errno;
    close(go[0]);
    errno = reason;
    if (child > 0 && ((way == CONFINE_USERS && !((!geteuid() && map_two(child)) || map_one(child))) ||
                      write(go[1], &byte, 1) != 1))
        child = refuse(child);
    reason = errno;
    close(go[1]);
    errno = reason;
    return child;
}

/* ---- what it gives up ---- */

/* Of all users and groups it is one each; of the capabilities that it has to
 * its own namespaces, none. */
static bool become_user(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    for (unsigned capability = 0; capability <= LAST_CAPABILITY; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    if (setgroups(0, NULL) && errno != EPERM) /* those of a namespace with one group have no names in it */
        return false;
    return !setresgid(USER, USER, USER) && !setresuid(USER, USER, USER) &&
           !syscall(SYS_capset, &header, none) && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

const char *confine_enter(enum confine_way way, const struct view *view)
{
    static const char name[] = "ramify"; /* of the machine inside the engine */
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    const char *refused = view_enter(view, USER);
    if (refused)
        return refused;
    if (sethostname(name, sizeof name - 1))
        return "a name";
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL); /* where there are keyrings */
    if (!become_user())
        return "giving up rights";
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* another user's process has none of it left */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);        /* the program must not look into it */
    return NULL;
}

/* ---- whether it can be ---- */

struct refusal {
    const char *what; /* of this program's memory, in the child as well */
    int error;
};

static bool try(enum confine_way way, const char *directory, struct refusal *refusal)
{
    int ends[2];
    *refusal = (struct refusal){"a pipe", 0};
    if (pipe2(ends, O_CLOEXEC)) {
        refusal->error = errno;
        return false;
    }
    pid_t child = confine_fork(way);
    if (!child) {
        const struct view view = {.directory = directory, .home = "/home"};
        refusal->what = confine_enter(way, &view);
        refusal->error = errno;
        _exit(write(ends[1], refusal, sizeof *refusal) != sizeof *refusal);
    }
    *refusal = (struct refusal){"new namespaces", errno};
    close(ends[1]);
    if (child > 0 && read(ends[0], refusal, sizeof *refusal) != sizeof *refusal)
        *refusal = (struct refusal){"a first process", ECHILD};
    if (child > 0)
        waitpid(child, NULL, 0);
    close(ends[0]);
    return child > 0 && !refusal->what;
}

enum confine_way confine_find(const char *directory, char **why)
{
    struct refusal refusal;
    fflush(NULL);
    if (try(CONFINE_USERS, directory, &refusal))
        return CONFINE_USERS;
    struct refusal first = refusal;
    if (!geteuid() && try(CONFINE_ROOT, directory, &refusal))
        return CONFINE_ROOT;
    *why = text_format("%s: %s", first.what, strerror(first.error));
    return CONFINE_IMPOSSIBLE;
}
