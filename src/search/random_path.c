/* A random walk from the root of the process tree: a state is the likelier the
 * fewer forks with both sides alive lie above it. So a loop that forks at each
 * round does not starve the rest of the program. */
#include "search/strategy.h"
#include "search/tree.h"

struct random_path {
    struct search search;
    struct roster *roster;
    struct tree tree;
};

static struct state *pick(struct search *search)
{
    struct random_path *self = (struct random_path *)search;
    if (self->tree.root == NO_NODE)
        return NULL;
    return self->roster->states.data[tree_walk(&self->tree, &self->roster->run->rng)];
}

static void add(struct search *search, struct state *state, struct state *parent)
{
    tree_add(&((struct random_path *)search)->tree, slot_of(state), parent ? slot_of(parent) : NO_NODE);
}

static void remove_state(struct search *search, struct state *state)
{
    tree_remove(&((struct random_path *)search)->tree, slot_of(state));
}

static void release(struct search *search)
{
    tree_release(&((struct random_path *)search)->tree);
    mem_free(search);
}

struct search *random_path_new(struct roster *roster)
{
    static const struct search_ops ops = {"random-path", pick, add, remove_state, NULL, release};
    struct random_path *self = NEW(struct random_path);
    self->search.ops = &ops;
    self->roster = roster;
    tree_init(&self->tree);
    return &self->search;
}
