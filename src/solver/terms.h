/* Small things that several links do with the terms of a query. */
#ifndef SOLVER_TERMS_H
#define SOLVER_TERMS_H

#include "expr/model.h"
#include "expr/support.h"

/* A new model that defines exactly the variables the terms depend on, with the
 * values of `model`. Only such a model may be laid over another. */
struct model *model_restrict(struct exprs *, const expr_t *terms, size_t count, const struct model *);

/* The term with other children (as many as it has), simplified again. */
expr_t term_rebuild(struct exprs *, expr_t term, const expr_t *children);

#endif
