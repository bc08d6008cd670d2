/* Mark and sweep over the term table. Marking uses an explicit stack: chains
 * of a million stores are usual. */
#include "expr/pool.h"

#include "base/bug.h"

#include <string.h>

void exprs_mark(struct exprs *exprs, expr_t root)
{
    if (!root || exprs->nodes[root].flags & EXPR_FLAG_MARKED)
        return;
    size_t bottom = exprs->stack.count;
    exprs->nodes[root].flags |= EXPR_FLAG_MARKED;
    vector_push(&exprs->stack, root);
    while (exprs->stack.count > bottom) {
        const struct expr_node *node = &exprs->nodes[vector_pop(&exprs->stack)];
        unsigned children = expr_children((enum expr_kind)node->kind);
        for (unsigned i = 0; i < children; i++) {
            struct expr_node *child = &exprs->nodes[node->arg[i]];
            if (child->flags & EXPR_FLAG_MARKED)
                continue;
            child->flags |= EXPR_FLAG_MARKED;
            vector_push(&exprs->stack, node->arg[i]);
        }
    }
}

bool expr_marked(const struct exprs *exprs, expr_t term)
{
    return term && exprs->nodes[term].flags & (EXPR_FLAG_MARKED | EXPR_FLAG_PINNED);
}

static void release_payload(struct exprs *exprs, const struct expr_node *node)
{
    uint32_t number = node->arg[0];
    if (node->kind == EXPR_BYTES) {
        exprs->payload -= exprs->bytes.data[number].size;
        mem_free(exprs->bytes.data[number].data);
        exprs->bytes.data[number] = (struct bytes){0};
        vector_push(&exprs->free_bytes, number);
    } else if (node->kind == EXPR_CONST && node->width > 64) {
        exprs->payload -= word_count(node->width) * sizeof(uint64_t);
        mem_free(exprs->wide.data[number]);
        exprs->wide.data[number] = NULL;
        vector_push(&exprs->free_wide, number);
    }
}

static void forget_sides(struct exprs *exprs, uint32_t id)
{
    static const size_t sizes[SIDE_COUNT] = {
#define X(name, type) sizeof(type),
        EXPR_SIDES(X)
#undef X
    };
    for (size_t i = 0; i < SIDE_COUNT; i++)
        if (id < exprs->sides[i].capacity)
            memset(exprs->sides[i].data + id * sizes[i], 0, sizes[i]);
}

void exprs_sweep(struct exprs *exprs)
{
    for (size_t i = 0; i < exprs->listeners.count; i++)
        exprs->listeners.data[i].listener(exprs->listeners.data[i].context);
    memset(exprs->buckets, 0, ((size_t)exprs->bucket_mask + 1) * sizeof *exprs->buckets);
    exprs->free = 0;
    exprs->count = 0;
    /* From the top, so that the lowest ids are reused first. */
    for (uint32_t id = exprs->limit - 1; id > 0; id--) {
        struct expr_node *node = &exprs->nodes[id];
        if (node->kind != EXPR_FREE && expr_marked(exprs, id)) {
            node->flags &= (uint8_t)~EXPR_FLAG_MARKED;
            uint32_t *bucket = &exprs->buckets[node->hash & exprs->bucket_mask];
            node->next = *bucket;
            *bucket = id;
            exprs->count++;
            continue;
        }
        if (node->kind != EXPR_FREE) {
            release_payload(exprs, node);
            forget_sides(exprs, id);
        }
        *node = (struct expr_node){.kind = EXPR_FREE, .next = exprs->free};
        exprs->free = id;
    }
    exprs->eval_epoch++;
    if (exprs->rewrite_names) /* what was remembered may have been freed */
        memset(exprs->rewrite_names, 0, NAMED_EPOCHS * sizeof *exprs->rewrite_names);
}

void exprs_on_sweep(struct exprs *exprs, void (*listener)(void *context), void *context)
{
    vector_push(&exprs->listeners, (struct sweep_listener){listener, context});
}

void exprs_forget_listener(struct exprs *exprs, void *context)
{
    size_t kept = 0;
    for (size_t i = 0; i < exprs->listeners.count; i++)
        if (exprs->listeners.data[i].context != context)
            exprs->listeners.data[kept++] = exprs->listeners.data[i];
    exprs->listeners.count = kept;
}
