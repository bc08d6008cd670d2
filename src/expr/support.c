/* Which input bytes a term depends on, as interned lists of ranges.
 *
 * Invariant: ranges of a list are sorted, disjoint and not adjacent, and equal
 * lists are one pointer, so "same support" is a comparison of pointers. The
 * union of two lists is remembered. */
#include "expr/support.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/hash.h"
#include "base/table.h"
#include "expr/pool.h"

#include <string.h>

struct supports {
    struct arena arena;
    VECTOR(const struct support *) all; /* by id */
    struct table by_content;            /* hash, probed upwards, to id */
    struct table unions;                /* two ids to id */
    VECTOR(struct support_range) scratch;
};

static const struct support *intern(struct supports *supports, const struct support_range *ranges,
                                    uint32_t count)
{
    uint64_t key = hash_bytes(ranges, count * sizeof *ranges);
    for (;; key++) {
        uint64_t *id = table_find(&supports->by_content, key);
        if (!id)
            break;
        const struct support *there = supports->all.data[*id];
        if (there->count == count && !memcmp(there->ranges, ranges, count * sizeof *ranges))
            return there;
    }
    struct support *made = arena_alloc(&supports->arena, sizeof *made + count * sizeof *ranges);
    made->count = count;
    made->id = (uint32_t)supports->all.count;
    if (count)
        memcpy(made->ranges, ranges, count * sizeof *ranges);
    table_set(&supports->by_content, key, made->id);
    vector_push(&supports->all, made);
    return made;
}

static struct supports *supports_of(struct exprs *exprs)
{
    if (!exprs->supports) {
        exprs->supports = NEW(struct supports);
        intern(exprs->supports, NULL, 0); /* the empty one has id 0 */
    }
    return exprs->supports;
}

void supports_free(struct supports *supports)
{
    if (!supports)
        return;
    arena_release(&supports->arena);
    vector_release(&supports->all);
    vector_release(&supports->scratch);
    table_release(&supports->by_content);
    table_release(&supports->unions);
    mem_free(supports);
}

size_t supports_bytes(const struct supports *supports)
{
    return supports ? supports->arena.bytes + (supports->by_content.capacity + supports->unions.capacity) *
                                                  sizeof(struct table_entry)
                    : 0;
}

/* The last range of the scratch list grows, or a new one begins. */
static void append(struct supports *supports, struct support_range range)
{
    size_t count = supports->scratch.count;
    if (count && supports->scratch.data[count - 1].end >= range.first) {
        if (supports->scratch.data[count - 1].end < range.end)
            supports->scratch.data[count - 1].end = range.end;
        return;
    }
    vector_push(&supports->scratch, range);
}

const struct support *support_union(struct exprs *exprs, const struct support *a, const struct support *b)
{
    if (a == b || !b->count)
        return a;
    if (!a->count)
        return b;
    struct supports *supports = supports_of(exprs);
    uint64_t key = a->id < b->id ? (uint64_t)a->id << 32 | b->id : (uint64_t)b->id << 32 | a->id;
    uint64_t *remembered = table_find(&supports->unions, key);
    if (remembered)
        return supports->all.data[*remembered];
    vector_clear(&supports->scratch);
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count;)
        if (j == b->count || (i < a->count && a->ranges[i].first <= b->ranges[j].first))
            append(supports, a->ranges[i++]);
        else
            append(supports, b->ranges[j++]);
    const struct support *both = intern(supports, supports->scratch.data, (uint32_t)supports->scratch.count);
    table_set(&supports->unions, key, both->id);
    return both;
}

bool support_overlap(const struct support *a, const struct support *b)
{
    if (a == b)
        return a->count > 0;
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->ranges[i].end <= b->ranges[j].first)
            i++;
        else if (b->ranges[j].end <= a->ranges[i].first)
            j++;
        else
            return true;
    }
    return false;
}

bool support_has(const struct support *support, uint32_t variable)
{
    uint32_t low = 0, high = support->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (support->ranges[middle].end <= variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low < support->count && support->ranges[low].first <= variable;
}

/* ---- of a term ---- */

static const struct support *of_input_bytes(struct exprs *exprs, uint32_t number, uint64_t first,
                                            uint64_t count)
{
    const struct input *input = exprs_input(exprs, number);
    struct support_range range = {input->variable, input->variable + input->size};
    if (first >= input->size)
        return supports_of(exprs)->all.data[0];
    if (first + count <= input->size)
        range = (struct support_range){input->variable + (uint32_t)first,
                                       input->variable + (uint32_t)(first + count)};
    return intern(supports_of(exprs), &range, range.end > range.first);
}

/* The children a support is made of; a read of an input at a constant index needs none. */
static unsigned parts(const struct exprs *exprs, const struct expr_node *node, const expr_t **first)
{
    *first = node->arg;
    if (node->kind == EXPR_READ && expr_kind(exprs, node->arg[0]) == EXPR_INPUT &&
        expr_is_const(exprs, node->arg[1]))
        return 0;
    return expr_children((enum expr_kind)node->kind);
}

static const struct support *leaf_support(struct exprs *exprs, const struct expr_node *node)
{
    if (node->kind == EXPR_INPUT)
        return of_input_bytes(exprs, node->arg[0], 0, exprs_input(exprs, node->arg[0])->size);
    if (node->kind == EXPR_READ)
        return of_input_bytes(exprs, expr_arg(exprs, node->arg[0], 0), expr_value(exprs, node->arg[1]), 1);
    return supports_of(exprs)->all.data[0];
}

const struct support *expr_support(struct exprs *exprs, expr_t root)
{
    const struct support **known = pool_side(exprs, SIDE_SUPPORT);
    if (known[root])
        return known[root];
    size_t bottom = exprs->stack.count;
    vector_push(&exprs->stack, root);
    while (exprs->stack.count > bottom) {
        expr_t term = exprs->stack.data[exprs->stack.count - 1];
        const struct expr_node *node = expr_node(exprs, term);
        const expr_t *children;
        unsigned count = known[term] ? 0 : parts(exprs, node, &children);
        bool waits = false;
        for (unsigned i = 0; i < count; i++)
            if (!known[children[i]]) {
                vector_push(&exprs->stack, children[i]);
                waits = true;
            }
        if (waits)
            continue;
        if (!known[term] && !count) {
            known[term] = leaf_support(exprs, node);
        } else if (!known[term]) {
            const struct support *all = known[children[0]];
            for (unsigned i = 1; i < count; i++)
                all = support_union(exprs, all, known[children[i]]);
            known[term] = all;
        }
        exprs->stack.count--;
    }
    return known[root];
}
