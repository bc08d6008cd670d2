/* Random numbers: the sequences of glibc, so that a test replayed natively
 * sees the same ones. random() is the additive generator of degree 31 that
 * r[i] = r[i-3] + r[i-31] describes, its first 310 results thrown away. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdint.h>
#include <stdlib.h>

enum { DEGREE = 31, SEPARATION = 3, THROWN_AWAY = 310 };

static uint32_t words[DEGREE];
static unsigned position;
static int started;

static uint32_t next(void)
{
    unsigned behind = (position + DEGREE - SEPARATION) % DEGREE;
    uint32_t word = words[position] += words[behind];
    position = (position + 1) % DEGREE;
    return word >> 1;
}

void srandom(unsigned seed)
{
    int32_t word = seed ? (int32_t)seed : 1;
    for (int i = 0; i < DEGREE; i++) {
        words[i] = (uint32_t)word;
        /* 16807 * word mod 2^31 - 1 without overflow */
        word = (int32_t)(((int64_t)16807 * word) % 2147483647);
        if (word < 0)
            word += 2147483647;
    }
    position = SEPARATION;
    started = 1;
    for (int i = 0; i < THROWN_AWAY; i++)
        next();
}

/* They are not symbolic, and that was said once on this path; the generator is started. */
static int plain;

static long first(const char *name)
{
    if (!started)
        srandom(1);
    plain = !__ramify_setting("symbolic-environment", 0);
    return __ramify_environment(name, 0, RAND_MAX, (long)next());
}

long random(void) { return plain ? (long)next() : first("random"); }

/* A state of the program's own is not looked at: it is always this one. */
static char *given;

char *setstate(char *state)
{
    char *before = given;
    given = state;
    return before;
}

char *initstate(unsigned seed, char *state, size_t size)
{
    (void)size;
    srandom(seed);
    return setstate(state);
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return plain ? (int)next() : (int)first("rand"); }

int rand_r(unsigned *seed)
{
    static const unsigned bits[] = {2048, 1024, 1024};
    unsigned word = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        word = word * 1103515245u + 12345u;
        result = (result << 10) ^ (word / 65536 % bits[i]);
    }
    *seed = word;
    return (int)result;
}
