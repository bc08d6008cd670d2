/* Translation to Z3, each term once. Z3 counts references: every result of its
 * constructors is kept in `loose` until the term at hand is done. */
#include "solver/z3_terms.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "expr/support.h"
#include "solver/facts.h"

#include <math.h>

enum { INDEX_BITS = 64, BYTE_BITS = 8 };

Z3_ast z3_terms_keep(struct z3_terms *z3, Z3_ast ast)
{
    if (ast) {
        Z3_inc_ref(z3->context, ast);
        vector_push(&z3->loose, ast);
    }
    return ast;
}

#define KEEP(...) z3_terms_keep(z3, __VA_ARGS__)

void z3_terms_settle(struct z3_terms *z3)
{
    while (z3->loose.count)
        Z3_dec_ref(z3->context, vector_pop(&z3->loose));
}

/* An error shows in Z3_get_error_code; Z3's own handler would end the process. */
static void on_error(Z3_context context, Z3_error_code code) {}

void z3_terms_init(struct z3_terms *z3, struct exprs *exprs)
{
    Z3_config config = Z3_mk_config();
    *z3 = (struct z3_terms){.exprs = exprs, .context = Z3_mk_context_rc(config)};
    Z3_del_config(config);
    if (!z3->context)
        mem_exhausted();
    Z3_set_error_handler(z3->context, on_error);
    z3->rounding = Z3_mk_fpa_round_nearest_ties_to_even(z3->context);
    Z3_inc_ref(z3->context, z3->rounding);
    z3->toward_zero = Z3_mk_fpa_round_toward_zero(z3->context);
    Z3_inc_ref(z3->context, z3->toward_zero);
}

void z3_terms_release(struct z3_terms *z3)
{
    z3_terms_settle(z3);
    z3_terms_sweep(z3, true);
    Z3_dec_ref(z3->context, z3->rounding);
    Z3_dec_ref(z3->context, z3->toward_zero);
    Z3_del_context(z3->context);
    table_release(&z3->made);
    table_release(&z3->variables);
    vector_release(&z3->loose);
    vector_release(&z3->stack);
}

void z3_terms_sweep(struct z3_terms *z3, bool all)
{
    VECTOR(uint64_t) dead = {0};
    table_each(entry, &z3->made)
    {
        if (!all && expr_marked(z3->exprs, (expr_t)entry->key))
            continue;
        Z3_dec_ref(z3->context, (Z3_ast)entry->value);
        vector_push(&dead, entry->key);
    }
    for (size_t i = 0; i < dead.count; i++)
        table_remove(&z3->made, dead.data[i]);
    vector_release(&dead);
    if (!all)
        return;
    table_each(entry, &z3->variables) Z3_dec_ref(z3->context, (Z3_ast)entry->value);
    table_clear(&z3->variables);
}

/* ---- pieces ---- */

static Z3_sort bits_sort(struct z3_terms *z3, unsigned width)
{
    return (Z3_sort)KEEP((Z3_ast)Z3_mk_bv_sort(z3->context, width));
}

static Z3_ast number(struct z3_terms *z3, unsigned width, uint64_t value)
{
    return KEEP(Z3_mk_unsigned_int64(z3->context, value, bits_sort(z3, width)));
}

Z3_ast z3_terms_index(struct z3_terms *z3, uint64_t index) { return number(z3, INDEX_BITS, index); }

static Z3_ast constant(struct z3_terms *z3, expr_t term, unsigned width)
{
    if (width == 1)
        return KEEP(expr_value(z3->exprs, term) ? Z3_mk_true(z3->context) : Z3_mk_false(z3->context));
    if (width <= 64)
        return number(z3, width, expr_value(z3->exprs, term));
    uint64_t *words = mem_alloc((width + 63) / 64 * sizeof *words);
    bool *bits = mem_alloc(width * sizeof *bits);
    expr_words(z3->exprs, term, words);
    for (unsigned i = 0; i < width; i++)
        bits[i] = words[i / 64] >> (i % 64) & 1;
    Z3_ast result = KEEP(Z3_mk_bv_numeral(z3->context, width, bits));
    mem_free(bits);
    mem_free(words);
    return result;
}

/* A bit-vector of one bit for a Bool, and back. */
static Z3_ast bit_of(struct z3_terms *z3, Z3_ast truth)
{
    return KEEP(Z3_mk_ite(z3->context, truth, number(z3, 1, 1), number(z3, 1, 0)));
}

static Z3_ast truth_of(struct z3_terms *z3, Z3_ast bit)
{
    return KEEP(Z3_mk_eq(z3->context, bit, number(z3, 1, 1)));
}

static Z3_ast done(struct z3_terms *z3, expr_t term)
{
    uint64_t *made = table_find(&z3->made, term);
    BUG_ON(!made);
    return (Z3_ast)*made;
}

