/* Nodes, each once, and what is computed on them edge by edge. Recursion is as
 * deep as there are atoms. */
#include "solver/diagram.h"

#include "base/bug.h"
#include "base/hash.h"

enum { KEPT_TABLE = 1024 };

void diagrams_release(struct diagrams *diagrams)
{
    vector_release(&diagrams->nodes);
    vector_release(&diagrams->edges);
    vector_release(&diagrams->work);
    mem_free(diagrams->buckets);
    table_release(&diagrams->leaves);
    table_release(&diagrams->done);
    table_release(&diagrams->triples);
    *diagrams = (struct diagrams){0};
}

void diagrams_clear(struct diagrams *diagrams)
{
    size_t budget = diagrams->budget;
    diagrams_release(diagrams);
    diagrams->budget = budget;
}

/* A table that was once large would cost that much at every clearing. */
static void forget(struct table *table)
{
    if (table->capacity > KEPT_TABLE)
        table_release(table);
    else
        table_clear(table);
}

/* ---- nodes ---- */

static diagram_t push_node(struct diagrams *diagrams, struct diagram_node node)
{
    if (!diagrams->nodes.count)
        vector_push(&diagrams->nodes, (struct diagram_node){.atom = NO_ATOM});
    vector_push(&diagrams->nodes, node);
    return (diagram_t)(diagrams->nodes.count - 1);
}

diagram_t diagram_leaf(struct diagrams *diagrams, uint64_t value)
{
    uint64_t *slot = table_slot(&diagrams->leaves, value, 0);
    if (!*slot)
        *slot = push_node(diagrams, (struct diagram_node){.atom = NO_ATOM, .value = value});
    return (diagram_t)*slot;
}

static uint64_t hash_of(uint32_t atom, const struct diagram_edge *edges, size_t count)
{
    uint64_t hash = atom;
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash_mix(hash, edges[i].last), edges[i].to);
    return hash;
}

static bool is_node(const struct diagrams *diagrams, diagram_t id, uint32_t atom,
                    const struct diagram_edge *edges, size_t count)
{
    const struct diagram_node *node = diagram_look(diagrams, id);
    if (node->atom != atom || node->count != count)
        return false;
    const struct diagram_edge *own = diagram_edges(diagrams, id);
    for (size_t i = 0; i < count; i++)
        if (own[i].to != edges[i].to || own[i].last != edges[i].last)
            return false;
    return true;
}

static void grow_buckets(struct diagrams *diagrams)
{
    uint32_t count = diagrams->bucket_count ? 4 * diagrams->bucket_count : 1024;
    mem_free(diagrams->buckets);
    diagrams->buckets = mem_zero(count * sizeof *diagrams->buckets);
    diagrams->bucket_count = count;
    for (diagram_t id = 1; id < diagrams->nodes.count; id++) {
        struct diagram_node *node = &diagrams->nodes.data[id];
        if (node->atom == NO_ATOM)
            continue;
        uint32_t *bucket =
            &diagrams->buckets[hash_of(node->atom, diagram_edges(diagrams, id), node->count) & (count - 1)];
        node->next = *bucket;
        *bucket = id;
    }
}

/* The node of the edges on the work stack from `bottom`, which are taken off. */
static diagram_t take_node(struct diagrams *diagrams, uint32_t atom, size_t bottom)
{
    struct diagram_edge *edges = diagrams->work.data + bottom;
    size_t count = 0;
    for (size_t i = 0; i < diagrams->work.count - bottom; i++)
        if (count && edges[count - 1].to == edges[i].to)
            edges[count - 1].last = edges[i].last;
        else
            edges[count++] = edges[i];
    diagrams->work.count = bottom;
    if (count == 1)
        return edges[0].to;
    if (diagrams->nodes.count >= diagrams->bucket_count)
        grow_buckets(diagrams);
    uint32_t *bucket = &diagrams->buckets[hash_of(atom, edges, count) & (diagrams->bucket_count - 1)];
    for (diagram_t id = *bucket; id; id = diagram_look(diagrams, id)->next)
        if (is_node(diagrams, id, atom, edges, count))
            return id;
    struct diagram_node node = {atom, (uint32_t)count, diagrams->edges.count, *bucket};
    for (size_t i = 0; i < count; i++)
        vector_push(&diagrams->edges, edges[i]);
    return *bucket = push_node(diagrams, node);
}

