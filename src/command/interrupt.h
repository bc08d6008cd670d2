/* Signals that ask the process to stop, from its first moment to its last, and what is left of the
 * processor's time.
 *
 *   before the run   nothing is to be saved: one line, and the process ends at once
 *   during it        the first asks the run to stop, and says so at once; one that is sent again ends the
 *                    process. timeout(1) sends its signal twice, and a terminal that closes may, too: what
 *                    comes in the same moment is one request.
 *   after it         all is saved: the process ends at once, with the exit code that it would have had
 *
 * What the parent ignores stays ignored (nohup). The exit code of a process that ends at once is 128 and the
 * number of the signal, as shells report it. */
#ifndef COMMAND_INTERRUPT_H
#define COMMAND_INTERRUPT_H

#include "engine/run.h"

/* From now on, before the run. */
void interrupts_catch(void);
/* The run begins. A reader of our output that goes away and a file that grows too large are errors of the
 * call that writes, not of the process. */
void interrupts_begin(struct run *);
/* It is over, and the process is about to end with this code. */
void interrupts_end(int code);
/* Seconds of processor time up to the soft limit; 0: there is none below the hard one, which says
 * nothing of how long the run is meant to be. */
double processor_time_left(void);
/* Seconds of processor time at which the kernel ends the process; 0: never. */
double processor_time_limit(void);

#endif
