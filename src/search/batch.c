/* Keeps to one state for a while: changing states costs caches, and a state
 * that gets far at once covers more than many that get nowhere. */
#include "search/search.h"

#include "base/alloc.h"
#include "base/clock.h"

struct batch {
    struct search search;
    struct search *inner;
    struct state *current; /* NULL: ask inner */
    uint64_t instructions; /* limits */
    double seconds;
    uint64_t first_instruction; /* of current, when it was picked */
    double start;
};

static bool goes_on(const struct batch *self)
{
    if (!self->current || (!self->instructions && !(self->seconds > 0)))
        return false;
    if (self->instructions && self->current->instructions - self->first_instruction >= self->instructions)
        return false;
    return !(self->seconds > 0) || clock_seconds() - self->start < self->seconds;
}

static struct state *pick(struct search *search)
{
    struct batch *self = (struct batch *)search;
    if (goes_on(self))
        return self->current;
    self->current = self->inner->ops->pick(self->inner);
    if (self->current)
        self->first_instruction = self->current->instructions;
    self->start = self->seconds > 0 ? clock_seconds() : 0;
    return self->current;
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    struct search *inner = ((struct batch *)search)->inner;
    inner->ops->add(inner, state, parent);
}

static void remove_state(struct search *search, struct state *state)
{
    struct batch *self = (struct batch *)search;
    if (self->current == state)
        self->current = NULL;
    self->inner->ops->remove(self->inner, state);
}

static void ran(struct search *search, struct state *state)
{
    struct search *inner = ((struct batch *)search)->inner;
    if (inner->ops->ran)
        inner->ops->ran(inner, state);
}

static void release(struct search *search)
{
    search_free(((struct batch *)search)->inner);
    mem_free(search);
}

struct search *search_batching_new(struct run *run, struct search *inner, uint64_t instructions,
                                   double seconds)
{
    static const struct search_ops ops = {"batching", pick, add, remove_state, ran, release};
    struct batch *self = NEW(struct batch);
    self->search.ops = &ops;
    self->inner = inner;
    self->instructions = instructions;
    self->seconds = seconds;
    return &self->search;
}
