/* What is another thing in each run and on each machine: time, the process's
 * number, random bytes, the machine's name. With --symbolic-environment they are
 * inputs of the program; else each is always the same, which counts as left out
 * once on a path. */
#include "system.h"

int environment_is_symbolic(enum environment what, const char *name)
{
    if (SYSTEM->said >> what & 1)
        return 0;
    if (__ramify_setting("symbolic-environment", 0))
        return 1;
    SYSTEM->said |= 1u << what;
    __ramify_environment(name, 0, 0, 0);
    return 0;
}

long environment_number(enum environment what, const char *name, long least, long most, long otherwise)
{
    return environment_is_symbolic(what, name) ? __ramify_environment(name, least, most, otherwise)
                                               : otherwise;
}

int environment_bytes(enum environment what, const char *name, unsigned char *to, long count)
{
    if (!count || !environment_is_symbolic(what, name))
        return 0;
    unsigned char *bytes = malloc((size_t)count);
    klee_make_symbolic(bytes, (size_t)count, name);
    __builtin_memcpy(to, bytes, (size_t)count);
    free(bytes);
    return 1;
}
