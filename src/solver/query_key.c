/* Conjuncts are sorted by form. Those of one form, which say the same of
 * different names, follow the natural order of these: another choice would be
 * as right, but less likely to be made again. */
#include "solver/query_key.h"

#include "base/table.h"
#include "solver/marks.h"

enum { KEY_ADDRESSES = 0xadd4e55e };

struct conjunct {
    uint64_t hash, first; /* of the form; the natural order of its first leaf */
    const struct form *form;
    expr_t term;
};

/* Where an input byte stands among the leaves of the query of this number. */
struct place {
    uint32_t query, number;
};

struct keys {
    struct exprs *exprs;
    struct forms *forms;
    struct sorts *sorts;
    VECTOR(struct conjunct) conjuncts;
    VECTOR(struct conjunct) scratch; /* for sorting */
    VECTOR(leaf_t) leaves;           /* of the whole query, in order */
    VECTOR(uint32_t) inputs; /* read at other than constant indices: their bytes have no names of their own */
    VECTOR(expr_t) bases;
    struct table numbers; /* leaf → its place; but of input bytes, which are many: */
    VECTOR(struct place) bytes;
    uint32_t query; /* number of the one at hand */
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
    vector_release(&keys->scratch);
    vector_release(&keys->bytes);
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

/* May a stand before b? Seldom needs more than the first two comparisons. */
static bool in_order(const struct exprs *exprs, const struct conjunct *a, const struct conjunct *b)
{
    if (a->hash != b->hash)
        return a->hash < b->hash;
    if (a->form->hash.high != b->form->hash.high)
        return a->form->hash.high < b->form->hash.high;
    if (a->first != b->first)
        return a->first < b->first;
    for (uint32_t i = 1; i < a->form->count; i++) {
        uint64_t x = natural(exprs, a->form->leaves[i]), y = natural(exprs, b->form->leaves[i]);
        if (x != y)
            return x < y;
    }
    return true;
}

/* Few at a time by insertion, then merged. */
static void sort_conjuncts(const struct exprs *exprs, struct conjunct *list, struct conjunct *scratch,
                           size_t count)
{
    enum { FEW = 12 };
    if (count <= FEW) {
        for (size_t i = 1; i < count; i++) {
            struct conjunct one = list[i];
            size_t at = i;
            for (; at && !in_order(exprs, &list[at - 1], &one); at--)
                list[at] = list[at - 1];
            list[at] = one;
        }
        return;
    }
    size_t middle = count / 2, left = 0, right = middle;
    sort_conjuncts(exprs, list, scratch, middle);
    sort_conjuncts(exprs, list + middle, scratch, count - middle);
    if (in_order(exprs, &list[middle - 1], &list[middle]))
        return;
    memcpy(scratch, list, middle * sizeof *list);
    for (size_t at = 0; left < middle; at++)
        list[at] =
            right < count && !in_order(exprs, &scratch[left], &list[right]) ? list[right++] : scratch[left++];
}

static void take_conjuncts(struct keys *keys, const struct query *query)
{
    vector_clear(&keys->conjuncts);
    marks_clear(&keys->seen, exprs_limit(keys->exprs));
    for (size_t i = 0; i < query->count; i++) {
        if (!marks_add(&keys->seen, query->terms[i]))
            continue;
        const struct form *form = form_of(keys->forms, query->terms[i]);
        uint64_t first = form->count ? natural(keys->exprs, form->leaves[0]) : 0;
        vector_push(&keys->conjuncts, (struct conjunct){form->hash.low, first, form, query->terms[i]});
    }
    vector_reserve(&keys->scratch, keys->conjuncts.count);
    sort_conjuncts(keys->exprs, keys->conjuncts.data, keys->scratch.data, keys->conjuncts.count);
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

static void empty(struct table *table)
{
    if (table->capacity > 4096 && table->capacity > 16 * table->count)
        table_release(table);
    else if (table->count)
        table_clear(table);
}

/* The place of a leaf; `next` if it has none yet, which is then its place. */
static uint64_t place_of(struct keys *keys, leaf_t leaf, uint64_t next)
{
    if (leaf_kind(leaf) != LEAF_BYTE)
        return *table_slot(&keys->numbers, leaf, next);
    while (leaf_number(leaf) >= keys->bytes.count)
        vector_push(&keys->bytes, (struct place){0});
    struct place *place = &keys->bytes.data[leaf_number(leaf)];
    if (place->query != keys->query)
        *place = (struct place){keys->query, (uint32_t)next};
    return place->number;
}

static void forget_places(struct keys *keys)
{
    empty(&keys->numbers);
    if (!++keys->query) {
        vector_clear(&keys->bytes);
        keys->query = 1;
    }
}

static void add_leaf(struct keys *keys, struct hash128 *hash, leaf_t named)
{
    uint64_t offset;
    leaf_t leaf = whole_of(keys, named, &offset);
    uint64_t count = keys->leaves.count, number = place_of(keys, leaf, count);
    if (number == count) {
        vector_push(&keys->leaves, leaf);
        keys->names = leaf_kind(leaf) == LEAF_BASE ? keys->names : hash_mix(keys->names, leaf);
        if (leaf_kind(leaf) == LEAF_BASE)
            vector_push(&keys->bases, leaf_number(leaf));
    }
    hash128_add(hash, offset << 32 | number);
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
    forget_places(keys);
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

/* ---- in full ---- */

static void write_leaf(struct keys *keys, struct text *text, leaf_t named, uint64_t size)
{
    uint64_t offset;
    leaf_t leaf = whole_of(keys, named, &offset);
    text_add(text, "leaf%llu[%llu] of %llu", (unsigned long long)place_of(keys, leaf, 0),
             (unsigned long long)offset, (unsigned long long)size);
}

static void write_bytes(struct text *text, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_add(text, "%02x", bytes[i]);
}

/* One line; its children have numbers already. */
static void write_node(struct keys *keys, struct text *text, expr_t term, const struct table *numbers)
{
    struct exprs *exprs = keys->exprs;
    struct expr_node node = *expr_node(exprs, term);
    text_add(text, "%s %u ", expr_kind_name((enum expr_kind)node.kind), node.width);
    if (form_is_byte(exprs, &node)) {
        uint32_t first = exprs_input(exprs, expr_arg(exprs, node.arg[0], 0))->variable;
        write_leaf(keys, text, (leaf_t)LEAF_BYTE << 32 | (first + expr_value(exprs, node.arg[1])), 1);
    } else if (node.kind == EXPR_INPUT) {
        write_leaf(keys, text, (leaf_t)LEAF_INPUT << 32 | node.arg[0], exprs_input(exprs, node.arg[0])->size);
    } else if (node.kind == EXPR_BASE) {
        write_leaf(keys, text, (leaf_t)LEAF_BASE << 32 | term, expr_base_size(exprs, term));
    } else if (node.kind == EXPR_CONST) {
        uint64_t words[UINT16_MAX / 64 + 1];
        expr_words(exprs, term, words);
        write_bytes(text, (const uint8_t *)words, (node.width + 63u) / 64 * 8);
    } else if (node.kind == EXPR_BYTES) {
        uint32_t size;
        const uint8_t *data = expr_bytes_data(exprs, term, &size);
        write_bytes(text, data, size);
    } else {
        expr_t children[3];
        unsigned count = form_children(exprs, &node, children);
        for (unsigned i = 0; i < count; i++)
            text_add(text, "%llu ", (unsigned long long)table_get(numbers, children[i], 0));
        if (node.kind == EXPR_EXTRACT)
            text_add(text, "from %u", node.arg[1]);
    }
    text_add_char(text, '\n');
}

static void write_term(struct keys *keys, struct text *text, expr_t root, struct table *numbers)
{
    VECTOR(expr_t) stack = {0};
    vector_push(&stack, root);
    while (stack.count) {
        budget_spent(exprs_budget(keys->exprs), 1);
        expr_t term = stack.data[stack.count - 1], children[3];
        struct expr_node node = *expr_node(keys->exprs, term);
        size_t before = stack.count;
        unsigned count = form_is_byte(keys->exprs, &node) ? 0 : form_children(keys->exprs, &node, children);
        while (count-- > 0)
            if (!table_find(numbers, children[count]))
                vector_push(&stack, children[count]);
        if (stack.count > before)
            continue;
        vector_pop(&stack);
        if (table_find(numbers, term))
            continue;
        write_node(keys, text, term, numbers);
        table_set(numbers, term, numbers->count);
    }
    vector_release(&stack);
}

void keys_write(struct keys *keys, const struct query_key *key, struct text *text)
{
    struct table numbers = {0};
    for (size_t i = 0; i < keys->conjuncts.count; i++) {
        write_term(keys, text, keys->conjuncts.data[i].term, &numbers);
        text_add(text, "conjunct %llu\n",
                 (unsigned long long)table_get(&numbers, keys->conjuncts.data[i].term, 0));
    }
    for (size_t i = 0; i < keys->leaves.count; i++) {
        expr_t base = leaf_number(keys->leaves.data[i]);
        if (leaf_kind(keys->leaves.data[i]) == LEAF_BASE &&
            (!key->agnostic || sorts_literal(keys->sorts, base)))
            text_add(text, "leaf%zu at %llx\n", i, (unsigned long long)expr_base_address(keys->exprs, base));
    }
    table_release(&numbers);
}
