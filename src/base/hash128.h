/* 128 bits of hash, fed word by word: wide enough that equal means the same.
 * Two lanes that see different words. Not for adversaries. */
#ifndef BASE_HASH128_H
#define BASE_HASH128_H

#include "base/hash.h"

#include <stdbool.h>
#include <string.h>

struct hash128 {
    uint64_t low, high;
};

static inline void hash128_add(struct hash128 *hash, uint64_t word)
{
    hash->low = hash_mix(hash->low, word);
    hash->high = hash_mix(hash->high ^ 0x2545f4914f6cdd1du, (word << 32 | word >> 32) * 0x9fb21c651e98df25u);
}

static inline void hash128_add_hash(struct hash128 *hash, struct hash128 other)
{
    hash128_add(hash, other.low);
    hash128_add(hash, other.high);
}

static inline void hash128_add_bytes(struct hash128 *hash, const uint8_t *bytes, size_t count)
{
    hash128_add(hash, count);
    for (size_t at = 0; at < count; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, count - at < 8 ? count - at : 8);
        hash128_add(hash, word);
    }
}

static inline bool hash128_equal(struct hash128 a, struct hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/* -1, 0 or 1 */
static inline int hash128_compare(struct hash128 a, struct hash128 b)
{
    if (a.low != b.low)
        return a.low < b.low ? -1 : 1;
    return (a.high > b.high) - (a.high < b.high);
}

#endif
