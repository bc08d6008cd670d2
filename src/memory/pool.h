/* Memory in a few sizes, taken and given back millions of times a second.
 * What is given back waits in a list of its size and never leaves the pool. */
#ifndef MEMORY_POOL_H
#define MEMORY_POOL_H

#include "base/arena.h"

enum { POOL_GRAIN = 16, POOL_LARGEST = 1024, POOL_CLASSES = POOL_LARGEST / POOL_GRAIN };

struct pool {
    void *free[POOL_CLASSES];
    size_t waiting; /* bytes in these lists */
    struct arena arena;
};

void *pool_alloc(struct pool *, size_t size); /* not zeroed; aligned to 16 */
void pool_free(struct pool *, void *memory, size_t size);
void pool_release(struct pool *);

#endif
