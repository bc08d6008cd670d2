/* Tools of ours, such as the compiler, as processes. */
#ifndef BASE_TOOL_H
#define BASE_TOOL_H

#include <stdio.h>

/* Runs it to its end; it ends with us, and so does all that it starts. Output and errors go where these say;
 * NULL: to ours, its errors with what a terminal would obey spelled out there: a
 * compiler repeats what a source says. Returns its status, as of wait(): exit
 * code 127 if it cannot be run. */
int tool_run(char *const *command, FILE *output, FILE *said);

#endif
