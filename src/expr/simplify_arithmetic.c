/* Rules for sums, differences, products, quotients and remainders. Constants
 * move outwards and to the right, so that base + index * size + constant has
 * one shape. */
#include "expr/rules.h"

/* ---- ADD ---- */

/* match: x + y, 1 bit
 * result: x ^ y */
static expr_t add_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_xor(exprs, left, right) : 0;
}

/* match: x + 0
 * result: x */
static expr_t add_zero(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_zero(exprs, right) ? left : 0;
}

/* match: (x + c) + d
 * result: x + (c + d) */
static expr_t add_constants(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, EXPR_ADD))
        return 0;
    return expr_add(exprs, expr_arg(exprs, left, 0), expr_add(exprs, expr_arg(exprs, left, 1), right));
}

/* match: ~x + c
 * result: (c - 1) - x */
static expr_t add_not_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_NOT))
        return 0;
    return expr_sub(exprs, expr_add(exprs, right, ones_of(exprs, expr_width(exprs, right))),
                    expr_arg(exprs, left, 0));
}

/* match: (c - x) + d
 * result: (c + d) - x */
static expr_t add_minus_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_SUB) ||
        !expr_is_const(exprs, expr_arg(exprs, left, 0)))
        return 0;
    return expr_sub(exprs, expr_add(exprs, expr_arg(exprs, left, 0), right), expr_arg(exprs, left, 1));
}

/* match: (x + c) + y, or y + (x + c)
 * result: (x + y) + c */
static expr_t add_hoist(struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_is_const(exprs, right))
        return 0;
    if (!has_constant(exprs, left, EXPR_ADD)) {
        expr_t other = left;
        left = right;
        right = other;
    }
    if (!has_constant(exprs, left, EXPR_ADD))
        return 0;
    expr_t constant = expr_arg(exprs, left, 1);
    return expr_add(exprs, expr_add(exprs, expr_arg(exprs, left, 0), right), constant);
}

/* match: x + ~x
 * result: all ones */
static expr_t add_complement(struct exprs *exprs, expr_t left, expr_t right)
{
    if ((is_kind(exprs, left, EXPR_NOT) && expr_arg(exprs, left, 0) == right) ||
        (is_kind(exprs, right, EXPR_NOT) && expr_arg(exprs, right, 0) == left))
        return ones_of(exprs, expr_width(exprs, left));
    return 0;
}

/* match: x + (y - x), or (y - x) + x
 * result: y */
static expr_t add_difference(struct exprs *exprs, expr_t left, expr_t right)
{
    if (is_kind(exprs, right, EXPR_SUB) && expr_arg(exprs, right, 1) == left)
        return expr_arg(exprs, right, 0);
    if (is_kind(exprs, left, EXPR_SUB) && expr_arg(exprs, left, 1) == right)
        return expr_arg(exprs, left, 0);
    return 0;
}

/* match: x + (0 - y), or (0 - y) + x
 * result: x - y */
static expr_t add_negation(struct exprs *exprs, expr_t left, expr_t right)
{
    if (is_kind(exprs, right, EXPR_SUB) && is_zero(exprs, expr_arg(exprs, right, 0)) &&
        !expr_is_const(exprs, left))
        return expr_sub(exprs, left, expr_arg(exprs, right, 1));
    if (is_kind(exprs, left, EXPR_SUB) && is_zero(exprs, expr_arg(exprs, left, 0)) &&
        !expr_is_const(exprs, right))
        return expr_sub(exprs, right, expr_arg(exprs, left, 1));
    return 0;
}

expr_t simplify_add(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_ADD(X)
#undef X
    return 0;
}

/* ---- SUB ---- */

/* match: x - y, 1 bit
 * result: x ^ y */
static expr_t sub_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_xor(exprs, left, right) : 0;
}

/* match: x - x
 * result: 0 */
static expr_t sub_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: x - c
 * result: x + (0 - c) */
static expr_t sub_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right))
        return 0;
    return expr_add(exprs, left, expr_sub(exprs, zero_of(exprs, expr_width(exprs, left)), right));
}

/* match: all ones - x
 * result: ~x */
static expr_t sub_from_ones(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, left) ? expr_not(exprs, right) : 0;
}

/* match: x - (0 - y)
 * result: x + y */
