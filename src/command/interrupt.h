/* Ctrl-C and memory that runs out, while a run is on. */
#ifndef COMMAND_INTERRUPT_H
#define COMMAND_INTERRUPT_H

#include "engine/run.h"

/* From now on the first SIGINT or SIGTERM asks the run to stop, the second ends
 * the process at once; the soft limit of processor time (ulimit -St) only asks. A
 * reader of our output that goes away and a file that grows too large are errors
 * of the call that writes, not of the process. */
void interrupts_catch(struct run *);
void interrupts_release(void);
/* Seconds of processor time up to the soft limit; 0: there is none below the hard one, which says
 * nothing of how long the run is meant to be. */
double processor_time_left(void);

#endif
