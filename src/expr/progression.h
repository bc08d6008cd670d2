/* The values that a number can have, as an arithmetic progression: what the
 * index of an array of records is, a multiple of their size and a constant. */
#ifndef EXPR_PROGRESSION_H
#define EXPR_PROGRESSION_H

#include "expr/expr.h"

/* Numbers that are first + stride * n for some n; stride 0: `first` alone. */
struct progression {
    uint64_t stride, first;
};

/* Of a term of at most 64 bits; what is not known of it is every number. */
struct progression progression_of(struct exprs *, expr_t term);
/* Can numbers of the two be equal? */
bool progressions_meet(struct progression, struct progression);

static inline struct progression progression_plus(struct progression p, uint64_t added)
{
    return (struct progression){p.stride, p.first + added};
}

#endif
