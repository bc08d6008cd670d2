/* A child process that is spoken to over two pipes, with deadlines: nothing
 * here blocks past them, nor for long after its budget is spent, and a child that dies is an end of file, not
 * a signal. */
#ifndef SOLVER_PROCESS_H
#define SOLVER_PROCESS_H

#include "base/budget.h"
#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

struct process {
    pid_t id; /* 0: not running */
    int to, from;
    struct budget *budget; /* whose end ends every wait */
    struct text pending;   /* what it said and nobody took yet */
};

/* command: for /bin/sh, in a process group of its own. false: the system refuses (errno). */
bool process_start(struct process *, const char *command);
/* Kills it with all it started; harmless if it does not run. */
void process_stop(struct process *);

/* deadline: by clock_seconds(); 0: none. false: late, the budget is spent, or the child is gone. */
bool process_write(struct process *, const char *data, size_t length, double deadline);
/* Waits for more output and appends it to pending. */
bool process_read(struct process *, double deadline);

#endif