diagram_t diagram_node_of(struct diagrams *diagrams, uint32_t atom, const struct diagram_edge *edges,
                          size_t count)
{
    size_t bottom = diagrams->work.count;
    for (size_t i = 0; i < count; i++)
        vector_push(&diagrams->work, edges[i]);
    return take_node(diagrams, atom, bottom);
}

diagram_t diagram_identity(struct diagrams *diagrams, uint32_t atom, uint64_t values)
{
    size_t bottom = diagrams->work.count;
    for (uint64_t value = 0; value < values; value++) {
        diagram_t leaf = diagram_leaf(diagrams, value);
        vector_push(&diagrams->work, (struct diagram_edge){value, leaf});
    }
    return take_node(diagrams, atom, bottom);
}

/* ---- operations ---- */

/* One edge more is looked at; false: that is too many. */
static bool afford(struct diagrams *diagrams)
{
    if (!diagrams->budget)
        return false;
    diagrams->budget--;
    return true;
}

struct operation {
    struct diagrams *diagrams;
    uint64_t (*unary)(const void *context, uint64_t value);
    uint64_t (*binary)(const void *context, uint64_t left, uint64_t right);
    const void *context;
};

/* Remembers what the edges pushed since `bottom` came to; 0 if one led nowhere. */
static diagram_t finish(struct diagrams *diagrams, struct table *done, uint64_t key, uint32_t atom,
                        size_t bottom, bool possible)
{
    diagram_t result = 0;
    if (possible)
        result = take_node(diagrams, atom, bottom);
    else
        diagrams->work.count = bottom;
    if (result)
        table_set(done, key, result);
    return result;
}

static diagram_t map(const struct operation *operation, diagram_t at)
{
    struct diagrams *diagrams = operation->diagrams;
    struct diagram_node node = *diagram_look(diagrams, at);
    if (node.atom == NO_ATOM)
        return diagram_leaf(diagrams, operation->unary(operation->context, node.value));
    uint64_t *known = table_find(&diagrams->done, at);
    if (known)
        return (diagram_t)*known;
    size_t bottom = diagrams->work.count;
    bool possible = true;
    for (uint32_t i = 0; i < node.count && possible; i++) {
        struct diagram_edge edge = diagrams->edges.data[node.value + i];
        edge.to = afford(diagrams) ? map(operation, edge.to) : 0;
        possible = edge.to;
        vector_push(&diagrams->work, edge);
    }
    return finish(diagrams, &diagrams->done, at, node.atom, bottom, possible);
}

diagram_t diagram_map(struct diagrams *diagrams, diagram_t at,
                      uint64_t (*f)(const void *context, uint64_t value), const void *context)
{
    if (!at)
        return 0;
    forget(&diagrams->done);
    struct operation operation = {.diagrams = diagrams, .unary = f, .context = context};
    return map(&operation, at);
}

/* A walk along the edges of several nodes at once, those that test the same atom. */
struct cursor {
    diagram_t at;
    uint32_t edge; /* the next one of a node that tests the atom */
    bool tests;
};

static uint32_t first_atom(const struct diagrams *diagrams, diagram_t one, diagram_t other)
{
    uint32_t a = diagram_look(diagrams, one)->atom, b = diagram_look(diagrams, other)->atom;
    return a < b ? a : b;
}

static struct cursor cursor_of(const struct diagrams *diagrams, diagram_t at, uint32_t atom)
{
    return (struct cursor){at, 0, diagram_look(diagrams, at)->atom == atom};
}

static diagram_t cursor_to(const struct diagrams *diagrams, const struct cursor *cursor)
{
    return cursor->tests ? diagram_edges(diagrams, cursor->at)[cursor->edge].to : cursor->at;
}

static uint64_t cursor_last(const struct diagrams *diagrams, const struct cursor *cursor)
{
    return cursor->tests ? diagram_edges(diagrams, cursor->at)[cursor->edge].last : UINT64_MAX;
}

/* Goes past the value; false at the end. */
static bool cursor_pass(const struct diagrams *diagrams, struct cursor *cursor, uint64_t value)
{
    if (cursor->tests && cursor_last(diagrams, cursor) == value)
        cursor->edge++;
    return !cursor->tests || cursor->edge < diagram_look(diagrams, cursor->at)->count;
}

