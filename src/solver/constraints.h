/* The path condition of a state: a set of terms that all hold, shared between
 * states, with what they fix: input bytes with a known value. Persistent: a
 * shared set is never changed. */
#ifndef SOLVER_CONSTRAINTS_H
#define SOLVER_CONSTRAINTS_H

#include "expr/model.h"
#include "expr/support.h"
#include "solver/solver.h"

struct arrays;
struct constraints;

struct constraints *constraints_new(struct exprs *);
/* Terms are rewritten by these before anything else is done with them, in this
 * set and all that descend from the same one; NULL: they are not. */
void constraints_use_arrays(struct constraints *, struct arrays *);
struct constraints *constraints_ref(struct constraints *);
void constraints_unref(struct constraints *);

/* Takes the caller's reference and gives one on the result. The term, not
 * false, is split into conjuncts, simplified under what is known, and what it
 * fixes is noted (x[2] = 7; a concat equal to a constant fixes every byte). */
struct constraints *constraints_add(struct constraints *, expr_t term);

size_t constraints_count(const struct constraints *);
/* Valid until the set changes or many others were asked. */
const expr_t *constraints_terms(const struct constraints *);
/* Something was added that is false under what was known: nothing satisfies the set. */
bool constraints_contradict(const struct constraints *);
/* The term with fixed bytes put in, and without the arrays that it can do
 * without: often a constant, at no cost to a solver. */
expr_t constraints_simplify(const struct constraints *, expr_t term);
/* Whether a simplified term may hold, where it is about one byte and that
 * decides it: the values that the byte can have are known one by one. With
 * "yes" the byte and a value for it; VERDICT_UNKNOWN: somebody else must say. */
enum verdict constraints_decide(const struct constraints *, expr_t term, uint32_t *variable, uint8_t *byte);
/* Appends to slice (capacity at least constraints_count) the constraints that
 * share input bytes with the support, directly or through others. */
size_t constraints_slice(const struct constraints *, const struct support *, expr_t *slice);
void constraints_mark(const struct constraints *); /* roots for exprs_mark */

#endif
