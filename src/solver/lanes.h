/* What terms are under many inputs at once: each term is evaluated once, with
 * the engine's own arithmetic, for all of a few hundred values of the input
 * bytes that it depends on. One number for each input is a lane. */
#ifndef SOLVER_LANES_H
#define SOLVER_LANES_H

#include "expr/expr.h"

enum { MOST_LANES = 1024, MOST_COLUMNS = 64 };

/* The values of one input byte, lane by lane. */
struct column {
    uint32_t variable;
    uint8_t values[MOST_LANES];
};

struct lanes;

struct lanes *lanes_new(struct exprs *);
void lanes_free(struct lanes *);

/* Room for the inputs of the next terms; what is remembered of others is
 * forgotten. count: a multiple of 64. */
struct column *lanes_columns(struct lanes *, unsigned columns, unsigned count);

/* The term's values (width at most 64), one for each lane; valid until the next
 * call. Every byte that it depends on has a column. NULL: it has floats, a part
 * of it is wider, or it takes too much work. Remembered. */
const uint64_t *lanes_values(struct lanes *, expr_t term);
/* The numbers computed since lanes_columns(), roughly. */
size_t lanes_computed(const struct lanes *);
/* The work that the last term took: numbers, and stores passed as parts of one. */
size_t lanes_work(const struct lanes *);

#endif
