#include "base/alloc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*exhausted)(void *);
static void *exhausted_context;

void mem_on_exhaustion(void (*handler)(void *context), void *context)
{
    exhausted = handler;
    exhausted_context = context;
}

static void *checked(void *memory)
{
    if (memory)
        return memory;
    void (*handler)(void *) = exhausted;
    exhausted = NULL; /* a second failure inside the handler ends below */
    if (handler)
        handler(exhausted_context);
    fputs("ramify: out of memory\n", stderr);
    _exit(1);
}

void *mem_alloc(size_t size) { return checked(malloc(size ? size : 1)); }
void *mem_zero(size_t size) { return checked(calloc(1, size ? size : 1)); }
void *mem_resize(void *memory, size_t size) { return checked(realloc(memory, size ? size : 1)); }
void mem_free(void *memory) { free(memory); }

char *mem_string_n(const char *string, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, string, length);
    copy[length] = 0;
    return copy;
}

char *mem_string(const char *string) { return mem_string_n(string, strlen(string)); }

size_t mem_resident(void)
{
    char text[128];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return 0;
    text[length] = 0;
    const char *space = strchr(text, ' ');
    return space ? strtoull(space, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}
