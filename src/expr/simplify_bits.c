/* Rules for and, or, exclusive or, not; for width 1 they are the logical
 * connectives. */
#include "expr/rules.h"

static bool is_complement(const struct exprs *exprs, expr_t left, expr_t right)
{
    return (is_kind(exprs, left, EXPR_NOT) && expr_arg(exprs, left, 0) == right) ||
           (is_kind(exprs, right, EXPR_NOT) && expr_arg(exprs, right, 0) == left);
}

/* kind(concat(x, y), c): part by part */
static expr_t concat_parts(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_CONCAT))
        return 0;
    expr_t high = expr_arg(exprs, left, 0), low = expr_arg(exprs, left, 1);
    unsigned high_width = expr_width(exprs, high), low_width = expr_width(exprs, low);
    high = expr_binary(exprs, kind, high, expr_extract(exprs, right, low_width, high_width));
    low = expr_binary(exprs, kind, low, expr_extract(exprs, right, 0, low_width));
    return expr_concat(exprs, high, low);
}

static expr_t extended(struct exprs *exprs, enum expr_kind extension, expr_t term, unsigned width)
{
    return extension == EXPR_ZEXT ? expr_zext(exprs, term, width) : expr_sext(exprs, term, width);
}

/* kind(ext(x), ext(y)), both zext or both sext: at the width of the wider of x and y */
static expr_t extended_parts(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    enum expr_kind extension = expr_kind(exprs, left);
    if ((extension != EXPR_ZEXT && extension != EXPR_SEXT) || expr_kind(exprs, right) != extension)
        return 0;
    expr_t x = expr_arg(exprs, left, 0), y = expr_arg(exprs, right, 0);
    unsigned width = expr_width(exprs, left), x_width = expr_width(exprs, x), y_width = expr_width(exprs, y);
    unsigned common = x_width > y_width ? x_width : y_width;
    x = extended(exprs, extension, x, common);
    y = extended(exprs, extension, y, common);
    return extended(exprs, extension, expr_binary(exprs, kind, x, y), width);
}

/* kind(zext(x), c): the low part as kind, the high part as the constant */
static expr_t zext_parts(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_ZEXT))
        return 0;
    expr_t x = expr_arg(exprs, left, 0);
    unsigned from = expr_width(exprs, x), above = expr_width(exprs, left) - from;
    expr_t high = expr_binary(exprs, kind, zero_of(exprs, above), expr_extract(exprs, right, from, above));
    expr_t low = expr_binary(exprs, kind, x, expr_extract(exprs, right, 0, from));
    return expr_concat(exprs, high, low);
}

/* kind(kind(x, c), d): kind(x, kind(c, d)) */
static expr_t joined_constants(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, kind))
        return 0;
    return expr_binary(exprs, kind, expr_arg(exprs, left, 0),
                       expr_binary(exprs, kind, expr_arg(exprs, left, 1), right));
}

/* Is one of the operands of `outer` (of the kind) the term inner? */
static bool has_operand(const struct exprs *exprs, enum expr_kind kind, expr_t outer, expr_t inner)
{
    return is_kind(exprs, outer, kind) &&
           (expr_arg(exprs, outer, 0) == inner || expr_arg(exprs, outer, 1) == inner);
}

/* ---- AND ---- */

/* match: x & 0
 * result: 0 */
static expr_t and_zero(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_zero(exprs, right) ? right : 0;
}

/* match: x & all ones
 * result: x */
static expr_t and_ones(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? left : 0;
}

/* match: x & x
 * result: x */
static expr_t and_self(struct exprs *exprs, expr_t left, expr_t right) { return left == right ? left : 0; }

/* match: x & ~x
 * result: 0 */
static expr_t and_complement(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_complement(exprs, left, right) ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: (x & c) & d
 * result: x & (c & d) */
static expr_t and_constants(struct exprs *exprs, expr_t left, expr_t right)
{
    return joined_constants(exprs, EXPR_AND, left, right);
}

/* match: x & (x | y), or x & (x & y)
 * result: x, or x & y */
static expr_t and_absorb(struct exprs *exprs, expr_t left, expr_t right)
{
    if (has_operand(exprs, EXPR_OR, right, left))
        return left;
    if (has_operand(exprs, EXPR_OR, left, right))
        return right;
    if (has_operand(exprs, EXPR_AND, right, left))
        return right;
    return has_operand(exprs, EXPR_AND, left, right) ? left : 0;
}

/* match: x & c, the ones of c are one run of bits
 * result: zeros, the bits of x under the run, zeros */
static expr_t and_run(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned first, count, width = expr_width(exprs, left);
    if (!is_run(exprs, right, &first, &count))
        return 0;
    expr_t bits = expr_extract(exprs, left, first, count);
    if (first)
        bits = expr_concat(exprs, bits, zero_of(exprs, first));
    return expr_zext(exprs, bits, width);
}

/* match: concat(x, y) & c
 * result: concat(x & c, y & c), each with its part of c */
static expr_t and_concat_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return concat_parts(exprs, EXPR_AND, left, right);
}

