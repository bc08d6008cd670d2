/* The value of a term under a model, and rebuilding terms under a substitution. */
#ifndef EXPR_EVAL_H
#define EXPR_EVAL_H

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
 * bare INPUT array. Remembers shared subterms within one call. */
expr_t expr_rewrite(struct exprs *, expr_t, expr_t (*leaf)(void *context, expr_t), void *context);

/* The same for a substitution that is asked for again and again: what it came
 * to is remembered until one with another number is asked for. */
struct substitution {
    uint64_t number; /* from exprs_new_substitution: no other has it */
    expr_t (*leaf)(void *context, expr_t);
    bool (*touches)(void *context, expr_t); /* may the term have a leaf that is replaced? */
    void *context;
};
expr_t expr_substitute(struct exprs *, expr_t, const struct substitution *);
uint64_t exprs_new_substitution(struct exprs *);

#endif
