/* What a hostile program says of its attempts. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static __attribute__((noinline)) void allowed(const char *what)
{
    printf("%s: ALLOWED\n", what);
}

static __attribute__((unused)) void attempt(const char *what, long result)
{
    if (result < 0)
        printf("%s: %s\n", what, strerrorname_np(errno));
    else
        allowed(what);
}
