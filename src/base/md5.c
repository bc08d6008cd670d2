#include "base/md5.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56 };

/* The whole part of 2^32 times |sin(i + 1)|. */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

/* Of each of the four rounds. */
static const uint8_t turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t turn(uint32_t word, unsigned by) { return word << by | word >> (32 - by); }

static uint32_t mix(unsigned step, uint32_t b, uint32_t c, uint32_t d, unsigned *word)
{
    switch (step / 16) {
    case 0:
        *word = step;
        return (b & c) | (~b & d);
    case 1:
        *word = (5 * step + 1) % 16;
        return (d & b) | (~d & c);
    case 2:
        *word = (3 * step + 5) % 16;
        return b ^ c ^ d;
    default:
        *word = 7 * step % 16;
        return c ^ (b | ~d);
    }
}

static void add_block(uint32_t sum[4], const uint8_t *block)
{
    uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3];
    for (unsigned step = 0; step < 64; step++) {
        unsigned at;
        uint32_t mixed = mix(step, b, c, d, &at);
        const uint8_t *bytes = block + 4 * (size_t)at;
        uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                        (uint32_t)bytes[3] << 24;
        uint32_t next = b + turn(a + mixed + sines[step] + word, turns[step / 16][step % 4]);
        a = d, d = c, c = b, b = next;
    }
    sum[0] += a, sum[1] += b, sum[2] += c, sum[3] += d;
}

void md5_of(const void *bytes, size_t count, char digits[MD5_DIGITS + 1])
{
    uint32_t sum[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const uint8_t *next = bytes;
    size_t left = count;
    for (; left >= BLOCK; left -= BLOCK, next += BLOCK)
        add_block(sum, next);
    uint8_t last[2 * BLOCK] = {0};
    if (left)
        memcpy(last, next, left);
    last[left] = 0x80;
    size_t size = left < LENGTH_AT ? BLOCK : 2 * BLOCK;
    for (unsigned i = 0; i < 8; i++)
        last[size - 8 + i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
    for (size_t at = 0; at < size; at += BLOCK)
        add_block(sum, last + at);
    for (unsigned i = 0; i < 16; i++)
        snprintf(digits + 2 * i, 3, "%02x", sum[i / 4] >> 8 * (i % 4) & 0xff);
}
