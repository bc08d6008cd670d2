/* Random numbers: musl's, whose own functions have other names here, unless
 * they are symbolic. */
#include <stdint.h>
#include <stdlib.h>

long __ramify_environment(const char *name, long least, long most, long otherwise);
long __ramify_setting(const char *name, long otherwise);

int __ramify_rand(void);
long __ramify_random(void);
double __ramify_drand48(void);
long __ramify_lrand48(void);
long __ramify_mrand48(void);

enum kind { RAND = 1, RANDOM = 2, LRAND48 = 4, MRAND48 = 8, DRAND48 = 16 };

/* Which are not symbolic, as was said once on this path. */
static int plain;

static long first(enum kind kind, const char *name, long least, long most, long otherwise)
{
    if (!__ramify_setting("symbolic-environment", 0))
        plain |= kind;
    return __ramify_environment(name, least, most, otherwise);
}

#define NUMBER(type, name, kind, least, most)                                       \
    type name(void)                                                                 \
    {                                                                               \
        type usual = __ramify_##name();                                             \
        return plain & kind ? usual : (type)first(kind, #name, least, most, usual); \
    }
NUMBER(int, rand, RAND, 0, RAND_MAX)
NUMBER(long, random, RANDOM, 0, RAND_MAX)
NUMBER(long, lrand48, LRAND48, 0, INT32_MAX)
NUMBER(long, mrand48, MRAND48, INT32_MIN, INT32_MAX)

double drand48(void)
{
    double usual = __ramify_drand48();
    return plain & DRAND48
               ? usual
               : (double)first(DRAND48, "drand48", 0, (1l << 48) - 1, (long)(usual * 0x1p48)) * 0x1p-48;
}
