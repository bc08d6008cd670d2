/* Components by union-find over the terms, found from input bytes through
 * sorted spans. Terms are only ever added, so components only ever grow. */
#include "solver/constraints_index.h"

#include "base/bug.h"
#include "base/hash.h"
#include "solver/facts.h"

#include <string.h>

struct constraints_index *constraints_index_new(void) { return NEW(struct constraints_index); }

void constraints_index_free(struct constraints_index *index)
{
    if (!index)
        return;
    vector_release(&index->terms);
    vector_release(&index->root);
    vector_release(&index->chain);
    vector_release(&index->spans);
    vector_release(&index->fixed);
    vector_release(&index->domains);
    vector_release(&index->picked);
    mem_free(index->members);
    mem_free(index);
}

void constraints_index_clear(struct constraints_index *index)
{
    vector_clear(&index->terms);
    vector_clear(&index->root);
    vector_clear(&index->chain);
    vector_clear(&index->spans);
    vector_clear(&index->fixed);
    vector_clear(&index->domains);
    index->fixed_name = (struct hash128){0};
    vector_clear(&index->picked);
    if (index->member_capacity)
        memset(index->members, 0, index->member_capacity * sizeof *index->members);
}

#define COPY_VECTOR(to, from)                                                       \
    do {                                                                            \
        vector_reserve(to, (from)->count);                                          \
        if ((from)->count)                                                          \
            memcpy((to)->data, (from)->data, (from)->count * sizeof *(from)->data); \
        (to)->count = (from)->count;                                                \
    } while (0)

struct constraints_index *constraints_index_copy(const struct constraints_index *from)
{
    struct constraints_index *index = constraints_index_new();
    COPY_VECTOR(&index->terms, &from->terms);
    COPY_VECTOR(&index->root, &from->root);
    COPY_VECTOR(&index->chain, &from->chain);
    COPY_VECTOR(&index->spans, &from->spans);
    COPY_VECTOR(&index->fixed, &from->fixed);
    COPY_VECTOR(&index->domains, &from->domains);
    index->fixed_name = from->fixed_name;
    COPY_VECTOR(&index->picked, &from->picked);
    if (from->member_capacity) {
        size_t bytes = from->member_capacity * sizeof *from->members;
        index->members = memcpy(mem_alloc(bytes), from->members, bytes);
        index->member_capacity = from->member_capacity;
    }
    return index;
}

/* ---- the set of terms ---- */

static size_t member_slot(const struct constraints_index *index, expr_t term)
{
    size_t mask = index->member_capacity - 1, at = hash_mix(term, 1) & mask;
    while (index->members[at] && index->members[at] != term)
        at = (at + 1) & mask;
    return at;
}

bool constraints_index_has(const struct constraints_index *index, expr_t term)
{
    return index->member_capacity && index->members[member_slot(index, term)] == term;
}

/* At most half full. */
static void member_add(struct constraints_index *index, expr_t term)
{
    if (2 * (index->terms.count + 1) > index->member_capacity) {
        mem_free(index->members);
        index->member_capacity = index->member_capacity ? 2 * index->member_capacity : 16;
        index->members = mem_zero(index->member_capacity * sizeof *index->members);
        for (size_t i = 0; i < index->terms.count; i++)
            index->members[member_slot(index, index->terms.data[i])] = index->terms.data[i];
    }
    index->members[member_slot(index, term)] = term;
}

/* ---- fixed bytes ---- */

