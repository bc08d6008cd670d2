/* Structural hashes, 64 bits, independent of ids and of creation order. Three
 * of them differ only in what they take two leaves to be the same. */
#include "expr/support.h"

#include "base/hash.h"
#include "expr/pool.h"

enum { ANY_CONSTANT = 0x5ca1ab1e, ANY_BASE = 0xba5e, ANY_BYTE = 0xb17e };

static bool is_input_byte(const struct exprs *exprs, const struct expr_node *node)
{
    return node->kind == EXPR_READ && expr_kind(exprs, node->arg[0]) == EXPR_INPUT &&
           expr_is_const(exprs, node->arg[1]);
}

static uint64_t leaf_hash(const struct exprs *exprs, enum expr_side which, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    uint64_t seed = (uint64_t)node->kind << 16 | node->width;
    switch (node->kind) {
    case EXPR_CONST: {
        if (which == SIDE_SHAPE)
            return hash_mix(seed, ANY_CONSTANT);
        uint64_t words[UINT16_MAX / 64 + 1];
        expr_words(exprs, term, words);
        return hash_mix(seed, hash_bytes(words, word_count(node->width) * sizeof *words));
    }
    case EXPR_INPUT: {
        const struct input *input = exprs_input(exprs, node->arg[0]);
        if (which == SIDE_AGNOSTIC)
            return hash_mix(seed, input->size);
        return hash_mix(hash_mix(seed, hash_string(input->name)), input->size);
    }
    case EXPR_BYTES: {
        uint32_t size;
        const uint8_t *data = expr_bytes_data(exprs, term, &size);
        return hash_mix(seed, hash_bytes(data, size));
    }
    default: /* BASE */
        if (which == SIDE_AGNOSTIC)
            return hash_mix(seed, ANY_BASE);
        return hash_mix(hash_mix(seed, node->arg[0]), expr_base_address(exprs, term));
    }
}

static uint64_t node_hash(const struct exprs *exprs, enum expr_side which, expr_t term, const uint64_t *known)
{
    const struct expr_node *node = expr_node(exprs, term);
    unsigned children = expr_children((enum expr_kind)node->kind);
    if (!children)
        return leaf_hash(exprs, which, term) | 1; /* 0 means: not known yet */
    if (which == SIDE_AGNOSTIC && is_input_byte(exprs, node))
        return hash_mix(ANY_BYTE, node->kind) | 1;
    uint64_t hash = hash_mix((uint64_t)node->kind << 16 | node->width,
                             node->kind == EXPR_EXTRACT ? node->arg[1] : children);
    if (which == SIDE_AGNOSTIC && expr_is_commutative((enum expr_kind)node->kind)) {
        /* their order follows names and addresses */
        uint64_t left = known[node->arg[0]], right = known[node->arg[1]];
        return hash_mix(hash_mix(hash, left < right ? left : right), left < right ? right : left) | 1;
    }
    for (unsigned i = 0; i < children; i++)
        hash = hash_mix(hash, known[node->arg[i]]);
    return hash | 1;
}

static uint64_t structural_hash(struct exprs *exprs, enum expr_side which, expr_t root)
{
    uint64_t *known = pool_side(exprs, which);
    if (known[root])
        return known[root];
    size_t bottom = exprs->stack.count;
    vector_push(&exprs->stack, root);
    while (exprs->stack.count > bottom) {
        expr_t term = exprs->stack.data[exprs->stack.count - 1];
        const struct expr_node *node = expr_node(exprs, term);
        bool waits = false;
        if (!known[term])
            for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++)
                if (!known[node->arg[i]]) {
                    vector_push(&exprs->stack, node->arg[i]);
                    waits = true;
                }
        if (waits)
            continue;
        if (!known[term])
            known[term] = node_hash(exprs, which, term, known);
        exprs->stack.count--;
    }
    return known[root];
}

uint64_t expr_hash(struct exprs *exprs, expr_t term) { return structural_hash(exprs, SIDE_HASH, term); }
uint64_t expr_shape_hash(struct exprs *exprs, expr_t term)
{
    return structural_hash(exprs, SIDE_SHAPE, term);
}
uint64_t expr_agnostic_hash(struct exprs *exprs, expr_t term)
{
    return structural_hash(exprs, SIDE_AGNOSTIC, term);
}
