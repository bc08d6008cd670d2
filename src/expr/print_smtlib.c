/* SMT-LIB 2 scripts that Z3 and cvc5 accept. Terms come children first; one
 * that is shared, or that would nest too deep, is a define-fun of its own. A
 * term of width 1 is a Bool where it is a condition by nature and a bit-vector
 * elsewhere. A floating-point result is a fresh bit-vector whose reading as a
 * float is the result: SMT-LIB has no way back to the bits. */
#include "expr/print.h"

#include "base/bug.h"
#include "expr/order.h"
#include "expr/pool.h"
#include "expr/support.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_NESTING = 24, MAX_LENGTH = 4096 };

enum form { BITS, CONDITION, ARRAY };

struct printer {
    struct exprs *exprs;
    struct text *text;
    struct order order;
    VECTOR(char *) written; /* by place: how to write the term where it is used; NULL: not yet */
    VECTOR(uint8_t) nesting;
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

static const char *smtlib_name(enum expr_kind kind)
{
    static const char *const names[EXPR_KIND_COUNT] = {
#define X(kind, kquery, smtlib, children) smtlib,
        EXPR_KINDS(X)
#undef X
    };
    return names[kind];
}

static enum form form_of(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    if (node->width == 0)
        return ARRAY;
    if (node->width != 1)
        return BITS;
    switch (node->kind) {
    case EXPR_CONST:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
    case EXPR_ITE:
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
        return CONDITION;
    default:
        return BITS;
    }
}

static const char *written(const struct printer *at, expr_t term)
{
    return at->written.data[order_place(&at->order, term)];
}

/* The term in the form wanted here. */
static void add_as(struct printer *at, struct text *text, expr_t term, enum form wanted)
{
    enum form form = form_of(at->exprs, term);
    if (form == CONDITION && wanted == BITS)
        text_add(text, "(ite %s #b1 #b0)", written(at, term));
    else if (form == BITS && wanted == CONDITION)
        text_add(text, "(= %s #b1)", written(at, term));
    else
        text_add_string(text, written(at, term));
}

static void add_bits(struct text *text, unsigned width, const uint64_t *words)
{
    text_add_string(text, width % 4 ? "#b" : "#x");
    unsigned step = width % 4 ? 1 : 4;
    for (unsigned bit = width; bit > 0; bit -= step) {
        uint64_t digit = words[(bit - step) / 64] >> (bit - step) % 64 & (step == 1 ? 1 : 15);
        text_add_char(text, "0123456789abcdef"[digit]);
    }
}

static void add_number(struct text *text, unsigned width, uint64_t value) { add_bits(text, width, &value); }

/* Names may hold anything but | and \, and nothing that a terminal would obey; two inputs of one name differ
 * in size. */
static void add_input_name(const struct exprs *exprs, struct text *text, uint32_t number)
{
    const struct input *input = exprs_input(exprs, number);
    bool alone = true;
    text_add_char(text, '|');
    for (const char *at = input->name; *at; at++) {
        bool plain = *at >= ' ' && *at <= '~' && *at != '|' && *at != '\\';
        alone &= plain;
        text_add_char(text, plain ? *at : '_');
    }
    for (uint32_t i = 0; i < exprs_input_count(exprs) && alone; i++)
        alone = i == number || strcmp(exprs_input(exprs, i)->name, input->name);
    text_add(text, alone ? "|" : "#%u|", number);
}

/* ---- floats ---- */

static const char *float_sort(unsigned width) { return width == 32 ? "8 24" : "11 53"; }

static void add_float(struct printer *at, struct text *text, expr_t term)
{
    text_add(text, "((_ to_fp %s) ", float_sort(expr_width(at->exprs, term)));
    add_as(at, text, term, BITS);
    text_add_char(text, ')');
}

/* 2^power, by its bits; infinity where that is too large */
static void add_float_power(struct text *text, unsigned width, unsigned power, bool negative)
{
    uint64_t bits = width == 32 ? (uint64_t)(127 + power) << 23 : (uint64_t)(1023 + power) << 52;
    text_add(text, "((_ to_fp %s) ", float_sort(width));
    add_number(text, width, bits | (uint64_t)negative << (width - 1));
    text_add_char(text, ')');
}

static void add_to_integer(struct printer *at, struct text *text, const struct expr_node *node)
{
    bool is_signed = node->kind == EXPR_FTOS;
    unsigned from = expr_width(at->exprs, node->arg[0]);
    uint64_t bad[2] = {0};
    bad[(node->width - 1) / 64] = 1ull << (node->width - 1) % 64;
    text_add_string(text, "(ite (and (fp.lt (fp.roundToIntegral RTZ ");
    add_float(at, text, node->arg[0]);
    text_add_string(text, ") ");
    add_float_power(text, from, is_signed ? node->width - 1u : node->width, false);
    text_add_string(text, ") (fp.leq ");
    if (is_signed)
        add_float_power(text, from, node->width - 1u, true);
    else
        text_add(text, "(_ +zero %s)", float_sort(from));
    text_add_string(text, " (fp.roundToIntegral RTZ ");
    add_float(at, text, node->arg[0]);
    text_add(text, "))) ((_ %s %u) RTZ ", smtlib_name((enum expr_kind)node->kind), node->width);
    add_float(at, text, node->arg[0]);
    text_add_string(text, ") ");
    add_bits(text, node->width, bad);
    text_add_char(text, ')');
}

/* The value, of a float sort, of an operation that gives a float. */
static void add_float_result(struct printer *at, struct text *text, const struct expr_node *node)
{
    enum expr_kind kind = (enum expr_kind)node->kind;
    if (kind == EXPR_STOF || kind == EXPR_UTOF || kind == EXPR_FCAST)
        text_add(text, "((_ %s %s) RNE ", smtlib_name(kind), float_sort(node->width));
    else
        text_add(text, "(%s RNE ", smtlib_name(kind));
    if (kind == EXPR_STOF || kind == EXPR_UTOF)
        add_as(at, text, node->arg[0], BITS);
    else
        add_float(at, text, node->arg[0]);
    if (expr_children(kind) == 2) {
        text_add_char(text, ' ');
        add_float(at, text, node->arg[1]);
    }
    text_add_char(text, ')');
}

static bool gives_float(enum expr_kind kind)
{
    return kind >= EXPR_FADD && !(kind >= EXPR_FEQ && kind <= EXPR_FLE) && kind != EXPR_FTOS &&
           kind != EXPR_FTOU;
}

static void declare_float(struct printer *at, uint32_t place, const struct expr_node *node)
{
    struct text value = {0};
    add_float_result(at, &value, node);
    text_add(at->text, "(declare-fun t%u () (_ BitVec %u))\n", place, node->width);
    text_add(at->text, "(define-fun f%u () (_ FloatingPoint %s) %s)\n", place, float_sort(node->width),
             text_string(&value));
    text_add(at->text, "(assert (= ((_ to_fp %s) t%u) f%u))\n", float_sort(node->width), place, place);
    text_add(at->text, "(assert (=> (fp.isNaN f%u) (= t%u %s)))\n", place, place,
             node->width == 32 ? "#x7fc00000" : "#x7ff8000000000000");
    text_release(&value);
}

/* ---- terms ---- */

static void add_read(struct printer *at, struct text *text, const struct expr_node *node)
{
    uint32_t size = expr_array_size(at->exprs, node->arg[0]);
    bool inside = pool_facts(at->exprs, node->arg[1])->high < size;
    if (!inside) {
        text_add(text, "(ite (bvult %s ", written(at, node->arg[1]));
        add_number(text, 64, size);
        text_add_string(text, ") ");
    }
    text_add(text, "(select %s %s)", written(at, node->arg[0]), written(at, node->arg[1]));
    if (!inside)
        text_add_string(text, " #x00)");
}

static void add_operands(struct printer *at, struct text *text, const struct expr_node *node, enum form form)
{
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++) {
        text_add_char(text, ' ');
        add_as(at, text, node->arg[i], form);
    }
    text_add_char(text, ')');
}

