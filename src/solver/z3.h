/* Z3 through its C API: the whole expression language, floats included. */
#ifndef SOLVER_Z3_H
#define SOLVER_Z3_H

#include "solver/solver.h"
#include "solver/z3_terms.h"

struct solver *z3_solver_new(struct exprs *, struct solver_stats *);

/* What is asked beside the terms of a query and cannot be said by terms: `make`
 * gives a Bool, which may mention any of `terms`. */
struct z3_extra {
    const expr_t *terms;
    size_t count;
    Z3_ast (*make)(void *context, struct z3_terms *);
    void *context;
};
enum verdict z3_solver_check_with(struct solver *, const struct query *, const struct z3_extra *,
                                  struct model **);

#endif
