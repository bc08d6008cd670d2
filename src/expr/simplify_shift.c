/* Rules for shifts. A shift by a constant is no operation at all: bits are
 * taken from elsewhere, which extract and concat say. */
#include "expr/rules.h"

/* The constant amount, below the width; -1: not constant or too far. */
static int amount_of(const struct exprs *exprs, expr_t amount)
{
    unsigned width = expr_width(exprs, amount);
    if (!expr_is_const(exprs, amount))
        return -1;
    if (width > 64) {
        const uint64_t *words = exprs->wide.data[expr_arg(exprs, amount, 0)];
        for (unsigned i = 1; i < word_count(width); i++)
            if (words[i])
                return -1;
    }
    uint64_t value = expr_value(exprs, amount);
    return value < width ? (int)value : -1;
}

/* The amount is surely the width or more. */
static bool is_too_far(const struct exprs *exprs, expr_t amount)
{
    unsigned width = expr_width(exprs, amount);
    if (expr_is_const(exprs, amount))
        return amount_of(exprs, amount) < 0;
    return width <= 64 && pool_facts(exprs, amount)->low >= width;
}

/* match: x << y, y too far; or 0 << y
 * result: 0 */
static expr_t shl_too_far(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_too_far(exprs, right) || is_zero(exprs, left) ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: (x + c) << k
 * result: (x << k) + (c << k) */
static expr_t shl_distribute(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!has_constant(exprs, left, EXPR_ADD) || amount_of(exprs, right) < 0)
        return 0;
    expr_t constant = expr_shl(exprs, expr_arg(exprs, left, 1), right);
    return expr_add(exprs, expr_shl(exprs, expr_arg(exprs, left, 0), right), constant);
}

/* match: x << k
 * result: concat(low bits of x, zeros) */
static expr_t shl_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    int amount = amount_of(exprs, right);
    unsigned width = expr_width(exprs, left);
    if (amount <= 0)
        return amount ? 0 : left;
    expr_t low = expr_extract(exprs, left, 0, width - (unsigned)amount);
    return expr_concat(exprs, low, zero_of(exprs, (unsigned)amount));
}

expr_t simplify_shl(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SHL(X)
#undef X
    return 0;
}

/* match: x >> y, y too far; or 0 >> y
 * result: 0 */
static expr_t lshr_too_far(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_too_far(exprs, right) || is_zero(exprs, left) ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: x >> k
 * result: zext(high bits of x) */
static expr_t lshr_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    int amount = amount_of(exprs, right);
    unsigned width = expr_width(exprs, left);
    if (amount < 0)
        return 0;
    return expr_zext(exprs, expr_extract(exprs, left, (unsigned)amount, width - (unsigned)amount), width);
}

expr_t simplify_lshr(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_LSHR(X)
#undef X
    return 0;
}

/* match: all ones >> y, signed
 * result: all ones */
static expr_t ashr_ones(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, left) ? left : 0;
}

/* match: x >> y, signed, top bit of x surely 0
 * result: x >> y, unsigned */
static expr_t ashr_positive(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_positive(exprs, left) ? expr_lshr(exprs, left, right) : 0;
}

/* match: x >> k, signed
 * result: sext(high bits of x), at least the top one */
static expr_t ashr_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    int amount = amount_of(exprs, right);
    unsigned width = expr_width(exprs, left);
    if (amount < 0 && !is_too_far(exprs, right))
        return 0;
    unsigned by = amount < 0 ? width - 1 : (unsigned)amount;
    return expr_sext(exprs, expr_extract(exprs, left, by, width - by), width);
}

expr_t simplify_ashr(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_ASHR(X)
#undef X
    return 0;
}
