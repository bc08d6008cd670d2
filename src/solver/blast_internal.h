/* Terms to gates, shared by the parts of the blaster: blast_terms.c (one term
 * from its children), blast_array.c (reads) and blast_arithmetic.c (circuits). */
#ifndef SOLVER_BLAST_INTERNAL_H
#define SOLVER_BLAST_INTERNAL_H

#include "expr/expr.h"
#include "solver/gates.h"
#include "solver/ranges.h"

/* Invariant: places[t] is 0 or the place of the width(t) gates of term t in
 * bits, lowest bit first; a term that is gone from the pool has none. */
struct blaster {
    struct exprs *exprs;
    struct gates gates;
    VECTOR(uint32_t) places; /* by term */
    VECTOR(gate_t) bits;     /* the first is not used */
    VECTOR(gate_t) inputs;   /* by input byte: the first of its 8 gates, or 0 */
    VECTOR(expr_t) stack;
    struct ranges *ranges; /* of the arrays that are read */
    VECTOR(gate_t) result; /* of the term at work */
    bool cell_by_cell;     /* how a read picks its cell; see blast_array.c */
    double deadline;       /* clock_seconds(), 0: none */
    bool late;             /* the gates of a term were not made, because it has passed */
    bool too_large;        /* a read over too many cells: what depends on it is wrong, clear all */
};

void blaster_init(struct blaster *, struct exprs *);
void blaster_release(struct blaster *);
/* Forgets everything. */
void blaster_clear(struct blaster *);
/* Forgets the terms that the sweep under way will remove. */
void blaster_sweep(struct blaster *);

/* The gates of a term, made if need be; valid until the next call. */
const gate_t *blaster_term(struct blaster *, expr_t);
/* Of a term known to be there. */
static inline const gate_t *blaster_bits(const struct blaster *blaster, expr_t term)
{
    return blaster->bits.data + blaster->places.data[term];
}
static inline bool blaster_has(const struct blaster *blaster, expr_t term)
{
    return term < blaster->places.count && blaster->places.data[term];
}

/* ---- blast_array.c ---- */

/* Puts the terms that a read needs and that have no gates on the stack. */
void blast_read_needs(struct blaster *, expr_t array);
/* The 8 gates of the read of the array at the index. */
void blast_read(struct blaster *, gate_t *out, expr_t array, expr_t index);

/* ---- blast_arithmetic.c: circuits over `width` gates, lowest first; `out`
 * must not be one of the operands ---- */

void blast_add(struct gates *, gate_t *out, const gate_t *a, const gate_t *b, gate_t carry, unsigned width);
void blast_sub(struct gates *, gate_t *out, const gate_t *a, const gate_t *b, unsigned width);
void blast_negate_if(struct gates *, gate_t *out, gate_t condition, const gate_t *a, unsigned width);
void blast_mul(struct gates *, gate_t *out, const gate_t *a, const gate_t *b, unsigned width);
/* Either result may be NULL. Division by 0: all ones, and a. */
void blast_divide(struct gates *, gate_t *quotient, gate_t *remainder, const gate_t *a, const gate_t *b,
                  unsigned width);
void blast_divide_signed(struct gates *, gate_t *quotient, gate_t *remainder, const gate_t *a,
                         const gate_t *b, unsigned width);
/* fill: what comes in at the side */
void blast_shift(struct gates *, gate_t *out, const gate_t *a, const gate_t *amount, gate_t fill, bool left,
                 unsigned width);
gate_t blast_equal(struct gates *, const gate_t *a, const gate_t *b, unsigned width);
gate_t blast_less(struct gates *, const gate_t *a, const gate_t *b, bool is_signed, unsigned width);

#endif
