/* The value of a term under a model, and rebuilding terms under a substitution. */
#ifndef EXPR_EVAL_H
#define EXPR_EVAL_H

#include "base/hash128.h"
#include "expr/model.h"

/* Width at most 64. A base symbol stands for its address. Linear in the DAG;
 * allocates nothing in the usual case: this is the engine's commonest question. */
uint64_t expr_eval(struct exprs *, expr_t, const struct model *);
/* Any width: gives a constant term. */
expr_t expr_eval_term(struct exprs *, expr_t, const struct model *);
/* Are all terms (width 1) true? Stops at the first that is not. */
bool expr_all_true(struct exprs *, const expr_t *terms, size_t count, const struct model *);

/* The term with each leaf replaced by what `leaf` answers (0: keep it), and
 * simplified again. Leaves: a READ of an INPUT at a constant index, a BASE, a
 * bare INPUT array. Shared subterms are rewritten once a call; with a name for
 * the substitution (equal names: `leaf` answers the same), also what earlier
 * calls with that name have rewritten is remembered, as long as there is room. */
expr_t expr_rewrite(struct exprs *, expr_t, const struct hash128 *name, expr_t (*leaf)(void *context, expr_t),
                    void *context);

#endif
