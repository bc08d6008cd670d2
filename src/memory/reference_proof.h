/* Do the loads of a history give what they should for all inputs that satisfy a
 * path condition? Asked of Z3 with the memory as one array of its own by
 * address: stores are stores and loads selects, as the program made them. */
#ifndef MEMORY_REFERENCE_PROOF_H
#define MEMORY_REFERENCE_PROOF_H

#include "memory/reference.h"
#include "solver/solver.h"

/* About the loads that are not settled. Memory begins as anything, but for the
 * objects that hold one of the `touched` addresses, so that "yes" is a wish: the
 * model, if replayed, shows a difference, or touches objects that are not known yet.
 * z3: from z3_solver_new
 * returns no: all loads are right */
enum verdict reference_prove(struct solver *z3, const history_events *, const settled_loads *,
                             const struct table *touched, const struct query *path, struct model **);

#endif
