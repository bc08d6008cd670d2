/* Z3 through its C API: the whole expression language, floats included. */
#ifndef SOLVER_Z3_H
#define SOLVER_Z3_H

#include "solver/solver.h"

struct solver *z3_solver_new(struct exprs *, struct solver_stats *);

#endif