static void add_logical(struct printer *at, struct text *text, const struct expr_node *node)
{
    const char *name = node->kind == EXPR_NOT   ? "(not"
                       : node->kind == EXPR_AND ? "(and"
                       : node->kind == EXPR_OR  ? "(or"
                                                : "(xor";
    text_add_string(text, name);
    add_operands(at, text, node, CONDITION);
}

static void add_term(struct printer *at, struct text *text, expr_t term)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    enum expr_kind kind = (enum expr_kind)node->kind;
    switch (kind) {
    case EXPR_CONST:
        if (node->width == 1) {
            text_add_string(text, expr_is_true(exprs, term) ? "true" : "false");
        } else {
            uint64_t words[UINT16_MAX / 64 + 1];
            expr_words(exprs, term, words);
            add_bits(text, node->width, words);
        }
        return;
    case EXPR_BASE:
        add_number(text, 64, expr_base_address(exprs, term));
        return;
    case EXPR_READ:
        add_read(at, text, node);
        return;
    case EXPR_EXTRACT:
        text_add(text, "((_ extract %u %u)", node->arg[1] + node->width - 1, node->arg[1]);
        add_operands(at, text, node, BITS);
        return;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        text_add(text, "((_ %s %u)", smtlib_name(kind), node->width - expr_width(exprs, node->arg[0]));
        add_operands(at, text, node, BITS);
        return;
    case EXPR_ITE:
        text_add_string(text, "(ite ");
        add_as(at, text, node->arg[0], CONDITION);
        for (unsigned i = 1; i < 3; i++) {
            text_add_char(text, ' ');
            add_as(at, text, node->arg[i], form_of(exprs, term));
        }
        text_add_char(text, ')');
        return;
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
        text_add(text, "(%s ", smtlib_name(kind));
        add_float(at, text, node->arg[0]);
        text_add_char(text, ' ');
        add_float(at, text, node->arg[1]);
        text_add_char(text, ')');
        return;
    case EXPR_FTOS:
    case EXPR_FTOU:
        add_to_integer(at, text, node);
        return;
    default:
        break;
    }
    if (node->width == 1 && (kind == EXPR_NOT || (kind >= EXPR_AND && kind <= EXPR_XOR))) {
        add_logical(at, text, node);
        return;
    }
    text_add(text, "(%s", smtlib_name(kind));
    if (kind == EXPR_STORE)
        text_add(text, " %s %s %s)", written(at, node->arg[0]), written(at, node->arg[1]),
                 written(at, node->arg[2]));
    else
        add_operands(at, text, node, BITS);
}

