/* The term table: hash-consing only.
 *
 * Invariant: no two live nodes are equal, so equal terms have equal ids. The
 * hash of a node is made from the hashes of its children, not from their ids:
 * it does not depend on the order in which terms were made, and the order of
 * commutative operands, which follows it, does not either. */
#include "expr/pool.h"

#include "base/bug.h"
#include "base/hash.h"

#include <string.h>

enum { FIRST_CAPACITY = 1024, SMALL_CONSTANT = 256 };

static const unsigned char children_of[EXPR_KIND_COUNT] = {
#define X(kind, kquery, smtlib, children) children,
    EXPR_KINDS(X)
#undef X
};

static const char *const kind_names[EXPR_KIND_COUNT] = {
#define X(kind, kquery, smtlib, children) kquery,
    EXPR_KINDS(X)
#undef X
};

static const size_t side_sizes[SIDE_COUNT] = {
#define X(name, type) sizeof(type),
    EXPR_SIDES(X)
#undef X
};

unsigned expr_children(enum expr_kind kind) { return children_of[kind]; }
const char *expr_kind_name(enum expr_kind kind) { return kind_names[kind]; }

struct exprs *exprs_new(void)
{
    struct exprs *exprs = NEW(struct exprs);
    exprs->capacity = FIRST_CAPACITY;
    exprs->nodes = mem_alloc(exprs->capacity * sizeof *exprs->nodes);
    exprs->facts = mem_alloc(exprs->capacity * sizeof *exprs->facts);
    exprs->nodes[0] = (struct expr_node){.kind = EXPR_FREE};
    exprs->facts[0] = (struct expr_facts){0};
    exprs->limit = 1;
    exprs->bucket_mask = FIRST_CAPACITY - 1;
    exprs->buckets = mem_zero(FIRST_CAPACITY * sizeof *exprs->buckets);
    return exprs;
}

void exprs_free(struct exprs *exprs)
{
    if (!exprs)
        return;
    for (size_t i = 0; i < exprs->inputs.count; i++) {
        mem_free((char *)exprs->inputs.data[i]->name);
        mem_free(exprs->inputs.data[i]);
    }
    for (size_t i = 0; i < exprs->bytes.count; i++)
        mem_free(exprs->bytes.data[i].data);
    for (size_t i = 0; i < exprs->wide.count; i++)
        mem_free(exprs->wide.data[i]);
    for (size_t i = 0; i < SIDE_COUNT; i++)
        mem_free(exprs->sides[i].data);
    supports_free(exprs->supports);
    vector_release(&exprs->inputs);
    vector_release(&exprs->bytes);
    vector_release(&exprs->free_bytes);
    vector_release(&exprs->wide);
    vector_release(&exprs->free_wide);
    vector_release(&exprs->stack);
    vector_release(&exprs->eval_words);
    vector_release(&exprs->listeners);
    vector_release(&exprs->object_sizes);
    mem_free(exprs->firings);
    mem_free(exprs->rewrite_names);
    mem_free(exprs->buckets);
    mem_free(exprs->facts);
    mem_free(exprs->nodes);
    mem_free(exprs);
}

void exprs_abandon(struct exprs *exprs)
{
    vector_clear(&exprs->stack);
    exprs->depth = 0;
}

size_t exprs_count(const struct exprs *exprs) { return exprs->count; }
uint32_t exprs_limit(const struct exprs *exprs) { return exprs->limit; }

size_t exprs_bytes(const struct exprs *exprs)
{
    size_t bytes = sizeof *exprs + exprs->payload + supports_bytes(exprs->supports);
    bytes += exprs->capacity * (sizeof *exprs->nodes + sizeof *exprs->facts);
    bytes += ((size_t)exprs->bucket_mask + 1) * sizeof *exprs->buckets;
    bytes += exprs->stack.capacity * sizeof(expr_t) + exprs->eval_words.capacity * sizeof(uint64_t);
    for (size_t i = 0; i < SIDE_COUNT; i++)
        bytes += exprs->sides[i].capacity * side_sizes[i];
    return bytes;
}

/* ---- nodes ---- */

