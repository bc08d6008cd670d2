/* Operations read backwards: what must one operand be, that the result is the
 * one wanted? The steps of a descent (solver/descent.h). */
#ifndef SOLVER_INVERSE_H
#define SOLVER_INVERSE_H

#include "base/rng.h"
#include "expr/expr.h"

struct inverse {
    enum expr_kind kind;
    unsigned width;   /* of the operands, at most 64 */
    unsigned side;    /* the operand that is looked for: 0 or 1 */
    uint64_t current; /* its value now: bits that are free stay as they are */
    uint64_t other;   /* the value of the other */
    uint64_t wanted;  /* result */
};

/* A value of the operand with which the result is the one wanted, of several
 * any; false: there is none, or none was found. */
bool inverse_value(const struct inverse *, struct rng *, uint64_t *value);
/* The same for FADD … FLE and for FSQRT … UTOF (widths at most 64): a value
 * that should do, or nearly. */
uint64_t inverse_float_binary(const struct inverse *, struct rng *);
uint64_t inverse_float_unary(enum expr_kind, unsigned from, unsigned to, uint64_t wanted, struct rng *);

#endif
