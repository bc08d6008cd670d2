/* One of several numbers, chosen by guards: the position of a pointer with
 * several targets in their segment. */
#ifndef ENGINE_POSITION_H
#define ENGINE_POSITION_H

#include "expr/expr.h"

struct chosen {
    expr_t guard; /* the guards are disjoint, and one of them is sure to hold */
    expr_t value; /* 64 bits */
};

/* The value whose guard holds. Where the guards ask for the constants of one
 * term and the values rise evenly with these (the records behind a table of
 * pointers), it is a product and a sum instead of a choice. */
expr_t choose_number(struct exprs *, const struct chosen *, size_t count);
/* Do they rise so evenly, but for at most one? */
bool numbers_rise_evenly(struct exprs *, const struct chosen *, size_t count);

#endif
