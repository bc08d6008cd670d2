/* A persistent map from 32-bit keys to pointers. A node with more than one
 * reference is never written; no node is empty. */
#include "base/radix.h"

#include "base/alloc.h"
#include "base/bug.h"

#include <string.h>

static unsigned index_of(uint32_t key, unsigned shift) { return key >> shift & (RADIX_WIDTH - 1); }

/* A path's worth of spare nodes is kept: a key that comes and goes where no
 * others are, as those of short-lived objects do, must not cost allocations. */
enum { SPARE_LIMIT = 32 / RADIX_BITS };

static struct radix_node *node_new(struct radix *radix)
{
    struct radix_node *node = radix->spare;
    if (node) {
        radix->spare = node->child[0];
        radix->spare_count--;
        node->child[0] = NULL;
        return node;
    }
    node = mem_alloc(sizeof *node);
    memset(node, 0, sizeof *node);
    node->refs = 1;
    return node;
}

static void node_free_empty(struct radix *radix, struct radix_node *node)
{
    if (radix->spare_count == SPARE_LIMIT) {
        mem_free(node);
        return;
    }
    node->marked = 0;
    node->child[0] = radix->spare;
    radix->spare = node;
    radix->spare_count++;
}

static void node_unref(const struct radix *radix, struct radix_node *node, unsigned shift)
{
    if (--node->refs)
        return;
    for (unsigned i = 0; i < RADIX_WIDTH && node->count; i++) {
        if (!node->child[i])
            continue;
        node->count--;
        if (shift)
            node_unref(radix, node->child[i], shift - RADIX_BITS);
        else
            radix->ops->unref(radix->context, node->child[i]);
    }
    mem_free(node);
}

/* The node in *place, made ours alone. */
static struct radix_node *node_own(const struct radix *radix, struct radix_node **place, unsigned shift)
{
    struct radix_node *node = *place;
    if (likely(node->refs == 1))
        return node;
    struct radix_node *copy = mem_alloc(sizeof *copy);
    *copy = *node;
    copy->refs = 1;
    copy->marked = 0;
    for (unsigned i = 0; i < RADIX_WIDTH; i++) {
        if (!copy->child[i])
            continue;
        if (shift)
            ((struct radix_node *)copy->child[i])->refs++;
        else
            radix->ops->ref(copy->child[i]);
    }
    node->refs--;
    return *place = copy;
}

struct radix *radix_new(const struct radix_ops *ops, void *context)
{
    struct radix *radix = NEW(struct radix);
    radix->ops = ops;
    radix->context = context;
    return radix;
}

struct radix *radix_copy(const struct radix *from)
{
    struct radix *radix = mem_alloc(sizeof *radix);
    *radix = *from;
    radix->spare = NULL;
    radix->spare_count = 0;
    if (radix->root)
        radix->root->refs++;
    return radix;
}

void radix_free(struct radix *radix)
{
    if (!radix)
        return;
    if (radix->root)
        node_unref(radix, radix->root, (radix->height - 1) * RADIX_BITS);
    while (radix->spare) {
        struct radix_node *node = radix->spare;
        radix->spare = node->child[0];
        mem_free(node);
    }
    mem_free(radix);
}

void **radix_own(struct radix *radix, uint32_t key)
{
    unsigned shift = radix->height * RADIX_BITS;
    if ((uint64_t)key >> shift || !radix->root)
        return NULL;
    struct radix_node **place = &radix->root;
    for (;;) {
        shift -= RADIX_BITS;
        struct radix_node *node = node_own(radix, place, shift);
        void **child = &node->child[index_of(key, shift)];
        if (!*child)
            return NULL;
        if (!shift)
            return child;
        place = (struct radix_node **)child;
    }
}

