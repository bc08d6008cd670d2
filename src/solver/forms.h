/* The form of a term: what it is up to the names of input bytes, of input
 * arrays and of base symbols, as a 128-bit hash, and these names, its leaves,
 * in the order in which they occur first. Two terms are the same but for their
 * names exactly if their hashes are equal; the leaves say which name of one
 * stands where which of the other does (paper 1, EQUI-SAT in one look-up).
 *
 * Forms are remembered per term until it dies. Arrays have forms of their own,
 * in pieces of a few stores, so that a long chain is gone through once. */
#ifndef SOLVER_FORMS_H
#define SOLVER_FORMS_H

#include "base/hash128.h"
#include "expr/expr.h"

enum leaf_kind { LEAF_BYTE, LEAF_INPUT, LEAF_BASE };

/* Its kind, and the input byte, the number of the input, or the base symbol. */
typedef uint64_t leaf_t;

static inline enum leaf_kind leaf_kind(leaf_t leaf) { return (enum leaf_kind)(leaf >> 32); }
static inline uint32_t leaf_number(leaf_t leaf) { return (uint32_t)leaf; }

struct form {
    struct hash128 hash;
    bool has_input; /* a LEAF_INPUT is among the leaves */
    uint32_t count;
    leaf_t leaves[]; /* each once */
};

struct forms;

struct forms *forms_new(struct exprs *);
void forms_free(struct forms *);
/* Valid until the next sweep of the pool. */
const struct form *form_of(struct forms *, expr_t term);

/* Makes those of many terms, for form_of(); false: not all, as the budget is spent. */
bool forms_make(struct forms *, const expr_t *terms, size_t count);

/* The children of a node in the order of its form, which is not always the
 * pool's; gives how many. */
unsigned form_children(struct exprs *, const struct expr_node *, expr_t *children);
/* Is it a named leaf: a byte of an input? */
bool form_is_byte(const struct exprs *, const struct expr_node *);

#endif