static expr_t sub_from_minus(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, right, EXPR_SUB) || !is_zero(exprs, expr_arg(exprs, right, 0)))
        return 0;
    return expr_add(exprs, left, expr_arg(exprs, right, 1));
}

/* match: (x + c) - y
 * result: (x - y) + c */
static expr_t sub_hoist_left(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!has_constant(exprs, left, EXPR_ADD))
        return 0;
    expr_t constant = expr_arg(exprs, left, 1);
    return expr_add(exprs, expr_sub(exprs, expr_arg(exprs, left, 0), right), constant);
}

/* match: x - (y + c)
 * result: (x - y) - c */
static expr_t sub_hoist_right(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!has_constant(exprs, right, EXPR_ADD))
        return 0;
    expr_t constant = expr_arg(exprs, right, 1);
    return expr_sub(exprs, expr_sub(exprs, left, expr_arg(exprs, right, 0)), constant);
}

/* match: x - (c - y)
 * result: (x + y) - c */
static expr_t sub_constant_minus(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, right, EXPR_SUB) || !expr_is_const(exprs, expr_arg(exprs, right, 0)))
        return 0;
    expr_t constant = expr_arg(exprs, right, 0);
    return expr_sub(exprs, expr_add(exprs, left, expr_arg(exprs, right, 1)), constant);
}

/* match: (x + y) - (x + z), with up to eight summands, in any order
 * result: y - z */
static expr_t sub_common(struct exprs *exprs, expr_t left, expr_t right)
{
    return cancel_summands(exprs, &left, &right) ? expr_sub(exprs, left, right) : 0;
}

expr_t simplify_sub(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SUB(X)
#undef X
    return 0;
}

/* ---- MUL ---- */

/* The exponent if the constant is a power of two of at most 64 bits, else -1. */
static int power_of_two(const struct exprs *exprs, expr_t term)
{
    unsigned first, count;
    return is_run(exprs, term, &first, &count) && count == 1 ? (int)first : -1;
}

/* match: x * y, 1 bit
 * result: x & y */
static expr_t mul_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_and(exprs, left, right) : 0;
}

/* match: x * 0
 * result: 0 */
static expr_t mul_zero(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_zero(exprs, right) ? right : 0;
}

/* match: x * 1
 * result: x */
static expr_t mul_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_value(exprs, right, 1) ? left : 0;
}

/* match: x * all ones
 * result: 0 - x */
static expr_t mul_minus_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? expr_sub(exprs, zero_of(exprs, expr_width(exprs, left)), left) : 0;
}

/* match: (x * c) * d
 * result: x * (c * d) */
static expr_t mul_constants(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, EXPR_MUL))
        return 0;
    return expr_mul(exprs, expr_arg(exprs, left, 0), expr_mul(exprs, expr_arg(exprs, left, 1), right));
}

/* match: (x + c) * d
 * result: x * d + c * d */
static expr_t mul_distribute(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, EXPR_ADD))
        return 0;
    expr_t constant = expr_mul(exprs, expr_arg(exprs, left, 1), right);
    return expr_add(exprs, expr_mul(exprs, expr_arg(exprs, left, 0), right), constant);
}

/* match: x * 2^k
 * result: x << k */
static expr_t mul_power(struct exprs *exprs, expr_t left, expr_t right)
{
    int power = power_of_two(exprs, right);
    return power >= 0 ? expr_shl(exprs, left, expr_const(exprs, expr_width(exprs, left), (uint64_t)power))
                      : 0;
}

expr_t simplify_mul(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_MUL(X)
#undef X
    return 0;
}

/* ---- division ---- */

/* Extending the operand of width `from` gives back the constant (signed or not). */
static bool fits(struct exprs *exprs, expr_t constant, unsigned from, bool is_signed)
{
    unsigned width = expr_width(exprs, constant);
    expr_t low = expr_extract(exprs, constant, 0, from);
    return (is_signed ? expr_sext(exprs, low, width) : expr_zext(exprs, low, width)) == constant;
}

