/* The checker of the pool: every invariant, stated as code. */
#include "expr/pool.h"

#include "base/bug.h"

static void check_node(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    BUG_ON(node->kind >= EXPR_KIND_COUNT);
    bool is_array = node->kind == EXPR_INPUT || node->kind == EXPR_BYTES || node->kind == EXPR_STORE;
    BUG_ON((node->width == 0) != is_array);
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++) {
        BUG_ON(!node->arg[i] || node->arg[i] >= exprs->limit);
        BUG_ON(exprs->nodes[node->arg[i]].kind == EXPR_FREE);
    }
    if (node->kind == EXPR_EXTRACT)
        BUG_ON(node->arg[1] + node->width > expr_width(exprs, node->arg[0]));
    if (node->kind == EXPR_CONCAT)
        BUG_ON(node->width != expr_width(exprs, node->arg[0]) + expr_width(exprs, node->arg[1]));
    if (node->kind == EXPR_ZEXT || node->kind == EXPR_SEXT)
        BUG_ON(node->width <= expr_width(exprs, node->arg[0]));
    if (node->kind >= EXPR_ADD && node->kind <= EXPR_SLE) {
        BUG_ON(expr_width(exprs, node->arg[0]) != expr_width(exprs, node->arg[1]));
        BUG_ON(expr_is_const(exprs, node->arg[0]) && expr_is_const(exprs, node->arg[1]));
        BUG_ON(node->kind == EXPR_SUB && expr_is_const(exprs, node->arg[1]));
        BUG_ON(node->width != (node->kind >= EXPR_EQ ? 1 : expr_width(exprs, node->arg[0])));
    }
    const struct expr_facts *facts = pool_facts(exprs, term);
    BUG_ON(facts->low > facts->high);
    BUG_ON(node->width && node->width <= 64 && facts->zeros & facts->ones);
}

void exprs_check(const struct exprs *exprs)
{
    uint32_t live = 0, chained = 0, unused = 0;
    for (expr_t term = 1; term < exprs->limit; term++)
        if (exprs->nodes[term].kind != EXPR_FREE) {
            live++;
            check_node(exprs, term);
        }
    for (uint32_t bucket = 0; bucket <= exprs->bucket_mask; bucket++)
        for (uint32_t id = exprs->buckets[bucket]; id; id = exprs->nodes[id].next) {
            BUG_ON((exprs->nodes[id].hash & exprs->bucket_mask) != bucket);
            chained++;
        }
    for (uint32_t id = exprs->free; id; id = exprs->nodes[id].next)
        unused++;
    BUG_ON(live != exprs->count || chained != live || live + unused + 1 != exprs->limit);
}
