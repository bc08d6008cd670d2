/* Slots in order, as a ring: anything can be put in or taken out anywhere in
 * O(1). For the strategies that have an order: dfs and bfs. */
#ifndef SEARCH_QUEUE_H
#define SEARCH_QUEUE_H

#include "search/roster.h"

struct queue_link {
    uint32_t before, after; /* slots; a slot not in the queue: NO_SLOT */
};

struct queue {
    VECTOR(struct queue_link) links; /* by slot */
    uint32_t first, last;
};

void queue_init(struct queue *);
void queue_release(struct queue *);
/* Puts slot just before `next`; NO_SLOT: at the end. */
void queue_insert(struct queue *, uint32_t slot, uint32_t next);
void queue_remove(struct queue *, uint32_t slot);

#endif
