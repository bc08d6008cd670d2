/* Numbers of a width that need not be a machine's. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

static inline uint64_t low_bits(unsigned width)
{
    return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

/* width: 1 to 64 */
static inline int64_t sign_extended(uint64_t value, unsigned width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

#endif
