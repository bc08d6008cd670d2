/* Conjuncts are sorted by form. Those of one form, which say the same of
 * different names, follow the natural order of these: another choice would be
 * as right, but less likely to be made again. */
#include "solver/query_key.h"

#include "base/table.h"
#include "solver/marks.h"

#include <stdlib.h>

enum { KEY_ADDRESSES = 0xadd4e55e };

struct conjunct {
    const struct form *form;
    expr_t term;
};

struct keys {
    struct exprs *exprs;
    struct forms *forms;
    struct sorts *sorts;
    VECTOR(struct conjunct) conjuncts;
    VECTOR(leaf_t) leaves;   /* of the whole query, in order */
    VECTOR(uint32_t) inputs; /* read at other than constant indices: their bytes have no names of their own */
    VECTOR(expr_t) bases;
    struct table numbers; /* leaf → its place */
    struct marks seen;
    uint64_t names; /* hash of those the key leaves out */
};

struct keys *keys_new(struct exprs *exprs)
{
    struct keys *keys = NEW(struct keys);
    keys->exprs = exprs;
    keys->forms = forms_new(exprs);
    keys->sorts = sorts_new(exprs);
    return keys;
}

void keys_free(struct keys *keys)
{
    if (!keys)
        return;
    forms_free(keys->forms);
    sorts_free(keys->sorts);
    vector_release(&keys->conjuncts);
    vector_release(&keys->leaves);
    vector_release(&keys->inputs);
    vector_release(&keys->bases);
    table_release(&keys->numbers);
    marks_release(&keys->seen);
    mem_free(keys);
}

struct forms *keys_forms(struct keys *keys) { return keys->forms; }
struct sorts *keys_sorts(struct keys *keys) { return keys->sorts; }

/* ---- the order of conjuncts ---- */

static uint64_t natural(const struct exprs *exprs, leaf_t leaf)
{
    return leaf_kind(leaf) == LEAF_BASE ? expr_base_address(exprs, leaf_number(leaf)) : leaf_number(leaf);
}

static int compare_conjuncts(const void *left, const void *right, void *exprs)
{
    const struct conjunct *a = left, *b = right;
    int order = hash128_compare(a->form->hash, b->form->hash);
    for (uint32_t i = 0; !order && i < a->form->count; i++) {
        uint64_t x = natural(exprs, a->form->leaves[i]), y = natural(exprs, b->form->leaves[i]);
        order = x < y ? -1 : x > y;
    }
    return order;
}

static void take_conjuncts(struct keys *keys, const struct query *query)
{
    vector_clear(&keys->conjuncts);
    marks_clear(&keys->seen, exprs_limit(keys->exprs));
    for (size_t i = 0; i < query->count; i++)
        if (marks_add(&keys->seen, query->terms[i]))
            vector_push(&keys->conjuncts,
                        (struct conjunct){form_of(keys->forms, query->terms[i]), query->terms[i]});
    qsort_r(keys->conjuncts.data, keys->conjuncts.count, sizeof *keys->conjuncts.data, compare_conjuncts,
            keys->exprs);
}

/* ---- names ---- */

static void note_inputs(struct keys *keys)
{
    vector_clear(&keys->inputs);
    for (size_t i = 0; i < keys->conjuncts.count; i++) {
        const struct form *form = keys->conjuncts.data[i].form;
        for (uint32_t k = 0; form->has_input && k < form->count; k++)
            if (leaf_kind(form->leaves[k]) == LEAF_INPUT)
                vector_push(&keys->inputs, leaf_number(form->leaves[k]));
    }
}

/* A byte of an input that is also read as a whole is that input and an offset. */
static leaf_t whole_of(const struct keys *keys, leaf_t leaf, uint64_t *offset)
{
    *offset = 0;
    for (size_t i = 0; i < keys->inputs.count && leaf_kind(leaf) == LEAF_BYTE; i++) {
        const struct input *input = exprs_input(keys->exprs, keys->inputs.data[i]);
        if (leaf_number(leaf) - input->variable >= input->size)
            continue;
        *offset = leaf_number(leaf) - input->variable + 1;
        return (leaf_t)LEAF_INPUT << 32 | keys->inputs.data[i];
    }
    return leaf;
}