static Z3_ast bits(struct z3_terms *z3, expr_t term)
{
    Z3_ast ast = done(z3, term);
    return expr_width(z3->exprs, term) == 1 ? bit_of(z3, ast) : ast;
}

/* ---- arrays ---- */

Z3_ast z3_terms_variable(struct z3_terms *z3, uint32_t variable)
{
    uint64_t *slot = table_slot(&z3->variables, variable, 0);
    if (!*slot) {
        Z3_ast ast =
            Z3_mk_const(z3->context, Z3_mk_int_symbol(z3->context, (int)variable), bits_sort(z3, BYTE_BITS));
        Z3_inc_ref(z3->context, ast);
        *slot = (uint64_t)ast;
    }
    return (Z3_ast)*slot;
}

static Z3_ast input_array(struct z3_terms *z3, uint32_t input)
{
    Z3_sort sort = (Z3_sort)KEEP(
        (Z3_ast)Z3_mk_array_sort(z3->context, bits_sort(z3, INDEX_BITS), bits_sort(z3, BYTE_BITS)));
    char name[32];
    snprintf(name, sizeof name, "input%u", input);
    return KEEP(Z3_mk_const(z3->context, Z3_mk_string_symbol(z3->context, name), sort));
}

/* The commonest byte everywhere, the others stored over it. */
static Z3_ast constant_array(struct z3_terms *z3, expr_t term)
{
    uint32_t size, counts[256] = {0};
    const uint8_t *data = expr_bytes_data(z3->exprs, term, &size);
    uint8_t common = 0;
    for (uint32_t i = 0; i < size; i++)
        if (++counts[data[i]] > counts[common])
            common = data[i];
    Z3_ast array =
        KEEP(Z3_mk_const_array(z3->context, bits_sort(z3, INDEX_BITS), number(z3, BYTE_BITS, common)));
    for (uint32_t i = 0; i < size; i++)
        if (data[i] != common)
            array =
                KEEP(Z3_mk_store(z3->context, array, z3_terms_index(z3, i), number(z3, BYTE_BITS, data[i])));
    return array;
}

/* Our arrays end; Z3's do not. */
static Z3_ast read(struct z3_terms *z3, expr_t array, expr_t index)
{
    uint32_t size = expr_array_size(z3->exprs, array);
    Z3_ast at = bits(z3, index), byte = KEEP(Z3_mk_select(z3->context, done(z3, array), at));
    if (expr_interval(z3->exprs, index).high < size)
        return byte;
    Z3_ast inside = KEEP(Z3_mk_bvult(z3->context, at, z3_terms_index(z3, size)));
    return KEEP(Z3_mk_ite(z3->context, inside, byte, number(z3, BYTE_BITS, 0)));
}

/* ---- floats ---- */

static Z3_sort float_sort(struct z3_terms *z3, unsigned width)
{
    return (Z3_sort)KEEP(
        (Z3_ast)(width == 32 ? Z3_mk_fpa_sort_32(z3->context) : Z3_mk_fpa_sort_64(z3->context)));
}

static Z3_ast float_of(struct z3_terms *z3, expr_t term)
{
    return KEEP(Z3_mk_fpa_to_fp_bv(z3->context, bits(z3, term), float_sort(z3, expr_width(z3->exprs, term))));
}

/* A NaN has many patterns; ours is one. */
static Z3_ast bits_of_float(struct z3_terms *z3, Z3_ast value, unsigned width)
{
    Z3_ast nan = number(z3, width, width == 32 ? 0x7fc00000u : 0x7ff8000000000000u);
    Z3_ast pattern = KEEP(Z3_mk_fpa_to_ieee_bv(z3->context, value));
    return KEEP(Z3_mk_ite(z3->context, KEEP(Z3_mk_fpa_is_nan(z3->context, value)), nan, pattern));
}

static Z3_ast power_of_two(struct z3_terms *z3, unsigned exponent, bool negative, unsigned width)
{
    if (exponent > (width == 32 ? 127 : 1023))
        return KEEP(Z3_mk_fpa_inf(z3->context, float_sort(z3, width), negative));
    double value = ldexp(negative ? -1.0 : 1.0, (int)exponent);
    return KEEP(Z3_mk_fpa_numeral_double(z3->context, value, float_sort(z3, width)));
}

