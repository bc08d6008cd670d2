/* Small arithmetic, and the environment. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

/* The environment is empty. */
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }
