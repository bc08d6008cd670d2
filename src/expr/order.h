/* The terms below some roots, children first, with how often each is used:
 * what a printer needs to name shared terms before it uses them. */
#ifndef EXPR_ORDER_H
#define EXPR_ORDER_H

#include "base/table.h"
#include "base/vector.h"
#include "expr/expr.h"

struct order {
    VECTOR(expr_t) terms;  /* children before parents; roots in their order */
    VECTOR(uint32_t) uses; /* by parents and as roots */
    struct table places;   /* term to place in terms */
};

/* May be left where `end` says so, as budget_spent_now() does; NULL: never. false: it is not whole. */
bool order_init(struct order *, struct exprs *, const expr_t *roots, size_t count, budget_end *end);
void order_release(struct order *);
static inline uint32_t order_place(const struct order *order, expr_t term)
{
    return (uint32_t)table_get(&order->places, term, UINT32_MAX);
}

#endif
