/* For the drivers of libraries: the bytes on standard input, which the recipes
 * make symbolic (--sym-stdin), in an object of exactly their size. So a driver
 * runs natively as well, and every test can be replayed. */
#ifndef INPUT_H
#define INPUT_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All of it, and a null byte after its end if it is wanted as a string. */
static unsigned char *input_read(size_t *size, int string)
{
    static unsigned char bytes[1 << 16];
    ssize_t count;
    *size = 0;
    while ((count = read(0, bytes + *size, sizeof bytes - *size)) > 0)
        *size += (size_t)count;
    unsigned char *input = malloc(*size + (string ? 1 : 0));
    if (!input)
        exit(1);
    memcpy(input, bytes, *size);
    if (string)
        input[*size] = 0;
    return input;
}

#endif
