/* The process tree: its leaves are the live states, its inner nodes the forks
 * that still have both sides alive. A fork with one side left is taken out, so
 * n leaves have n - 1 inner nodes; a walk from the root that goes either way
 * with probability 1/2 then takes log2(n) steps on average at most (the depth
 * it reaches is the entropy of where it ends), however deep the program. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "base/rng.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

#define NO_NODE UINT32_MAX

struct tree_branch {
    uint32_t parent;  /* number of the fork above, or NO_NODE */
    uint32_t side[2]; /* 2 * fork, or 2 * slot + 1 for a leaf */
};

struct tree {
    VECTOR(struct tree_branch) forks;
    VECTOR(uint32_t) parents; /* by slot: the fork above the leaf, or NO_NODE */
    uint32_t free;            /* first fork not in use, linked through parent */
    uint32_t root;            /* as in side[]; NO_NODE: empty */
};

void tree_init(struct tree *);
void tree_release(struct tree *);
/* slot becomes a leaf beside the leaf of parent; or the root, if the tree is
 * empty; without a parent in a tree that is not, it goes beside the root. */
void tree_add(struct tree *, uint32_t slot, uint32_t parent);
void tree_remove(struct tree *, uint32_t slot);
/* The tree must not be empty. */
uint32_t tree_walk(const struct tree *, struct rng *);
/* Debug: BUG() unless the tree is a tree of so many leaves. */
void tree_check(const struct tree *, size_t leaves);

#endif
