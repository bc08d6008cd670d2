/* Sorted words. Union in place: what is new is counted first, then every word moves
 * once, from the end. */
#include "base/sparse.h"

#include "base/alloc.h"

#include <string.h>

static void reserve(struct sparse *set, uint32_t wanted)
{
    if (wanted <= set->capacity)
        return;
    uint32_t capacity = set->capacity ? 2 * set->capacity : 1;
    set->capacity = capacity < wanted ? wanted : capacity;
    set->words = mem_resize(set->words, set->capacity * sizeof *set->words);
}

void sparse_release(struct sparse *set)
{
    mem_free(set->words);
    *set = (struct sparse){0};
}

/* Where the word is, or would be. */
static uint32_t find(const struct sparse *set, uint32_t index)
{
    uint32_t low = 0, high = set->count;
    if (high && set->words[high - 1].index < index)
        return high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->words[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sparse_add(struct sparse *set, uint32_t number)
{
    uint32_t index = number / 64, at = find(set, index);
    uint64_t bit = (uint64_t)1 << number % 64;
    if (at < set->count && set->words[at].index == index) {
        bool fresh = !(set->words[at].bits & bit);
        set->words[at].bits |= bit;
        return fresh;
    }
    reserve(set, set->count + 1);
    memmove(&set->words[at + 1], &set->words[at], (set->count - at) * sizeof *set->words);
    set->words[at] = (struct sparse_word){index, bit};
    set->count++;
    return true;
}

bool sparse_has(const struct sparse *set, uint32_t number)
{
    uint32_t at = find(set, number / 64);
    return at < set->count && set->words[at].index == number / 64 && set->words[at].bits >> number % 64 & 1;
}

bool sparse_unite(struct sparse *to, const struct sparse *from)
{
    uint32_t fresh = 0, i = 0;
    bool grown = false;
    for (uint32_t k = 0; k < from->count; k++) {
        while (i < to->count && to->words[i].index < from->words[k].index)
            i++;
        if (i == to->count || to->words[i].index != from->words[k].index) {
            fresh++;
        } else if (from->words[k].bits & ~to->words[i].bits) {
            to->words[i].bits |= from->words[k].bits;
            grown = true;
        }
    }
    if (!fresh)
        return grown;
    /* from the end, so that every word moves once */
    reserve(to, to->count + fresh);
    uint32_t write = to->count + fresh, left = to->count, right = from->count;
    to->count = write;
    while (fresh) {
        if (left && to->words[left - 1].index > from->words[right - 1].index) {
            to->words[--write] = to->words[--left];
        } else if (left && to->words[left - 1].index == from->words[right - 1].index) {
            to->words[--write] = to->words[--left]; /* united above */
            right--;
        } else {
            to->words[--write] = from->words[--right];
            fresh--;
        }
    }
    return true;
}

void sparse_intersect(struct sparse *to, const struct sparse *with)
{
    uint32_t kept = 0, k = 0;
    for (uint32_t i = 0; i < to->count; i++) {
        while (k < with->count && with->words[k].index < to->words[i].index)
            k++;
        if (k == with->count)
            break;
        uint64_t bits =
            with->words[k].index == to->words[i].index ? to->words[i].bits & with->words[k].bits : 0;
        if (bits)
            to->words[kept++] = (struct sparse_word){to->words[i].index, bits};
    }
    to->count = kept;
}

void sparse_minus(struct sparse *result, const struct sparse *from, const struct sparse *without)
{
    uint32_t k = 0;
    result->count = 0;
    reserve(result, from->count);
    for (uint32_t i = 0; i < from->count; i++) {
        while (k < without->count && without->words[k].index < from->words[i].index)
            k++;
        uint64_t bits = from->words[i].bits;
        if (k < without->count && without->words[k].index == from->words[i].index)
            bits &= ~without->words[k].bits;
        if (bits)
            result->words[result->count++] = (struct sparse_word){from->words[i].index, bits};
    }
}

bool sparse_unite_minus(struct sparse *to, const struct sparse *from, const struct sparse *without)
{
    struct sparse left = {0};
    sparse_minus(&left, from, without);
    bool grown = sparse_unite(to, &left);
    sparse_release(&left);
    return grown;
}

void sparse_copy(struct sparse *to, const struct sparse *from)
{
    reserve(to, from->count);
    if (from->count)
        memcpy(to->words, from->words, from->count * sizeof *to->words);
    to->count = from->count;
}

size_t sparse_size(const struct sparse *set)
{
    size_t size = 0;
    for (uint32_t i = 0; i < set->count; i++)
        size += (size_t)__builtin_popcountll(set->words[i].bits);
    return size;
}