static void rehash(struct exprs *exprs)
{
    uint32_t count = 2 * (exprs->bucket_mask + 1);
    mem_free(exprs->buckets);
    exprs->buckets = mem_zero(count * sizeof *exprs->buckets);
    exprs->bucket_mask = count - 1;
    for (uint32_t id = 1; id < exprs->limit; id++) {
        struct expr_node *node = &exprs->nodes[id];
        if (node->kind == EXPR_FREE)
            continue;
        uint32_t *bucket = &exprs->buckets[node->hash & exprs->bucket_mask];
        node->next = *bucket;
        *bucket = id;
    }
}

static uint32_t take_id(struct exprs *exprs)
{
    if (exprs->free) {
        uint32_t id = exprs->free;
        exprs->free = exprs->nodes[id].next;
        return id;
    }
    if (exprs->limit == exprs->capacity) {
        BUG_ON(exprs->capacity > UINT32_MAX / 2);
        exprs->capacity *= 2;
        exprs->nodes = mem_resize(exprs->nodes, exprs->capacity * sizeof *exprs->nodes);
        exprs->facts = mem_resize(exprs->facts, exprs->capacity * sizeof *exprs->facts);
    }
    return exprs->limit++;
}

static uint8_t flags_of(const struct exprs *exprs, const struct expr_node *node)
{
    uint8_t flags = 0;
    for (unsigned i = 0; i < children_of[node->kind]; i++)
        flags |= exprs->nodes[node->arg[i]].flags & (EXPR_FLAG_FLOAT | EXPR_FLAG_BASE | EXPR_FLAG_TABLE);
    if (node->kind >= EXPR_FADD)
        flags |= EXPR_FLAG_FLOAT;
    if (node->kind == EXPR_BASE)
        flags |= EXPR_FLAG_BASE;
    if (node->kind == EXPR_READ && exprs->nodes[node->arg[0]].kind != EXPR_INPUT)
        flags |= EXPR_FLAG_TABLE;
    return flags;
}

expr_t pool_insert(struct exprs *exprs, struct expr_node node, struct expr_facts facts)
{
    if (exprs->count > exprs->bucket_mask)
        rehash(exprs);
    node.flags |= flags_of(exprs, &node);
    uint32_t id = take_id(exprs);
    uint32_t *bucket = &exprs->buckets[node.hash & exprs->bucket_mask];
    node.next = *bucket;
    *bucket = id;
    exprs->nodes[id] = node;
    exprs->facts[id] = facts;
    exprs->count++;
    return id;
}

static expr_t insert(struct exprs *exprs, struct expr_node node)
{
    return pool_insert(exprs, node, facts_of_node(exprs, &node));
}

expr_t pool_find(const struct exprs *exprs, struct expr_node *wanted)
{
    budget_spent(exprs_budget(exprs), 1); /* who makes too many is left behind there */
    unsigned children = children_of[wanted->kind];
    uint32_t a = wanted->arg[0], b = wanted->arg[1], c = wanted->arg[2];
    uint64_t hash = hash_mix((uint64_t)wanted->kind << 16 | wanted->width, children);
    hash = hash_mix(hash, children > 0 ? exprs->nodes[a].hash : a);
    hash = hash_mix(hash, (uint64_t)(children > 1 ? exprs->nodes[b].hash : b) << 32 |
                              (children > 2 ? exprs->nodes[c].hash : c));
    wanted->hash = (uint32_t)hash;
    for (uint32_t id = exprs->buckets[wanted->hash & exprs->bucket_mask]; id; id = exprs->nodes[id].next) {
        const struct expr_node *node = &exprs->nodes[id];
        if (node->hash == wanted->hash && node->kind == wanted->kind && node->width == wanted->width &&
            node->arg[0] == a && node->arg[1] == b && node->arg[2] == c)
            return id;
    }
    return 0;
}

void *pool_side(struct exprs *exprs, enum expr_side which)
{
    struct side *side = &exprs->sides[which];
    if (side->capacity < exprs->limit) {
        size_t size = side_sizes[which];
        side->data = mem_resize(side->data, exprs->capacity * size);
        memset(side->data + side->capacity * size, 0, (exprs->capacity - side->capacity) * size);
        side->capacity = exprs->capacity;
    }
    return side->data;
}

bool expr_has_float(const struct exprs *exprs, expr_t term)
{
    return exprs->nodes[term].flags & EXPR_FLAG_FLOAT;
}

void exprs_fold_reads(struct exprs *exprs, bool fold) { exprs->unfolded_reads = !fold; }

