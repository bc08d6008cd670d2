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

/* That they are not is said once on a path. */
static long any(long name_bit, const char *name, long least, long most, long otherwise)
{
    static long said;
    if (said & name_bit)
        return otherwise;
    if (!__ramify_setting("symbolic-environment", 0))
        said |= name_bit;
    return __ramify_environment(name, least, most, otherwise);
}

int rand(void) { return (int)any(1, "rand", 0, RAND_MAX, __ramify_rand()); }
long random(void) { return any(2, "random", 0, RAND_MAX, __ramify_random()); }
long lrand48(void) { return any(4, "lrand48", 0, INT32_MAX, __ramify_lrand48()); }
long mrand48(void) { return any(8, "mrand48", INT32_MIN, INT32_MAX, __ramify_mrand48()); }

double drand48(void)
{
    double usual = __ramify_drand48();
    return (double)any(16, "drand48", 0, (1l << 48) - 1, (long)(usual * 0x1p48)) * 0x1p-48;
}
