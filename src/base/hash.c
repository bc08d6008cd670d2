#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    uint64_t hash = count;
    for (; count >= 8; at += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = hash_mix(hash, word);
    }
    uint64_t rest = 0;
    if (count)
        memcpy(&rest, at, count);
    return hash_mix(hash, rest);
}

uint64_t hash_string(const char *string) { return hash_bytes(string, strlen(string)); }