/* What does not fit, and NaN, gives the highest bit alone. */
static Z3_ast float_to_integer(struct z3_terms *z3, bool is_signed, expr_t operand, unsigned width)
{
    Z3_context context = z3->context;
    unsigned from = expr_width(z3->exprs, operand);
    Z3_ast value = float_of(z3, operand);
    Z3_ast whole = KEEP(Z3_mk_fpa_round_to_integral(context, z3->toward_zero, value));
    Z3_ast high = power_of_two(z3, is_signed ? width - 1 : width, false, from);
    Z3_ast low = is_signed ? power_of_two(z3, width - 1, true, from)
                           : KEEP(Z3_mk_fpa_zero(context, float_sort(z3, from), false));
    Z3_ast both[2] = {KEEP(Z3_mk_fpa_lt(context, whole, high)), KEEP(Z3_mk_fpa_geq(context, whole, low))};
    Z3_ast fits = KEEP(Z3_mk_and(context, 2, both));
    Z3_ast integer = KEEP(is_signed ? Z3_mk_fpa_to_sbv(context, z3->toward_zero, value, width)
                                    : Z3_mk_fpa_to_ubv(context, z3->toward_zero, value, width));
    Z3_ast top = number(z3, width, 1);
    if (width > 1)
        top = KEEP(
            Z3_mk_concat(context, number(z3, 1, 1), KEEP(Z3_mk_int(context, 0, bits_sort(z3, width - 1)))));
    return KEEP(Z3_mk_ite(context, fits, integer, top));
}

static Z3_ast float_term(struct z3_terms *z3, const struct expr_node *node)
{
    Z3_context context = z3->context;
    Z3_ast mode = z3->rounding, left = 0, right = 0, result;
    if (node->kind != EXPR_STOF && node->kind != EXPR_UTOF)
        left = float_of(z3, node->arg[0]);
    if (expr_children(node->kind) == 2)
        right = float_of(z3, node->arg[1]);
    Z3_sort sort = node->width == 32 || node->width == 64 ? float_sort(z3, node->width) : NULL;
    switch (node->kind) {
    case EXPR_FADD:
        result = Z3_mk_fpa_add(context, mode, left, right);
        break;
    case EXPR_FSUB:
        result = Z3_mk_fpa_sub(context, mode, left, right);
        break;
    case EXPR_FMUL:
        result = Z3_mk_fpa_mul(context, mode, left, right);
        break;
    case EXPR_FDIV:
        result = Z3_mk_fpa_div(context, mode, left, right);
        break;
    case EXPR_FSQRT:
        result = Z3_mk_fpa_sqrt(context, mode, left);
        break;
    case EXPR_FCAST:
        result = Z3_mk_fpa_to_fp_float(context, mode, left, sort);
        break;
    case EXPR_STOF:
        result = Z3_mk_fpa_to_fp_signed(context, mode, bits(z3, node->arg[0]), sort);
        break;
    case EXPR_UTOF:
        result = Z3_mk_fpa_to_fp_unsigned(context, mode, bits(z3, node->arg[0]), sort);
        break;
    case EXPR_FEQ:
        return KEEP(Z3_mk_fpa_eq(context, left, right));
    case EXPR_FLT:
        return KEEP(Z3_mk_fpa_lt(context, left, right));
    case EXPR_FLE:
        return KEEP(Z3_mk_fpa_leq(context, left, right));
    case EXPR_FTOS:
    case EXPR_FTOU: {
        Z3_ast integer = float_to_integer(z3, node->kind == EXPR_FTOS, node->arg[0], node->width);
        return node->width == 1 ? truth_of(z3, integer) : integer;
    }
    default:
        BUG("not a float kind: %u", node->kind);
    }
    return bits_of_float(z3, KEEP(result), node->width);
}

/* ---- terms ---- */

static Z3_ast logical(struct z3_terms *z3, const struct expr_node *node)
{
    Z3_context context = z3->context;
    Z3_ast both[2] = {done(z3, node->arg[0]), done(z3, node->arg[1])};
    switch (node->kind) {
    case EXPR_AND:
        return KEEP(Z3_mk_and(context, 2, both));
    case EXPR_OR:
        return KEEP(Z3_mk_or(context, 2, both));
    default:
        return KEEP(Z3_mk_xor(context, both[0], both[1]));
    }
}

