/* Reproducible random numbers (splitmix64). */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* below `limit`, which is not 0 */
static inline uint64_t rng_below(struct rng *rng, uint64_t limit)
{
    return (uint64_t)(((unsigned __int128)rng_next(rng) * limit) >> 64);
}

/* in [0, 1) */
static inline double rng_unit(struct rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

#endif
