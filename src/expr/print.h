/* Terms as text: KQuery and SMT-LIB 2. Shared subterms are named once. */
#ifndef EXPR_PRINT_H
#define EXPR_PRINT_H

#include "base/text.h"
#include "expr/expr.h"

/* One term as KLEE prints it, e.g. (Eq 7 (Read w8 0 x)). */
void expr_print_kquery(struct exprs *, struct text *, expr_t);

/* The rest may be much text: it is left where `end` says so (NULL: never). false: what is there is not whole.
 */

/* array declarations and (query [constraints] false) */
bool expr_print_kquery_query(struct exprs *, struct text *, const expr_t *terms, size_t count,
                             budget_end *end);
/* A whole script: (set-logic ...), declarations, asserts, (check-sat); with
 * `model`, (get-value ...) of every input byte in the support, in order of
 * variable, as (_ bv8) reads. Logic QF_ABV, or ALL with floats (Z3 does not know QF_ABVFP). */
bool expr_print_smtlib(struct exprs *, struct text *, const expr_t *terms, size_t count, bool model,
                       budget_end *end);

/* The variables whose values such a script asks for, in order. */
size_t expr_smtlib_variables(struct exprs *, const expr_t *terms, size_t count, uint32_t **variables);

#endif
