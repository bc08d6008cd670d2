/* Ranges of terms, from the bottom up, cut by what is known of a term. What a
 * condition says of its operands is handed down as far as it goes (x + 3 < 10
 * bounds x); both are repeated a few times. A choice is looked at with what its
 * condition says known in each branch, to a small depth. */
#include "solver/bounds.h"

#include "base/bits.h"
#include "base/table.h"
#include "base/vector.h"
#include "solver/bounds_range.h"

enum { ROUNDS = 3, CHOICES = 4, WORK = 1 << 15, LEARNT_DEPTH = 64 };

struct known {
    expr_t term;
    struct range range;
};

struct bounds {
    struct exprs *exprs;
    VECTOR(struct known) facts; /* what is known of terms, the latest last */
    struct table place;         /* term → 1 + place of its latest fact */
    struct table computed;      /* term → 1 + place in ranges, of this assumption */
    VECTOR(struct range) ranges;
    unsigned choices; /* branches that are being looked into */
    unsigned work;    /* terms looked at */
    bool impossible;  /* something was found to have no value */
};

static struct range range_of(struct bounds *, expr_t);

static struct range fact_of(struct bounds *bounds, expr_t term)
{
    uint64_t place = table_get(&bounds->place, term, 0);
    return place ? bounds->facts.data[place - 1].range : range_all(expr_width(bounds->exprs, term));
}

static struct range constant(struct exprs *exprs, expr_t term)
{
    return range_one(expr_width(exprs, term), expr_value(exprs, term));
}

/* ---- assumptions ---- */

static void learn_true(struct bounds *, expr_t condition, bool holds, unsigned depth);

/* Adds what is known of the term, and of what it is made of. */
static void learn(struct bounds *bounds, expr_t term, struct range range, unsigned depth)
{
    struct exprs *exprs = bounds->exprs;
    unsigned width = expr_width(exprs, term);
    if (expr_is_const(exprs, term) || depth > LEARNT_DEPTH) {
        if (expr_is_const(exprs, term) && range_is_empty(range_both(width, range, constant(exprs, term))))
            bounds->impossible = true;
        return;
    }
    range = range_both(width, fact_of(bounds, term), range);
    if (range_is_empty(range)) {
        bounds->impossible = true;
        return;
    }
    vector_push(&bounds->facts, ((struct known){term, range}));
    table_set(&bounds->place, term, bounds->facts.count);
    const struct expr_node node = *expr_node(exprs, term);
    unsigned inner = expr_children((enum expr_kind)node.kind) && node.kind != EXPR_READ
                         ? expr_width(exprs, node.arg[0])
                         : 0;
    switch (node.kind) {
    case EXPR_ADD: /* all of x + c moved by c, where that wraps round nowhere */
        if (!expr_is_const(exprs, node.arg[1]))
            break;
        struct range moved = constant(exprs, node.arg[1]);
        if (range.low - moved.low >= range_all(width).low && range.high - moved.low <= range_all(width).high)
            learn(bounds, node.arg[0], range_signed(width, range.low - moved.low, range.high - moved.low),
                  depth + 1);
        else if (range.least - moved.least >= 0)
            learn(bounds, node.arg[0],
                  range_unsigned(width, range.least - moved.least, range.most - moved.least), depth + 1);
        else if (range.most - moved.least < 0)
            learn(bounds, node.arg[0],
                  range_unsigned(width, range.least - moved.least + ((wide_t)1 << width),
                                 range.most - moved.least + ((wide_t)1 << width)),
                  depth + 1);
        break;
    case EXPR_ZEXT:
        learn(bounds, node.arg[0], range_unsigned(inner, range.least, range.most), depth + 1);
        break;
    case EXPR_SEXT:
        learn(bounds, node.arg[0], range_signed(inner, range.low, range.high), depth + 1);
        break;
    case EXPR_CONCAT: {
        unsigned low = expr_width(exprs, node.arg[1]);
        learn(bounds, node.arg[0], range_unsigned(inner, range.least >> low, range.most >> low), depth + 1);
        if (range.most >> low == 0)
            learn(bounds, node.arg[1], range_unsigned(low, range.least, range.most), depth + 1);
        break;
    }
    case EXPR_OR:
        if (width > 1) {
            learn(bounds, node.arg[0], range_unsigned(width, 0, range.most), depth + 1);
            learn(bounds, node.arg[1], range_unsigned(width, 0, range.most), depth + 1);
        }
        break;
    case EXPR_EXTRACT: /* the sign */
        if (node.width == 1 && node.arg[1] == inner - 1 && inner <= 64 && range.least == range.most)
            learn(bounds, node.arg[0],
                  range.least ? range_signed(inner, range_all(inner).low, -1)
                              : range_signed(inner, 0, range_all(inner).high),
                  depth + 1);
        break;
    default:
        break;
    }
    if (width == 1 && range.least == range.most)
        learn_true(bounds, term, range.least != 0, depth + 1);
}