/* kind(extension of x, c) at the width of x, extended again */
static expr_t narrowed(struct exprs *exprs, enum expr_kind kind, enum expr_kind extension, expr_t left,
                       expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (!expr_is_const(exprs, right) || is_zero(exprs, right) || !is_kind(exprs, left, extension))
        return 0;
    expr_t operand = expr_arg(exprs, left, 0);
    unsigned from = expr_width(exprs, operand);
    if (!fits(exprs, right, from, extension == EXPR_SEXT))
        return 0;
    expr_t narrow = expr_binary(exprs, kind, operand, expr_extract(exprs, right, 0, from));
    return extension == EXPR_SEXT ? expr_sext(exprs, narrow, width) : expr_zext(exprs, narrow, width);
}

/* match: x / 1
 * result: x */
static expr_t udiv_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_value(exprs, right, 1) ? left : 0;
}

/* match: x / 2^k
 * result: x >> k */
static expr_t udiv_power(struct exprs *exprs, expr_t left, expr_t right)
{
    int power = power_of_two(exprs, right);
    return power >= 0 ? expr_lshr(exprs, left, expr_const(exprs, expr_width(exprs, left), (uint64_t)power))
                      : 0;
}

/* match: zext(x) / c, c not 0 and fits
 * result: zext(x / c) */
static expr_t udiv_narrow(struct exprs *exprs, expr_t left, expr_t right)
{
    return narrowed(exprs, EXPR_UDIV, EXPR_ZEXT, left, right);
}

expr_t simplify_udiv(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_UDIV(X)
#undef X
    return 0;
}

/* match: x / 1, signed
 * result: x */
static expr_t sdiv_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, right) > 1 && is_value(exprs, right, 1) ? left : 0;
}

/* match: x / -1
 * result: 0 - x */
static expr_t sdiv_minus_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? expr_sub(exprs, zero_of(exprs, expr_width(exprs, left)), left) : 0;
}

/* match: x / y, signed, both top bits surely 0
 * result: x / y, unsigned */
static expr_t sdiv_unsigned(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_positive(exprs, left) && is_positive(exprs, right) ? expr_binary(exprs, EXPR_UDIV, left, right)
                                                                 : 0;
}

/* match: sext(x) / c, c not 0 and not -1, and fits
 * result: sext(x / c) */
static expr_t sdiv_narrow(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? 0 : narrowed(exprs, EXPR_SDIV, EXPR_SEXT, left, right);
}

expr_t simplify_sdiv(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SDIV(X)
#undef X
    return 0;
}

/* ---- remainders ---- */

/* match: x % x
 * result: 0 (also when x is 0) */
static expr_t urem_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: x % y, x surely below y
 * result: x */
static expr_t urem_small(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) <= 64 && pool_facts(exprs, left)->high < pool_facts(exprs, right)->low
               ? left
               : 0;
}

/* match: x % 2^k
 * result: zext of the k lowest bits of x */
static expr_t urem_power(struct exprs *exprs, expr_t left, expr_t right)
{
    int power = power_of_two(exprs, right);
    unsigned width = expr_width(exprs, left);
    if (power < 0)
        return 0;
    return power ? expr_zext(exprs, expr_extract(exprs, left, 0, (unsigned)power), width)
                 : zero_of(exprs, width);
}

/* match: zext(x) % c, c not 0 and fits
 * result: zext(x % c) */
static expr_t urem_narrow(struct exprs *exprs, expr_t left, expr_t right)
{
    return narrowed(exprs, EXPR_UREM, EXPR_ZEXT, left, right);
}

expr_t simplify_urem(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_UREM(X)
#undef X
    return 0;
}

/* match: x % x, signed
 * result: 0 */
static expr_t srem_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return urem_self(exprs, left, right);
}

/* match: x % 1, or x % -1, signed
 * result: 0 */
static expr_t srem_one(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_value(exprs, right, 1) || is_ones(exprs, right) ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: x % y, signed, both top bits surely 0
 * result: x % y, unsigned */
static expr_t srem_unsigned(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_positive(exprs, left) && is_positive(exprs, right) ? expr_binary(exprs, EXPR_UREM, left, right)
                                                                 : 0;
}

/* match: sext(x) % c, c not 0 and fits
 * result: sext(x % c) */
static expr_t srem_narrow(struct exprs *exprs, expr_t left, expr_t right)
{
    return narrowed(exprs, EXPR_SREM, EXPR_SEXT, left, right);
}

expr_t simplify_srem(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SREM(X)
#undef X
    return 0;
}
