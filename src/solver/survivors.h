/* What is left of all values of some bytes when some conjuncts hold: found once
 * by trying them all (trials.c), and a query with more conjuncts need only look
 * at these. The last ones are kept. */
#ifndef SOLVER_SURVIVORS_H
#define SOLVER_SURVIVORS_H

#include "expr/support.h"

enum { MOST_SURVIVING_BYTES = 8 };

struct survivors {
    expr_t *terms; /* the conjuncts, sorted */
    size_t term_count;
    uint32_t variables[MOST_SURVIVING_BYTES];
    unsigned columns;
    uint32_t count;  /* of the values of all these bytes that are left */
    uint8_t *values; /* all of the first byte, all of the second */
    uint64_t used;   /* when */
};

struct survivors_cache;

struct survivors_cache *survivors_cache_new(struct exprs *);
void survivors_cache_free(struct survivors_cache *);

/* Of the most conjuncts that are among these (sorted), if it has all bytes that these speak of.
 * NULL: none. Valid until the next one is added. */
const struct survivors *survivors_find(struct survivors_cache *, const expr_t *terms, size_t count);
/* Room for `count` values, which the caller fills in. The last one added is the last to go. */
struct survivors *survivors_add(struct survivors_cache *, const expr_t *terms, size_t term_count,
                                unsigned columns, uint32_t count);

#endif
