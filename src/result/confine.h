/* The program under test runs natively when a test is replayed, and a test may
 * well say `rm -r /` or `kill -9 -1`. Its process is shut in: it sees the files
 * of this machine but can write only into its own directory and a /tmp of its
 * own, has only the harmless devices, sees no other process, no network, no
 * privileges, and is the user that it is inside the engine. */
#ifndef RESULT_CONFINE_H
#define RESULT_CONFINE_H

#include <stdbool.h>

/* Does this machine let us? Tries it in a process of its own; says so if not. */
bool confine_check(const char *directory);

/* In a child that is about to become the program. Returns in a further child,
 * shut in; what that does with its life, the caller's process does after it:
 * the same exit code, the same signal. Ends the process with 127 if it cannot
 * be done. A program that is itself in /tmp sees that of the machine. */
void confine(const char *directory, const char *program);

#endif
