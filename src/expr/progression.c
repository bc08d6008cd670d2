/* Progressions from those of a term's parts. A sum or product that may wrap
 * around keeps of its stride only the power of two in it, which the known low
 * bits say. */
#include "expr/progression.h"

#include "expr/pool.h"
#include "expr/support.h"

enum { DEPTH = 12 };

static uint64_t greatest_common(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct progression sum(struct progression a, struct progression b)
{
    return (struct progression){greatest_common(a.stride, b.stride), a.first + b.first};
}

/* What the lowest bits say, as far as they are known without a gap. */
static struct progression by_low_bits(const struct exprs *exprs, expr_t term)
{
    const struct expr_facts *facts = pool_facts(exprs, term);
    uint64_t known = facts->zeros | facts->ones;
    unsigned bits = ~known ? (unsigned)__builtin_ctzll(~known) : 63;
    uint64_t stride = UINT64_C(1) << bits;
    return (struct progression){stride, facts->ones & (stride - 1)};
}

static struct progression find(struct exprs *exprs, expr_t term, unsigned depth)
{
    struct expr_node node = *expr_node(exprs, term);
    if (node.kind == EXPR_CONST)
        return (struct progression){0, expr_value(exprs, term)};
    uint64_t mask = node.width < 64 ? (UINT64_C(1) << node.width) - 1 : UINT64_MAX;
    if (!depth)
        return by_low_bits(exprs, term);
    switch (node.kind) {
    case EXPR_ZEXT:
        return find(exprs, node.arg[0], depth - 1);
    case EXPR_ADD: {
        struct interval a = expr_interval(exprs, node.arg[0]), b = expr_interval(exprs, node.arg[1]);
        if (b.high > mask - a.high)
            return by_low_bits(exprs, term);
        return sum(find(exprs, node.arg[0], depth - 1), find(exprs, node.arg[1], depth - 1));
    }
    case EXPR_MUL: {
        uint64_t factor = expr_is_const(exprs, node.arg[1]) ? expr_value(exprs, node.arg[1]) : 0;
        if (!factor || expr_interval(exprs, node.arg[0]).high > mask / factor)
            return by_low_bits(exprs, term);
        struct progression inner = find(exprs, node.arg[0], depth - 1);
        if (inner.stride > UINT64_MAX / factor)
            return by_low_bits(exprs, term);
        return (struct progression){inner.stride * factor, inner.first * factor};
    }
    case EXPR_CONCAT: {
        unsigned low = expr_width(exprs, node.arg[1]);
        struct progression high = find(exprs, node.arg[0], depth - 1);
        if (high.stride > UINT64_MAX >> low)
            return by_low_bits(exprs, term);
        high = (struct progression){high.stride << low, high.first << low};
        return sum(high, find(exprs, node.arg[1], depth - 1));
    }
    default:
        return by_low_bits(exprs, term);
    }
}

struct progression progression_of(struct exprs *exprs, expr_t term)
{
    return expr_width(exprs, term) > 64 ? (struct progression){1, 0} : find(exprs, term, DEPTH);
}

bool progressions_meet(struct progression a, struct progression b)
{
    uint64_t stride = greatest_common(a.stride, b.stride);
    uint64_t apart = a.first > b.first ? a.first - b.first : b.first - a.first;
    return stride ? apart % stride == 0 : !apart;
}
