/* KQuery, as KLEE prints it. A term used more than once is named where it is
 * printed first (N0:(...)), a shared chain of stores likewise (U0:[...]). The
 * work left is a stack of terms and strings, so that depth costs no recursion. */
#include "expr/print.h"

#include "expr/order.h"
#include "expr/pool.h"

#include <inttypes.h>
#include <string.h>

struct item {
    expr_t term;      /* 0: the text below */
    const char *text; /* of a term: not used */
    bool sized;       /* a constant here must say its width */
};

struct printer {
    struct exprs *exprs;
    struct text *text;
    struct order order;
    VECTOR(struct item) items; /* what is left to print, the next one last */
    struct table names;        /* term to its number, once printed */
    uint32_t next_term, next_chain;
    budget_end *end;
    bool is_left; /* the end has come, the rest is not printed */
};

enum { LOOK = 1 << 10 };

/* Looks every so many turns of a loop whether it is to be left. */
static bool leaves(struct printer *at, size_t turn)
{
    if (turn % LOOK == LOOK - 1 && at->end && at->end(exprs_budget(at->exprs)))
        at->is_left = true;
    return at->is_left;
}

static void push(struct printer *at, expr_t term, const char *string, bool sized)
{
    vector_push(&at->items, (struct item){term, string, sized});
}

static void add_constant(struct printer *at, expr_t term, bool sized)
{
    unsigned width = expr_width(at->exprs, term);
    if (width == 1) {
        text_add_string(at->text, expr_is_true(at->exprs, term) ? "true" : "false");
        return;
    }
    if (sized)
        text_add(at->text, "(w%u ", width);
    if (width <= 64) {
        text_add(at->text, "%" PRIu64, expr_value(at->exprs, term));
    } else {
        uint64_t words[UINT16_MAX / 64 + 1];
        expr_words(at->exprs, term, words);
        text_add_string(at->text, "0x");
        for (unsigned i = word_count(width); i-- > 0;)
            text_add(at->text, "%016" PRIx64, words[i]);
    }
    if (sized)
        text_add_char(at->text, ')');
}

/* [index=byte, ...] @ array, the latest store first */
static void push_chain(struct printer *at, expr_t array)
{
    struct exprs *exprs = at->exprs;
    size_t bottom = at->items.count;
    const char *before = "[";
    for (bool first = true; expr_kind(exprs, array) == EXPR_STORE &&
                            (first || at->order.uses.data[order_place(&at->order, array)] < 2);
         array = expr_arg(exprs, array, 0), first = false) {
        push(at, 0, before, false);
        push(at, expr_arg(exprs, array, 1), NULL, false);
        push(at, 0, "=", false);
        push(at, expr_arg(exprs, array, 2), NULL, false);
        before = ", ";
    }
    push(at, 0, "] @ ", false);
    push(at, array, NULL, false);
    for (size_t i = bottom, j = at->items.count - 1; i < j; i++, j--) {
        struct item other = at->items.data[i];
        at->items.data[i] = at->items.data[j];
        at->items.data[j] = other;
    }
}

/* How many bytes, from the lowest up, are consecutive reads of one input? */
static unsigned read_run(const struct exprs *exprs, expr_t term, bool least_first, expr_t *array,
                         uint64_t *first)
{
    unsigned count = 0;
    uint64_t next = 0;
    for (;; count++) {
        bool more = expr_kind(exprs, term) == EXPR_CONCAT;
        expr_t byte = more ? expr_arg(exprs, term, 0) : term;
        if (expr_kind(exprs, byte) != EXPR_READ || !expr_is_const(exprs, expr_arg(exprs, byte, 1)))
            return 0;
        uint64_t index = expr_value(exprs, expr_arg(exprs, byte, 1));
        if (count ? expr_arg(exprs, byte, 0) != *array || index != next
                  : expr_kind(exprs, expr_arg(exprs, byte, 0)) != EXPR_INPUT)
            return 0;
        *array = expr_arg(exprs, byte, 0);
        if (!count || least_first)
            *first = index;
        next = least_first ? index - 1 : index + 1;
        if (!more)
            return count + 1;
        term = expr_arg(exprs, term, 1);
    }
}

/* One word, of which no terminal obeys anything. */
static void add_input_name(struct printer *at, uint32_t input)
{
    for (const char *name = exprs_input(at->exprs, input)->name; *name; name++)
        text_add_char(at->text, *name > ' ' && *name <= '~' ? *name : '_');
}

static bool add_wide_read(struct printer *at, expr_t term)
{
    expr_t array = 0;
    uint64_t first = 0;
    for (int least_first = 1; least_first >= 0; least_first--)
        if (read_run(at->exprs, term, least_first, &array, &first) > 1) {
            text_add(at->text, "(%s w%u %" PRIu64 " ", least_first ? "ReadLSB" : "ReadMSB",
                     expr_width(at->exprs, term), first);
            add_input_name(at, expr_arg(at->exprs, array, 0));
            text_add_char(at->text, ')');
            return true;
        }
    return false;
}

