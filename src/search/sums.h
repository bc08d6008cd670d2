/* Weights by slot, and a choice among them in proportion to their weight.
 * A complete binary tree of sums: each inner node is the sum of its two
 * children, recomputed when one changes, so no rounding error piles up.
 * Setting and choosing take log2(n) steps. */
#ifndef SEARCH_SUMS_H
#define SEARCH_SUMS_H

#include <stdint.h>

struct sums {
    double *nodes;     /* [1] the root, [capacity + slot] the weights */
    uint32_t capacity; /* a power of two, or 0 */
};

void sums_release(struct sums *);
/* 0 takes the slot out. Weights are not negative and finite. */
void sums_set(struct sums *, uint32_t slot, double weight);
double sums_get(const struct sums *, uint32_t slot);
double sums_total(const struct sums *);
/* unit in [0, 1). The total must not be 0; gives a slot whose weight is not 0. */
uint32_t sums_choose(const struct sums *, double unit);

#endif
