/* A search for a model that goes down the terms: a conjunct that is false is
 * to be true, so its operand must have this value, so its operand that one, and
 * at the bottom input bytes are changed; then the next conjunct. Finds models
 * where clauses say little (chains of divisions, products, remainders), and
 * never shows that there is none. */
#ifndef SOLVER_DESCENT_H
#define SOLVER_DESCENT_H

#include "expr/model.h"

/* near: where to begin, NULL: at zeros. NULL: none found in so many steps, or
 * or when the budget of the terms is spent. The same whatever the order of the terms. */
struct model *descent_find(struct exprs *, const expr_t *terms, size_t count, const struct model *near,
                           unsigned steps);

#endif