static bool is_commutative(enum expr_kind kind)
{
    return kind == EXPR_ADD || kind == EXPR_MUL || kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR ||
           kind == EXPR_EQ;
}

static void add_operation(struct printer *at, expr_t term)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    enum expr_kind kind = (enum expr_kind)node->kind;
    push(at, 0, ")", false);
    if (kind == EXPR_NOT && node->width == 1) { /* KLEE knows no Not of a condition */
        text_add_string(at->text, "(Eq false");
        push(at, node->arg[0], NULL, false);
        push(at, 0, " ", false);
        return;
    }
    text_add(at->text, "(%s", expr_kind_name(kind));
    if (kind < EXPR_EQ || kind > EXPR_SLE)
        text_add(at->text, " w%u", node->width);
    if (kind == EXPR_EXTRACT)
        text_add(at->text, " %u", node->arg[1]);
    unsigned children = expr_children(kind);
    bool sized = kind == EXPR_CONCAT || kind >= EXPR_FADD;
    bool swapped = is_commutative(kind) && expr_is_const(exprs, node->arg[1]);
    if (kind == EXPR_READ)
        swapped = true; /* the index comes first */
    for (unsigned i = children; i-- > 0;) {
        push(at, node->arg[swapped ? children - 1 - i : i], NULL, sized);
        push(at, 0, " ", false);
    }
}

static void add_term(struct printer *at, expr_t term, bool sized)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    uint64_t *name = table_find(&at->names, term);
    if (name) {
        text_add(at->text, "%c%" PRIu64, node->width ? 'N' : 'U', *name);
        return;
    }
    switch (node->kind) {
    case EXPR_CONST:
        add_constant(at, term, sized);
        return;
    case EXPR_INPUT:
        add_input_name(at, node->arg[0]);
        return;
    case EXPR_BYTES:
        text_add(at->text, "constant%u", node->arg[0]);
        return;
    case EXPR_BASE:
        text_add(at->text, sized ? "(w64 %" PRIu64 ")" : "%" PRIu64, expr_base_address(exprs, term));
        return;
    default:
        break;
    }
    if (at->order.uses.data[order_place(&at->order, term)] > 1) {
        uint32_t number = node->width ? at->next_term++ : at->next_chain++;
        table_set(&at->names, term, number);
        text_add(at->text, "%c%u:", node->width ? 'N' : 'U', number);
    }
    if (node->kind == EXPR_STORE)
        push_chain(at, term);
    else if (node->kind != EXPR_CONCAT || !add_wide_read(at, term))
        add_operation(at, term);
}

static void print(struct printer *at, expr_t root)
{
    push(at, root, NULL, true);
    for (size_t turn = 0; at->items.count && !leaves(at, turn); turn++) {
        struct item item = vector_pop(&at->items);
        if (item.term)
            add_term(at, item.term, item.sized);
        else
            text_add_string(at->text, item.text);
    }
}

static void release(struct printer *at)
{
    order_release(&at->order);
    vector_release(&at->items);
    table_release(&at->names);
}

void expr_print_kquery(struct exprs *exprs, struct text *text, expr_t term)
{
    struct printer at = {.exprs = exprs, .text = text};
    order_init(&at.order, exprs, &term, 1, NULL);
    print(&at, term);
    release(&at);
}

static void declare_array(struct printer *at, expr_t term)
{
    const struct expr_node *node = expr_node(at->exprs, term);
    if (node->kind == EXPR_INPUT) {
        text_add_string(at->text, "array ");
        add_input_name(at, node->arg[0]);
        text_add(at->text, "[%u] : w64 -> w8 = symbolic\n", exprs_input(at->exprs, node->arg[0])->size);
    } else if (node->kind == EXPR_BYTES) {
        uint32_t size;
        const uint8_t *data = expr_bytes_data(at->exprs, term, &size);
        text_add(at->text, "array constant%u[%u] : w64 -> w8 = [", node->arg[0], size);
        for (uint32_t i = 0; i < size && !leaves(at, i); i++)
            text_add(at->text, i ? " %u" : "%u", data[i]);
        text_add_string(at->text, "]\n");
    }
}

bool expr_print_kquery_query(struct exprs *exprs, struct text *text, const expr_t *terms, size_t count,
                             budget_end *end)
{
    struct printer at = {.exprs = exprs, .text = text, .end = end};
    at.is_left = !order_init(&at.order, exprs, terms, count, end);
    for (size_t i = 0; i < at.order.terms.count && !leaves(&at, i); i++)
        declare_array(&at, at.order.terms.data[i]);
    text_add_string(text, "(query [");
    for (size_t i = 0; i < count && !at.is_left; i++) {
        if (i)
            text_add_string(text, "\n        ");
        print(&at, terms[i]);
    }
    text_add_string(text, "]\n       false)\n");
    release(&at);
    return !at.is_left;
}
