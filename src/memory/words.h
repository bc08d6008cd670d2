/* Whole words out of byte arrays. */
#ifndef MEMORY_WORDS_H
#define MEMORY_WORDS_H

#include "expr/expr.h"

/* The eight bytes at a symbolic index (64 bits) that lies in the array: equal
 * to the concatenation of eight reads. Where the array holds whole words at a
 * distance of eight from each other and the index is one of these, it is a
 * choice between those words, so that a pointer that was stored is found again
 * as such. 0: there is nothing to choose from. */
expr_t read_word(struct exprs *, expr_t array, expr_t index);

#endif
