/* SHA-256 over a buffer. */
#include <stdint.h>

enum { BYTES = 96 * 1024 };
static uint8_t buffer[BYTES];
static uint32_t constants[64], hash[8];

/* The first 32 bits of the fractions of roots of primes, found by bisection on
 * integers, so that no table of magic numbers is needed. */
static uint64_t root(uint64_t prime, int cube)
{
    uint64_t low = 0, high = (uint64_t)1 << 37; /* root * 2^32 */
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        unsigned __int128 power = (unsigned __int128)middle * middle;
        /* compare middle^2 with prime * 2^64, or middle^3 with prime * 2^96 without leaving 128 bits */
        int above;
        if (cube)
            above = (power >> 32) * middle > ((unsigned __int128)prime << 64);
        else
            above = power > ((unsigned __int128)prime << 64);
        if (above)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void prepare(void)
{
    int count = 0;
    for (uint64_t candidate = 2; count < 64; candidate++) {
        int is_prime = 1;
        for (uint64_t divisor = 2; divisor * divisor <= candidate; divisor++)
            if (candidate % divisor == 0)
                is_prime = 0;
        if (!is_prime)
            continue;
        if (count < 8)
            hash[count] = (uint32_t)root(candidate, 0);
        constants[count++] = (uint32_t)root(candidate, 1);
    }
}

static uint32_t rotate(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void block(const uint8_t *bytes)
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
               (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    for (int i = 0; i < 8; i++)
        s[i] = hash[i];
    for (int i = 0; i < 64; i++) {
        uint32_t e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
        uint32_t a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one = s[7] + e + choice + constants[i] + w[i], two = a + majority;
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        hash[i] += s[i];
}

int main(void)
{
    prepare();
    for (int i = 0; i < BYTES; i++)
        buffer[i] = (uint8_t)(i * 167 + (i >> 8));
    for (int i = 0; i < BYTES; i += 64)
        block(buffer + i);
    return (int)((hash[0] ^ hash[7]) & 127);
}