/* At least so many different values, if all edges of the node lead to leaves; else 0. */
static size_t least_values(const struct diagrams *diagrams, const struct diagram_node *node)
{
    const struct diagram_edge *edges = diagrams->edges.data + node->value;
    uint64_t most = 0, least = UINT64_MAX;
    size_t rises = 0, falls = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        if (!diagram_is_leaf(diagrams, edges[i].to))
            return 0;
        uint64_t value = diagram_look(diagrams, edges[i].to)->value;
        rises += !i || value > most;
        falls += !i || value < least;
        most = value > most ? value : most;
        least = value < least ? value : least;
    }
    return rises > falls ? rises : falls;
}

/* Two bytes that are compared, say: each value of the one meets all edges of the other, which
 * is clear before they have been gone through. */
static bool is_hopeless(const struct diagrams *diagrams, diagram_t left, diagram_t right)
{
    const struct diagram_node *one = diagram_look(diagrams, left), *other = diagram_look(diagrams, right);
    if (one->atom == other->atom || (uint64_t)one->count * other->count <= diagrams->budget)
        return false;
    if (one->atom > other->atom) {
        const struct diagram_node *swapped = one;
        one = other;
        other = swapped;
    }
    return least_values(diagrams, one) * other->count > diagrams->budget;
}

static diagram_t combine(const struct operation *operation, diagram_t left, diagram_t right)
{
    struct diagrams *diagrams = operation->diagrams;
    uint32_t atom = first_atom(diagrams, left, right);
    if (atom == NO_ATOM)
        return diagram_leaf(diagrams,
                            operation->binary(operation->context, diagram_look(diagrams, left)->value,
                                              diagram_look(diagrams, right)->value));
    uint64_t key = (uint64_t)left << 32 | right;
    uint64_t *known = table_find(&diagrams->done, key);
    if (known)
        return (diagram_t)*known;
    struct cursor a = cursor_of(diagrams, left, atom), b = cursor_of(diagrams, right, atom);
    size_t bottom = diagrams->work.count;
    bool possible = !is_hopeless(diagrams, left, right), more = true;
    while (possible && more) {
        uint64_t last_a = cursor_last(diagrams, &a), last_b = cursor_last(diagrams, &b);
        uint64_t last = last_a < last_b ? last_a : last_b;
        diagram_t to =
            afford(diagrams) ? combine(operation, cursor_to(diagrams, &a), cursor_to(diagrams, &b)) : 0;
        possible = to;
        vector_push(&diagrams->work, (struct diagram_edge){last, to});
        more = cursor_pass(diagrams, &a, last);
        more &= cursor_pass(diagrams, &b, last);
    }
    return finish(diagrams, &diagrams->done, key, atom, bottom, possible);
}

diagram_t diagram_combine(struct diagrams *diagrams, diagram_t left, diagram_t right,
                          uint64_t (*f)(const void *context, uint64_t left, uint64_t right),
                          const void *context)
{
    if (!left || !right)
        return 0;
    forget(&diagrams->done);
    struct operation operation = {.diagrams = diagrams, .binary = f, .context = context};
    return combine(&operation, left, right);
}

/* A number for a pair, so that three operands fit a key. */
static uint64_t pair_number(struct diagrams *diagrams, diagram_t yes, diagram_t no)
{
    return *table_slot(&diagrams->triples, (uint64_t)yes << 32 | no, diagrams->triples.count);
}

static diagram_t choose(struct diagrams *diagrams, diagram_t condition, diagram_t yes, diagram_t no)
{
    if (yes == no)
        return yes;
    if (diagram_is_leaf(diagrams, condition))
        return diagram_look(diagrams, condition)->value ? yes : no;
    uint64_t key = (uint64_t)condition << 32 | pair_number(diagrams, yes, no);
    uint64_t *known = table_find(&diagrams->done, key);
    if (known)
        return (diagram_t)*known;
    uint32_t atom = first_atom(diagrams, yes, no);
    if (diagram_look(diagrams, condition)->atom < atom)
        atom = diagram_look(diagrams, condition)->atom;
    struct cursor c = cursor_of(diagrams, condition, atom), y = cursor_of(diagrams, yes, atom),
                  n = cursor_of(diagrams, no, atom);
    size_t bottom = diagrams->work.count;
    bool possible = true, more = true;
    while (possible && more) {
        uint64_t last = cursor_last(diagrams, &c);
        if (cursor_last(diagrams, &y) < last)
            last = cursor_last(diagrams, &y);
        if (cursor_last(diagrams, &n) < last)
            last = cursor_last(diagrams, &n);
        diagram_t to = 0;
        if (afford(diagrams))
            to = choose(diagrams, cursor_to(diagrams, &c), cursor_to(diagrams, &y), cursor_to(diagrams, &n));
        possible = to;
        vector_push(&diagrams->work, (struct diagram_edge){last, to});
        more = cursor_pass(diagrams, &c, last);
        more &= cursor_pass(diagrams, &y, last);
        more &= cursor_pass(diagrams, &n, last);
    }
    return finish(diagrams, &diagrams->done, key, atom, bottom, possible);
}

