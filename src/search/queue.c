#include "search/queue.h"

void queue_init(struct queue *queue) { *queue = (struct queue){.first = NO_SLOT, .last = NO_SLOT}; }

void queue_release(struct queue *queue) { vector_release(&queue->links); }

void queue_insert(struct queue *queue, uint32_t slot, uint32_t next)
{
    while (queue->links.count <= slot)
        vector_push(&queue->links, (struct queue_link){NO_SLOT, NO_SLOT});
    uint32_t before = next == NO_SLOT ? queue->last : queue->links.data[next].before;
    queue->links.data[slot] = (struct queue_link){before, next};
    *(before == NO_SLOT ? &queue->first : &queue->links.data[before].after) = slot;
    *(next == NO_SLOT ? &queue->last : &queue->links.data[next].before) = slot;
}

void queue_remove(struct queue *queue, uint32_t slot)
{
    struct queue_link link = queue->links.data[slot];
    *(link.before == NO_SLOT ? &queue->first : &queue->links.data[link.before].after) = link.after;
    *(link.after == NO_SLOT ? &queue->last : &queue->links.data[link.after].before) = link.before;
    queue->links.data[slot] = (struct queue_link){NO_SLOT, NO_SLOT};
}
