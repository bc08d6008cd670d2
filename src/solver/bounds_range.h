/* What a number of some width can be: an interval of it as a signed number and
 * one as an unsigned, both of which hold. */
#ifndef SOLVER_BOUNDS_RANGE_H
#define SOLVER_BOUNDS_RANGE_H

#include "expr/expr.h"

typedef __int128 wide_t; /* any sum or product of two numbers of 64 bits, signed or not */

struct range {
    wide_t low, high;   /* as a signed number; low > high: it can be nothing */
    wide_t least, most; /* as an unsigned one */
};

struct range range_all(unsigned width);
struct range range_one(unsigned width, uint64_t value);
/* Those that are signed low .. high, or unsigned least .. most; all, where these do not fit into the width.
 */
struct range range_signed(unsigned width, wide_t low, wide_t high);
struct range range_unsigned(unsigned width, wide_t least, wide_t most);
/* What is in both; in one of them. */
struct range range_both(unsigned width, struct range, struct range);
struct range range_either(struct range, struct range);
static inline bool range_is_empty(struct range range)
{
    return range.low > range.high || range.least > range.most;
}

/* Of an operation, from those of its operands (which have the width `from`). */
struct range range_binary(enum expr_kind, unsigned from, struct range left, struct range right);
struct range range_not(unsigned width, struct range);
struct range range_extract(unsigned from, unsigned low, unsigned width, struct range);
struct range range_concat(unsigned high_width, unsigned low_width, struct range high, struct range low);
struct range range_extend(bool is_signed, unsigned from, unsigned width, struct range);

#endif
