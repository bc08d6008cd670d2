/* Forms are written children first, each node once, as numbers of nodes met
 * before; arrays and constant bytes are written as the hash of their own form
 * and the places of its leaves among ours.
 *
 * Where a chain of stores is cut depends on its length only, so that equal
 * chains have equal forms however they came about. */
#include "solver/forms.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/support.h"

/* Stores in a piece; leaves in all forms, after which they are made anew. */
enum { PIECE = 64, LEAVES_MAX = 8 << 20 };

enum mark { MARK_LEAF = 0x1eaf, MARK_ARRAY = 0xa44a, MARK_CHAIN = 0xc4a1 };

struct forms {
    struct exprs *exprs;
    struct table of_term; /* → struct form */
    struct table lengths; /* of chains of stores, by array */
    size_t leaves_held;
    VECTOR(expr_t) waiting; /* for their form; a later one is needed by an earlier */
    /* of the form at hand */
    VECTOR(expr_t) order; /* its nodes, children first */
    VECTOR(expr_t) stack;
    VECTOR(expr_t) stores; /* of the piece, the newest first */
    struct table seen;     /* node → its number */
    struct table places;   /* leaf → its place */
    VECTOR(leaf_t) leaves;
    struct hash128 hash;
    bool has_input;
    bool may_leave; /* see forms_make() */
};

/* So many steps were taken: is the form at hand to be left? */
static bool leaves(const struct forms *forms, uint64_t steps)
{
    return budget_spent(exprs_budget(forms->exprs), steps) && forms->may_leave;
}

static const struct form *known(const struct forms *forms, expr_t term)
{
    return (const struct form *)table_get(&forms->of_term, term, 0);
}

bool form_is_byte(const struct exprs *exprs, const struct expr_node *node)
{
    return node->kind == EXPR_READ && expr_kind(exprs, node->arg[0]) == EXPR_INPUT &&
           expr_is_const(exprs, node->arg[1]) &&
           expr_value(exprs, node->arg[1]) < exprs_input(exprs, expr_arg(exprs, node->arg[0], 0))->size;
}

/* Has a form of its own, which the forms of others refer to. */
static bool stands_alone(enum expr_kind kind) { return kind == EXPR_STORE || kind == EXPR_BYTES; }

/* ---- the order of operands ---- */

/* The address in a term that is a base symbol, or one and a constant; 0 if it is another. */
static uint64_t address_in(const struct exprs *exprs, expr_t term)
{
    if (expr_kind(exprs, term) == EXPR_ADD)
        term = expr_arg(exprs, term, 0);
    return expr_kind(exprs, term) == EXPR_BASE ? expr_base_address(exprs, term) : 0;
}

/* The order of commutative operands in the pool follows names and addresses.
 * Here it follows their shapes; if these are equal, any order is right, and
 * the natural one of bytes and addresses makes it likely to be the same. */
static bool swapped(struct exprs *exprs, expr_t left, expr_t right)
{
    uint64_t a = expr_agnostic_hash(exprs, left), b = expr_agnostic_hash(exprs, right);
    if (a != b)
        return a > b;
    const struct support *x = expr_support(exprs, left), *y = expr_support(exprs, right);
    if (x->count && y->count && x->ranges[0].first != y->ranges[0].first)
        return x->ranges[0].first > y->ranges[0].first;
    return address_in(exprs, left) > address_in(exprs, right);
}

unsigned form_children(struct exprs *exprs, const struct expr_node *node, expr_t *children)
{
    unsigned count = expr_children((enum expr_kind)node->kind);
    for (unsigned i = 0; i < count; i++)
        children[i] = node->arg[i];
    if (expr_is_commutative((enum expr_kind)node->kind) && swapped(exprs, children[0], children[1])) {
        children[0] = node->arg[1];
        children[1] = node->arg[0];
    }
    return count;
}

/* ---- what has to be written ---- */

/* Appends the nodes below a term, and those arrays to `waiting` that have no form yet. false: it is left. */
static bool collect(struct forms *forms, expr_t root)
{
    struct exprs *exprs = forms->exprs;
    enum { DONE = 1u << 31 };
    vector_push(&forms->stack, root);
    while (forms->stack.count) {
        if (leaves(forms, 1)) {
            vector_clear(&forms->stack);
            return false;
        }
        expr_t term = vector_pop(&forms->stack);
        if (term & DONE) {
            vector_push(&forms->order, term & ~DONE);
            continue;
        }
        if (table_find(&forms->seen, term))
            continue;
        table_set(&forms->seen, term, 0);
        struct expr_node node = *expr_node(exprs, term);
        vector_push(&forms->stack, term | DONE);
        if (stands_alone(node.kind)) {
            if (!known(forms, term))
                vector_push(&forms->waiting, term);
            continue;
        }
        if (form_is_byte(exprs, &node))
            continue;
        expr_t children[3];
        for (unsigned i = form_children(exprs, &node, children); i-- > 0;)
            vector_push(&forms->stack, children[i]);
    }
    return true;
}

