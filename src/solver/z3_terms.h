/* Terms as Z3 sees them. A term of width 1 is a Bool there, an array maps 64
 * bits to bytes, an input byte read at a constant index is a variable of its own. */
#ifndef SOLVER_Z3_TERMS_H
#define SOLVER_Z3_TERMS_H

#include "base/table.h"
#include "base/vector.h"
#include "expr/expr.h"

#include <z3.h>

struct z3_terms {
    struct exprs *exprs;
    Z3_context context;
    Z3_ast rounding, toward_zero;
    struct table made;      /* term → Z3_ast, one reference each */
    struct table variables; /* input byte → Z3_ast, one reference each */
    VECTOR(Z3_ast) loose;   /* made on the way, one reference each */
    VECTOR(expr_t) stack;
};

void z3_terms_init(struct z3_terms *, struct exprs *);
void z3_terms_release(struct z3_terms *);
/* The Bool of a term of width 1, or the array of an array term. */
Z3_ast z3_terms_get(struct z3_terms *, expr_t);
Z3_ast z3_terms_variable(struct z3_terms *, uint32_t variable);
Z3_ast z3_terms_index(struct z3_terms *, uint64_t index); /* of an array */
/* Holds a reference until the next z3_terms_settle. */
Z3_ast z3_terms_keep(struct z3_terms *, Z3_ast);
void z3_terms_settle(struct z3_terms *);
/* Drops terms that are not marked, or all of them. */
void z3_terms_sweep(struct z3_terms *, bool all);

#endif
