/* IEEE floats and their bit patterns. */
#ifndef BASE_IEEE_H
#define BASE_IEEE_H

#include <stdint.h>
#include <string.h>

static inline float float_of_bits(uint64_t bits)
{
    float number;
    uint32_t low = (uint32_t)bits;
    memcpy(&number, &low, sizeof number);
    return number;
}

static inline double double_of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline uint64_t bits_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline uint64_t bits_of_double(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

#endif