#define ARRAY_SORT "(Array (_ BitVec 64) (_ BitVec 8))"

/* An array whose bytes are asserted: a constant array is outside the logic. */
static void define_bytes(struct printer *at, uint32_t place, expr_t term)
{
    uint32_t size;
    const uint8_t *data = expr_bytes_data(at->exprs, term, &size);
    text_add(at->text, "(declare-fun t%u () " ARRAY_SORT ")\n", place);
    for (uint32_t i = 0; i < size && !leaves(at, i); i++)
        text_add(at->text, "(assert (= (select t%u #x%016x) #x%02x))\n", place, i, data[i]);
}

static uint8_t nesting_of(const struct printer *at, const struct expr_node *node)
{
    uint8_t deepest = 0;
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++) {
        uint8_t nesting = at->nesting.data[order_place(&at->order, node->arg[i])];
        deepest = nesting > deepest ? nesting : deepest;
    }
    return (uint8_t)(deepest + 1);
}

static void define(struct printer *at, uint32_t place, expr_t term, const char *body)
{
    enum form form = form_of(at->exprs, term);
    text_add(at->text, "(define-fun t%u () ", place);
    if (form == BITS)
        text_add(at->text, "(_ BitVec %u)", expr_width(at->exprs, term));
    else
        text_add_string(at->text, form == ARRAY ? ARRAY_SORT : "Bool");
    text_add(at->text, " %s)\n", body);
}

/* Settles how the term at this place is written where it is used. */
static void settle(struct printer *at, uint32_t place)
{
    struct exprs *exprs = at->exprs;
    expr_t term = at->order.terms.data[place];
    const struct expr_node *node = expr_node(exprs, term);
    struct text text = {0};
    uint8_t nesting = nesting_of(at, node);
    bool named = false;
    if (node->kind == EXPR_INPUT) {
        add_input_name(exprs, &text, node->arg[0]);
        text_add(at->text, "(declare-fun %s () " ARRAY_SORT ")\n", text_string(&text));
    } else if (node->kind == EXPR_BYTES) {
        define_bytes(at, place, term);
        named = true;
    } else if (gives_float((enum expr_kind)node->kind)) {
        declare_float(at, place, node);
        named = true;
    } else {
        add_term(at, &text, term);
        if (expr_children((enum expr_kind)node->kind) &&
            (at->order.uses.data[place] > 1 || nesting >= MAX_NESTING || text.length > MAX_LENGTH)) {
            define(at, place, term, text_string(&text));
            named = true;
        }
    }
    if (named) {
        text_clear(&text);
        text_add(&text, "t%u", place);
        nesting = 0;
    }
    vector_push(&at->written, text.data);
    vector_push(&at->nesting, nesting);
}

