/* Arithmetic on constants, of any width: what each kind means, once. */
#ifndef EXPR_FOLD_H
#define EXPR_FOLD_H

#include "expr/expr.h"

/* ADD … SLE on operands of width at most 64, already truncated to it. */
uint64_t fold_binary(enum expr_kind, unsigned width, uint64_t left, uint64_t right);
/* The same on words, lowest first; result has as many words as the operands
 * (one for a comparison) and may not overlap them. */
void fold_binary_words(enum expr_kind, unsigned width, const uint64_t *left, const uint64_t *right,
                       uint64_t *result);
/* bits low .. low + width - 1 of a value that has `from` bits; bits at or past `from` read as 0 */
void fold_extract_words(const uint64_t *value, unsigned from, unsigned low, unsigned width, uint64_t *result);
void fold_concat_words(const uint64_t *high, unsigned high_width, const uint64_t *low, unsigned low_width,
                       uint64_t *result);
void fold_extend_words(const uint64_t *value, unsigned from, unsigned to, bool is_signed, uint64_t *result);
void fold_not_words(const uint64_t *value, unsigned width, uint64_t *result);

/* FADD … FLE; width of the operands is 32 or 64. */
uint64_t fold_float_binary(enum expr_kind, unsigned width, uint64_t left, uint64_t right);
/* FSQRT … UTOF; integers are two words. */
void fold_float_unary(enum expr_kind, unsigned from, unsigned to, const uint64_t *value, uint64_t *result);

#endif
