/* The sets of all nodes, in waves (Pereira and Berlin): nodes that include each
 * other in a circle become one; then every set goes to those that include it, in
 * order, only what is new of it; what is new in a pointer's set makes new
 * inclusions, by its loads, stores and calls. Until nothing is new. */
#include "program/pointsto_internal.h"

#include "base/bug.h"

#include <string.h>

uint32_t node_new(struct points_to *it)
{
    uint32_t number = (uint32_t)it->nodes.count;
    vector_push(&it->nodes, (struct node){.parent = number, .loaded = NO_NODE, .stored = NO_NODE});
    return number;
}

uint32_t node_find(struct points_to *it, uint32_t number)
{
    struct node *nodes = it->nodes.data;
    while (nodes[number].parent != number)
        number = nodes[number].parent = nodes[nodes[number].parent].parent;
    return number;
}

void node_add_site(struct points_to *it, uint32_t node, uint32_t site)
{
    struct node *to = &it->nodes.data[node_find(it, node)];
    if (!sparse_has(&to->set, site) && sparse_add(&to->fresh, site))
        it->changed = true;
}

void node_include(struct points_to *it, uint32_t number, uint32_t from)
{
    number = node_find(it, number);
    from = node_find(it, from);
    if (number == from || !sparse_add(&it->nodes.data[from].next, number))
        return;
    /* what is fresh comes with the next wave */
    struct node *to = &it->nodes.data[number];
    sparse_unite_minus(&to->fresh, &it->nodes.data[from].set, &to->set);
    it->changed = true;
}

/* ---- constraints on what a pointer points to ---- */

static bool is_constant(const struct points_to *it, const struct site *site)
{
    return site->kind == POINTS_TO_GLOBAL && site->index != UINT32_MAX &&
           it->program->globals[site->index].constant;
}

/* The nodes that hold what these sites hold: far fewer, once circles are closed. */
static void find_contents(struct points_to *it, const struct sparse *sites, bool written,
                          struct sparse *contents)
{
    sparse_each(number, sites)
    {
        const struct site *site = &it->sites.data[number];
        if (site->content != NO_NODE && !(written && is_constant(it, site)))
            sparse_add(contents, node_find(it, site->content));
    }
}

static void apply_loads(struct points_to *it, uint32_t number, const struct sparse *sites)
{
    struct sparse contents = {0};
    find_contents(it, sites, false, &contents);
    sparse_each(content, &contents) node_include(it, it->nodes.data[number].loaded, (uint32_t)content);
    sparse_release(&contents);
}

static void apply_stores(struct points_to *it, uint32_t number, const struct sparse *sites)
{
    struct sparse contents = {0};
    find_contents(it, sites, true, &contents);
    sparse_each(content, &contents) node_include(it, (uint32_t)content, it->nodes.data[number].stored);
    sparse_release(&contents);
}

static void call_to(struct points_to *it, uint32_t indirect, uint32_t site)
{
    if (it->sites.data[site].kind == POINTS_TO_FUNCTION)
        generate_call(it, it->indirect.data[indirect], it->sites.data[site].index);
}

uint32_t node_loaded(struct points_to *it, uint32_t pointer)
{
    pointer = node_find(it, pointer);
    if (it->nodes.data[pointer].loaded == NO_NODE) {
        uint32_t loaded = node_new(it);
        it->nodes.data[pointer].loaded = loaded;
        apply_loads(it, pointer, &it->nodes.data[pointer].set);
    }
    return it->nodes.data[pointer].loaded;
}

void node_store(struct points_to *it, uint32_t pointer, uint32_t from)
{
    pointer = node_find(it, pointer);
    if (it->nodes.data[pointer].stored == NO_NODE) {
        uint32_t stored = node_new(it);
        it->nodes.data[pointer].stored = stored;
        apply_stores(it, pointer, &it->nodes.data[pointer].set);
    }
    node_include(it, it->nodes.data[pointer].stored, from);
}

void node_call(struct points_to *it, uint32_t pointer, uint32_t indirect)
{
    pointer = node_find(it, pointer);
    vector_push(&it->nodes.data[pointer].calls, indirect);
    struct sparse known = {0};
    sparse_copy(&known, &it->nodes.data[pointer].set);
    sparse_each(site, &known) call_to(it, indirect, (uint32_t)site);
    sparse_release(&known);
    it->changed = true;
}

/* ---- circles ---- */

