/* Input bytes that a term, when it holds, fixes to one value. */
#ifndef SOLVER_FACTS_H
#define SOLVER_FACTS_H

#include "base/hash128.h"
#include "expr/expr.h"

/* Calls `fix` for each byte that the term fixes: x[2] = 7, a concat, an
 * extension, a bitwise not, a sum or an exclusive or with a constant equal to
 * a constant. What the term says beyond that is not noted. */
void facts_of(struct exprs *, expr_t term, void (*fix)(void *context, uint32_t variable, uint8_t byte),
              void *context);
/* Is it a byte of an input, read at a constant index? Then which. */
bool term_is_input_byte(const struct exprs *, expr_t, uint32_t *variable);

/* The name of a set of fixed bytes, whatever their order: equal names, equal
 * sets (expr_rewrite). Begins as zeros; each byte is added once. */
static inline void facts_name_add(struct hash128 *name, uint32_t variable, uint8_t byte)
{
    struct hash128 one = {0};
    hash128_add(&one, (uint64_t)variable << 8 | byte);
    name->low += one.low;
    name->high += one.high;
}

#endif
