/* Breadth first: a state runs until it forks, then both go to the end of the
 * queue; so states advance by forks, not by instructions. */
#include "search/queue.h"
#include "search/strategy.h"

struct bfs {
    struct search search;
    struct roster *roster;
    struct queue queue; /* the first is next */
};

static struct state *pick(struct search *search)
{
    struct bfs *self = (struct bfs *)search;
    return self->queue.first == NO_SLOT ? NULL : self->roster->states.data[self->queue.first];
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct bfs *self = (struct bfs *)search;
    if (parent) {
        queue_remove(&self->queue, slot_of(parent));
        queue_insert(&self->queue, slot_of(parent), NO_SLOT);
    }
    queue_insert(&self->queue, slot_of(state), NO_SLOT);
}

static void remove_state(struct search *search, struct state *state)
{
    queue_remove(&((struct bfs *)search)->queue, slot_of(state));
}

static void release(struct search *search)
{
    queue_release(&((struct bfs *)search)->queue);
    mem_free(search);
}

struct search *bfs_new(struct roster *roster)
{
    static const struct search_ops ops = {"bfs", pick, add, remove_state, NULL, release};
    struct bfs *self = NEW(struct bfs);
    self->search.ops = &ops;
    self->roster = roster;
    queue_init(&self->queue);
    return &self->search;
}
