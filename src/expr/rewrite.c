/* Rebuilding a term with some leaves replaced. One result is remembered per
 * term, stamped with an epoch: of this call, or of all calls with the same
 * name since the last sweep. The stack is explicit, and a call made from
 * within `leaf` does no harm: what it overwrites is asked for again. */
#include "expr/eval.h"

#include "expr/pool.h"

#include <string.h>

struct rewriter {
    struct exprs *exprs;
    expr_t (*leaf)(void *context, expr_t);
    void *context;
    uint32_t epoch;
};

static bool is_leaf(const struct exprs *exprs, const struct expr_node *node)
{
    return node->kind == EXPR_BASE || node->kind == EXPR_INPUT ||
           (node->kind == EXPR_READ && expr_kind(exprs, node->arg[0]) == EXPR_INPUT &&
            expr_is_const(exprs, node->arg[1]));
}

/* 0: not known in this call */
static expr_t known(struct rewriter *at, expr_t term)
{
    if (expr_is_const(at->exprs, term))
        return term;
    const struct rewrite_entry *entries = pool_side(at->exprs, SIDE_REWRITE);
    return entries[term].epoch == at->epoch ? entries[term].result : 0;
}

static void remember(struct rewriter *at, expr_t term, expr_t result)
{
    struct rewrite_entry *entries = pool_side(at->exprs, SIDE_REWRITE);
    entries[term] = (struct rewrite_entry){at->epoch, result};
}

static expr_t rebuild(struct exprs *exprs, const struct expr_node *node, const expr_t *arg)
{
    switch (node->kind) {
    case EXPR_STORE:
        return expr_store(exprs, arg[0], arg[1], arg[2]);
    case EXPR_READ:
        return expr_read(exprs, arg[0], arg[1]);
    case EXPR_CONCAT:
        return expr_concat(exprs, arg[0], arg[1]);
    case EXPR_EXTRACT:
        return expr_extract(exprs, arg[0], node->arg[1], node->width);
    case EXPR_ZEXT:
        return expr_zext(exprs, arg[0], node->width);
    case EXPR_SEXT:
        return expr_sext(exprs, arg[0], node->width);
    case EXPR_NOT:
        return expr_not(exprs, arg[0]);
    case EXPR_ITE:
        return expr_ite(exprs, arg[0], arg[1], arg[2]);
    default:
        if (expr_children((enum expr_kind)node->kind) == 2)
            return expr_binary(exprs, (enum expr_kind)node->kind, arg[0], arg[1]);
        return expr_float_unary(exprs, (enum expr_kind)node->kind, arg[0], node->width);
    }
}

static void step(struct rewriter *at, expr_t term)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node node = *expr_node(exprs, term); /* constructors move the nodes */
    if (is_leaf(exprs, &node)) {
        expr_t result = at->leaf(at->context, term);
        /* A read that is kept may still read from an array that is not. */
        if (result || node.kind != EXPR_READ) {
            remember(at, term, result ? result : term);
            return;
        }
    }
    expr_t arg[3] = {0};
    bool waits = false, same = true;
    for (unsigned i = 0; i < expr_children((enum expr_kind)node.kind); i++) {
        arg[i] = known(at, node.arg[i]);
        same &= arg[i] == node.arg[i];
        if (!arg[i]) {
            vector_push(&exprs->stack, node.arg[i]);
            waits = true;
        }
    }
    if (!waits)
        remember(at, term, same ? term : rebuild(exprs, &node, arg));
}

static uint32_t new_epoch(struct exprs *exprs)
{
    if (++exprs->rewrite_epoch == 0) {
        memset(pool_side(exprs, SIDE_REWRITE), 0,
               exprs->sides[SIDE_REWRITE].capacity * sizeof(struct rewrite_entry));
        if (exprs->rewrite_names)
            memset(exprs->rewrite_names, 0, NAMED_EPOCHS * sizeof *exprs->rewrite_names);
        exprs->rewrite_epoch = 1;
    }
    return exprs->rewrite_epoch;
}

static uint32_t epoch_of(struct exprs *exprs, const struct hash128 *name)
{
    if (!name)
        return new_epoch(exprs);
    if (!exprs->rewrite_names)
        exprs->rewrite_names = mem_zero(NAMED_EPOCHS * sizeof *exprs->rewrite_names);
    struct named_epoch *entry = &exprs->rewrite_names[name->low % NAMED_EPOCHS];
    if (!entry->epoch || !hash128_equal(entry->name, *name))
        *entry = (struct named_epoch){*name, new_epoch(exprs)};
    return entry->epoch;
}

expr_t expr_rewrite(struct exprs *exprs, expr_t root, const struct hash128 *name,
                    expr_t (*leaf)(void *context, expr_t), void *context)
{
    struct rewriter at = {exprs, leaf, context, epoch_of(exprs, name)};
    size_t bottom = exprs->stack.count;
    vector_push(&exprs->stack, root);
    while (exprs->stack.count > bottom) {
        expr_t term = exprs->stack.data[exprs->stack.count - 1];
        if (!known(&at, term))
            step(&at, term);
        if (exprs->stack.data[exprs->stack.count - 1] == term && known(&at, term))
            exprs->stack.count--;
    }
    return known(&at, root);
}
