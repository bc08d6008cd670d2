/* The program under test runs natively when a test is replayed, and a test may
 * well say `rm -r /` or `kill -9 -1`. Its process is shut in: it sees the files
 * of this machine but can write only into its own directory, has only the
 * harmless devices, sees no other process, no network, and no privileges. */
#ifndef RESULT_CONFINE_H
#define RESULT_CONFINE_H

#include <stdbool.h>

/* Does this machine let us? Tries it in a process of its own; says so if not. */
bool confine_check(const char *directory);

/* In a child that is about to become the program. Returns in a further child,
 * shut in; what that does with its life, the caller's process does after it:
 * the same exit code, the same signal. Ends the process with 127 if it cannot
 * be done. */
void confine(const char *directory);

#endif