/* Two pointers that are one load the same and store to the same. */
static uint32_t either(uint32_t one, uint32_t other, uint32_t *same)
{
    if (one != NO_NODE && other != NO_NODE)
        *same = other;
    return one != NO_NODE ? one : other;
}

/* What only one of the two knew is fresh to the constraints of the other. */
static void unite_sets(struct node *to, struct node *node)
{
    struct sparse all = {0};
    sparse_copy(&all, &to->set);
    sparse_unite(&all, &node->set);
    sparse_unite(&all, &to->fresh);
    sparse_unite(&all, &node->fresh);
    sparse_intersect(&to->set, &node->set);
    sparse_minus(&to->fresh, &all, &to->set);
    sparse_release(&all);
    sparse_release(&node->set);
    sparse_release(&node->fresh);
}

static void unite(struct points_to *it, uint32_t into, uint32_t number)
{
    into = node_find(it, into);
    number = node_find(it, number);
    if (into == number)
        return;
    struct node *to = &it->nodes.data[into], *node = &it->nodes.data[number];
    uint32_t loaded = NO_NODE, stored = NO_NODE;
    node->parent = into;
    to->loaded = either(to->loaded, node->loaded, &loaded);
    to->stored = either(to->stored, node->stored, &stored);
    unite_sets(to, node);
    sparse_unite(&to->next, &node->next);
    for (size_t i = 0; i < node->calls.count; i++)
        vector_push(&to->calls, node->calls.data[i]);
    sparse_release(&node->next);
    vector_release(&node->calls);
    if (loaded != NO_NODE)
        unite(it, it->nodes.data[into].loaded, loaded);
    if (stored != NO_NODE)
        unite(it, it->nodes.data[node_find(it, into)].stored, stored);
}

/* Nobody but the nodes that include it has heard of it. */
static bool is_new(const struct node *node)
{
    return !node->set.count && !node->fresh.count && !node->calls.count && node->loaded == NO_NODE &&
           node->stored == NO_NODE;
}

void node_is_loaded(struct points_to *it, uint32_t number, uint32_t pointer)
{
    uint32_t loaded = node_find(it, node_loaded(it, pointer));
    number = node_find(it, number);
    struct node *node = &it->nodes.data[number];
    if (number == loaded)
        return;
    if (!is_new(node)) {
        unite(it, loaded, number);
    } else {
        struct sparse next = node->next;
        node->next = (struct sparse){0};
        node->parent = loaded;
        sparse_each(other, &next) node_include(it, (uint32_t)other, loaded);
        sparse_release(&next);
    }
    it->changed = true;
}

/* The nodes of a set under the names they have now, without `itself`. */
static void rename_nodes(struct points_to *it, struct sparse *set, uint32_t itself)
{
    bool stale = false;
    sparse_each(other, set) stale |= node_find(it, (uint32_t)other) != other || other == itself;
    if (!stale)
        return;
    struct sparse renamed = {0};
    sparse_each(other, set)
    {
        uint32_t now = node_find(it, (uint32_t)other);
        if (now != itself)
            sparse_add(&renamed, now);
    }
    sparse_release(set);
    *set = renamed;
}

/* Tarjan's algorithm with a stack of its own. A place in a node's set is a word
 * and the bits of it that are left. */
struct visit {
    uint32_t node, word;
    uint64_t bits;
};

struct circles {
    uint32_t *number, *low; /* 0: not seen */
    bool *open;
    uint32_t last;
    VECTOR(uint32_t) stack;
    VECTOR(struct visit) visits;
    VECTOR(uint32_t) order;   /* ends of edges before their beginnings */
    VECTOR(uint32_t) members; /* of circles: a representative, then another, in pairs */
};

static void begin_visit(struct points_to *it, struct circles *circles, uint32_t node)
{
    const struct sparse *next = &it->nodes.data[node].next;
    circles->number[node] = circles->low[node] = ++circles->last;
    circles->open[node] = true;
    vector_push(&circles->stack, node);
    vector_push(&circles->visits, (struct visit){node, 0, next->count ? next->words[0].bits : 0});
}

static void end_visit(struct circles *circles, uint32_t node)
{
    if (circles->low[node] != circles->number[node])
        return;
    uint32_t member;
    do {
        member = vector_pop(&circles->stack);
        circles->open[member] = false;
        if (member != node) {
            vector_push(&circles->members, node);
            vector_push(&circles->members, member);
        }
    } while (member != node);
    vector_push(&circles->order, node);
}

