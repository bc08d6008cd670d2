/* What a term is for every value of the one input byte that it depends on:
 * 256 values at once, computed by the engine's own arithmetic. A condition on
 * one byte, through whatever tables, is a set of bytes (paper 5, index-based). */
#ifndef SOLVER_LANES_H
#define SOLVER_LANES_H

#include "expr/expr.h"

enum { LANES = 256 };

struct byte_set {
    uint64_t word[LANES / 64];
};

struct lanes;

/* tables: terms that read tables are looked at, too. */
struct lanes *lanes_new(struct exprs *, bool tables);
void lanes_free(struct lanes *);

/* The values of the byte for which the term (1 bit wide) holds. Remembered.
 * false: it does not depend on exactly one byte, or nobody can say (floats,
 * more than 64 bits, too large a term). */
bool lanes_truth(struct lanes *, expr_t term, uint32_t *variable, struct byte_set *);

static inline bool byte_set_has(const struct byte_set *set, unsigned byte)
{
    return set->word[byte / 64] >> byte % 64 & 1;
}
static inline struct byte_set byte_set_all(void) { return (struct byte_set){{~0ull, ~0ull, ~0ull, ~0ull}}; }
static inline struct byte_set byte_set_both(struct byte_set one, const struct byte_set *other)
{
    for (unsigned i = 0; i < LANES / 64; i++)
        one.word[i] &= other->word[i];
    return one;
}
unsigned byte_set_count(const struct byte_set *);
/* The least one; the set is not empty. */
uint8_t byte_set_first(const struct byte_set *);

#endif
