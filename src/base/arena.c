#include "base/arena.h"

#include "base/alloc.h"

#include <string.h>

struct arena_block {
    struct arena_block *older;
    size_t size;
};

enum { HEADER = (sizeof(struct arena_block) + 15) & ~15, BLOCK = 1 << 16 };

void *arena_alloc(struct arena *arena, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(arena->end - arena->next) < size) {
        size_t wanted = size + HEADER > BLOCK ? size + HEADER : BLOCK;
        struct arena_block *block = mem_alloc(wanted);
        block->older = arena->blocks;
        block->size = wanted;
        arena->blocks = block;
        arena->bytes += wanted;
        arena->next = (char *)block + HEADER;
        arena->end = (char *)block + wanted;
    }
    void *memory = arena->next;
    arena->next += size;
    return memory;
}

void *arena_zero(struct arena *arena, size_t size) { return memset(arena_alloc(arena, size), 0, size); }

char *arena_string(struct arena *arena, const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(arena_alloc(arena, size), string, size);
}

void arena_release(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->older;
        mem_free(block);
    }
    *arena = (struct arena){0};
}
