/* Sets of small numbers, sparse: the words that are not zero, in order. Made
 * for sets that are united again and again, as in dataflow equations. */
#ifndef BASE_SPARSE_H
#define BASE_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sparse_word {
    uint32_t index; /* of numbers 64 * index ... */
    uint64_t bits;  /* not 0 */
};

struct sparse {
    struct sparse_word *words; /* ascending */
    uint32_t count, capacity;
};

void sparse_release(struct sparse *);
/* Is it new? */
bool sparse_add(struct sparse *, uint32_t number);
bool sparse_has(const struct sparse *, uint32_t number);
/* Has `to` grown? */
bool sparse_unite(struct sparse *to, const struct sparse *from);
/* With what is in `from` and not in `without`. Has `to` grown? */
bool sparse_unite_minus(struct sparse *to, const struct sparse *from, const struct sparse *without);
void sparse_intersect(struct sparse *to, const struct sparse *with);
/* What is in `from` and not in `without`; `result` is overwritten. */
void sparse_minus(struct sparse *result, const struct sparse *from, const struct sparse *without);
void sparse_copy(struct sparse *to, const struct sparse *from);
size_t sparse_size(const struct sparse *);

/* The numbers in order; the set must not change meanwhile. */
#define sparse_each(number, set)                                                                            \
    for (uint32_t word_ = 0; word_ < (set)->count; word_++)                                                 \
        for (uint64_t bits_ = (set)->words[word_].bits,                                                     \
                      number = 64 * (uint64_t)(set)->words[word_].index + (uint64_t)__builtin_ctzll(bits_); \
             bits_; bits_ &= bits_ - 1, number = bits_ ? 64 * (uint64_t)(set)->words[word_].index +         \
                                                             (uint64_t)__builtin_ctzll(bits_)               \
                                                       : 0)

#endif
