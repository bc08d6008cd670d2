/* Which input bytes a term depends on: a sorted list of disjoint, non-adjacent
 * ranges of variables, interned, so that equal supports are one pointer. */
#ifndef EXPR_SUPPORT_H
#define EXPR_SUPPORT_H

#include "expr/expr.h"

struct support_range {
    uint32_t first, end; /* variables first .. end - 1 */
};

struct support {
    uint32_t count; /* ranges */
    uint32_t id;
    struct support_range ranges[];
};

/* Remembered per term; never freed before the pool. A read of an input at a
 * symbolic index depends on every byte of that input, and on its index. */
const struct support *expr_support(struct exprs *, expr_t);
bool support_overlap(const struct support *, const struct support *);
bool support_has(const struct support *, uint32_t variable);
const struct support *support_union(struct exprs *, const struct support *, const struct support *);

/* 64-bit structural hashes, independent of ids and of the order in which terms
 * were made (inputs by name and size, constant arrays by content):
 *   expr_hash        the term
 *   expr_shape_hash  with every numeric constant read as one value (paper 3);
 *                    a condition and its negation differ
 *   expr_agnostic_hash  with every base symbol and every input byte read as one
 *                    value, in no order of commutative operands (paper 1) */
uint64_t expr_hash(struct exprs *, expr_t);
uint64_t expr_shape_hash(struct exprs *, expr_t);
uint64_t expr_agnostic_hash(struct exprs *, expr_t);

/* Unsigned interval that surely holds the value (width at most 64). */
struct interval {
    uint64_t low, high;
};
struct interval expr_interval(struct exprs *, expr_t);
/* The bits that are not surely 0. */
uint64_t expr_possible_bits(struct exprs *, expr_t);

#endif
