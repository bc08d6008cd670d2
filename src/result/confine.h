/* The program under test runs natively when a test is replayed, and a test may
 * well say `rm -r /` or `kill -9 -1`. Its processes are shut in: they are
 * nobody's user to the machine, without a privilege, see only what a view shows
 * them (view.h), no other process and no network, and may not ask for more
 * (filter.h). */
#ifndef RESULT_CONFINE_H
#define RESULT_CONFINE_H

#include "result/view.h"

#include <sys/types.h>

enum confine_way {
    CONFINE_IMPOSSIBLE,
    CONFINE_USERS, /* user namespaces: what the kernel lets anybody do */
    CONFINE_ROOT,  /* without them, as inside of a chroot: root can give up its rights one by one */
};

/* Like fork(), but the child is the first process of its namespaces; -1 and
 * errno. It must call confine_enter() and then do as little as it can: the
 * program is to be a child of it, for signals mean nothing to a first process. */
pid_t confine_fork(enum confine_way);

/* In the child: all that is named above but the filter. NULL, or what was
 * refused, with errno. */
const char *confine_enter(enum confine_way, const struct view *);

/* Does this machine let us, and how? Tries it, in the directory. If not, *why
 * is a few words, which the caller frees. */
enum confine_way confine_find(const char *directory, char **why);

#endif
