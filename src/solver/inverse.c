/* Each kind has a guess that is right where an answer exists at all, but for
 * rare cases of division; whatever it is, it is tried before it is given. */
#include "solver/inverse.h"

#include "base/bits.h"
#include "expr/fold.h"

/* low .. high, both included: often an end of it, where the next branch is, else anything */
static uint64_t within(struct rng *rng, uint64_t low, uint64_t high)
{
    uint64_t span = high - low;
    switch (rng_below(rng, 4)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2: /* near the lower end */
        return low + rng_below(rng, span < 255 ? span + 1 : 256);
    default:
        return low + (span == UINT64_MAX ? rng_next(rng) : rng_below(rng, span + 1));
    }
}

/* The inverse of an odd number modulo 2^64: each step doubles the bits that are right. */
static uint64_t odd_inverse(uint64_t odd)
{
    uint64_t inverse = odd;
    for (int i = 0; i < 5; i++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

static uint64_t factor(const struct inverse *at, struct rng *rng)
{
    if (!at->other)
        return at->current;
    unsigned zeros = (unsigned)__builtin_ctzll(at->other);
    uint64_t value = (at->wanted >> zeros) * odd_inverse(at->other >> zeros);
    uint64_t fixed = low_bits(at->width) >> zeros;
    return (value & fixed) | (rng_next(rng) & ~fixed);
}

/* order: value < other (strict) or value <= other, as unsigned numbers */
static uint64_t ordered(const struct inverse *at, struct rng *rng, bool strict, uint64_t flip)
{
    uint64_t mask = low_bits(at->width), other = at->other ^ flip;
    bool below = (at->side == 0) == (at->wanted != 0); /* or else above */
    bool equal = strict != (at->wanted != 0);          /* is allowed */
    if (below)
        return within(rng, 0, other - !(equal || !other)) ^ flip;
    return within(rng, equal || other == mask ? other : other + 1, mask) ^ flip;
}

static uint64_t unequal(const struct inverse *at, struct rng *rng)
{
    uint64_t step = (uint64_t)1 << rng_below(rng, at->width);
    return at->current != at->other ? at->current : rng_next(rng) & 1 ? at->current + 1 : at->current ^ step;
}

static uint64_t dividend(const struct inverse *at, struct rng *rng)
{
    if (!at->other)
        return at->current;
    uint64_t low = at->wanted * at->other, room = low_bits(at->width) - low;
    if (rng_next(rng) & 1)
        return low + at->current % at->other; /* the rest stays */
    return within(rng, low, low + (room < at->other - 1 ? room : at->other - 1));
}

static uint64_t divisor(const struct inverse *at)
{
    return at->wanted ? at->other / at->wanted : at->other + 1;
}

static uint64_t signed_dividend(const struct inverse *at, struct rng *rng)
{
    int64_t by = sign_extended(at->other, at->width), quotient = sign_extended(at->wanted, at->width);
    if (!by)
        return at->current;
    int64_t now = sign_extended(at->current, at->width);
    uint64_t size = by < 0 ? -(uint64_t)by : (uint64_t)by, rest = within(rng, 0, size - 1);
    bool negative = quotient ? (quotient < 0) != (by < 0) : rng_next(rng) & 1;
    if (rng_next(rng) & 1 && by != -1) { /* the rest stays */
        negative = quotient ? negative : now < 0;
        rest = now % by < 0 ? -(uint64_t)(now % by) : (uint64_t)(now % by);
    }
    return (uint64_t)quotient * (uint64_t)by + (negative ? -rest : rest);
}

static uint64_t signed_divisor(const struct inverse *at)
{
    int64_t number = sign_extended(at->other, at->width), quotient = sign_extended(at->wanted, at->width);
    if (!quotient)
        return number < 0 ? (uint64_t)number - 1 : (uint64_t)number + 1;
    return quotient == -1 ? -(uint64_t)number : (uint64_t)(number / quotient);
}

/* The number with this rest: with the quotient it has now, if that can be. */
static uint64_t with_rest(const struct inverse *at, struct rng *rng, bool is_signed)
{
    uint64_t rest = fold_binary(at->kind, at->width, at->current, at->other);
    uint64_t kept = (at->current - rest + at->wanted) & low_bits(at->width);
    if (fold_binary(at->kind, at->width, kept, at->other) == at->wanted)
        return kept;
    /* another quotient, or none */
    uint64_t times = rng_below(rng, 16) * at->other;
    uint64_t moved =
        (is_signed && sign_extended(at->wanted, at->width) < 0 ? at->wanted - times : at->wanted + times) &
        low_bits(at->width);
    return fold_binary(at->kind, at->width, moved, at->other) == at->wanted ? moved : at->wanted;
}

static uint64_t shift_distance(const struct inverse *at)
{
    for (unsigned distance = 0; distance <= at->width; distance++)
        if (fold_binary(at->kind, at->width, at->other, distance & low_bits(at->width)) == at->wanted)
            return distance;
    return at->current;
}

static uint64_t shifted(const struct inverse *at)
{
    if (at->other >= at->width)
        return at->kind == EXPR_ASHR ? at->wanted : at->current;
    unsigned distance = (unsigned)at->other;
    if (at->kind == EXPR_SHL) {
        uint64_t kept = low_bits(at->width) >> distance;
        return ((at->wanted >> distance) & kept) | (at->current & ~kept);
    }
    uint64_t lost = ((uint64_t)1 << distance) - 1;
    return at->wanted << distance | (at->current & lost);
}

static uint64_t guess(const struct inverse *at, struct rng *rng)
{
    uint64_t top = (uint64_t)1 << (at->width - 1);
    switch (at->kind) {
    case EXPR_ADD:
        return at->wanted - at->other;
    case EXPR_SUB:
        return at->side ? at->other - at->wanted : at->wanted + at->other;
    case EXPR_MUL:
        return factor(at, rng);
    case EXPR_UDIV:
        return at->side ? divisor(at) : dividend(at, rng);
    case EXPR_SDIV:
        return at->side ? signed_divisor(at) : signed_dividend(at, rng);
    case EXPR_UREM:
        return at->side ? at->other - at->wanted : with_rest(at, rng, false);
    case EXPR_SREM:
        return at->side ? at->other - at->wanted : with_rest(at, rng, true);
    case EXPR_AND:
        return (at->current & ~at->other) | at->wanted;
    case EXPR_OR:
        return (at->wanted & ~at->other) | (at->current & at->other);
    case EXPR_XOR:
        return at->wanted ^ at->other;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR:
        return at->side ? shift_distance(at) : shifted(at);
    case EXPR_EQ:
        return at->wanted ? at->other : unequal(at, rng);
    case EXPR_ULT:
    case EXPR_ULE:
        return ordered(at, rng, at->kind == EXPR_ULT, 0);
    case EXPR_SLT:
    case EXPR_SLE:
        return ordered(at, rng, at->kind == EXPR_SLT, top);
    default:
        return at->current;
    }
}

bool inverse_value(const struct inverse *at, struct rng *rng, uint64_t *value)
{
    *value = guess(at, rng) & low_bits(at->width);
    uint64_t left = at->side ? at->other : *value, right = at->side ? *value : at->other;
    return fold_binary(at->kind, at->width, left, right) == at->wanted;
}
