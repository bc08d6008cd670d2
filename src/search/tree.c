#include "search/tree.h"

#include "base/bug.h"

static bool is_leaf(uint32_t node) { return node & 1; }
static uint32_t leaf(uint32_t slot) { return slot << 1 | 1; }

void tree_init(struct tree *tree) { *tree = (struct tree){.free = NO_NODE, .root = NO_NODE}; }

void tree_release(struct tree *tree)
{
    vector_release(&tree->forks);
    vector_release(&tree->parents);
}

static uint32_t *parent_of(struct tree *tree, uint32_t node)
{
    return is_leaf(node) ? &tree->parents.data[node >> 1] : &tree->forks.data[node >> 1].parent;
}

/* Whatever held `from` under the fork (or as the root) now holds `to`. */
static void replace(struct tree *tree, uint32_t fork, uint32_t from, uint32_t to)
{
    if (fork == NO_NODE)
        tree->root = to;
    else
        tree->forks.data[fork].side[tree->forks.data[fork].side[1] == from] = to;
    if (to != NO_NODE)
        *parent_of(tree, to) = fork;
}

static uint32_t new_fork(struct tree *tree)
{
    uint32_t fork = tree->free;
    if (fork != NO_NODE) {
        tree->free = tree->forks.data[fork].parent;
        return fork;
    }
    vector_push(&tree->forks, (struct tree_branch){0});
    return (uint32_t)tree->forks.count - 1;
}

void tree_add(struct tree *tree, uint32_t slot, uint32_t parent)
{
    while (tree->parents.count <= slot)
        vector_push(&tree->parents, NO_NODE);
    tree->parents.data[slot] = NO_NODE;
    if (tree->root == NO_NODE) {
        tree->root = leaf(slot);
        return;
    }
    uint32_t beside = parent == NO_NODE ? tree->root : leaf(parent);
    uint32_t fork = new_fork(tree);
    replace(tree, *parent_of(tree, beside), beside, fork << 1);
    tree->forks.data[fork].side[0] = beside;
    tree->forks.data[fork].side[1] = leaf(slot);
    *parent_of(tree, beside) = fork;
    tree->parents.data[slot] = fork;
}

void tree_remove(struct tree *tree, uint32_t slot)
{
    uint32_t fork = tree->parents.data[slot];
    if (fork == NO_NODE) {
        BUG_ON(tree->root != leaf(slot));
        tree->root = NO_NODE;
        return;
    }
    struct tree_branch *gone = &tree->forks.data[fork];
    replace(tree, gone->parent, fork << 1, gone->side[gone->side[0] == leaf(slot)]);
    gone->parent = tree->free;
    tree->free = fork;
}

uint32_t tree_walk(const struct tree *tree, struct rng *rng)
{
    uint32_t node = tree->root;
    for (uint64_t bits = 1; !is_leaf(node); bits >>= 1) {
        if (bits == 1)
            bits = rng_next(rng) | 1ull << 63;
        node = tree->forks.data[node >> 1].side[bits & 1];
    }
    return node >> 1;
}

void tree_check(const struct tree *tree, size_t leaves)
{
    BUG_ON((tree->root == NO_NODE) != (leaves == 0));
    if (!leaves)
        return;
    size_t found = 0;
    VECTOR(uint32_t) open = {0};
    vector_push(&open, tree->root);
    while (open.count) {
        uint32_t node = vector_pop(&open);
        found += is_leaf(node);
        if (is_leaf(node))
            continue;
        for (int i = 0; i < 2; i++) {
            uint32_t side = tree->forks.data[node >> 1].side[i];
            BUG_ON(*parent_of((struct tree *)tree, side) != node >> 1);
            vector_push(&open, side);
        }
    }
    vector_release(&open);
    BUG_ON(found != leaves);
}