/* match: ext(x) & ext(y)
 * result: ext(x & y) */
static expr_t and_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return extended_parts(exprs, EXPR_AND, left, right);
}

/* match: zext(x) & c
 * result: zext(x & c) */
static expr_t and_zext_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return zext_parts(exprs, EXPR_AND, left, right);
}

expr_t simplify_and(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_AND(X)
#undef X
    return 0;
}

/* ---- OR ---- */

/* match: x | 0
 * result: x */
static expr_t or_zero(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_zero(exprs, right) ? left : 0;
}

/* match: x | all ones
 * result: all ones */
static expr_t or_ones(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? right : 0;
}

/* match: x | x
 * result: x */
static expr_t or_self(struct exprs *exprs, expr_t left, expr_t right) { return left == right ? left : 0; }

/* match: x | ~x
 * result: all ones */
static expr_t or_complement(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_complement(exprs, left, right) ? ones_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: (x | c) | d
 * result: x | (c | d) */
static expr_t or_constants(struct exprs *exprs, expr_t left, expr_t right)
{
    return joined_constants(exprs, EXPR_OR, left, right);
}

/* match: x | (x & y), or x | (x | y)
 * result: x, or x | y */
static expr_t or_absorb(struct exprs *exprs, expr_t left, expr_t right)
{
    if (has_operand(exprs, EXPR_AND, right, left))
        return left;
    if (has_operand(exprs, EXPR_AND, left, right))
        return right;
    if (has_operand(exprs, EXPR_OR, right, left))
        return right;
    return has_operand(exprs, EXPR_OR, left, right) ? left : 0;
}

/* match: ~x | ~y
 * result: ~(x & y) */
static expr_t or_not_not(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, left, EXPR_NOT) || !is_kind(exprs, right, EXPR_NOT))
        return 0;
    return expr_not(exprs, expr_and(exprs, expr_arg(exprs, left, 0), expr_arg(exprs, right, 0)));
}

/* match: concat(x, y) | c
 * result: concat(x | c, y | c), each with its part of c */
static expr_t or_concat_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return concat_parts(exprs, EXPR_OR, left, right);
}

/* match: ext(x) | ext(y)
 * result: ext(x | y) */
static expr_t or_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return extended_parts(exprs, EXPR_OR, left, right);
}

/* match: zext(x) | c
 * result: concat(high part of c, x | low part of c) */
static expr_t or_zext_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return zext_parts(exprs, EXPR_OR, left, right);
}

/* match: concat(x, y) | z, z surely 0 above y
 * result: concat(x, y | z); how bytes put together with shifts become a concat */
static expr_t or_high_part(struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_width(exprs, left) > 64)
        return 0;
    for (int turn = 0; turn < 2; turn++) {
        if (is_kind(exprs, left, EXPR_CONCAT)) {
            unsigned low_width = expr_width(exprs, expr_arg(exprs, left, 1));
            if (pool_facts(exprs, right)->high <= low_bits(low_width)) {
                expr_t high = expr_arg(exprs, left, 0);
                expr_t low =
                    expr_or(exprs, expr_arg(exprs, left, 1), expr_extract(exprs, right, 0, low_width));
                return expr_concat(exprs, high, low);
            }
        }
        expr_t other = left;
        left = right;
        right = other;
    }
    return 0;
}

/* match: concat(x, y) | z, z surely 0 beside y
 * result: concat(x | z, y) */
static expr_t or_low_part(struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_width(exprs, left) > 64)
        return 0;
    for (int turn = 0; turn < 2; turn++) {
        if (is_kind(exprs, left, EXPR_CONCAT)) {
            expr_t low = expr_arg(exprs, left, 1);
            unsigned low_width = expr_width(exprs, low), high_width = expr_width(exprs, left) - low_width;
            if (!(~pool_facts(exprs, right)->zeros & low_bits(low_width))) {
                expr_t high = expr_or(exprs, expr_arg(exprs, left, 0),
                                      expr_extract(exprs, right, low_width, high_width));
                return expr_concat(exprs, high, low);
            }
        }
        expr_t other = left;
        left = right;
        right = other;
    }
    return 0;
}

expr_t simplify_or(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_OR(X)
#undef X
    return 0;
}

/* ---- XOR ---- */

/* match: x ^ 0
 * result: x */
static expr_t xor_zero(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_zero(exprs, right) ? left : 0;
}

/* match: x ^ all ones
 * result: ~x */