/* left < right, or left <= right */
static void learn_order(struct bounds *bounds, expr_t left, expr_t right, bool is_signed, bool strict,
                        unsigned depth)
{
    unsigned width = expr_width(bounds->exprs, left);
    struct range a = range_of(bounds, left), b = range_of(bounds, right), all = range_all(width);
    if (is_signed) {
        if (b.high - strict < all.low || a.low + strict > all.high) {
            bounds->impossible = true;
            return;
        }
        learn(bounds, left, range_signed(width, all.low, b.high - strict), depth);
        learn(bounds, right, range_signed(width, a.low + strict, all.high), depth);
        return;
    }
    if (b.most - strict < 0 || a.least + strict > all.most) {
        bounds->impossible = true;
        return;
    }
    learn(bounds, left, range_unsigned(width, 0, b.most - strict), depth);
    learn(bounds, right, range_unsigned(width, a.least + strict, all.most), depth);
}

/* A range without the one value, if that is at an end of it. */
static void learn_unequal(struct bounds *bounds, expr_t term, expr_t value, unsigned depth)
{
    unsigned width = expr_width(bounds->exprs, term);
    struct range range = range_of(bounds, term), one = range_of(bounds, value);
    if (one.least != one.most)
        return;
    if (range.least == range.most) {
        bounds->impossible |= range.least == one.least;
        return;
    }
    if (range.least == one.least)
        learn(bounds, term, range_unsigned(width, range.least + 1, range.most), depth);
    else if (range.most == one.most)
        learn(bounds, term, range_unsigned(width, range.least, range.most - 1), depth);
}

/* What follows for operands from a condition that holds, or does not. */
static void learn_true(struct bounds *bounds, expr_t condition, bool holds, unsigned depth)
{
    struct exprs *exprs = bounds->exprs;
    const struct expr_node node = *expr_node(exprs, condition);
    if (depth > LEARNT_DEPTH || bounds->impossible)
        return;
    bool wide = expr_children((enum expr_kind)node.kind) && expr_width(exprs, node.arg[0]) > 64;
    switch (node.kind) {
    case EXPR_NOT:
        learn(bounds, node.arg[0], range_one(1, !holds), depth + 1);
        break;
    case EXPR_AND:
    case EXPR_OR:
        if (holds == (node.kind == EXPR_AND)) {
            learn(bounds, node.arg[0], range_one(1, holds), depth + 1);
            learn(bounds, node.arg[1], range_one(1, holds), depth + 1);
        }
        break;
    case EXPR_EQ:
        if (wide)
            break;
        if (holds) {
            learn(bounds, node.arg[0], range_of(bounds, node.arg[1]), depth + 1);
            learn(bounds, node.arg[1], range_of(bounds, node.arg[0]), depth + 1);
        } else {
            learn_unequal(bounds, node.arg[0], node.arg[1], depth + 1);
        }
        break;
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: {
        if (wide)
            break;
        bool is_signed = node.kind == EXPR_SLT || node.kind == EXPR_SLE;
        bool strict = node.kind == EXPR_ULT || node.kind == EXPR_SLT;
        if (holds)
            learn_order(bounds, node.arg[0], node.arg[1], is_signed, strict, depth + 1);
        else
            learn_order(bounds, node.arg[1], node.arg[0], is_signed, !strict, depth + 1);
        break;
    }
    default:
        break;
    }
}

/* ---- ranges ---- */

/* Of a branch, where the condition has the value. */
static struct range branch(struct bounds *bounds, expr_t condition, bool value, expr_t term)
{
    struct table computed = bounds->computed;
    size_t facts = bounds->facts.count;
    bool impossible = bounds->impossible;
    bounds->computed = (struct table){0};
    bounds->impossible = false;
    bounds->choices++;
    learn(bounds, condition, range_one(1, value), 0);
    struct range result = range_of(bounds, term);
    if (bounds->impossible)
        result.low = 1, result.high = 0;
    bounds->choices--;
    while (bounds->facts.count > facts) { /* forget, the latest first */
        expr_t forgotten = vector_pop(&bounds->facts).term;
        size_t before = bounds->facts.count;
        while (before && bounds->facts.data[before - 1].term != forgotten)
            before--;
        table_set(&bounds->place, forgotten, before);
    }
    table_release(&bounds->computed);
    bounds->computed = computed;
    bounds->impossible = impossible;
    return result;
}

static struct range of_choice(struct bounds *bounds, const struct expr_node *node)
{
    struct range condition = range_of(bounds, node->arg[0]);
    if (condition.least == condition.most)
        return range_of(bounds, node->arg[condition.least ? 1 : 2]);
    if (bounds->choices >= CHOICES)
        return range_either(range_of(bounds, node->arg[1]), range_of(bounds, node->arg[2]));
    return range_either(branch(bounds, node->arg[0], true, node->arg[1]),
                        branch(bounds, node->arg[0], false, node->arg[2]));
}

