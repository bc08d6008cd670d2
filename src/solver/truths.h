/* A condition on one input byte, through whatever tables and arithmetic, is a
 * set of values of that byte (paper 5, index-based). */
#ifndef SOLVER_TRUTHS_H
#define SOLVER_TRUTHS_H

#include "expr/support.h"

enum { BYTE_VALUES = 256 };

struct byte_set {
    uint64_t word[BYTE_VALUES / 64];
};

struct truths;

/* tables: terms that read tables are looked at, too. */
struct truths *truths_new(struct exprs *, bool tables);
void truths_free(struct truths *);
/* May it say something about this term? */
bool truths_allow(const struct truths *, expr_t term);

/* The values of the byte for which the term (1 bit wide) holds; whatever the
 * path, and remembered. false: it does not depend on exactly one byte, or
 * nobody can say (see lanes_values). */
bool truths_of(struct truths *, expr_t term, uint32_t *variable, struct byte_set *);
/* The work that the last answer took, see lanes.h; 0: it was remembered. */
size_t truths_work(const struct truths *);

/* What the term, of any width, is for each value of the one byte that it depends
 * on; NULL: see lanes_values. Valid until the next question. */
const uint64_t *truths_values(struct truths *, expr_t term, uint32_t *variable);

static inline bool is_one_byte(const struct support *support)
{
    return support->count == 1 && support->ranges[0].end - support->ranges[0].first == 1;
}
static inline bool byte_set_has(const struct byte_set *set, unsigned byte)
{
    return set->word[byte / 64] >> byte % 64 & 1;
}
static inline struct byte_set byte_set_all(void) { return (struct byte_set){{~0ull, ~0ull, ~0ull, ~0ull}}; }
static inline struct byte_set byte_set_both(struct byte_set one, const struct byte_set *other)
{
    for (unsigned i = 0; i < BYTE_VALUES / 64; i++)
        one.word[i] &= other->word[i];
    return one;
}
unsigned byte_set_count(const struct byte_set *);
/* The least one; the set is not empty. */
uint8_t byte_set_first(const struct byte_set *);

#endif
