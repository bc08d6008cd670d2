/* Floats rounded to whole numbers, the lesser and the greater of two: no
 * operations of the terms, but made of some. Bit for bit what the C library
 * does in its usual rounding mode; widths 32 and 64. */
#ifndef EXPR_ROUNDING_H
#define EXPR_ROUNDING_H

#include "expr/expr.h"

enum rounding {
    ROUND_TRUNC, /* to zero */
    ROUND_FLOOR, /* down */
    ROUND_CEIL,  /* up */
    ROUND_AWAY,  /* to nearest, halves away from zero: round() */
    ROUND_EVEN   /* to nearest, halves to even: rint() */
};

expr_t expr_round(struct exprs *, enum rounding, expr_t);
expr_t expr_float_min(struct exprs *, expr_t left, expr_t right);
expr_t expr_float_max(struct exprs *, expr_t left, expr_t right);
/* left - right, but not below 0 */
expr_t expr_float_difference(struct exprs *, expr_t left, expr_t right);
expr_t expr_copy_sign(struct exprs *, expr_t magnitude, expr_t sign);

#endif