static void add_leaf(struct keys *keys, struct hash128 *hash, leaf_t named)
{
    uint64_t offset;
    leaf_t leaf = whole_of(keys, named, &offset);
    uint64_t count = keys->leaves.count, number = *table_slot(&keys->numbers, leaf, count);
    if (number == count) {
        vector_push(&keys->leaves, leaf);
        keys->names = leaf_kind(leaf) == LEAF_BASE ? keys->names : hash_mix(keys->names, leaf);
        if (leaf_kind(leaf) == LEAF_BASE)
            vector_push(&keys->bases, leaf_number(leaf));
    }
    hash128_add(hash, offset << 32 | number);
}

static void empty(struct table *table)
{
    if (table->capacity > 4096 && table->capacity > 16 * table->count)
        table_release(table);
    else if (table->count)
        table_clear(table);
}

struct query_key keys_of(struct keys *keys, const struct query *query, bool literal)
{
    struct query_key key = {.agnostic = true};
    take_conjuncts(keys, query);
    hash128_add(&key.hash, keys->conjuncts.count);
    note_inputs(keys);
    vector_clear(&keys->leaves);
    vector_clear(&keys->bases);
    keys->names = 0;
    empty(&keys->numbers);
    for (size_t i = 0; i < keys->conjuncts.count; i++) {
        const struct form *form = keys->conjuncts.data[i].form;
        hash128_add_hash(&key.hash, form->hash);
        for (uint32_t k = 0; k < form->count; k++)
            add_leaf(keys, &key.hash, form->leaves[k]);
    }
    key.names = keys->names;
    if (!keys->bases.count)
        return key;
    key.has_base = true;
    struct hash128 exact = key.hash;
    hash128_add(&exact, KEY_ADDRESSES);
    for (size_t i = 0; i < keys->bases.count; i++) {
        uint64_t address = expr_base_address(keys->exprs, keys->bases.data[i]);
        hash128_add(&exact, address);
        key.objects = hash_mix(hash_mix(key.objects, keys->bases.data[i]), address);
    }
    key.agnostic = !literal && sorts_agnostic(keys->sorts, query->terms, query->count);
    for (size_t i = 0; key.agnostic && i < keys->bases.count; i++)
        if (sorts_literal(keys->sorts, keys->bases.data[i]))
            hash128_add(&key.hash, expr_base_address(keys->exprs, keys->bases.data[i]) << 8 | (i & 0xff));
    key.agnostic = key.agnostic && layout_admissible(keys->exprs, keys->bases.data, keys->bases.count);
    if (!key.agnostic)
        key.hash = exact;
    return key;
}

/* ---- models ---- */

/* The input bytes behind a leaf: the first and how many. */
static uint32_t bytes_of(const struct keys *keys, leaf_t leaf, uint32_t *first)
{
    *first = leaf_number(leaf);
    switch (leaf_kind(leaf)) {
    case LEAF_BYTE:
        return 1;
    case LEAF_INPUT:
        *first = exprs_input(keys->exprs, leaf_number(leaf))->variable;
        return exprs_input(keys->exprs, leaf_number(leaf))->size;
    default:
        return 0;
    }
}

/* Two bytes each: is it defined, and its value. */
void keys_pack(struct keys *keys, const struct model *model, byte_vector *bytes)
{
    for (size_t i = 0; i < keys->leaves.count; i++) {
        uint32_t first, count = bytes_of(keys, keys->leaves.data[i], &first);
        for (uint32_t variable = first; variable < first + count; variable++) {
            vector_push(bytes, model_defines(model, variable));
            vector_push(bytes, model_get(model, variable));
        }
    }
}

struct model *keys_unpack(struct keys *keys, const uint8_t *bytes, size_t size)
{
    struct model *model = model_new();
    size_t at = 0;
    for (size_t i = 0; i < keys->leaves.count; i++) {
        uint32_t first, count = bytes_of(keys, keys->leaves.data[i], &first);
        for (uint32_t variable = first; variable < first + count; variable++, at += 2) {
            if (at + 2 > size) {
                model_unref(model);
                return NULL;
            }
            if (bytes[at])
                model_set(model, variable, bytes[at + 1]);
        }
    }
    if (at == size)
        return model;
    model_unref(model);
    return NULL;
}