static void grow(struct radix *radix, uint32_t key)
{
    if (!radix->height)
        radix->height = 1;
    while ((uint64_t)key >> radix->height * RADIX_BITS) {
        if (radix->root) {
            struct radix_node *root = node_new(radix);
            root->child[0] = radix->root;
            root->count = 1;
            radix->root = root;
        }
        radix->height++;
    }
}

void radix_set(struct radix *radix, uint32_t key, void *value)
{
    BUG_ON(!value);
    grow(radix, key);
    struct radix_node **place = &radix->root, *node = NULL;
    for (unsigned shift = radix->height * RADIX_BITS; shift;) {
        shift -= RADIX_BITS;
        if (!*place) {
            *place = node_new(radix);
            if (node)
                node->count++;
        }
        node = node_own(radix, place, shift);
        place = (struct radix_node **)&node->child[index_of(key, shift)];
    }
    void **slot = (void **)place;
    if (*slot)
        radix->ops->unref(radix->context, *slot);
    else
        node->count++;
    *slot = value;
}

void *radix_take(struct radix *radix, uint32_t key)
{
    struct radix_node **path[32 / RADIX_BITS];
    unsigned shift = radix->height * RADIX_BITS, depth = 0;
    if ((uint64_t)key >> shift || !radix->root)
        return NULL;
    struct radix_node **place = &radix->root;
    while (shift) {
        shift -= RADIX_BITS;
        if (!*place)
            return NULL;
        path[depth++] = place;
        struct radix_node *node = node_own(radix, place, shift);
        place = (struct radix_node **)&node->child[index_of(key, shift)];
    }
    void *value = *place;
    if (!value)
        return NULL;
    *place = NULL;
    while (depth && !--(*path[depth - 1])->count) {
        depth--;
        node_free_empty(radix, *path[depth]);
        *path[depth] = NULL;
    }
    return value;
}

bool radix_remove(struct radix *radix, uint32_t key)
{
    void *value = radix_take(radix, key);
    if (value)
        radix->ops->unref(radix->context, value);
    return value;
}

struct walk {
    radix_visit visit;
    void *context;
    uint32_t round; /* 0: no marks */
    bool alone;
};

static bool walk_node(struct walk *walk, struct radix_node *node, unsigned shift, uint32_t key)
{
    if (walk->alone && node->refs > 1)
        return true;
    if (walk->round) {
        if (node->marked == walk->round)
            return true;
        node->marked = walk->round;
    }
    for (uint32_t i = 0; i < RADIX_WIDTH; i++) {
        void *child = node->child[i];
        if (!child)
            continue;
        if (shift ? !walk_node(walk, child, shift - RADIX_BITS, key | i << shift)
                  : !walk->visit(walk->context, key | i, child))
            return false;
    }
    return true;
}

static bool walk_map(const struct radix *radix, struct walk *walk)
{
    return !radix->root || walk_node(walk, radix->root, (radix->height - 1) * RADIX_BITS, 0);
}

bool radix_each(const struct radix *radix, radix_visit visit, void *context)
{
    return walk_map(radix, &(struct walk){.visit = visit, .context = context});
}

void radix_each_once(const struct radix *radix, uint32_t round, radix_visit visit, void *context)
{
    walk_map(radix, &(struct walk){.visit = visit, .context = context, .round = round});
}

void radix_each_alone(const struct radix *radix, radix_visit visit, void *context)
{
    walk_map(radix, &(struct walk){.visit = visit, .context = context, .alone = true});
}

static void check_node(const struct radix_node *node, unsigned shift)
{
    unsigned count = 0;
    BUG_ON(!node->refs);
    for (unsigned i = 0; i < RADIX_WIDTH; i++) {
        if (!node->child[i])
            continue;
        count++;
        if (shift)
            check_node(node->child[i], shift - RADIX_BITS);
    }
    BUG_ON(!count || count != node->count);
}

void radix_check(const struct radix *radix)
{
    if (radix->root)
        check_node(radix->root, (radix->height - 1) * RADIX_BITS);
}
