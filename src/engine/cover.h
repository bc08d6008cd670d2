/* Coverage at the price of counting. Entering a block costs its number of
 * instructions, taken from the interpreter's budget; a block or an edge never
 * entered before costs more than any budget, so that the one test for "budget
 * used up" also finds new coverage, and running code twice costs nothing. */
#ifndef ENGINE_COVER_H
#define ENGINE_COVER_H

#include "engine/run.h"

enum { COST_NEW = 1 << 30 }; /* more than any budget */

void cover_init(struct run *);
void cover_release(struct run *);
/* Note what is new and say the true cost. */
int32_t cover_new_block(struct run *, struct state *, uint32_t instruction);
static inline int32_t cover_block(struct run *run, struct state *state, uint32_t instruction)
{
    int32_t cost = run->block_cost[instruction];
    return likely(cost != COST_NEW) ? cost : cover_new_block(run, state, instruction);
}
int32_t cover_edge(struct run *, struct state *, uint32_t instruction, bool jumped, uint32_t target);

#endif
