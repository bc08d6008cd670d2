/* What the parts of the array transformations share: arrays.c (which terms are
 * rewritten, and how), arrays_diagram.c (the diagram of a term), arrays_term.c
 * (the term of a diagram), arrays_cells.c (indices and the cells they reach). */
#ifndef SOLVER_ARRAYS_INTERNAL_H
#define SOLVER_ARRAYS_INTERNAL_H

#include "solver/arrays.h"
#include "solver/diagram.h"
#include "solver/ranges.h"
#include "solver/solver.h"

struct atom {
    expr_t term;
    unsigned width;
};

/* Invariant: every id that is kept is of a term in the pool: a sweep clears all. */
struct arrays {
    struct exprs *exprs;
    unsigned modes;
    uint32_t epoch; /* goes on when everything is cleared */
    struct arrays_stats stats;
    struct truths *truths;
    struct ranges *ranges;
    struct diagrams diagrams;
    VECTOR(struct atom) atoms;
    struct table atom_numbers; /* term → number */
    VECTOR(diagram_t) known;   /* by term: its diagram, NO_DIAGRAM, or 0: not asked yet */
    struct table terms;        /* diagram and width → term */
    struct table rewritten;    /* condition → what it becomes */
    struct table values;       /* term → what its reads as choices make of it */
    struct cells_index {
        expr_t array, below; /* the array that was asked about last, and without its newest stores */
        struct table newest; /* constant index → byte */
    } cells;
    VECTOR(expr_t) stack;
    unsigned depth;        /* of conditions within conditions */
    struct prover *prover; /* of what is rewritten being equal; NULL: nothing is checked */
    struct log *log;
};

enum { NO_DIAGRAM = UINT32_MAX };

/* Counts whether the two are proven equal; ends the process if they differ. */
void arrays_check_equal(struct arrays *, expr_t term, expr_t result);

/* The atom that is this term, at most 64 bits wide. */
uint32_t arrays_atom(struct arrays *, expr_t term);
/* What is known of a term's diagram so far: 0, NO_DIAGRAM or the diagram. */
diagram_t arrays_known(const struct arrays *, expr_t term);
/* The diagram of a term, made and remembered; 0: it has none that is small. */
diagram_t arrays_diagram(struct arrays *, expr_t term);
/* The term of a diagram, this wide. */
expr_t arrays_term(struct arrays *, diagram_t, unsigned width);
struct value_range {
    uint64_t first, last;
};
struct piece {
    struct value_range range;
    expr_t term;
};
typedef VECTOR(struct piece) piece_list;
/* Puts one piece, a sum, in the place of constants that rise evenly. */
void arrays_join_runs(struct arrays *, expr_t subject, piece_list *);
/* The function of the subject that is each piece's term in its range. They are
 * in order and cover every value that the subject can have. */
expr_t arrays_choice(struct arrays *, expr_t subject, piece_list *);

/* ---- arrays_cells.c ---- */

/* An index as scale * subject + offset, computed without wrapping round unless
 * scale is 1. The subject has a number of bits, a sign perhaps, and takes only
 * multiples of a step. */
struct linear_index {
    expr_t subject;
    unsigned width;
    bool is_signed;
    uint64_t scale, offset, step;
};
struct linear_index linear_index(struct exprs *, expr_t index);

/* For which values of the subject is the index within `bytes` of touching an
 * array of this size, in the order of the values as unsigned numbers. At most
 * two ranges: false if the array is too large to go through. */
struct index_ranges {
    struct value_range range[2];
    unsigned count;
};
bool index_ranges(const struct linear_index *, uint64_t size, unsigned bytes, struct index_ranges *);
/* The index where the subject has this value. */
uint64_t index_at(const struct linear_index *, uint64_t value);

/* The elements of so many bytes that the index can reach. */
static inline struct element_shape shape_of(const struct linear_index *linear, unsigned bytes)
{
    return (struct element_shape){bytes, linear->scale * linear->step, (int64_t)linear->offset};
}
/* A walk over the values of the subject that lie in one of the index_ranges, by the ranges of
 * the cells: each time those with the same cell, one by one where cells are mixed. */
struct cell_walk {
    const struct linear_index *linear;
    const struct cell_ranges *cells;
    uint32_t range;       /* of the cells: the one that comes next */
    uint64_t value, last; /* of the subject: those that come next, to the end of the range */
    bool more;
};
struct cell_walk cell_walk(const struct linear_index *, const struct cell_ranges *, struct value_range);
/* Sets the first and the last value that lead to the cells of this range; NULL at the end. */
const struct cell_range *cell_walk_next(struct cell_walk *, struct value_range *values);

/* The byte at a constant index; 0: a store at a symbolic one may be there. */
expr_t cell_of(struct arrays *, expr_t array, uint64_t index);

/* The term that is `bytes` consecutive bytes of an array, lowest first. */
bool element_of(struct exprs *, expr_t term, expr_t *array, expr_t *index, unsigned *bytes);

/* ---- arrays_value.c ---- */

/* The term with its reads as choices between ranges of their indices, those
 * for which that is cheaper than the array. Counts what it replaces. */
expr_t arrays_values(struct arrays *, expr_t term);

#endif
