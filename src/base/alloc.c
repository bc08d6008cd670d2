#include "base/alloc.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*exhausted)(void *);
static void *exhausted_context;
static size_t taken; /* the allocator would look at each of its free pieces to say */

void mem_on_exhaustion(void (*handler)(void *context), void *context)
{
    exhausted = handler;
    exhausted_context = context;
}

void mem_exhausted(void)
{
    void (*handler)(void *) = exhausted;
    exhausted = NULL; /* a second failure inside the handler ends below */
    if (handler)
        handler(exhausted_context);
    fputs("ramify: out of memory\n", stderr);
    _exit(1);
}

static void *checked(void *memory)
{
    if (!memory)
        mem_exhausted();
    return memory;
}

static void *counted(void *memory)
{
    taken += malloc_usable_size(checked(memory));
    return memory;
}

void *mem_alloc(size_t size) { return counted(malloc(size ? size : 1)); }
void *mem_zero(size_t size) { return counted(calloc(1, size ? size : 1)); }

void *mem_resize(void *memory, size_t size)
{
    taken -= malloc_usable_size(memory);
    return counted(realloc(memory, size ? size : 1));
}

void mem_free(void *memory)
{
    taken -= malloc_usable_size(memory);
    free(memory);
}

char *mem_string_n(const char *string, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, string, length);
    copy[length] = 0;
    return copy;
}

char *mem_string(const char *string) { return mem_string_n(string, strlen(string)); }

/* What the kernel says in a file of one line; false if it says nothing. */
static bool kernel_says(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, size - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    return length > 0;
}

size_t mem_resident(void)
{
    char text[128];
    const char *space = kernel_says("/proc/self/statm", text, sizeof text) ? strchr(text, ' ') : NULL;
    return space ? strtoull(space, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

size_t mem_taken(void) { return taken; }

void mem_trim(void) { malloc_trim(0); }

size_t mem_installed(void)
{
    char text[64];
    size_t installed = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    /* a container's share; "max" is no number, and reads as 0 */
    size_t share = kernel_says("/sys/fs/cgroup/memory.max", text, sizeof text) ? strtoull(text, NULL, 10) : 0;
    return share && share < installed ? share : installed;
}
