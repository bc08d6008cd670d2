/* Memory that is given back all at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* the newest first */
    char *next, *end;
    size_t bytes; /* taken from the system */
};

void *arena_alloc(struct arena *, size_t size); /* aligned to 16, not zeroed */
void *arena_zero(struct arena *, size_t size);
char *arena_string(struct arena *, const char *string);
void arena_release(struct arena *);

#endif
