/* Terms to gates, shared by the parts of the blaster: blast_terms.c (one term
 * from its children), blast_array.c (reads), blast_lazy.c (reads that wait until
 * a model touches them) and blast_arithmetic.c (circuits). */
#ifndef SOLVER_BLAST_INTERNAL_H
#define SOLVER_BLAST_INTERNAL_H

#include "expr/expr.h"
#include "expr/model.h"
#include "solver/cone.h"
#include "solver/gates.h"
#include "solver/ranges.h"

typedef VECTOR(gate_t) gate_list;

/* A read whose bits are inputs, about which nothing is known but what lemmas say;
 * those that are the same in every cell are constants. */
struct lazy_read {
    expr_t term;
    gate_t bits[8];
};

/* From how many ranges of cells on that the index can reach, and how many more for each
 * store at a symbolic index. */
struct lazy_rule {
    uint32_t ranges, per_store;
};

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
    VECTOR(struct lazy_read) lazy;
    struct lazy_rule lazy_rule;
    bool late;       /* the gates of a term were not made, because the budget is spent */
    bool too_large;  /* a read over too many cells: what depends on it is wrong, clear all */
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
/* Those of a read at an index known to be low .. high, within the array, which has no stores at
 * symbolic indices. */
void blast_read_within(struct blaster *, gate_t *out, expr_t array, expr_t index, uint64_t low,
                       uint64_t high);
/* Is the index within the array? */
gate_t blast_inside(struct blaster *, expr_t array, expr_t index);
/* The lowest store at a symbolic index: all below it are at constant ones. 0: there is none. */
expr_t blast_lowest_symbolic(const struct exprs *, expr_t array);

/* ---- blast_lazy.c ---- */

#define LAZY_LABEL (1u << 31) /* in the label of an input: a bit of a read that waits */

/* Does a read wait until a model touches it? The same answer for equal terms, whatever was asked before. */
bool blast_read_waits(struct blaster *, expr_t array, expr_t index);
/* The 8 gates of a read that waits. */
void blast_read_later(struct blaster *, gate_t *out, expr_t term);
/* For the reads of the cone that the search took for something else than they are under the model:
 * adds what they are in the cell that the model touches, in its neighbours as rounds go on, to the
 * roots. Returns for how many. */
size_t blast_refine(struct blaster *, const struct cone *, const uint8_t *values, const struct model *,
                    unsigned round, gate_list *roots);

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
