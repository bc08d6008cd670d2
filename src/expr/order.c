/* Children first, each term once, with an explicit stack. */
#include "expr/order.h"

#include "expr/pool.h"

enum { LOOK = 1 << 10 }; /* every so many terms */

static bool visit(struct order *order, struct exprs *exprs, expr_t root, budget_end *end)
{
    size_t bottom = exprs->stack.count;
    vector_push(&exprs->stack, root);
    while (exprs->stack.count > bottom) {
        expr_t term = exprs->stack.data[exprs->stack.count - 1];
        const struct expr_node *node = expr_node(exprs, term);
        bool waits = false;
        if (order_place(order, term) == UINT32_MAX)
            for (unsigned i = expr_children((enum expr_kind)node->kind); i-- > 0;)
                if (order_place(order, node->arg[i]) == UINT32_MAX) {
                    vector_push(&exprs->stack, node->arg[i]);
                    waits = true;
                }
        if (waits)
            continue;
        exprs->stack.count--;
        if (order_place(order, term) != UINT32_MAX)
            continue;
        table_set(&order->places, term, order->terms.count);
        vector_push(&order->terms, term);
        vector_push(&order->uses, 0);
        if (end && order->terms.count % LOOK == 0 && end(exprs_budget(exprs))) {
            exprs->stack.count = bottom;
            return false;
        }
        for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++)
            order->uses.data[order_place(order, node->arg[i])]++;
    }
    return true;
}

bool order_init(struct order *order, struct exprs *exprs, const expr_t *roots, size_t count, budget_end *end)
{
    *order = (struct order){0};
    for (size_t i = 0; i < count; i++) {
        if (!visit(order, exprs, roots[i], end))
            return false;
        order->uses.data[order_place(order, roots[i])]++;
    }
    return true;
}

void order_release(struct order *order)
{
    vector_release(&order->terms);
    vector_release(&order->uses);
    table_release(&order->places);
}