static expr_t xor_ones(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_ones(exprs, right) ? expr_not(exprs, left) : 0;
}

/* match: x ^ x
 * result: 0 */
static expr_t xor_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? zero_of(exprs, expr_width(exprs, left)) : 0;
}

/* match: (x ^ c) ^ d
 * result: x ^ (c ^ d) */
static expr_t xor_constants(struct exprs *exprs, expr_t left, expr_t right)
{
    return joined_constants(exprs, EXPR_XOR, left, right);
}

/* match: ~x ^ y, or y ^ ~x
 * result: ~(x ^ y) */
static expr_t xor_not(struct exprs *exprs, expr_t left, expr_t right)
{
    if (is_kind(exprs, left, EXPR_NOT))
        return expr_not(exprs, expr_xor(exprs, expr_arg(exprs, left, 0), right));
    if (is_kind(exprs, right, EXPR_NOT))
        return expr_not(exprs, expr_xor(exprs, left, expr_arg(exprs, right, 0)));
    return 0;
}

/* match: x ^ (x ^ y)
 * result: y */
static expr_t xor_cancel(struct exprs *exprs, expr_t left, expr_t right)
{
    if (has_operand(exprs, EXPR_XOR, right, left))
        return expr_arg(exprs, right, 0) == left ? expr_arg(exprs, right, 1) : expr_arg(exprs, right, 0);
    if (has_operand(exprs, EXPR_XOR, left, right))
        return expr_arg(exprs, left, 0) == right ? expr_arg(exprs, left, 1) : expr_arg(exprs, left, 0);
    return 0;
}

/* match: concat(x, y) ^ c
 * result: concat(x ^ c, y ^ c), each with its part of c */
static expr_t xor_concat_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return concat_parts(exprs, EXPR_XOR, left, right);
}

/* match: ext(x) ^ ext(y)
 * result: ext(x ^ y) */
static expr_t xor_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return extended_parts(exprs, EXPR_XOR, left, right);
}

/* match: zext(x) ^ c
 * result: concat(high part of c, x ^ low part of c) */
static expr_t xor_zext_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    return zext_parts(exprs, EXPR_XOR, left, right);
}

expr_t simplify_xor(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_XOR(X)
#undef X
    return 0;
}

/* ---- NOT ---- */

/* match: ~~x
 * result: x */
static expr_t not_not(struct exprs *exprs, expr_t term)
{
    return is_kind(exprs, term, EXPR_NOT) ? expr_arg(exprs, term, 0) : 0;
}

/* match: not (x < y), not (x <= y)
 * result: y <= x, y < x */
static expr_t not_comparison(struct exprs *exprs, expr_t term)
{
    static const enum expr_kind opposite[] = {EXPR_ULE, EXPR_ULT, EXPR_SLE, EXPR_SLT};
    enum expr_kind kind = expr_kind(exprs, term);
    if (kind < EXPR_ULT || kind > EXPR_SLE)
        return 0;
    return expr_binary(exprs, opposite[kind - EXPR_ULT], expr_arg(exprs, term, 1), expr_arg(exprs, term, 0));
}

static bool is_easily_negated(const struct exprs *exprs, expr_t term)
{
    enum expr_kind kind = expr_kind(exprs, term);
    return kind == EXPR_NOT || (kind >= EXPR_ULT && kind <= EXPR_SLE);
}

/* match: not (x or y), 1 bit, one of them loses a negation by it
 * result: not x and not y; so that conjunctions show */
static expr_t not_or(struct exprs *exprs, expr_t term)
{
    if (expr_width(exprs, term) != 1 || !is_kind(exprs, term, EXPR_OR))
        return 0;
    expr_t x = expr_arg(exprs, term, 0), y = expr_arg(exprs, term, 1);
    if (!is_easily_negated(exprs, x) && !is_easily_negated(exprs, y))
        return 0;
    expr_t not_x = expr_not(exprs, x);
    return expr_and(exprs, not_x, expr_not(exprs, y));
}

/* match: ~ite(c, constant, constant)
 * result: ite(c, ~constant, ~constant) */
static expr_t not_constants(struct exprs *exprs, expr_t term)
{
    if (!is_kind(exprs, term, EXPR_ITE))
        return 0;
    expr_t condition = expr_arg(exprs, term, 0), yes = expr_arg(exprs, term, 1),
           no = expr_arg(exprs, term, 2);
    if (!expr_is_const(exprs, yes) || !expr_is_const(exprs, no))
        return 0;
    yes = expr_not(exprs, yes);
    return expr_ite(exprs, condition, yes, expr_not(exprs, no));
}

expr_t simplify_not(struct exprs *exprs, expr_t term)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, term)
    RULES_NOT(X)
#undef X
    return 0;
}
