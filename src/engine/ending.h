/* The end of a run. What it promises comes first: everything that is known is saved while paths are still
 * alive, which are counted as left out. Then they get their tests, as long as the limits of the run allow. */
#ifndef ENGINE_ENDING_H
#define ENGINE_ENDING_H

#include "engine/run.h"

/* The run was told to stop, or its time is up: says so in halt_reason. */
bool run_is_told(struct run *, double now);
/* The run breaks off here: the paths still alive are counted as left out, and nothing more is done with them.
 */
void run_break_off(struct run *, const char *reason);
/* Nothing is explored any more. States that get no test stay as they are until run_free. */
void run_finish(struct run *);

#endif