diagram_t diagram_choose(struct diagrams *diagrams, diagram_t condition, diagram_t yes, diagram_t no)
{
    if (!condition || !yes || !no)
        return 0;
    forget(&diagrams->done);
    forget(&diagrams->triples);
    return choose(diagrams, condition, yes, no);
}

static bool is_zero(const struct diagrams *diagrams, diagram_t at)
{
    return diagram_is_leaf(diagrams, at) && !diagram_look(diagrams, at)->value;
}

static uint64_t either(const void *context, uint64_t left, uint64_t right) { return left || right; }

/* Where some value of the atom it tests is cared about. */
static diagram_t care_for_some(struct diagrams *diagrams, diagram_t care)
{
    struct diagram_node node = *diagram_look(diagrams, care);
    diagram_t some = diagrams->edges.data[node.value].to;
    for (uint32_t i = 1; i < node.count && some; i++)
        some = diagram_combine(diagrams, some, diagrams->edges.data[node.value + i].to, either, NULL);
    return some;
}

/* A range that nobody cares about takes its neighbour's way. */
static diagram_t restricted(struct diagrams *diagrams, diagram_t at, diagram_t care)
{
    if (diagram_is_leaf(diagrams, at) || diagram_is_leaf(diagrams, care))
        return at;
    uint64_t key = (uint64_t)at << 32 | care;
    uint64_t *known = table_find(&diagrams->triples, key);
    if (known)
        return (diagram_t)*known;
    uint32_t atom = diagram_look(diagrams, at)->atom;
    if (diagram_look(diagrams, care)->atom < atom) {
        diagram_t some = care_for_some(diagrams, care);
        return some ? restricted(diagrams, at, some) : 0;
    }
    struct cursor a = cursor_of(diagrams, at, atom), c = cursor_of(diagrams, care, atom);
    size_t bottom = diagrams->work.count;
    bool possible = true, more = true;
    while (possible && more) {
        uint64_t last_a = cursor_last(diagrams, &a), last_c = cursor_last(diagrams, &c);
        uint64_t last = last_a < last_c ? last_a : last_c;
        if (!is_zero(diagrams, cursor_to(diagrams, &c))) {
            diagram_t to = 0;
            if (afford(diagrams))
                to = restricted(diagrams, cursor_to(diagrams, &a), cursor_to(diagrams, &c));
            possible = to;
            vector_push(&diagrams->work, (struct diagram_edge){last, to});
        } else if (diagrams->work.count > bottom) {
            diagrams->work.data[diagrams->work.count - 1].last = last;
        }
        more = cursor_pass(diagrams, &a, last);
        more &= cursor_pass(diagrams, &c, last);
    }
    return finish(diagrams, &diagrams->triples, key, atom, bottom, possible);
}

diagram_t diagram_restrict(struct diagrams *diagrams, diagram_t at, diagram_t care)
{
    if (!at || !care || is_zero(diagrams, care))
        return at;
    forget(&diagrams->triples);
    return restricted(diagrams, at, care);
}

size_t diagram_size(struct diagrams *diagrams, diagram_t root)
{
    size_t size = 0;
    VECTOR(diagram_t) waiting = {0};
    forget(&diagrams->done);
    vector_push(&waiting, root);
    while (waiting.count) {
        diagram_t at = vector_pop(&waiting);
        const struct diagram_node *node = diagram_look(diagrams, at);
        if (node->atom == NO_ATOM || (*table_slot(&diagrams->done, at, 0))++)
            continue;
        size += node->count;
        for (uint32_t i = 0; i < node->count; i++)
            vector_push(&waiting, diagrams->edges.data[node->value + i].to);
    }
    vector_release(&waiting);
    return size;
}
