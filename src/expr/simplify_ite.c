/* Rules for if-then-else. Of width 1 it becomes and, or, not. */
#include "expr/rules.h"

/* match: ite(c, x, x)
 * result: x */
static expr_t ite_same(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    return yes == no ? yes : 0;
}

/* match: ite(not c, x, y); a <= b is the negation of b < a
 * result: ite(c, y, x) */
static expr_t ite_not(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    enum expr_kind kind = expr_kind(exprs, condition);
    if (kind != EXPR_NOT && kind != EXPR_ULE && kind != EXPR_SLE)
        return 0;
    return expr_ite(exprs, expr_not(exprs, condition), no, yes);
}

/* match: ite with a constant branch, 1 bit
 * result: and, or, not */
static expr_t ite_bool(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    if (expr_width(exprs, yes) != 1)
        return 0;
    if (expr_is_true(exprs, yes))
        return expr_or(exprs, condition, no);
    if (expr_is_false(exprs, yes))
        return expr_and(exprs, expr_not(exprs, condition), no);
    if (expr_is_true(exprs, no))
        return expr_or(exprs, expr_not(exprs, condition), yes);
    return expr_is_false(exprs, no) ? expr_and(exprs, condition, yes) : 0;
}

/* match: ite(c, c, x); ite(c, x, c), 1 bit
 * result: c or x; c and x */
static expr_t ite_condition(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    if (yes == condition)
        return expr_or(exprs, condition, no);
    return no == condition ? expr_and(exprs, condition, yes) : 0;
}

/* match: ite(c, 1, 0), ite(c, all ones, 0), and with branches exchanged
 * result: zext(c), sext(c), of not c */
static expr_t ite_extended_bool(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    unsigned width = expr_width(exprs, yes);
    if (!expr_is_const(exprs, yes) || !expr_is_const(exprs, no))
        return 0;
    expr_t one = expr_const(exprs, width, 1);
    if (is_zero(exprs, no) && (yes == one || is_ones(exprs, yes)))
        return yes == one ? expr_zext(exprs, condition, width) : expr_sext(exprs, condition, width);
    if (is_zero(exprs, yes) && (no == one || is_ones(exprs, no))) {
        condition = expr_not(exprs, condition);
        return no == one ? expr_zext(exprs, condition, width) : expr_sext(exprs, condition, width);
    }
    return 0;
}

/* match: ite(c, ite(c, x, y), z); ite(c, z, ite(c, x, y))
 * result: ite(c, x, z); ite(c, z, y) */
static expr_t ite_nested(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    if (is_kind(exprs, yes, EXPR_ITE) && expr_arg(exprs, yes, 0) == condition)
        return expr_ite(exprs, condition, expr_arg(exprs, yes, 1), no);
    if (is_kind(exprs, no, EXPR_ITE) && expr_arg(exprs, no, 0) == condition)
        return expr_ite(exprs, condition, yes, expr_arg(exprs, no, 2));
    return 0;
}

/* match: ite(c, x, ite(d, x, y)); ite(c, ite(d, x, y), y)
 * result: ite(c or d, x, y); ite(c and d, x, y) */
static expr_t ite_join(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    if (is_kind(exprs, no, EXPR_ITE) && expr_arg(exprs, no, 1) == yes) {
        expr_t other = expr_arg(exprs, no, 2);
        return expr_ite(exprs, expr_or(exprs, condition, expr_arg(exprs, no, 0)), yes, other);
    }
    if (is_kind(exprs, yes, EXPR_ITE) && expr_arg(exprs, yes, 2) == no) {
        expr_t one = expr_arg(exprs, yes, 1);
        return expr_ite(exprs, expr_and(exprs, condition, expr_arg(exprs, yes, 0)), one, no);
    }
    return 0;
}

/* match: ite(x = y, x, y)
 * result: y */
static expr_t ite_equal(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    if (!is_kind(exprs, condition, EXPR_EQ))
        return 0;
    expr_t x = expr_arg(exprs, condition, 0), y = expr_arg(exprs, condition, 1);
    return (x == yes && y == no) || (x == no && y == yes) ? no : 0;
}

/* match: ite(c, ext(x), ext(y)), of one kind and width
 * result: ext(ite(c, x, y)) */
static expr_t ite_extended(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    enum expr_kind kind = expr_kind(exprs, yes);
    if ((kind != EXPR_ZEXT && kind != EXPR_SEXT) || expr_kind(exprs, no) != kind)
        return 0;
    unsigned width = expr_width(exprs, yes);
    expr_t x = expr_arg(exprs, yes, 0), y = expr_arg(exprs, no, 0);
    if (expr_width(exprs, x) != expr_width(exprs, y))
        return 0;
    expr_t narrow = expr_ite(exprs, condition, x, y);
    return kind == EXPR_ZEXT ? expr_zext(exprs, narrow, width) : expr_sext(exprs, narrow, width);
}

expr_t simplify_ite(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, condition, yes, no)
    RULES_ITE(X)
#undef X
    return 0;
}