static uint64_t chain_length(struct forms *forms, expr_t array)
{
    const struct exprs *exprs = forms->exprs;
    uint64_t above = 0, *there = NULL;
    expr_t at = array;
    for (; expr_kind(exprs, at) == EXPR_STORE; at = expr_arg(exprs, at, 0), above++)
        if ((there = table_find(&forms->lengths, at)))
            break;
    budget_spent(exprs_budget(exprs), above);
    uint64_t length = above + (there ? *there : 0);
    table_set(&forms->lengths, array, length);
    return length;
}

/* The stores of the last piece, and what they are stored into. */
static expr_t take_piece(struct forms *forms, expr_t array)
{
    vector_clear(&forms->stores);
    uint64_t length = chain_length(forms, array);
    for (uint64_t count = (length - 1) % PIECE + 1; count; count--) {
        vector_push(&forms->stores, array);
        array = expr_arg(forms->exprs, array, 0);
    }
    return array;
}

/* ---- writing ---- */

static void add_leaf(struct forms *forms, leaf_t leaf)
{
    size_t count = forms->leaves.count;
    uint64_t place = *table_slot(&forms->places, leaf, count);
    if (place == count)
        vector_push(&forms->leaves, leaf);
    hash128_add(&forms->hash, place);
}

static void add_named_leaf(struct forms *forms, enum leaf_kind kind, uint64_t size, uint32_t number)
{
    hash128_add(&forms->hash, (uint64_t)kind << 32 | MARK_LEAF);
    hash128_add(&forms->hash, size);
    add_leaf(forms, (leaf_t)kind << 32 | number);
    forms->has_input |= kind == LEAF_INPUT;
}

static void write_array(struct forms *forms, const struct form *form)
{
    hash128_add(&forms->hash, MARK_ARRAY);
    hash128_add_hash(&forms->hash, form->hash);
    for (uint32_t i = 0; i < form->count; i++)
        add_leaf(forms, form->leaves[i]);
    forms->has_input |= form->has_input;
}

static void write_constant(struct forms *forms, expr_t term, const struct expr_node *node)
{
    hash128_add(&forms->hash, (uint64_t)node->width << 8 | node->kind);
    if (node->width <= 64) {
        hash128_add(&forms->hash, expr_value(forms->exprs, term));
        return;
    }
    uint64_t words[UINT16_MAX / 64 + 1];
    expr_words(forms->exprs, term, words);
    for (unsigned i = 0; i < (node->width + 63u) / 64; i++)
        hash128_add(&forms->hash, words[i]);
}

/* returns the steps it took */
static uint64_t write_node(struct forms *forms, expr_t term)
{
    struct exprs *exprs = forms->exprs;
    struct expr_node node = *expr_node(exprs, term);
    if (stands_alone(node.kind)) {
        write_array(forms, known(forms, term));
        return 1 + known(forms, term)->count;
    } else if (form_is_byte(exprs, &node)) {
        uint32_t first = exprs_input(exprs, expr_arg(exprs, node.arg[0], 0))->variable;
        add_named_leaf(forms, LEAF_BYTE, 1, first + (uint32_t)expr_value(exprs, node.arg[1]));
    } else if (node.kind == EXPR_INPUT) {
        add_named_leaf(forms, LEAF_INPUT, exprs_input(exprs, node.arg[0])->size, node.arg[0]);
    } else if (node.kind == EXPR_BASE) {
        add_named_leaf(forms, LEAF_BASE, expr_base_size(exprs, term), term);
    } else if (node.kind == EXPR_CONST) {
        write_constant(forms, term, &node);
    } else {
        expr_t children[3];
        hash128_add(&forms->hash, (uint64_t)node.width << 8 | node.kind);
        if (node.kind == EXPR_EXTRACT)
            hash128_add(&forms->hash, node.arg[1]);
        unsigned count = form_children(exprs, &node, children);
        for (unsigned i = 0; i < count; i++)
            hash128_add(&forms->hash, table_get(&forms->seen, children[i], 0));
    }
    return 1;
}

/* A table that was once large would cost that much at every clearing. */
static void empty(struct table *table)
{
    if (table->capacity > 4096 && table->capacity > 16 * table->count)
        table_release(table);
    else if (table->count)
        table_clear(table);
}

static void begin(struct forms *forms)
{
    vector_clear(&forms->order);
    vector_clear(&forms->stores);
    vector_clear(&forms->leaves);
    empty(&forms->seen);
    empty(&forms->places);
    forms->hash = (struct hash128){0};
    forms->has_input = false;
}

/* What the form is written from; a term below a chain goes with each store:
 * its index and its byte. */
