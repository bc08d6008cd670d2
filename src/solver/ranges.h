/* What is in an array, by ranges: which neighbouring elements are the same
 * constant. Found once for a content and a shape of elements, and shared by
 * whoever reads it; of an array that is a known one with a few bytes written at
 * constant indices they are those of the known one, adjusted. Indices that are
 * terms are of no concern here. */
#ifndef SOLVER_RANGES_H
#define SOLVER_RANGES_H

#include "expr/expr.h"

/* Elements of so many bytes, 1 to 8, at the indices that are `phase` modulo `stride`. */
struct element_shape {
    unsigned bytes;
    uint64_t stride;
    int64_t phase;
};

struct cell_range {
    uint32_t end;   /* the number of the first element behind it */
    bool mixed;     /* no constants: each element is what the array says */
    uint64_t value; /* of all elements */
};

/* Element n is at the index first + n * stride. All that touch the array are
 * there, also those that begin before it or end behind it: what is outside is 0. */
struct cell_ranges {
    int64_t first;
    uint64_t stride;
    uint32_t elements;
    uint32_t count;
    struct cell_range *data; /* neighbours differ; the last one ends with the elements */
};

struct ranges_stats {
    uint64_t found, adjusted;
};

struct ranges;

struct ranges *ranges_new(struct exprs *);
void ranges_free(struct ranges *);

/* NULL: a store at a symbolic index is in the way, or the shape is none for which ranges
 * are kept. Valid until the next call. */
const struct cell_ranges *ranges_of(struct ranges *, expr_t array, struct element_shape);
/* The range with this element. */
const struct cell_range *cell_range_at(const struct cell_ranges *, uint32_t element);
struct ranges_stats ranges_stats(const struct ranges *);

#endif