static bool is_narrow(struct exprs *exprs, const struct expr_node *node)
{
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++)
        if (!expr_width(exprs, node->arg[i]) || expr_width(exprs, node->arg[i]) > 64)
            return false;
    return true;
}

static struct range compute(struct bounds *bounds, expr_t term)
{
    struct exprs *exprs = bounds->exprs;
    const struct expr_node node = *expr_node(exprs, term);
    if (bounds->work > WORK || node.kind >= EXPR_FADD || !is_narrow(exprs, &node))
        return range_all(node.width);
    switch (node.kind) {
    case EXPR_ITE:
        return of_choice(bounds, &node);
    case EXPR_NOT:
        return range_not(node.width, range_of(bounds, node.arg[0]));
    case EXPR_EXTRACT:
        return range_extract(expr_width(exprs, node.arg[0]), node.arg[1], node.width,
                             range_of(bounds, node.arg[0]));
    case EXPR_CONCAT:
        return range_concat(expr_width(exprs, node.arg[0]), expr_width(exprs, node.arg[1]),
                            range_of(bounds, node.arg[0]), range_of(bounds, node.arg[1]));
    case EXPR_ZEXT:
    case EXPR_SEXT:
        return range_extend(node.kind == EXPR_SEXT, expr_width(exprs, node.arg[0]), node.width,
                            range_of(bounds, node.arg[0]));
    default:
        if (node.kind < EXPR_ADD || node.kind > EXPR_SLE)
            return range_all(node.width);
        return range_binary((enum expr_kind)node.kind, expr_width(exprs, node.arg[0]),
                            range_of(bounds, node.arg[0]), range_of(bounds, node.arg[1]));
    }
}

/* Recursive: the caller has seen to it that terms are not deep. */
static struct range range_of(struct bounds *bounds, expr_t term)
{
    struct exprs *exprs = bounds->exprs;
    if (expr_is_const(exprs, term))
        return constant(exprs, term);
    uint64_t place = table_get(&bounds->computed, term, 0);
    struct range range;
    if (place) {
        range = bounds->ranges.data[place - 1];
    } else {
        bounds->work++;
        range = compute(bounds, term);
        vector_push(&bounds->ranges, range);
        table_set(&bounds->computed, term, bounds->ranges.count);
    }
    range = range_both(expr_width(exprs, term), range, fact_of(bounds, term));
    bounds->impossible |= range_is_empty(range);
    return range;
}

/* ---- the conjunction ---- */

enum { DEEPEST = 400 };

/* Is no term deeper than the stack allows? Depths are remembered per term. */
static bool is_shallow(struct exprs *exprs, expr_t root, struct table *depths)
{
    VECTOR(expr_t) stack = {0};
    vector_push(&stack, root);
    bool shallow = true;
    while (stack.count && shallow) {
        expr_t term = stack.data[stack.count - 1];
        const struct expr_node *node = expr_node(exprs, term);
        unsigned children = node->kind == EXPR_READ ? 0 : expr_children((enum expr_kind)node->kind);
        uint64_t depth = 1;
        size_t before = stack.count;
        for (unsigned i = 0; i < children; i++) {
            uint64_t below = table_get(depths, node->arg[i], 0);
            if (!below)
                vector_push(&stack, node->arg[i]);
            depth = below + 1 > depth ? below + 1 : depth;
        }
        if (stack.count > before)
            continue;
        table_set(depths, term, depth);
        stack.count--;
        shallow = depth < DEEPEST && depths->count < WORK;
    }
    vector_release(&stack);
    return shallow;
}

bool bounds_refute(struct exprs *exprs, const expr_t *terms, size_t count)
{
    struct bounds bounds = {.exprs = exprs};
    struct table depths = {0};
    bool shallow = true;
    for (size_t i = 0; i < count && shallow; i++)
        shallow = is_shallow(exprs, terms[i], &depths);
    table_release(&depths);
    for (unsigned round = 0; shallow && round < ROUNDS && !bounds.impossible; round++) {
        table_clear(&bounds.computed);
        vector_clear(&bounds.ranges);
        for (size_t i = 0; i < count && !bounds.impossible; i++)
            learn(&bounds, terms[i], range_one(1, 1), 0);
        table_clear(&bounds.computed);
        vector_clear(&bounds.ranges);
        for (size_t i = 0; i < count && !bounds.impossible; i++)
            range_of(&bounds, terms[i]);
    }
    vector_release(&bounds.facts);
    vector_release(&bounds.ranges);
    table_release(&bounds.place);
    table_release(&bounds.computed);
    return bounds.impossible;
}
