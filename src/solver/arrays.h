/* Reads of tables at symbolic indices leave the terms before they reach a
 * solver (paper 5): conditions over them become conditions on the index, and
 * reads that stay become choices between ranges of it. docs/arrays.md. */
#ifndef SOLVER_ARRAYS_H
#define SOLVER_ARRAYS_H

#include "base/log.h"
#include "expr/expr.h"

enum arrays_mode {
    ARRAYS_FOLD = 1,  /* a read whose cell is known is its value */
    ARRAYS_INDEX = 2, /* a condition over tables becomes one on their indices */
    ARRAYS_VALUE = 4, /* a read becomes a choice by ranges of its index */
    ARRAYS_ALL = 7
};

/* name, summary key */
#define ARRAYS_COUNTERS(X)  \
    X(folded, "folded")     \
    X(index, "index")       \
    X(value, "value")       \
    X(ranges, "ranges")     \
    X(adjusted, "adjusted") \
    X(proven, "proven")     \
    X(unproven, "unproven")

struct arrays_stats {
#define X(name, key) uint64_t name;
    ARRAYS_COUNTERS(X)
#undef X
};

struct arrays;
struct truths;

/* check: each rewritten term is to be proven equal to the original; the process
 * ends with exit code 1 if one differs. log may be NULL. */
struct arrays *arrays_new(struct exprs *, unsigned modes, bool check, struct log *);
void arrays_free(struct arrays *);

/* An equal term: for every input, whatever the path. Remembered. */
expr_t arrays_rewrite(struct arrays *, expr_t term);
/* For conditions on one byte: those that read tables only with ARRAYS_INDEX. */
struct truths *arrays_truths(struct arrays *);
struct arrays_stats arrays_stats(const struct arrays *);

#endif
