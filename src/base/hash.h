/* Hashing: mixing of words and of byte strings. Not for adversaries. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    h ^= (b + (h >> 29)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 32);
}

uint64_t hash_bytes(const void *bytes, size_t count);
uint64_t hash_string(const char *string);

#endif
