/* Terms to gates: each term once, its children first. */
#include "solver/blast_internal.h"

#include "base/bug.h"

#include <string.h>

/* Beyond these a query is left to others. Multiplying is quadratic in the width. */
enum { MOST_GATES = 1 << 24, WIDEST_PRODUCT = 2048 };

/* From here on a read costs less lazily: measured, see docs/arrays.md. */
enum { LAZY_RANGES = 1 << 15, LAZY_PER_STORE = 64 };

void blaster_init(struct blaster *blaster, struct exprs *exprs)
{
    memset(blaster, 0, sizeof *blaster);
    blaster->exprs = exprs;
    blaster->lazy_rule = (struct lazy_rule){LAZY_RANGES, LAZY_PER_STORE};
    blaster->ranges = ranges_new(exprs);
    gates_init(&blaster->gates);
    vector_push(&blaster->bits, GATE_FALSE);
}

void blaster_release(struct blaster *blaster)
{
    gates_release(&blaster->gates);
    vector_release(&blaster->places);
    vector_release(&blaster->bits);
    vector_release(&blaster->inputs);
    vector_release(&blaster->stack);
    ranges_free(blaster->ranges);
    vector_release(&blaster->lazy);
    vector_release(&blaster->result);
}

void blaster_clear(struct blaster *blaster)
{
    struct exprs *exprs = blaster->exprs;
    bool cell_by_cell = blaster->cell_by_cell;
    struct lazy_rule lazy_rule = blaster->lazy_rule;
    blaster_release(blaster);
    blaster_init(blaster, exprs);
    blaster->cell_by_cell = cell_by_cell;
    blaster->lazy_rule = lazy_rule;
}

void blaster_sweep(struct blaster *blaster)
{
    for (expr_t term = 1; term < blaster->places.count; term++)
        if (blaster->places.data[term] && !expr_marked(blaster->exprs, term))
            blaster->places.data[term] = 0;
}

/* ---- one term from its children ---- */

static void constant(struct blaster *blaster, gate_t *out, expr_t term, unsigned width)
{
    uint64_t few[4], *words = width <= 256 ? few : mem_alloc((width + 63) / 64 * sizeof *words);
    expr_words(blaster->exprs, term, words);
    for (unsigned i = 0; i < width; i++)
        out[i] = gate_const(words[i / 64] >> i % 64 & 1);
    if (words != few)
        mem_free(words);
}

static void address(struct blaster *blaster, gate_t *out, expr_t term)
{
    uint64_t value = expr_base_address(blaster->exprs, term);
    for (unsigned i = 0; i < 64; i++)
        out[i] = gate_const(value >> i & 1);
}

static void extend(gate_t *out, const gate_t *a, gate_t fill, unsigned from, unsigned width)
{
    memcpy(out, a, from * sizeof *out);
    for (unsigned i = from; i < width; i++)
        out[i] = fill;
}

static void bitwise(struct gates *gates, enum expr_kind kind, gate_t *out, const gate_t *a, const gate_t *b,
                    unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        out[i] = kind == EXPR_AND  ? gates_and(gates, a[i], b[i])
                 : kind == EXPR_OR ? gates_or(gates, a[i], b[i])
                                   : gates_xor(gates, a[i], b[i]);
}