bool exprs_folds_reads(const struct exprs *exprs) { return !exprs->unfolded_reads; }

void exprs_show_cases(struct exprs *exprs, bool show) { exprs->no_cases = !show; }

bool exprs_shows_cases(const struct exprs *exprs) { return !exprs->no_cases; }

uint64_t exprs_folded_reads(const struct exprs *exprs) { return exprs->folded_reads; }

bool expr_has_table(const struct exprs *exprs, expr_t term)
{
    return exprs->nodes[term].flags & EXPR_FLAG_TABLE;
}

bool expr_has_base(const struct exprs *exprs, expr_t term)
{
    return exprs->nodes[term].flags & EXPR_FLAG_BASE;
}

expr_t expr_base(struct exprs *exprs, uint32_t object, uint64_t address)
{
    struct expr_node node = {
        .kind = EXPR_BASE, .width = 64, .arg = {object, (uint32_t)address, (uint32_t)(address >> 32)}};
    expr_t there = pool_find(exprs, &node);
    return there ? there : insert(exprs, node);
}

uint64_t expr_base_address(const struct exprs *exprs, expr_t base)
{
    const struct expr_node *node = expr_node(exprs, base);
    return (uint64_t)node->arg[2] << 32 | node->arg[1];
}

void exprs_object_size(struct exprs *exprs, uint32_t object, uint64_t size)
{
    if (object >= exprs->object_sizes.count) {
        size_t count = exprs->object_sizes.count;
        vector_reserve(&exprs->object_sizes, object + 1);
        memset(exprs->object_sizes.data + count, 0, (object + 1 - count) * sizeof *exprs->object_sizes.data);
        exprs->object_sizes.count = object + 1;
    }
    exprs->object_sizes.data[object] = size + 1;
}

uint64_t expr_base_size(const struct exprs *exprs, expr_t base)
{
    uint32_t object = expr_node(exprs, base)->arg[0];
    return object < exprs->object_sizes.count ? exprs->object_sizes.data[object] - 1 : UINT64_MAX;
}

/* ---- constants ---- */

expr_t expr_const(struct exprs *exprs, unsigned width, uint64_t value)
{
    BUG_ON(width == 0 || width > UINT16_MAX);
    if (width > 64) {
        uint64_t words[UINT16_MAX / 64 + 1];
        memset(words, 0, word_count(width) * sizeof *words);
        words[0] = value;
        return expr_const_words(exprs, width, words);
    }
    value &= low_bits(width);
    uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
    uint32_t hash = (uint32_t)hash_mix(value, (uint64_t)EXPR_CONST << 16 | width);
    for (uint32_t id = exprs->buckets[hash & exprs->bucket_mask]; id; id = exprs->nodes[id].next) {
        const struct expr_node *node = &exprs->nodes[id];
        if (node->hash == hash && node->kind == EXPR_CONST && node->width == width && node->arg[0] == low &&
            node->arg[1] == high)
            return id;
    }
    return insert(exprs, (struct expr_node){.kind = EXPR_CONST,
                                            .flags = value < SMALL_CONSTANT ? EXPR_FLAG_PINNED : 0,
                                            .width = (uint16_t)width,
                                            .hash = hash,
                                            .arg = {low, high, 0}});
}

expr_t expr_bool(struct exprs *exprs, bool value) { return expr_const(exprs, 1, value); }

expr_t expr_const_words(struct exprs *exprs, unsigned width, const uint64_t *words)
{
    BUG_ON(width == 0 || width > UINT16_MAX);
    if (width <= 64)
        return expr_const(exprs, width, words[0]);
    unsigned count = word_count(width);
    uint64_t *copy = mem_alloc(count * sizeof *copy);
    memcpy(copy, words, count * sizeof *copy);
    if (width % 64)
        copy[count - 1] &= low_bits(width % 64);
    uint32_t hash = (uint32_t)hash_mix(hash_bytes(copy, count * sizeof *copy), width);
    for (uint32_t id = exprs->buckets[hash & exprs->bucket_mask]; id; id = exprs->nodes[id].next) {
        const struct expr_node *node = &exprs->nodes[id];
        if (node->hash == hash && node->kind == EXPR_CONST && node->width == width &&
            !memcmp(exprs->wide.data[node->arg[0]], copy, count * sizeof *copy)) {
            mem_free(copy);
            return id;
        }
    }
    uint32_t number;
    if (exprs->free_wide.count) {
        number = vector_pop(&exprs->free_wide);
        exprs->wide.data[number] = copy;
    } else {
        number = (uint32_t)exprs->wide.count;
        vector_push(&exprs->wide, copy);
    }
    exprs->payload += count * sizeof *copy;
    return insert(exprs, (struct expr_node){
                             .kind = EXPR_CONST, .width = (uint16_t)width, .hash = hash, .arg = {number}});
}

