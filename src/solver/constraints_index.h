/* What makes questions about a set of constraints cheap: flat arrays over the
 * terms, so that a copy for a fork is a few memcpy.
 *
 * Invariant: terms that share an input byte are in one component, and every
 * byte that a term depends on lies in exactly one span, which names a term of
 * its component. Spans are sorted by byte and disjoint. */
#ifndef SOLVER_CONSTRAINTS_INDEX_H
#define SOLVER_CONSTRAINTS_INDEX_H

#include "base/hash128.h"
#include "base/vector.h"
#include "expr/support.h"
#include "solver/truths.h"

struct span {
    uint32_t first, end; /* input bytes */
    uint32_t term;       /* number of a term that depends on them */
};

struct fixed_byte {
    uint32_t variable;
    uint8_t byte;
};

/* What the terms that depend on this byte alone allow it to be. */
struct domain {
    uint32_t variable;
    bool partial; /* of some such terms nobody can say */
    struct byte_set set;
};

struct constraints_index {
    VECTOR(expr_t) terms;
    VECTOR(uint32_t) root;  /* of term i: union-find among the terms of its component */
    VECTOR(uint32_t) chain; /* of term i: the next of its component, in a ring */
    VECTOR(struct span) spans;
    VECTOR(struct fixed_byte) fixed; /* sorted */
    VECTOR(struct domain) domains;   /* sorted */
    struct hash128 fixed_name;       /* of what is fixed (solver/facts.h) */
    VECTOR(uint64_t) picked;         /* one bit a term: scratch of slicing, zero between calls */
    expr_t *members;                 /* hash set of the terms; 0: free */
    size_t member_capacity;          /* a power of two, or 0 */
};

struct constraints_index *constraints_index_new(void);
struct constraints_index *constraints_index_copy(const struct constraints_index *);
void constraints_index_free(struct constraints_index *);
void constraints_index_clear(struct constraints_index *);

bool constraints_index_has(const struct constraints_index *, expr_t term);
/* truths, which may be NULL, say what a term over one byte allows. */
void constraints_index_add(struct constraints_index *, struct exprs *, struct truths *, expr_t term);
/* NULL: nothing is known about the byte */
const struct domain *constraints_index_domain(const struct constraints_index *, uint32_t variable);
/* -1 if the byte is not fixed */
int constraints_index_fixed(const struct constraints_index *, uint32_t variable);
/* Is a byte of the support fixed? May say true for a long support that has none. */
bool constraints_index_touches(const struct constraints_index *, const struct support *);
/* Does every term that the byte is tied to depend on it alone? */
bool constraints_index_alone(const struct constraints_index *, struct exprs *, uint32_t variable);
/* Appends to slice, in the order in which they were added; gives how many. */
size_t constraints_index_slice(struct constraints_index *, const struct support *, expr_t *slice);
size_t constraints_index_components(const struct constraints_index *);

#endif
