/* The parent of a program under test, in a process of its own: it ends the
 * program and all that this has started when time is up or memory is eaten. */
#ifndef RESULT_GUARD_H
#define RESULT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Of a confined program (docs/output.md has them, too). */
enum guard_limits {
    GUARD_MEGABYTES = 2048, /* of memory: of all processes together, and of data of each */
    GUARD_PROCESSES = 128,
    GUARD_FILES = 256, /* open, in each; as inside the engine */
    GUARD_FILE_MEGABYTES = 256,
};

enum guard_end { GUARD_ENDED, GUARD_LATE, GUARD_MEMORY };

/* Before the program is started: its end is waited for. */
void guard_prepare(void);
/* In the process that becomes the program. sized: memory that it maps counts,
 * whether it is used or not, which sanitizers cannot live with. */
bool guard_limit(double seconds, bool sized);
void guard_forget(void); /* what guard_prepare() did */

/* Waits; afterwards neither the program nor, if it was alone in its namespace
 * with us, anything it has started is left. */
enum guard_end guard_wait(pid_t program, double seconds, bool alone, int *status);

#endif
