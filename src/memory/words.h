/* Whole elements out of byte arrays. */
#ifndef MEMORY_WORDS_H
#define MEMORY_WORDS_H

#include "expr/expr.h"

/* The bytes (1, 2, 4 or 8) at an index (64 bits) from which on so many lie in an
 * array that holds pointers: equal to the concatenation of as many reads. Where
 * what was stored is whole elements and the index is one of theirs, it is a
 * choice between those, so that a pointer is found again as such, and what was
 * stored into other fields of a record is not in the term. 0: there is nothing
 * to choose from. */
expr_t read_element(struct exprs *, expr_t array, expr_t index, unsigned size);

#endif
