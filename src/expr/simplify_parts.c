/* Rules for extract, concat and the extensions. Concats nest to the right.
 * What is taken apart into pieces of any width and put together again is the
 * term itself: a value stored byte by byte and loaded comes back. */
#include "expr/rules.h"

/* ---- EXTRACT ---- */

/* match: extract(extract(x))
 * result: extract(x) */
static expr_t extract_extract(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_EXTRACT))
        return 0;
    return expr_extract(exprs, expr_arg(exprs, term, 0), expr_arg(exprs, term, 1) + low, width);
}

/* match: extract(concat(x, y)), within y
 * result: extract(y) */
static expr_t extract_concat_low(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_CONCAT) || low + width > expr_width(exprs, expr_arg(exprs, term, 1)))
        return 0;
    return expr_extract(exprs, expr_arg(exprs, term, 1), low, width);
}

/* match: extract(concat(x, y)), within x
 * result: extract(x) */
static expr_t extract_concat_high(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_CONCAT))
        return 0;
    unsigned low_width = expr_width(exprs, expr_arg(exprs, term, 1));
    return low >= low_width ? expr_extract(exprs, expr_arg(exprs, term, 0), low - low_width, width) : 0;
}

/* match: extract(concat(x, y)), of both
 * result: concat(extract(x), extract(y)) */
static expr_t extract_concat_both(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_CONCAT))
        return 0;
    expr_t x = expr_arg(exprs, term, 0), y = expr_arg(exprs, term, 1);
    unsigned of_low = expr_width(exprs, y) - low;
    x = expr_extract(exprs, x, 0, width - of_low);
    return expr_concat(exprs, x, expr_extract(exprs, y, low, of_low));
}

/* match: extract(zext(x))
 * result: extract(x), or 0, or zext(extract(x)) */
static expr_t extract_zext(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_ZEXT))
        return 0;
    expr_t x = expr_arg(exprs, term, 0);
    unsigned from = expr_width(exprs, x);
    if (low >= from)
        return zero_of(exprs, width);
    if (low + width <= from)
        return expr_extract(exprs, x, low, width);
    return expr_zext(exprs, expr_extract(exprs, x, low, from - low), width);
}

/* match: extract(sext(x))
 * result: extract(x), or sext(extract(x)), of the top bit at least */
static expr_t extract_sext(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_SEXT))
        return 0;
    expr_t x = expr_arg(exprs, term, 0);
    unsigned from = expr_width(exprs, x);
    if (low + width <= from)
        return expr_extract(exprs, x, low, width);
    if (low >= from)
        low = from - 1;
    return expr_sext(exprs, expr_extract(exprs, x, low, from - low), width);
}

/* match: extract(~x)
 * result: ~extract(x) */
static expr_t extract_not(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    return is_kind(exprs, term, EXPR_NOT)
               ? expr_not(exprs, expr_extract(exprs, expr_arg(exprs, term, 0), low, width))
               : 0;
}

/* match: extract(x & c), where the part of c is all zeros, all ones or one run; extract(x | c)
 *        and extract(x ^ c), where it is all zeros or all ones
 * result: extract(x) & that part, and so on */
static expr_t extract_mask(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    enum expr_kind kind = expr_kind(exprs, term);
    unsigned first, count;
    if ((kind != EXPR_AND && kind != EXPR_OR && kind != EXPR_XOR) || !has_constant(exprs, term, kind))
        return 0;
    expr_t x = expr_arg(exprs, term, 0), part = expr_extract(exprs, expr_arg(exprs, term, 1), low, width);
    if (!is_zero(exprs, part) && !is_ones(exprs, part) &&
        (kind != EXPR_AND || !is_run(exprs, part, &first, &count)))
        return 0;
    return expr_binary(exprs, kind, expr_extract(exprs, x, low, width), part);
}

/* match: extract(ite(c, constant, constant))
 * result: ite(c, constant, constant) */
static expr_t extract_constants(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_ITE))
        return 0;
    expr_t condition = expr_arg(exprs, term, 0), yes = expr_arg(exprs, term, 1),
           no = expr_arg(exprs, term, 2);
    if (!expr_is_const(exprs, yes) || !expr_is_const(exprs, no))
        return 0;
    yes = expr_extract(exprs, yes, low, width);
    return expr_ite(exprs, condition, yes, expr_extract(exprs, no, low, width));
}

/* Do the lowest bits of the term come from narrower terms? Looks a few levels down only. */
static bool is_shrinkable(const struct exprs *exprs, expr_t term, unsigned width, unsigned levels)
{
    enum expr_kind kind = expr_kind(exprs, term);
    if (kind == EXPR_CONST)
        return true;
    if (kind == EXPR_ZEXT || kind == EXPR_SEXT)
        return expr_width(exprs, expr_arg(exprs, term, 0)) <= width;
    if (kind != EXPR_ADD && kind != EXPR_SUB && kind != EXPR_MUL)
        return false;
    return levels && is_shrinkable(exprs, expr_arg(exprs, term, 0), width, levels - 1) &&
           is_shrinkable(exprs, expr_arg(exprs, term, 1), width, levels - 1);
}

