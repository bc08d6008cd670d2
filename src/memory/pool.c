/* Free lists by size. A debug build goes to the system each time, so that the
 * address sanitizer sees every use after free. */
#include "memory/pool.h"

#include "base/alloc.h"
#include "base/bug.h"

#ifdef RAMIFY_DEBUG

void *pool_alloc(struct pool *pool, size_t size) { return mem_alloc(size ? size : 1); }
void pool_free(struct pool *pool, void *memory, size_t size) { mem_free(memory); }

#else

static size_t class_of(size_t size) { return size ? (size - 1) / POOL_GRAIN : 0; }

void *pool_alloc(struct pool *pool, size_t size)
{
    if (unlikely(size > POOL_LARGEST))
        return mem_alloc(size);
    void **list = &pool->free[class_of(size)];
    void *memory = *list;
    if (unlikely(!memory))
        return arena_alloc(&pool->arena, (class_of(size) + 1) * POOL_GRAIN);
    *list = *(void **)memory;
    pool->waiting -= (class_of(size) + 1) * POOL_GRAIN;
    return memory;
}

void pool_free(struct pool *pool, void *memory, size_t size)
{
    if (unlikely(size > POOL_LARGEST)) {
        mem_free(memory);
        return;
    }
    void **list = &pool->free[class_of(size)];
    *(void **)memory = *list;
    *list = memory;
    pool->waiting += (class_of(size) + 1) * POOL_GRAIN;
}

#endif

void pool_release(struct pool *pool)
{
    arena_release(&pool->arena);
    for (unsigned i = 0; i < POOL_CLASSES; i++)
        pool->free[i] = NULL;
    pool->waiting = 0;
}
