/* Can a condition hold at all? Every input is tried, byte by byte: of those
 * beginnings of an input that nothing in the condition tells apart only one is
 * gone on with. So an automaton's tables read by five bytes take as many tries as
 * it has states, times 256, five times. */
#ifndef SOLVER_EVERYTHING_H
#define SOLVER_EVERYTHING_H

#include "solver/lanes.h"
#include "solver/solver.h"

/* VERDICT_NO: proven, for every input. VERDICT_UNKNOWN: it depends on more than
 * MOST_COLUMNS bytes, on floats or on numbers of more than 64 bits, or it takes
 * more than so many computed numbers. The lanes are anybody's. */
enum verdict try_everything(struct exprs *, struct lanes *, expr_t condition, uint64_t most_numbers);

#endif
