/* What merging the targets of a pointer has cost so far, by instruction: the
 * memory of --memory=auto.
 *
 * Cost is what reached the back end, in calls of the light search: the same in
 * every run, which a clock is not. A state that has merged at an instruction
 * charges that instruction with its queries until it merges at another. */
#ifndef ENGINE_EXPERIENCE_H
#define ENGINE_EXPERIENCE_H

#include "solver/solver.h"

struct experience;

struct experience *experience_new(void);
void experience_free(struct experience *);

/* What the queries so far have cost. */
uint64_t experience_cost(const struct solver_stats *);
/* Targets were merged at the instruction. */
void experience_merged(struct experience *, uint32_t instruction);
/* Queries that come after a merge there have cost so much. */
void experience_charge(struct experience *, uint32_t instruction, uint64_t cost);
/* Has merging there turned out dearer than `states` states? */
bool experience_is_dear(const struct experience *, uint32_t instruction, uint64_t states);

#endif
