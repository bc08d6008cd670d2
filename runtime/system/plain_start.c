/* The start of a program that has no C library's. */
#include "system.h"

int __ramify_main(int, char **, char **);
int __ramify_plain_start(int count, char **arguments, char **environment);

int __ramify_plain_start(int count, char **arguments, char **environment)
{
    __ramify_system_start(&count, &arguments, &environment);
    return __ramify_main(count, arguments, environment);
}
