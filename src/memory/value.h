/* A value of the program: two words. 64 bits, and a tag that is nothing (a
 * plain integer), an object (a concrete pointer, or an integer made from one),
 * or a term (symbolic, or wider than 64 bits).
 *
 * Invariants: bits are zero above the value's width; with a term, bits are 0;
 * a term in a value of width <= 64 is never a constant, nor a base symbol plus
 * a constant (those are plain or object values). A value wider than 64 bits
 * always carries a term. */
#ifndef MEMORY_VALUE_H
#define MEMORY_VALUE_H

#include "expr/expr.h"

struct value {
    uint64_t bits;
    uint64_t tag;
};

enum { TAG_OBJECT = 1, TAG_TERM = 2 };

static inline struct value value_plain(uint64_t bits) { return (struct value){bits, 0}; }
static inline struct value value_pointer(uint64_t address, uint32_t object)
{
    return (struct value){address, (uint64_t)object << 2 | TAG_OBJECT};
}
static inline bool value_is_plain(struct value v) { return !v.tag; }
static inline bool value_is_concrete(struct value v) { return !(v.tag & TAG_TERM); }
static inline bool value_is_term(struct value v) { return v.tag & TAG_TERM; }
static inline bool value_has_object(struct value v) { return v.tag & TAG_OBJECT; }
static inline uint32_t value_object(struct value v) { return (uint32_t)(v.tag >> 2); }
static inline expr_t value_term(struct value v) { return (expr_t)(v.tag >> 2); }

static inline uint64_t width_mask(unsigned width)
{
    return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

struct objects;

/* The value as a term of this width: an object becomes base + offset. */
expr_t value_to_term(struct exprs *, const struct objects *, struct value, unsigned width);
/* The value of a term, in the form the invariants ask for. */
struct value value_from_term(struct exprs *, const struct objects *, expr_t);
/* A concrete value wider than 64 bits has its bits in a constant term. */
bool value_is_constant(const struct exprs *, struct value);

#endif
