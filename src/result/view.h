/* What a confined program sees: a root of its own in memory, of limited size,
 * in which the machine's software (/usr and what belongs to it), a few files of
 * /etc, the harmless devices, the processes of its own namespace and the files
 * that were named are shown, all to be read only. Nothing else of the machine is
 * there: no home directory, no socket, no /sys, no /proc/sys. */
#ifndef RESULT_VIEW_H
#define RESULT_VIEW_H

#include "base/vector.h"

#include <stdbool.h>

/* A file or a directory of the machine, and where the program sees it. Both
 * absolute, host without symbolic links. */
struct shown {
    char *host, *guest;
};

struct view {
    const char *directory; /* of the machine, private: the root is mounted below it */
    const char *home;      /* where the program may write, as in /tmp */
    const char *counts;    /* the same, NULL: none */
    VECTOR(struct shown) shown;
};

/* Takes both strings. */
void view_show(struct view *, char *host, char *guest);
void view_drop(struct view *); /* what was shown last */
/* Is it shown where it is without being named? */
bool view_has(const char *path);
void view_release(struct view *);

/* In a process that has a mount and a process namespace of its own, and the
 * rights to mount; from here on it sees the view. What may be written, and
 * copies of files that others may not read, belong to the user. NULL, or what
 * was refused, with errno. */
const char *view_enter(const struct view *, unsigned user);

#endif
