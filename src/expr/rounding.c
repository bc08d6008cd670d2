#include "expr/rounding.h"

#include "base/ieee.h"

static expr_t number(struct exprs *exprs, unsigned width, double value)
{
    return expr_const(exprs, width, width == 32 ? bits_of_float((float)value) : bits_of_double(value));
}

static expr_t without_sign(struct exprs *exprs, expr_t value)
{
    unsigned width = expr_width(exprs, value);
    return expr_zext(exprs, expr_extract(exprs, value, 0, width - 1), width);
}

expr_t expr_copy_sign(struct exprs *exprs, expr_t magnitude, expr_t sign)
{
    unsigned width = expr_width(exprs, magnitude);
    return expr_concat(exprs, expr_extract(exprs, sign, width - 1, 1),
                       expr_extract(exprs, magnitude, 0, width - 1));
}

static expr_t is_nan(struct exprs *exprs, expr_t value)
{
    return expr_not(exprs, expr_binary(exprs, EXPR_FEQ, value, value));
}

/* Of a value that has a fraction: the whole part, below 2^52 (2^23). */
static expr_t round_small(struct exprs *exprs, enum rounding how, expr_t value, expr_t magnitude)
{
    unsigned width = expr_width(exprs, value);
    expr_t one = number(exprs, width, 1);
    if (how == ROUND_EVEN) { /* the processor rounds where no fraction has a place */
        expr_t large = number(exprs, width, width == 32 ? 0x1p23 : 0x1p52);
        return expr_binary(exprs, EXPR_FSUB, expr_binary(exprs, EXPR_FADD, magnitude, large), large);
    }
    expr_t whole =
        expr_float_unary(exprs, EXPR_STOF, expr_float_unary(exprs, EXPR_FTOS, value, width), width);
    if (how == ROUND_FLOOR)
        return expr_ite(exprs, expr_binary(exprs, EXPR_FLT, value, whole),
                        expr_binary(exprs, EXPR_FSUB, whole, one), whole);
    if (how == ROUND_CEIL)
        return expr_ite(exprs, expr_binary(exprs, EXPR_FLT, whole, value),
                        expr_binary(exprs, EXPR_FADD, whole, one), whole);
    if (how == ROUND_AWAY) {
        whole = without_sign(exprs, whole);
        expr_t rest = expr_binary(exprs, EXPR_FSUB, magnitude, whole);
        return expr_ite(exprs, expr_binary(exprs, EXPR_FLE, number(exprs, width, 0.5), rest),
                        expr_binary(exprs, EXPR_FADD, whole, one), whole);
    }
    return whole;
}

expr_t expr_round(struct exprs *exprs, enum rounding how, expr_t value)
{
    unsigned width = expr_width(exprs, value);
    expr_t magnitude = without_sign(exprs, value);
    expr_t whole_above = number(exprs, width, width == 32 ? 0x1p23 : 0x1p52);
    expr_t small = expr_binary(exprs, EXPR_FLT, magnitude, whole_above); /* not for a NaN */
    expr_t rounded = expr_copy_sign(exprs, round_small(exprs, how, value, magnitude), value);
    return expr_ite(exprs, small, rounded, value);
}

/* One that is no number gives way to the other. */
static expr_t chosen(struct exprs *exprs, expr_t is_left, expr_t left, expr_t right)
{
    expr_t among_numbers = expr_ite(exprs, is_left, left, right);
    return expr_ite(exprs, is_nan(exprs, left), right,
                    expr_ite(exprs, is_nan(exprs, right), left, among_numbers));
}

expr_t expr_float_min(struct exprs *exprs, expr_t left, expr_t right)
{
    return chosen(exprs, expr_binary(exprs, EXPR_FLT, left, right), left, right);
}

expr_t expr_float_max(struct exprs *exprs, expr_t left, expr_t right)
{
    return chosen(exprs, expr_binary(exprs, EXPR_FLT, right, left), left, right);
}

expr_t expr_float_difference(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_ite(exprs, expr_binary(exprs, EXPR_FLE, left, right),
                    number(exprs, expr_width(exprs, left), 0), expr_binary(exprs, EXPR_FSUB, left, right));
}
