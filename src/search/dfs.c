/* Depth first: a path is followed to its end, then the newest branch left.
 * At a fork the parent goes on, so that nothing has to be switched. */
#include "search/queue.h"
#include "search/strategy.h"

struct dfs {
    struct search search;
    struct roster *roster;
    struct queue queue; /* the last is next */
};

static struct state *pick(struct search *search)
{
    struct dfs *self = (struct dfs *)search;
    return self->queue.last == NO_SLOT ? NULL : self->roster->states.data[self->queue.last];
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct dfs *self = (struct dfs *)search;
    queue_insert(&self->queue, slot_of(state), parent ? slot_of(parent) : NO_SLOT);
}

static void remove_state(struct search *search, struct state *state)
{
    queue_remove(&((struct dfs *)search)->queue, slot_of(state));
}

static void release(struct search *search)
{
    queue_release(&((struct dfs *)search)->queue);
    mem_free(search);
}

struct search *dfs_new(struct roster *roster)
{
    static const struct search_ops ops = {"dfs", pick, add, remove_state, NULL, release};
    struct dfs *self = NEW(struct dfs);
    self->search.ops = &ops;
    self->roster = roster;
    queue_init(&self->queue);
    return &self->search;
}