static bool collect_all(struct forms *forms, expr_t term)
{
    begin(forms);
    if (expr_kind(forms->exprs, term) != EXPR_STORE)
        return collect(forms, term);
    bool all = collect(forms, take_piece(forms, term));
    for (size_t i = forms->stores.count; all && i-- > 0;)
        all = collect(forms, expr_arg(forms->exprs, forms->stores.data[i], 1)) &&
              collect(forms, expr_arg(forms->exprs, forms->stores.data[i], 2));
    return all;
}

static void write_bytes(struct forms *forms, expr_t term)
{
    uint32_t size;
    const uint8_t *data = expr_bytes_data(forms->exprs, term, &size);
    hash128_add(&forms->hash, EXPR_BYTES);
    hash128_add_bytes(&forms->hash, data, size);
}

static bool write_all(struct forms *forms)
{
    for (size_t i = 0; i < forms->order.count; i++) {
        if (leaves(forms, write_node(forms, forms->order.data[i])))
            return false;
        table_set(&forms->seen, forms->order.data[i], i);
    }
    if (!forms->stores.count)
        return true;
    hash128_add(&forms->hash, MARK_CHAIN);
    for (size_t i = forms->stores.count; i-- > 0;) {
        hash128_add(&forms->hash,
                    table_get(&forms->seen, expr_arg(forms->exprs, forms->stores.data[i], 1), 0));
        hash128_add(&forms->hash,
                    table_get(&forms->seen, expr_arg(forms->exprs, forms->stores.data[i], 2), 0));
    }
    return true;
}

static void remember(struct forms *forms, expr_t term)
{
    size_t bytes = forms->leaves.count * sizeof(leaf_t);
    struct form *form = mem_alloc(sizeof *form + bytes);
    *form = (struct form){
        .hash = forms->hash, .has_input = forms->has_input, .count = (uint32_t)forms->leaves.count};
    if (bytes)
        memcpy(form->leaves, forms->leaves.data, bytes);
    forms->leaves_held += forms->leaves.count;
    table_set(&forms->of_term, term, (uint64_t)form);
}

/* The form of the last that waits, if those are known that it refers to; else they wait behind it. */
static bool make_last(struct forms *forms)
{
    size_t count = forms->waiting.count;
    expr_t term = forms->waiting.data[count - 1];
    if (!known(forms, term)) {
        if (expr_kind(forms->exprs, term) == EXPR_BYTES) {
            begin(forms);
            write_bytes(forms, term);
        } else if (!collect_all(forms, term)) {
            return false;
        } else if (forms->waiting.count > count) {
            return true;
        } else if (!write_all(forms)) {
            return false;
        }
        remember(forms, term);
    }
    forms->waiting.count--;
    return true;
}

static bool make(struct forms *forms, expr_t root)
{
    vector_push(&forms->waiting, root);
    while (forms->waiting.count)
        if (!make_last(forms)) {
            vector_clear(&forms->waiting);
            return false;
        }
    return true;
}

const struct form *form_of(struct forms *forms, expr_t root)
{
    const struct form *form = known(forms, root);
    if (form)
        return form;
    make(forms, root);
    return known(forms, root);
}

bool forms_make(struct forms *forms, const expr_t *terms, size_t count)
{
    bool all = true;
    forms->may_leave = true;
    for (size_t i = 0; i < count && all; i++)
        all = known(forms, terms[i]) || make(forms, terms[i]);
    forms->may_leave = false;
    return all;
}

/* ---- keeping them ---- */

static void forget(struct forms *forms, bool all)
{
    VECTOR(uint64_t) gone = {0};
    table_each(slot, &forms->of_term)
    {
        struct form *form = (struct form *)slot->value;
        if (!all && expr_marked(forms->exprs, (expr_t)slot->key))
            continue;
        forms->leaves_held -= form->count;
        mem_free(form);
        if (!all)
            vector_push(&gone, slot->key);
    }
    if (all)
        table_release(&forms->of_term);
    for (size_t i = 0; i < gone.count; i++)
        table_remove(&forms->of_term, gone.data[i]);
    vector_release(&gone);
    table_release(&forms->lengths);
}

static void on_sweep(void *context)
{
    struct forms *forms = context;
    forget(forms, forms->leaves_held > LEAVES_MAX);
}

struct forms *forms_new(struct exprs *exprs)
{
    struct forms *forms = NEW(struct forms);
    forms->exprs = exprs;
    exprs_on_sweep(exprs, on_sweep, forms);
    return forms;
}

void forms_free(struct forms *forms)
{
    if (!forms)
        return;
    exprs_forget_listener(forms->exprs, forms);
    forget(forms, true);
    table_release(&forms->seen);
    table_release(&forms->places);
    vector_release(&forms->waiting);
    vector_release(&forms->order);
    vector_release(&forms->stack);
    vector_release(&forms->stores);
    vector_release(&forms->leaves);
    mem_free(forms);
}