static Z3_ast binary(struct z3_terms *z3, const struct expr_node *node)
{
    Z3_context context = z3->context;
    Z3_ast left = bits(z3, node->arg[0]), right = bits(z3, node->arg[1]), result;
    switch (node->kind) {
    case EXPR_ADD:
        result = Z3_mk_bvadd(context, left, right);
        break;
    case EXPR_SUB:
        result = Z3_mk_bvsub(context, left, right);
        break;
    case EXPR_MUL:
        result = Z3_mk_bvmul(context, left, right);
        break;
    case EXPR_UDIV:
        result = Z3_mk_bvudiv(context, left, right);
        break;
    case EXPR_SDIV:
        result = Z3_mk_bvsdiv(context, left, right);
        break;
    case EXPR_UREM:
        result = Z3_mk_bvurem(context, left, right);
        break;
    case EXPR_SREM:
        result = Z3_mk_bvsrem(context, left, right);
        break;
    case EXPR_AND:
        result = Z3_mk_bvand(context, left, right);
        break;
    case EXPR_OR:
        result = Z3_mk_bvor(context, left, right);
        break;
    case EXPR_XOR:
        result = Z3_mk_bvxor(context, left, right);
        break;
    case EXPR_SHL:
        result = Z3_mk_bvshl(context, left, right);
        break;
    case EXPR_LSHR:
        result = Z3_mk_bvlshr(context, left, right);
        break;
    case EXPR_ASHR:
        result = Z3_mk_bvashr(context, left, right);
        break;
    case EXPR_EQ:
        return KEEP(Z3_mk_eq(context, left, right));
    case EXPR_ULT:
        return KEEP(Z3_mk_bvult(context, left, right));
    case EXPR_ULE:
        return KEEP(Z3_mk_bvule(context, left, right));
    case EXPR_SLT:
        return KEEP(Z3_mk_bvslt(context, left, right));
    case EXPR_SLE:
        return KEEP(Z3_mk_bvsle(context, left, right));
    default:
        BUG("not a binary kind: %u", node->kind);
    }
    KEEP(result);
    return node->width == 1 ? truth_of(z3, result) : result;
}

static Z3_ast make(struct z3_terms *z3, expr_t term)
{
    struct expr_node node = *expr_node(z3->exprs, term);
    Z3_context context = z3->context;
    unsigned inner;
    uint32_t variable;
    Z3_ast piece;
    switch (node.kind) {
    case EXPR_CONST:
        return constant(z3, term, node.width);
    case EXPR_INPUT:
        return input_array(z3, node.arg[0]);
    case EXPR_BYTES:
        return constant_array(z3, term);
    case EXPR_BASE:
        return number(z3, 64, expr_base_address(z3->exprs, term));
    case EXPR_READ:
        if (term_is_input_byte(z3->exprs, term, &variable))
            return z3_terms_variable(z3, variable);
        return read(z3, node.arg[0], node.arg[1]);
    case EXPR_STORE:
        return KEEP(
            Z3_mk_store(context, done(z3, node.arg[0]), bits(z3, node.arg[1]), bits(z3, node.arg[2])));
    case EXPR_CONCAT:
        return KEEP(Z3_mk_concat(context, bits(z3, node.arg[0]), bits(z3, node.arg[1])));
    case EXPR_EXTRACT:
        piece =
            KEEP(Z3_mk_extract(context, node.arg[1] + node.width - 1, node.arg[1], bits(z3, node.arg[0])));
        return node.width == 1 ? truth_of(z3, piece) : piece;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        inner = expr_width(z3->exprs, node.arg[0]);
        piece = bits(z3, node.arg[0]);
        return KEEP(node.kind == EXPR_ZEXT ? Z3_mk_zero_ext(context, node.width - inner, piece)
                                           : Z3_mk_sign_ext(context, node.width - inner, piece));
    case EXPR_NOT:
        piece = done(z3, node.arg[0]);
        return KEEP(node.width == 1 ? Z3_mk_not(context, piece) : Z3_mk_bvnot(context, piece));
    case EXPR_ITE:
        return KEEP(Z3_mk_ite(context, done(z3, node.arg[0]), done(z3, node.arg[1]), done(z3, node.arg[2])));
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
        return node.width == 1 ? logical(z3, &node) : binary(z3, &node);
    default:
        return node.kind >= EXPR_FADD ? float_term(z3, &node) : binary(z3, &node);
    }
}

/* Children first, with a stack of our own: write chains are deep. */
Z3_ast z3_terms_get(struct z3_terms *z3, expr_t root)
{
    vector_push(&z3->stack, root);
    while (z3->stack.count) {
        budget_spent(exprs_budget(z3->exprs), 10);
        expr_t term = z3->stack.data[z3->stack.count - 1];
        if (table_find(&z3->made, term)) {
            vector_pop(&z3->stack);
            continue;
        }
        struct expr_node node = *expr_node(z3->exprs, term);
        size_t before = z3->stack.count;
        uint32_t variable;
        if (!term_is_input_byte(z3->exprs, term, &variable))
            for (unsigned i = 0; i < expr_children(node.kind); i++)
                if (!table_find(&z3->made, node.arg[i]))
                    vector_push(&z3->stack, node.arg[i]);
        if (z3->stack.count > before)
            continue;
        Z3_ast ast = make(z3, term);
        BUG_ON(!ast);
        Z3_inc_ref(z3->context, ast);
        table_set(&z3->made, term, (uint64_t)ast);
        z3_terms_settle(z3);
        vector_pop(&z3->stack);
    }
    return done(z3, root);
}
