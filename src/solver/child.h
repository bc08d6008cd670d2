/* Work in a copy of this process: for libraries that do not stop when they are asked to. The copy is
 * killed when the budget is spent, with all that it has taken, and dies with us. */
#ifndef SOLVER_CHILD_H
#define SOLVER_CHILD_H

#include "base/budget.h"
#include "base/text.h"

struct child_work {
    /* Runs in the copy; what it adds to the answer comes back. Nothing else does. */
    void (*run)(void *context, struct text *answer);
    void *context;
};

/* The whole answer is in *answer; false: the budget was spent, the copy died, or the system refuses one. */
bool child_run(struct budget *, struct child_work, struct text *answer);

#endif