/* What is written inside its only user is not needed any more. */
static void forget_children(struct printer *at, uint32_t place)
{
    const struct expr_node *node = expr_node(at->exprs, at->order.terms.data[place]);
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++) {
        uint32_t child = order_place(&at->order, node->arg[i]);
        if (at->order.uses.data[child] == 1) {
            mem_free(at->written.data[child]);
            at->written.data[child] = NULL;
        }
    }
}

static const struct support *support_of_all(struct exprs *exprs, const expr_t *terms, size_t count)
{
    const struct support *all = expr_support(exprs, expr_bool(exprs, true));
    for (size_t i = 0; i < count; i++)
        all = support_union(exprs, all, expr_support(exprs, terms[i]));
    return all;
}

size_t expr_smtlib_variables(struct exprs *exprs, const expr_t *terms, size_t count, uint32_t **variables)
{
    const struct support *all = support_of_all(exprs, terms, count);
    VECTOR(uint32_t) list = {0};
    for (uint32_t range = 0; range < all->count; range++)
        for (uint32_t variable = all->ranges[range].first; variable < all->ranges[range].end; variable++)
            vector_push(&list, variable);
    *variables = list.data;
    return list.count;
}

static void add_value(struct printer *at, uint32_t variable, uint32_t *input)
{
    while (variable >= exprs_input(at->exprs, *input)->variable + exprs_input(at->exprs, *input)->size)
        (*input)++;
    text_add_string(at->text, "(select ");
    add_input_name(at->exprs, at->text, *input);
    text_add_char(at->text, ' ');
    add_number(at->text, 64, variable - exprs_input(at->exprs, *input)->variable);
    text_add_char(at->text, ')');
}

/* In the order of expr_smtlib_variables(), which are not listed here: they may be very many. */
static void add_values(struct printer *at, const expr_t *terms, size_t count)
{
    const struct support *all = support_of_all(at->exprs, terms, count);
    const char *before = "(get-value (";
    uint32_t input = 0;
    for (uint32_t range = 0; range < all->count && !at->is_left; range++)
        for (uint32_t variable = all->ranges[range].first;
             variable < all->ranges[range].end && !leaves(at, variable); variable++) {
            text_add_string(at->text, before);
            add_value(at, variable, &input);
            before = "\n  ";
        }
    if (all->count)
        text_add_string(at->text, "))\n");
}

bool expr_print_smtlib(struct exprs *exprs, struct text *text, const expr_t *terms, size_t count, bool model,
                       budget_end *end)
{
    struct printer at = {.exprs = exprs, .text = text, .end = end};
    bool floats = false;
    for (size_t i = 0; i < count; i++)
        floats |= expr_has_float(exprs, terms[i]);
    if (model)
        text_add_string(text, "(set-option :produce-models true)\n");
    text_add(text, "(set-logic %s)\n", floats ? "ALL" : "QF_ABV");
    at.is_left = !order_init(&at.order, exprs, terms, count, end);
    for (uint32_t place = 0; place < at.order.terms.count && !leaves(&at, place); place++) {
        settle(&at, place);
        forget_children(&at, place);
    }
    for (size_t i = 0; i < count && !at.is_left; i++) {
        text_add_string(text, "(assert ");
        add_as(&at, text, terms[i], CONDITION);
        text_add_string(text, ")\n");
    }
    text_add_string(text, "(check-sat)\n");
    if (model && !at.is_left)
        add_values(&at, terms, count);
    for (size_t i = 0; i < at.written.count; i++)
        mem_free(at.written.data[i]);
    vector_release(&at.written);
    vector_release(&at.nesting);
    order_release(&at.order);
    return !at.is_left;
}