static size_t fixed_position(const struct constraints_index *index, uint32_t variable)
{
    size_t low = 0, high = index->fixed.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (index->fixed.data[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int constraints_index_fixed(const struct constraints_index *index, uint32_t variable)
{
    size_t at = fixed_position(index, variable);
    if (at == index->fixed.count || index->fixed.data[at].variable != variable)
        return -1;
    return index->fixed.data[at].byte;
}

bool constraints_index_touches(const struct constraints_index *index, const struct support *support)
{
    for (uint32_t i = 0; i < support->count; i++) {
        size_t at = fixed_position(index, support->ranges[i].first);
        if (at < index->fixed.count && index->fixed.data[at].variable < support->ranges[i].end)
            return true;
    }
    return false;
}

static void fix_byte(void *context, uint32_t variable, uint8_t byte)
{
    struct constraints_index *index = context;
    size_t at = fixed_position(index, variable);
    if (at < index->fixed.count && index->fixed.data[at].variable == variable)
        return;
    vector_push(&index->fixed, (struct fixed_byte){0});
    struct fixed_byte *place = index->fixed.data + at;
    memmove(place + 1, place, (index->fixed.count - 1 - at) * sizeof *place);
    *place = (struct fixed_byte){.variable = variable, .byte = byte};
    facts_name_add(&index->fixed_name, variable, byte);
}

static size_t domain_position(const struct constraints_index *index, uint32_t variable)
{
    size_t low = 0, high = index->domains.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (index->domains.data[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct domain *constraints_index_domain(const struct constraints_index *index, uint32_t variable)
{
    size_t at = domain_position(index, variable);
    return at < index->domains.count && index->domains.data[at].variable == variable
               ? &index->domains.data[at]
               : NULL;
}

/* A byte that can be one value only is fixed. */
static void narrow_domain(struct constraints_index *index, struct truths *truths, expr_t term,
                          const struct support *support)
{
    if (!truths || !is_one_byte(support))
        return;
    uint32_t variable = support->ranges[0].first;
    size_t at = domain_position(index, variable);
    if (at == index->domains.count || index->domains.data[at].variable != variable) {
        vector_push(&index->domains, (struct domain){0});
        struct domain *place = index->domains.data + at;
        memmove(place + 1, place, (index->domains.count - 1 - at) * sizeof *place);
        *place = (struct domain){.variable = variable, .set = byte_set_all()};
    }
    struct domain *domain = &index->domains.data[at];
    struct byte_set truth;
    if (!truths_of(truths, term, &variable, &truth)) {
        domain->partial = true;
        return;
    }
    domain->set = byte_set_both(domain->set, &truth);
    if (byte_set_count(&domain->set) == 1)
        fix_byte(index, variable, byte_set_first(&domain->set));
}

/* ---- components ---- */

static uint32_t find(struct constraints_index *index, uint32_t term)
{
    uint32_t *root = index->root.data;
    while (root[term] != term)
        term = root[term] = root[root[term]];
    return term;
}

/* Two rings become one when two of their links are crossed. */
static void unite(struct constraints_index *index, uint32_t a, uint32_t b)
{
    a = find(index, a), b = find(index, b);
    if (a == b)
        return;
    uint32_t older = a < b ? a : b, newer = a < b ? b : a, link = index->chain.data[a];
    index->root.data[newer] = older;
    index->chain.data[a] = index->chain.data[b];
    index->chain.data[b] = link;
}

/* The first span that ends after `variable`. */
static size_t span_position(const struct constraints_index *index, uint32_t variable)
{
    size_t low = 0, high = index->spans.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (index->spans.data[middle].end <= variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Spans are not split or joined: what is new of the range becomes spans of its own. */
static void cover(struct constraints_index *index, struct support_range range, uint32_t term)
{
    size_t at = span_position(index, range.first);
    for (uint32_t next = range.first; next < range.end; at++) {
        const struct span *here = at < index->spans.count ? &index->spans.data[at] : NULL;
        if (here && here->first <= next) {
            unite(index, here->term, term);
            next = here->end;
            continue;
        }
        uint32_t end = here && here->first < range.end ? here->first : range.end;
        vector_push(&index->spans, (struct span){0});
        struct span *place = &index->spans.data[at];
        memmove(place + 1, place, (index->spans.count - 1 - at) * sizeof *place);
        *place = (struct span){.first = next, .end = end, .term = term};
        next = end;
    }
}

void constraints_index_add(struct constraints_index *index, struct exprs *exprs, struct truths *truths,
                           expr_t term)
{
    uint32_t number = (uint32_t)index->terms.count;
    member_add(index, term);
    vector_push(&index->terms, term);
    vector_push(&index->root, number);
    vector_push(&index->chain, number);
    if (number / 64 >= index->picked.count)
        vector_push(&index->picked, 0);
    const struct support *support = expr_support(exprs, term);
    for (uint32_t i = 0; i < support->count; i++)
        cover(index, support->ranges[i], number);
    facts_of(exprs, term, fix_byte, index);
    narrow_domain(index, truths, term, support);
}

bool constraints_index_alone(const struct constraints_index *index, struct exprs *exprs, uint32_t variable)
{
    size_t at = span_position(index, variable);
    if (at == index->spans.count || index->spans.data[at].first > variable)
        return true;
    uint32_t start = index->spans.data[at].term, term = start;
    do {
        if (!is_one_byte(expr_support(exprs, index->terms.data[term])))
            return false;
        term = index->chain.data[term];
    } while (term != start);
    return true;
}

size_t constraints_index_slice(struct constraints_index *index, const struct support *support, expr_t *slice)
{
    uint64_t *picked = index->picked.data;
    size_t lowest = index->picked.count, highest = 0, count = 0;
    for (uint32_t i = 0; i < support->count; i++) {
        size_t at = span_position(index, support->ranges[i].first);
        for (; at < index->spans.count && index->spans.data[at].first < support->ranges[i].end; at++) {
            uint32_t start = index->spans.data[at].term, term = start;
            if (picked[start / 64] >> (start % 64) & 1)
                continue;
            do {
                size_t word = term / 64;
                picked[word] |= UINT64_C(1) << (term % 64);
                lowest = word < lowest ? word : lowest;
                highest = word > highest ? word : highest;
                term = index->chain.data[term];
            } while (term != start);
        }
    }
    for (size_t word = lowest; word <= highest && word < index->picked.count; word++) {
        for (uint64_t bits = picked[word]; bits; bits &= bits - 1)
            slice[count++] = index->terms.data[64 * word + (size_t)__builtin_ctzll(bits)];
        picked[word] = 0;
    }
    return count;
}

size_t constraints_index_components(const struct constraints_index *index)
{
    size_t count = 0;
    for (size_t i = 0; i < index->root.count; i++)
        count += index->root.data[i] == i;
    return count;
}