static void build(struct blaster *blaster, gate_t *out, expr_t term, const struct expr_node *node)
{
    struct gates *gates = &blaster->gates;
    unsigned width = node->width;
    unsigned children = expr_children(node->kind);
    if (node->kind == EXPR_READ) {
        if (blast_read_waits(blaster, node->arg[0], node->arg[1]))
            blast_read_later(blaster, out, term);
        else
            blast_read(blaster, out, node->arg[0], node->arg[1]);
        return;
    }
    const gate_t *a = children > 0 ? blaster_bits(blaster, node->arg[0]) : NULL;
    const gate_t *b = children > 1 ? blaster_bits(blaster, node->arg[1]) : NULL;
    const gate_t *c = children > 2 ? blaster_bits(blaster, node->arg[2]) : NULL;
    unsigned from = children ? expr_width(blaster->exprs, node->arg[0]) : 0;
    switch ((enum expr_kind)node->kind) {
    case EXPR_CONST:
        constant(blaster, out, term, width);
        break;
    case EXPR_BASE:
        address(blaster, out, term);
        break;
    case EXPR_CONCAT:
        memcpy(out, b, (width - from) * sizeof *out);
        memcpy(out + width - from, a, from * sizeof *out);
        break;
    case EXPR_EXTRACT:
        memcpy(out, a + node->arg[1], width * sizeof *out);
        break;
    case EXPR_ZEXT:
        extend(out, a, GATE_FALSE, from, width);
        break;
    case EXPR_SEXT:
        extend(out, a, a[from - 1], from, width);
        break;
    case EXPR_NOT:
        for (unsigned i = 0; i < width; i++)
            out[i] = gate_not(a[i]);
        break;
    case EXPR_ADD:
        blast_add(gates, out, a, b, GATE_FALSE, width);
        break;
    case EXPR_SUB:
        blast_sub(gates, out, a, b, width);
        break;
    case EXPR_MUL:
        blast_mul(gates, out, a, b, width);
        break;
    case EXPR_UDIV:
        blast_divide(gates, out, NULL, a, b, width);
        break;
    case EXPR_UREM:
        blast_divide(gates, NULL, out, a, b, width);
        break;
    case EXPR_SDIV:
        blast_divide_signed(gates, out, NULL, a, b, width);
        break;
    case EXPR_SREM:
        blast_divide_signed(gates, NULL, out, a, b, width);
        break;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
        bitwise(gates, node->kind, out, a, b, width);
        break;
    case EXPR_SHL:
        blast_shift(gates, out, a, b, GATE_FALSE, true, width);
        break;
    case EXPR_LSHR:
        blast_shift(gates, out, a, b, GATE_FALSE, false, width);
        break;
    case EXPR_ASHR:
        blast_shift(gates, out, a, b, a[width - 1], false, width);
        break;
    case EXPR_EQ:
        *out = blast_equal(gates, a, b, from);
        break;
    case EXPR_ULT:
    case EXPR_SLT:
        *out = blast_less(gates, a, b, node->kind == EXPR_SLT, from);
        break;
    case EXPR_ULE:
    case EXPR_SLE:
        *out = gate_not(blast_less(gates, b, a, node->kind == EXPR_SLE, from));
        break;
    case EXPR_ITE:
        for (unsigned i = 0; i < width; i++)
            out[i] = gates_mux(gates, *a, b[i], c[i]);
        break;
    default:
        BUG("no gates for %s", expr_kind_name(node->kind));
    }
}

/* ---- all terms below one ---- */

/* Puts what the term needs and what has no gates yet on the stack. */
static void needs(struct blaster *blaster, const struct expr_node *node)
{
    unsigned first = 0;
    if (node->kind == EXPR_READ) {
        if (blast_read_waits(blaster, node->arg[0], node->arg[1]))
            return;
        blast_read_needs(blaster, node->arg[0]);
        first = 1;
    }
    for (unsigned i = expr_children(node->kind); i-- > first;)
        if (!blaster_has(blaster, node->arg[i]))
            vector_push(&blaster->stack, node->arg[i]);
}

static bool too_large(const struct blaster *blaster, const struct expr_node *node)
{
    bool product = node->kind >= EXPR_MUL && node->kind <= EXPR_SREM;
    return (product && node->width > WIDEST_PRODUCT) || blaster->gates.all.count > MOST_GATES ||
           blaster->bits.count > UINT32_MAX / 2;
}

static void make(struct blaster *blaster, expr_t term, const struct expr_node *node)
{
    vector_reserve(&blaster->result, node->width);
    build(blaster, blaster->result.data, term, node);
    size_t place = blaster->bits.count;
    vector_reserve(&blaster->bits, place + node->width);
    memcpy(blaster->bits.data + place, blaster->result.data, node->width * sizeof(gate_t));
    blaster->bits.count += node->width;
    blaster->places.data[term] = (uint32_t)place;
}

const gate_t *blaster_term(struct blaster *blaster, expr_t root)
{
    if (blaster_has(blaster, root))
        return blaster_bits(blaster, root);
    size_t limit = exprs_limit(blaster->exprs);
    if (blaster->places.count < limit) {
        vector_reserve(&blaster->places, limit);
        memset(blaster->places.data + blaster->places.count, 0,
               (limit - blaster->places.count) * sizeof *blaster->places.data);
        blaster->places.count = limit;
    }
    size_t gates = blaster->gates.all.count;
    vector_clear(&blaster->stack);
    vector_push(&blaster->stack, root);
    while (blaster->stack.count) {
        size_t count = blaster->stack.count;
        expr_t term = blaster->stack.data[count - 1];
        if (!blaster_has(blaster, term)) {
            struct expr_node node = *expr_node(blaster->exprs, term);
            needs(blaster, &node);
            if (blaster->stack.count > count)
                continue;
            if (blaster->too_large || too_large(blaster, &node)) {
                blaster->too_large = true;
                return blaster->bits.data;
            }
            blaster->late = budget_spent(exprs_budget(blaster->exprs), 1 + blaster->gates.all.count - gates);
            gates = blaster->gates.all.count;
            if (blaster->late)
                return blaster->bits.data;
            make(blaster, term, &node);
        }
        blaster->stack.count--;
    }
    return blaster_bits(blaster, root);
}
