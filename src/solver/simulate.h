/* Random simulation of a cone: before the search, for cones so large that a
 * search is dear. Sums over hashes and products of free inputs have many
 * solutions, of which some sample is one, where clauses say little. */
#ifndef SOLVER_SIMULATE_H
#define SOLVER_SIMULATE_H

#include "base/budget.h"
#include "solver/cone.h"

#include <stdbool.h>

struct simulation {
    VECTOR(uint32_t) order; /* the cone's inner gates, operands first */
    VECTOR(uint64_t) words; /* by number of gate: 64 samples at once */
};

void simulation_release(struct simulation *);
/* Tries some thousand samples, always the same ones for the same cone.
 * returns whether one makes all roots true; values: its inputs, by place */
bool simulate(struct simulation *, const struct cone *, const struct gates *, struct budget *, uint8_t *values);

#endif
