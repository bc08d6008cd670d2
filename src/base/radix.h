/* A persistent map from 32-bit keys to pointers: a tree of 16-wide nodes that
 * are shared between copies and copied when written. A copy is O(1).
 *
 * Values are counted by the owner's callbacks: the map holds one reference on
 * each of its values per leaf that lists it. A value reached through
 * radix_own() whose own count is 1 belongs to this map alone. */
#ifndef BASE_RADIX_H
#define BASE_RADIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RADIX_BITS = 4, RADIX_WIDTH = 1 << RADIX_BITS };

struct radix_ops {
    void (*ref)(void *value);
    void (*unref)(void *context, void *value);
};

struct radix_node {
    uint32_t refs;
    uint32_t count;  /* children that are not NULL */
    uint32_t marked; /* the last round of radix_each_once that came by */
    void *child[RADIX_WIDTH];
};

struct radix {
    struct radix_node *root;
    unsigned height; /* levels of nodes; keys are below 16 ^ height */
    const struct radix_ops *ops;
    void *context;
    struct radix_node *spare; /* a few empty nodes kept for reuse, linked by their first child */
    unsigned spare_count;
};

struct radix *radix_new(const struct radix_ops *, void *context);
struct radix *radix_copy(const struct radix *);
void radix_free(struct radix *);

/* NULL if absent. */
static inline void *radix_get(const struct radix *radix, uint32_t key)
{
    unsigned shift = radix->height * RADIX_BITS;
    if ((uint64_t)key >> shift)
        return NULL;
    const struct radix_node *node = radix->root;
    while (node) {
        shift -= RADIX_BITS;
        void *child = node->child[key >> shift & (RADIX_WIDTH - 1)];
        if (!shift)
            return child;
        node = child;
    }
    return NULL;
}

/* The place of a key that is present, in a leaf that this map alone holds, so
 * that the value may be replaced there; NULL if absent. */
void **radix_own(struct radix *, uint32_t key);
/* Takes the caller's reference on value, which is not NULL. */
void radix_set(struct radix *, uint32_t key, void *value);
/* Out of the map, with its reference for the caller; NULL if absent. */
void *radix_take(struct radix *, uint32_t key);
bool radix_remove(struct radix *, uint32_t key); /* false: was absent */

typedef bool (*radix_visit)(void *context, uint32_t key, void *value);

/* In order of key, until visit returns false (then false). */
bool radix_each(const struct radix *, radix_visit, void *context);
/* The same, without nodes that an earlier call with this round (not 0) has
 * visited in any map: for going once through many maps that share. */
void radix_each_once(const struct radix *, uint32_t round, radix_visit, void *context);
/* Only what is reached through nodes that no other map holds. */
void radix_each_alone(const struct radix *, radix_visit, void *context);

void radix_check(const struct radix *); /* BUG() if an invariant is broken */

#endif