/* match: lowest bits of x + y, x - y, x * y, all made from extensions and constants
 * result: the operation on the lowest bits */
static expr_t extract_arithmetic(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    enum expr_kind kind = expr_kind(exprs, term);
    if (low || (kind != EXPR_ADD && kind != EXPR_SUB && kind != EXPR_MUL) ||
        !is_shrinkable(exprs, term, width, 4))
        return 0;
    expr_t x = expr_arg(exprs, term, 0), y = expr_arg(exprs, term, 1);
    x = expr_extract(exprs, x, 0, width);
    return expr_binary(exprs, kind, x, expr_extract(exprs, y, 0, width));
}

expr_t simplify_extract(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, term, low, width)
    RULES_EXTRACT(X)
#undef X
    return 0;
}

/* ---- CONCAT ---- */

/* match: concat(0, x)
 * result: zext(x) */
static expr_t concat_zero(struct exprs *exprs, expr_t high, expr_t low)
{
    return is_zero(exprs, high) ? expr_zext(exprs, low, expr_width(exprs, high) + expr_width(exprs, low)) : 0;
}

/* match: concat(concat(x, y), z)
 * result: concat(x, concat(y, z)) */
static expr_t concat_associate(struct exprs *exprs, expr_t high, expr_t low)
{
    if (!is_kind(exprs, high, EXPR_CONCAT))
        return 0;
    expr_t x = expr_arg(exprs, high, 0);
    return expr_concat(exprs, x, expr_concat(exprs, expr_arg(exprs, high, 1), low));
}

/* match: concat(c, concat(d, x))
 * result: concat(cd, x) */
static expr_t concat_constants(struct exprs *exprs, expr_t high, expr_t low)
{
    if (!expr_is_const(exprs, high) || !is_kind(exprs, low, EXPR_CONCAT) ||
        !expr_is_const(exprs, expr_arg(exprs, low, 0)))
        return 0;
    expr_t x = expr_arg(exprs, low, 1);
    return expr_concat(exprs, expr_concat(exprs, high, expr_arg(exprs, low, 0)), x);
}

/* match: concat(sext(top bit of x), x), or concat(top bit of x, x)
 * result: sext(x) */
static expr_t concat_sign(struct exprs *exprs, expr_t high, expr_t low)
{
    unsigned low_width = expr_width(exprs, low), width = expr_width(exprs, high) + low_width;
    expr_t sign = is_kind(exprs, high, EXPR_SEXT) ? expr_arg(exprs, high, 0) : high;
    if (expr_width(exprs, sign) != 1 || low_width == 1 || expr_is_const(exprs, sign))
        return 0;
    return expr_extract(exprs, low, low_width - 1, 1) == sign ? expr_sext(exprs, low, width) : 0;
}

/* match: concat(zext(x), y)
 * result: zext(concat(x, y)) */
static expr_t concat_zext(struct exprs *exprs, expr_t high, expr_t low)
{
    unsigned width = expr_width(exprs, high) + expr_width(exprs, low);
    return is_kind(exprs, high, EXPR_ZEXT)
               ? expr_zext(exprs, expr_concat(exprs, expr_arg(exprs, high, 0), low), width)
               : 0;
}

/* match: concat(sext(x), y)
 * result: sext(concat(x, y)) */
static expr_t concat_sext(struct exprs *exprs, expr_t high, expr_t low)
{
    unsigned width = expr_width(exprs, high) + expr_width(exprs, low);
    return is_kind(exprs, high, EXPR_SEXT)
               ? expr_sext(exprs, expr_concat(exprs, expr_arg(exprs, high, 0), low), width)
               : 0;
}

/* The one extract that high and low are neighbouring parts of, or 0. Either may
 * have been simplified away from the shape of an extract: what counts is that
 * the constructor, asked for that part, gives it. */
static expr_t joined(struct exprs *exprs, expr_t high, expr_t low)
{
    unsigned high_width = expr_width(exprs, high), low_width = expr_width(exprs, low);
    if (is_kind(exprs, high, EXPR_EXTRACT)) {
        expr_t whole = expr_arg(exprs, high, 0);
        unsigned at = expr_arg(exprs, high, 1);
        if (at >= low_width && expr_extract(exprs, whole, at - low_width, low_width) == low)
            return expr_extract(exprs, whole, at - low_width, high_width + low_width);
    }
    if (is_kind(exprs, low, EXPR_EXTRACT)) {
        expr_t whole = expr_arg(exprs, low, 0);
        unsigned end = expr_arg(exprs, low, 1) + low_width;
        if (end + high_width <= expr_width(exprs, whole) &&
            expr_extract(exprs, whole, end, high_width) == high)
            return expr_extract(exprs, whole, end - low_width, high_width + low_width);
    }
    return 0;
}

/* match: concat of two neighbouring parts of x
 * result: extract(x) */
static expr_t concat_adjacent(struct exprs *exprs, expr_t high, expr_t low)
{
    return joined(exprs, high, low);
}

/* match: concat(a, concat(b, y)), a and b neighbouring parts of x
 * result: concat(extract(x), y) */