/* The next node that this one goes to; NO_NODE: none is left. */
static uint32_t step(struct points_to *it, struct visit *visit)
{
    const struct sparse *next = &it->nodes.data[visit->node].next;
    while (!visit->bits && visit->word + 1 < next->count)
        visit->bits = next->words[++visit->word].bits;
    if (!visit->bits)
        return NO_NODE;
    uint32_t number = 64 * next->words[visit->word].index + (uint32_t)__builtin_ctzll(visit->bits);
    visit->bits &= visit->bits - 1;
    return number;
}

static void search_from(struct points_to *it, struct circles *circles, uint32_t root)
{
    begin_visit(it, circles, root);
    while (circles->visits.count) {
        struct visit *visit = &circles->visits.data[circles->visits.count - 1];
        uint32_t node = visit->node, to = step(it, visit);
        if (to != NO_NODE) {
            if (!circles->number[to])
                begin_visit(it, circles, to);
            else if (circles->open[to] && circles->number[to] < circles->low[node])
                circles->low[node] = circles->number[to];
            continue;
        }
        circles->visits.count--;
        end_visit(circles, node);
        if (circles->visits.count) {
            uint32_t before = circles->visits.data[circles->visits.count - 1].node;
            if (circles->low[node] < circles->low[before])
                circles->low[before] = circles->low[node];
        }
    }
}

/* Circles become one node. returns the nodes, each before those it goes to. */
static uint32_t *collapse(struct points_to *it, size_t *count)
{
    size_t nodes = it->nodes.count;
    struct circles circles = {.number = mem_zero((nodes + 1) * sizeof(uint32_t)),
                              .low = mem_zero((nodes + 1) * sizeof(uint32_t)),
                              .open = mem_zero(nodes + 1)};
    for (uint32_t i = 0; i < nodes; i++)
        if (it->nodes.data[i].parent == i)
            rename_nodes(it, &it->nodes.data[i].next, i);
    for (uint32_t i = 0; i < nodes; i++)
        if (it->nodes.data[i].parent == i && !circles.number[i])
            search_from(it, &circles, i);
    for (size_t i = 0; i < circles.members.count; i += 2)
        unite(it, circles.members.data[i], circles.members.data[i + 1]);
    for (size_t i = 0; i < circles.order.count / 2; i++) {
        uint32_t other = circles.order.data[circles.order.count - 1 - i];
        circles.order.data[circles.order.count - 1 - i] = circles.order.data[i];
        circles.order.data[i] = other;
    }
    mem_free(circles.number);
    mem_free(circles.low);
    mem_free(circles.open);
    vector_release(&circles.stack);
    vector_release(&circles.visits);
    vector_release(&circles.members);
    *count = circles.order.count;
    return circles.order.data;
}

/* ---- waves ---- */

static void apply_calls(struct points_to *it, uint32_t number, const struct sparse *sites)
{
    size_t calls = it->nodes.data[number].calls.count;
    sparse_each(site, sites)
    {
        for (size_t i = 0; i < calls; i++)
            call_to(it, it->nodes.data[number].calls.data[i], (uint32_t)site);
    }
}

static void propagate(struct points_to *it, uint32_t number)
{
    struct node *node = &it->nodes.data[number];
    if (node->parent != number || !node->fresh.count)
        return;
    struct sparse fresh = node->fresh;
    node->fresh = (struct sparse){0};
    sparse_unite(&node->set, &fresh);
    /* constraints that are added meanwhile see to the whole set themselves */
    if (node->loaded != NO_NODE)
        apply_loads(it, number, &fresh);
    if (it->nodes.data[number].stored != NO_NODE)
        apply_stores(it, number, &fresh);
    if (it->nodes.data[number].calls.count)
        apply_calls(it, number, &fresh);
    node = &it->nodes.data[number];
    sparse_each(other, &node->next)
    {
        /* names may be those from before a circle was closed */
        uint32_t to = node_find(it, (uint32_t)other);
        if (to != number && sparse_unite_minus(&it->nodes.data[to].fresh, &fresh, &it->nodes.data[to].set))
            it->changed = true;
    }
    sparse_release(&fresh);
}

void points_to_solve(struct points_to *it)
{
    do {
        it->changed = false;
        size_t count;
        uint32_t *order = collapse(it, &count);
        for (size_t i = 0; i < count; i++)
            propagate(it, order[i]);
        mem_free(order);
        generate_pending(it);
    } while (it->changed);
}