uint64_t expr_wide_low(const struct exprs *exprs, expr_t term)
{
    return exprs->wide.data[exprs->nodes[term].arg[0]][0];
}

void expr_words(const struct exprs *exprs, expr_t term, uint64_t *words)
{
    const struct expr_node *node = expr_node(exprs, term);
    if (node->width <= 64)
        words[0] = expr_value(exprs, term);
    else
        memcpy(words, exprs->wide.data[node->arg[0]], word_count(node->width) * sizeof *words);
}

/* ---- inputs and constant arrays ---- */

expr_t expr_input(struct exprs *exprs, const char *name, uint32_t size)
{
    uint32_t hash = (uint32_t)hash_mix(hash_string(name), (uint64_t)EXPR_INPUT << 32 | size);
    for (uint32_t id = exprs->buckets[hash & exprs->bucket_mask]; id; id = exprs->nodes[id].next) {
        const struct expr_node *node = &exprs->nodes[id];
        if (node->hash != hash || node->kind != EXPR_INPUT)
            continue;
        const struct input *input = exprs->inputs.data[node->arg[0]];
        if (input->size == size && !strcmp(input->name, name))
            return id;
    }
    BUG_ON(size > UINT32_MAX - exprs->variables);
    struct input *input = NEW(struct input);
    *input = (struct input){.name = mem_string(name), .size = size, .variable = exprs->variables};
    exprs->variables += size;
    exprs->payload += sizeof *input + strlen(name) + 1;
    vector_push(&exprs->inputs, input);
    return insert(exprs, (struct expr_node){.kind = EXPR_INPUT,
                                            .flags = EXPR_FLAG_PINNED,
                                            .hash = hash,
                                            .arg = {(uint32_t)exprs->inputs.count - 1}});
}

uint32_t exprs_input_count(const struct exprs *exprs) { return (uint32_t)exprs->inputs.count; }
const struct input *exprs_input(const struct exprs *exprs, uint32_t number)
{
    return exprs->inputs.data[number];
}
uint32_t exprs_variable_count(const struct exprs *exprs) { return exprs->variables; }

expr_t expr_bytes(struct exprs *exprs, const uint8_t *data, uint32_t size)
{
    uint32_t hash = (uint32_t)hash_mix(hash_bytes(data, size), EXPR_BYTES);
    for (uint32_t id = exprs->buckets[hash & exprs->bucket_mask]; id; id = exprs->nodes[id].next) {
        const struct expr_node *node = &exprs->nodes[id];
        if (node->hash != hash || node->kind != EXPR_BYTES)
            continue;
        const struct bytes *bytes = &exprs->bytes.data[node->arg[0]];
        if (bytes->size == size && !memcmp(bytes->data, data, size))
            return id;
    }
    struct bytes bytes = {.data = mem_alloc(size), .size = size};
    memcpy(bytes.data, data, size);
    uint32_t number;
    if (exprs->free_bytes.count) {
        number = vector_pop(&exprs->free_bytes);
        exprs->bytes.data[number] = bytes;
    } else {
        number = (uint32_t)exprs->bytes.count;
        vector_push(&exprs->bytes, bytes);
    }
    exprs->payload += size;
    return insert(exprs, (struct expr_node){.kind = EXPR_BYTES, .hash = hash, .arg = {number}});
}

const uint8_t *expr_bytes_data(const struct exprs *exprs, expr_t term, uint32_t *size)
{
    const struct bytes *bytes = &exprs->bytes.data[expr_arg(exprs, term, 0)];
    *size = bytes->size;
    return bytes->data;
}

/* The facts of an array hold its size: a chain of stores need not be walked. */
uint32_t expr_array_size(const struct exprs *exprs, expr_t array)
{
    BUG_ON(exprs->nodes[array].width != 0);
    return (uint32_t)exprs->facts[array].low;
}