static expr_t concat_adjacent_part(struct exprs *exprs, expr_t high, expr_t low)
{
    if (!is_kind(exprs, low, EXPR_CONCAT))
        return 0;
    expr_t rest = expr_arg(exprs, low, 1), part = joined(exprs, high, expr_arg(exprs, low, 0));
    return part ? expr_concat(exprs, part, rest) : 0;
}

/* match: concat(~a, ~b); of single bits only where they are neighbouring parts of x, because a
 *        condition is better seen
 * result: ~concat(a, b) */
static expr_t concat_not(struct exprs *exprs, expr_t high, expr_t low)
{
    if (!is_kind(exprs, high, EXPR_NOT) || !is_kind(exprs, low, EXPR_NOT))
        return 0;
    high = expr_arg(exprs, high, 0);
    low = expr_arg(exprs, low, 0);
    expr_t part = joined(exprs, high, low);
    if (!part && expr_width(exprs, high) > 1 && expr_width(exprs, low) > 1)
        part = expr_concat(exprs, high, low);
    return part ? expr_not(exprs, part) : 0;
}

/* match: concat(ite(c, constants), ite(c, constants)), or with not c in one of them
 * result: ite(c, constants) */
static expr_t concat_choice(struct exprs *exprs, expr_t high, expr_t low)
{
    expr_t condition, yes, no, low_condition, low_yes, low_no;
    if (!is_choice(exprs, high, &condition, &yes, &no) ||
        !is_choice(exprs, low, &low_condition, &low_yes, &low_no))
        return 0;
    if (condition != low_condition) {
        if (expr_not(exprs, condition) != low_condition)
            return 0;
        expr_t other = low_yes;
        low_yes = low_no;
        low_no = other;
    }
    yes = expr_concat(exprs, yes, low_yes);
    return expr_ite(exprs, condition, yes, expr_concat(exprs, no, low_no));
}

expr_t simplify_concat(struct exprs *exprs, expr_t high, expr_t low)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, high, low)
    RULES_CONCAT(X)
#undef X
    return 0;
}

/* ---- extensions ---- */

/* match: zext(zext(x))
 * result: zext(x) */
static expr_t zext_zext(struct exprs *exprs, expr_t term, unsigned width)
{
    return is_kind(exprs, term, EXPR_ZEXT) ? expr_zext(exprs, expr_arg(exprs, term, 0), width) : 0;
}

/* The extension of both constants of an ite, or 0. */
static expr_t extended_constants(struct exprs *exprs, expr_t term, unsigned width, bool is_signed)
{
    if (!is_kind(exprs, term, EXPR_ITE))
        return 0;
    expr_t condition = expr_arg(exprs, term, 0), yes = expr_arg(exprs, term, 1),
           no = expr_arg(exprs, term, 2);
    if (!expr_is_const(exprs, yes) || !expr_is_const(exprs, no))
        return 0;
    yes = is_signed ? expr_sext(exprs, yes, width) : expr_zext(exprs, yes, width);
    no = is_signed ? expr_sext(exprs, no, width) : expr_zext(exprs, no, width);
    return expr_ite(exprs, condition, yes, no);
}

/* match: zext(ite(c, constant, constant))
 * result: ite(c, zext(constant), zext(constant)) */
static expr_t zext_constants(struct exprs *exprs, expr_t term, unsigned width)
{
    return extended_constants(exprs, term, width, false);
}

/* match: zext(lowest bits of x) to the width of x, the other bits of x surely 0
 * result: x */
static expr_t zext_extract(struct exprs *exprs, expr_t term, unsigned width)
{
    if (!is_kind(exprs, term, EXPR_EXTRACT) || expr_arg(exprs, term, 1) || width > 64)
        return 0;
    expr_t x = expr_arg(exprs, term, 0);
    if (expr_width(exprs, x) != width || pool_facts(exprs, x)->high > low_bits(expr_width(exprs, term)))
        return 0;
    return x;
}

expr_t simplify_zext(struct exprs *exprs, expr_t term, unsigned width)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, term, width)
    RULES_ZEXT(X)
#undef X
    return 0;
}

/* match: sext(sext(x))
 * result: sext(x) */
static expr_t sext_sext(struct exprs *exprs, expr_t term, unsigned width)
{
    return is_kind(exprs, term, EXPR_SEXT) ? expr_sext(exprs, expr_arg(exprs, term, 0), width) : 0;
}

/* match: sext(ite(c, constant, constant))
 * result: ite(c, sext(constant), sext(constant)) */
static expr_t sext_constants(struct exprs *exprs, expr_t term, unsigned width)
{
    return extended_constants(exprs, term, width, true);
}

/* match: sext(x), top bit of x surely 0
 * result: zext(x) */
static expr_t sext_positive(struct exprs *exprs, expr_t term, unsigned width)
{
    return is_positive(exprs, term) ? expr_zext(exprs, term, width) : 0;
}

expr_t simplify_sext(struct exprs *exprs, expr_t term, unsigned width)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, term, width)
    RULES_SEXT(X)
#undef X
    return 0;
}
