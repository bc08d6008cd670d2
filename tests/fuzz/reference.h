/* A second opinion on what expressions mean: a plain tree language with its own
 * evaluator (128-bit integers, bit by bit where that is clearer) and its own
 * way to Z3, sharing no code with src/expr. A node keeps beside it the term the
 * constructors made of it. Used by the fuzzer and by the proofs of the rules. */
#ifndef FUZZ_REFERENCE_H
#define FUZZ_REFERENCE_H

#include "expr/eval.h"
#include "expr/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

typedef unsigned __int128 u128;

enum { REF_MODELS = 4, REF_NODES = 4096, REF_ARRAY = 16 };

struct ref_node {
    enum expr_kind kind;
    unsigned width; /* 0: an array */
    int arg[3];
    unsigned low;             /* of an extract */
    u128 constant;            /* of a constant */
    uint8_t bytes[REF_ARRAY]; /* of constant bytes */
    u128 value[REF_MODELS];
    uint8_t array[REF_MODELS][REF_ARRAY]; /* contents of an array */
    expr_t term;
    Z3_ast z3;
};

struct reference {
    struct exprs *exprs;
    struct model *models[REF_MODELS];
    uint8_t input[REF_MODELS][REF_ARRAY]; /* the one input, all its bytes */
    struct ref_node nodes[REF_NODES];
    int count;
    Z3_context z3;
    Z3_ast *terms; /* by term id */
    size_t term_count;
};

static inline u128 ref_mask(unsigned width) { return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1; }
static inline bool ref_sign(u128 value, unsigned width) { return value >> (width - 1) & 1; }
static inline u128 ref_negate(u128 value, unsigned width) { return -value & ref_mask(width); }
static inline u128 ref_sext(u128 value, unsigned width)
{
    return ref_sign(value, width) ? value | ~ref_mask(width) : value;
}

static inline u128 ref_udiv(u128 a, u128 b, unsigned width) { return b ? a / b : ref_mask(width); }
static inline u128 ref_urem(u128 a, u128 b) { return b ? a % b : a; }

/* SMT-LIB's definition, by cases. */
static inline u128 ref_sdiv(u128 a, u128 b, unsigned width)
{
    bool s = ref_sign(a, width), t = ref_sign(b, width);
    u128 quotient = ref_udiv(s ? ref_negate(a, width) : a, t ? ref_negate(b, width) : b, width);
    return s == t ? quotient : ref_negate(quotient, width);
}

static inline u128 ref_srem(u128 a, u128 b, unsigned width)
{
    bool s = ref_sign(a, width), t = ref_sign(b, width);
    u128 rest = ref_urem(s ? ref_negate(a, width) : a, t ? ref_negate(b, width) : b);
    return s ? ref_negate(rest, width) : rest;
}

static inline double ref_double(u128 bits, unsigned width)
{
    uint64_t word = (uint64_t)bits;
    uint32_t half = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &word, 8);
    memcpy(&narrow, &half, 4);
    return width == 32 ? narrow : wide;
}

static inline u128 ref_bits(double value, unsigned width)
{
    float narrow = (float)value;
    uint64_t word = 0;
    if (isnan(value))
        return width == 32 ? 0x7fc00000 : 0x7ff8000000000000;
    if (width == 32)
        memcpy(&word, &narrow, 4);
    else
        memcpy(&word, &value, 8);
    return word;
}

/* Rounding a double result of + - * / sqrt to float equals rounding once. */
static inline u128 ref_float(enum expr_kind kind, u128 left, u128 right, unsigned width)
{
    double a = ref_double(left, width), b = ref_double(right, width);
    switch (kind) {
    case EXPR_FADD:
        return ref_bits(a + b, width);
    case EXPR_FSUB:
        return ref_bits(a - b, width);
    case EXPR_FMUL:
        return ref_bits(a * b, width);
    case EXPR_FDIV:
        return ref_bits(a / b, width);
    case EXPR_FEQ:
        return a == b;
    case EXPR_FLT:
        return a < b;
    case EXPR_FLE:
        return a <= b;
    default:
        abort();
    }
}

static inline u128 ref_convert(enum expr_kind kind, u128 value, unsigned from, unsigned to)
{
    double a = ref_double(value, from);
    u128 bad = (u128)1 << (to - 1);
    switch (kind) {
    case EXPR_FSQRT:
        return ref_bits(sqrt(a), to);
    case EXPR_FCAST:
        return ref_bits(a, to);
    case EXPR_FTOS:
        if (!(trunc(a) < ldexp(1, (int)to - 1)) || !(trunc(a) >= -ldexp(1, (int)to - 1)))
            return bad;
        return (u128)(__int128)a & ref_mask(to);
    case EXPR_FTOU:
        return !(trunc(a) < ldexp(1, (int)to)) || !(trunc(a) >= 0) ? bad : (u128)trunc(a);
    case EXPR_STOF:
    case EXPR_UTOF: {
        /* to float in one rounding: not through double */
        __int128 s = (__int128)(kind == EXPR_STOF ? ref_sext(value, from) : value);
        if (to == 64)
            return ref_bits(kind == EXPR_STOF ? (double)s : (double)(u128)s, 64);
        return ref_bits(kind == EXPR_STOF ? (float)s : (float)(u128)s, 32);
    }
    default:
        abort();
    }
}

static inline u128 ref_binary(enum expr_kind kind, u128 a, u128 b, unsigned width)
{
    switch (kind) {
    case EXPR_ADD:
        return (a + b) & ref_mask(width);
    case EXPR_SUB:
        return (a + ref_negate(b, width)) & ref_mask(width);
    case EXPR_MUL:
        return (a * b) & ref_mask(width);
    case EXPR_UDIV:
        return ref_udiv(a, b, width);
    case EXPR_SDIV:
        return ref_sdiv(a, b, width);
    case EXPR_UREM:
        return ref_urem(a, b);
    case EXPR_SREM:
        return ref_srem(a, b, width);
    case EXPR_AND:
        return a & b;
    case EXPR_OR:
        return a | b;
    case EXPR_XOR:
        return a ^ b;
    case EXPR_SHL:
        return b >= width ? 0 : (a << (unsigned)b) & ref_mask(width);
    case EXPR_LSHR:
        return b >= width ? 0 : a >> (unsigned)b;
    case EXPR_ASHR: {
        unsigned by = b >= width ? width - 1 : (unsigned)b;
        u128 shifted = a >> by;
        return ref_sign(a, width) ? (shifted | ~(ref_mask(width) >> by)) & ref_mask(width) : shifted;
    }
    case EXPR_EQ:
        return a == b;
    case EXPR_ULT:
        return a < b;
    case EXPR_ULE:
        return a <= b;
    case EXPR_SLT:
        return (__int128)ref_sext(a, width) < (__int128)ref_sext(b, width);
    case EXPR_SLE:
        return (__int128)ref_sext(a, width) <= (__int128)ref_sext(b, width);
    default:
        return ref_float(kind, a, b, width);
    }
}

static inline void ref_evaluate(struct reference *ref, struct ref_node *node)
{
    const struct ref_node *first = &ref->nodes[node->arg[0]], *second = &ref->nodes[node->arg[1]];
    const struct ref_node *third = &ref->nodes[node->arg[2]];
    for (int m = 0; m < REF_MODELS; m++) {
        u128 a = first->value[m], b = second->value[m], *out = &node->value[m];
        switch (node->kind) {
        case EXPR_CONST:
            *out = node->constant;
            break;
        case EXPR_INPUT:
            memcpy(node->array[m], ref->input[m], REF_ARRAY);
            break;
        case EXPR_BYTES:
            memcpy(node->array[m], node->bytes, REF_ARRAY);
            break;
        case EXPR_STORE:
            memcpy(node->array[m], first->array[m], REF_ARRAY);
            if (b < REF_ARRAY)
                node->array[m][b] = (uint8_t)third->value[m];
            break;
        case EXPR_READ:
            *out = b < REF_ARRAY ? first->array[m][b] : 0;
            break;
        case EXPR_BASE:
            *out = node->constant;
            break;
        case EXPR_CONCAT:
            *out = a << second->width | b;
            break;
        case EXPR_EXTRACT:
            *out = a >> node->low & ref_mask(node->width);
            break;
        case EXPR_ZEXT:
            *out = a;
            break;
        case EXPR_SEXT:
            *out = ref_sext(a, first->width) & ref_mask(node->width);
            break;
        case EXPR_NOT:
            *out = ~a & ref_mask(node->width);
            break;
        case EXPR_ITE:
            *out = a ? b : third->value[m];
            break;
        case EXPR_FSQRT:
        case EXPR_FCAST:
        case EXPR_FTOS:
        case EXPR_FTOU:
        case EXPR_STOF:
        case EXPR_UTOF:
            *out = ref_convert(node->kind, a, first->width, node->width);
            break;
        default:
            *out = ref_binary(node->kind, a, b, first->width);
        }
    }
}

static inline expr_t ref_construct(struct reference *ref, const struct ref_node *node)
{
    struct exprs *e = ref->exprs;
    expr_t a = ref->nodes[node->arg[0]].term, b = ref->nodes[node->arg[1]].term;
    uint64_t words[2] = {(uint64_t)node->constant, (uint64_t)(node->constant >> 64)};
    switch (node->kind) {
    case EXPR_CONST:
        return expr_const_words(e, node->width, words);
    case EXPR_INPUT:
        return expr_input(e, "input", REF_ARRAY);
    case EXPR_BYTES:
        return expr_bytes(e, node->bytes, REF_ARRAY);
    case EXPR_STORE:
        return expr_store(e, a, b, ref->nodes[node->arg[2]].term);
    case EXPR_READ:
        return expr_read(e, a, b);
    case EXPR_BASE:
        return expr_base(e, (uint32_t)(node->constant >> 12), words[0]);
    case EXPR_CONCAT:
        return expr_concat(e, a, b);
    case EXPR_EXTRACT:
        return expr_extract(e, a, node->low, node->width);
    case EXPR_ZEXT:
        return expr_zext(e, a, node->width);
    case EXPR_SEXT:
        return expr_sext(e, a, node->width);
    case EXPR_NOT:
        return expr_not(e, a);
    case EXPR_ITE:
        return expr_ite(e, a, b, ref->nodes[node->arg[2]].term);
    case EXPR_FSQRT:
    case EXPR_FCAST:
    case EXPR_FTOS:
    case EXPR_FTOU:
    case EXPR_STOF:
    case EXPR_UTOF:
        return expr_float_unary(e, node->kind, a, node->width);
    default:
        return expr_binary(e, node->kind, a, b);
    }
}

/* Node 0 stands for "no operand". Gives the number of the new node. */
static inline int ref_add(struct reference *ref, struct ref_node node)
{
    if (!ref->count)
        ref->count = 1;
    if (ref->count == REF_NODES)
        abort();
    ref_evaluate(ref, &node);
    node.term = ref_construct(ref, &node);
    ref->nodes[ref->count] = node;
    return ref->count++;
}

/* A model by number: the same bytes for the reference and for the engine. */
static inline void ref_set_model(struct reference *ref, int m, const uint8_t *bytes)
{
    expr_input(ref->exprs, "input", REF_ARRAY); /* the only one: variables from 0 */
    model_unref(ref->models[m]);
    ref->models[m] = model_new();
    for (uint32_t i = 0; i < REF_ARRAY; i++)
        model_set(ref->models[m], i, bytes[i]);
    memcpy(ref->input[m], bytes, REF_ARRAY);
}

/* Does the term evaluate as the reference says, under model m, and within its interval? */
static inline bool ref_agrees(struct reference *ref, int node, int m)
{
    const struct ref_node *n = &ref->nodes[node];
    if (n->width == 0)
        return true;
    if (expr_width(ref->exprs, n->term) != n->width)
        return false;
    struct interval interval = expr_interval(ref->exprs, n->term);
    if (n->width <= 64 && (n->value[m] < interval.low || n->value[m] > interval.high))
        return false;
    if (n->width <= 64)
        return expr_eval(ref->exprs, n->term, ref->models[m]) == n->value[m];
    uint64_t words[2] = {0};
    expr_words(ref->exprs, expr_eval_term(ref->exprs, n->term, ref->models[m]), words);
    return ((u128)words[1] << 64 | words[0]) == n->value[m];
}

static inline void ref_dump(const struct reference *ref, int node, FILE *out)
{
    const struct ref_node *n = &ref->nodes[node];
    if (n->kind == EXPR_CONST || n->kind == EXPR_BASE) {
        fprintf(out, "%s%#llx:%u", n->kind == EXPR_BASE ? "base " : "", (unsigned long long)n->constant,
                n->width);
        return;
    }
    fprintf(out, "(%s:%u", expr_kind_name(n->kind), n->width);
    if (n->kind == EXPR_EXTRACT)
        fprintf(out, " @%u", n->low);
    for (unsigned i = 0; i < expr_children(n->kind); i++) {
        fputc(' ', out);
        ref_dump(ref, n->arg[i], out);
    }
    fputc(')', out);
}

/* ---- Z3 ---- */

static inline Z3_ast ref_z3_number(Z3_context z3, unsigned width, u128 value)
{
    Z3_sort word = Z3_mk_bv_sort(z3, 64);
    Z3_ast low = Z3_mk_unsigned_int64(z3, (uint64_t)value, word);
    Z3_ast high = Z3_mk_unsigned_int64(z3, (uint64_t)(value >> 64), word);
    return Z3_mk_extract(z3, width - 1, 0, Z3_mk_concat(z3, high, low));
}

static inline Z3_ast ref_z3_bool(Z3_context z3, Z3_ast condition)
{
    return Z3_mk_ite(z3, condition, ref_z3_number(z3, 1, 1), ref_z3_number(z3, 1, 0));
}

static inline Z3_ast ref_z3_fp(Z3_context z3, Z3_ast bits, unsigned width)
{
    return Z3_mk_fpa_to_fp_bv(z3, bits, width == 32 ? Z3_mk_fpa_sort_32(z3) : Z3_mk_fpa_sort_64(z3));
}

static inline Z3_ast ref_z3_fp_bits(Z3_context z3, Z3_ast value, unsigned width)
{
    Z3_ast nan = ref_z3_number(z3, width, width == 32 ? 0x7fc00000 : 0x7ff8000000000000);
    return Z3_mk_ite(z3, Z3_mk_fpa_is_nan(z3, value), nan, Z3_mk_fpa_to_ieee_bv(z3, value));
}

static inline Z3_ast ref_z3_to_integer(Z3_context z3, Z3_ast a, unsigned from, unsigned to, bool is_signed)
{
    Z3_sort sort = from == 32 ? Z3_mk_fpa_sort_32(z3) : Z3_mk_fpa_sort_64(z3);
    Z3_ast whole = Z3_mk_fpa_round_to_integral(z3, Z3_mk_fpa_rtz(z3), ref_z3_fp(z3, a, from));
    Z3_ast limit = Z3_mk_fpa_numeral_double(z3, ldexp(1, (int)(is_signed ? to - 1 : to)), sort);
    Z3_ast least = is_signed ? Z3_mk_fpa_neg(z3, limit) : Z3_mk_fpa_numeral_double(z3, 0, sort);
    Z3_ast inside[2] = {Z3_mk_fpa_lt(z3, whole, limit), Z3_mk_fpa_leq(z3, least, whole)};
    Z3_ast value = is_signed ? Z3_mk_fpa_to_sbv(z3, Z3_mk_fpa_rtz(z3), whole, to)
                             : Z3_mk_fpa_to_ubv(z3, Z3_mk_fpa_rtz(z3), whole, to);
    return Z3_mk_ite(z3, Z3_mk_and(z3, 2, inside), value, ref_z3_number(z3, to, (u128)1 << (to - 1)));
}

/* One operation; both the reference and the engine's terms come through here,
 * each with its own operands. */
static inline Z3_ast ref_z3_apply(Z3_context z3, enum expr_kind kind, unsigned width, unsigned from,
                                  unsigned low, const Z3_ast *arg)
{
    Z3_ast a = arg[0], b = arg[1], mode = Z3_mk_fpa_rne(z3);
    switch (kind) {
    case EXPR_STORE:
        return Z3_mk_store(z3, a, b, arg[2]);
    case EXPR_READ: {
        Z3_ast inside = Z3_mk_bvult(z3, b, ref_z3_number(z3, 64, REF_ARRAY));
        return Z3_mk_ite(z3, inside, Z3_mk_select(z3, a, b), ref_z3_number(z3, 8, 0));
    }
    case EXPR_CONCAT:
        return Z3_mk_concat(z3, a, b);
    case EXPR_EXTRACT:
        return Z3_mk_extract(z3, low + width - 1, low, a);
    case EXPR_ZEXT:
        return Z3_mk_zero_ext(z3, width - from, a);
    case EXPR_SEXT:
        return Z3_mk_sign_ext(z3, width - from, a);
    case EXPR_NOT:
        return Z3_mk_bvnot(z3, a);
    case EXPR_ADD:
        return Z3_mk_bvadd(z3, a, b);
    case EXPR_SUB:
        return Z3_mk_bvsub(z3, a, b);
    case EXPR_MUL:
        return Z3_mk_bvmul(z3, a, b);
    case EXPR_UDIV:
        return Z3_mk_bvudiv(z3, a, b);
    case EXPR_SDIV:
        return Z3_mk_bvsdiv(z3, a, b);
    case EXPR_UREM:
        return Z3_mk_bvurem(z3, a, b);
    case EXPR_SREM:
        return Z3_mk_bvsrem(z3, a, b);
    case EXPR_AND:
        return Z3_mk_bvand(z3, a, b);
    case EXPR_OR:
        return Z3_mk_bvor(z3, a, b);
    case EXPR_XOR:
        return Z3_mk_bvxor(z3, a, b);
    case EXPR_SHL:
        return Z3_mk_bvshl(z3, a, b);
    case EXPR_LSHR:
        return Z3_mk_bvlshr(z3, a, b);
    case EXPR_ASHR:
        return Z3_mk_bvashr(z3, a, b);
    case EXPR_EQ:
        return ref_z3_bool(z3, Z3_mk_eq(z3, a, b));
    case EXPR_ULT:
        return ref_z3_bool(z3, Z3_mk_bvult(z3, a, b));
    case EXPR_ULE:
        return ref_z3_bool(z3, Z3_mk_bvule(z3, a, b));
    case EXPR_SLT:
        return ref_z3_bool(z3, Z3_mk_bvslt(z3, a, b));
    case EXPR_SLE:
        return ref_z3_bool(z3, Z3_mk_bvsle(z3, a, b));
    case EXPR_ITE:
        return Z3_mk_ite(z3, Z3_mk_eq(z3, a, ref_z3_number(z3, 1, 1)), b, arg[2]);
    default:
        break;
    }
    Z3_ast x = kind == EXPR_STOF || kind == EXPR_UTOF ? a : ref_z3_fp(z3, a, from);
    Z3_ast y = kind <= EXPR_FDIV || (kind >= EXPR_FEQ && kind <= EXPR_FLE) ? ref_z3_fp(z3, b, from) : x;
    Z3_sort to = width == 32 ? Z3_mk_fpa_sort_32(z3) : Z3_mk_fpa_sort_64(z3);
    switch (kind) {
    case EXPR_FADD:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_add(z3, mode, x, y), width);
    case EXPR_FSUB:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_sub(z3, mode, x, y), width);
    case EXPR_FMUL:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_mul(z3, mode, x, y), width);
    case EXPR_FDIV:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_div(z3, mode, x, y), width);
    case EXPR_FSQRT:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_sqrt(z3, mode, x), width);
    case EXPR_FEQ:
        return ref_z3_bool(z3, Z3_mk_fpa_eq(z3, x, y));
    case EXPR_FLT:
        return ref_z3_bool(z3, Z3_mk_fpa_lt(z3, x, y));
    case EXPR_FLE:
        return ref_z3_bool(z3, Z3_mk_fpa_leq(z3, x, y));
    case EXPR_FCAST:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_to_fp_float(z3, mode, x, to), width);
    case EXPR_STOF:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_to_fp_signed(z3, mode, a, to), width);
    case EXPR_UTOF:
        return ref_z3_fp_bits(z3, Z3_mk_fpa_to_fp_unsigned(z3, mode, a, to), width);
    case EXPR_FTOS:
    case EXPR_FTOU:
        return ref_z3_to_integer(z3, a, from, width, kind == EXPR_FTOS);
    default:
        abort();
    }
}

static inline Z3_ast ref_z3_input(Z3_context z3)
{
    Z3_sort sort = Z3_mk_array_sort(z3, Z3_mk_bv_sort(z3, 64), Z3_mk_bv_sort(z3, 8));
    return Z3_mk_const(z3, Z3_mk_string_symbol(z3, "input"), sort);
}

static inline Z3_ast ref_z3_bytes(Z3_context z3, const uint8_t *bytes)
{
    Z3_ast array = Z3_mk_const_array(z3, Z3_mk_bv_sort(z3, 64), ref_z3_number(z3, 8, 0));
    for (int i = 0; i < REF_ARRAY; i++)
        array = Z3_mk_store(z3, array, ref_z3_number(z3, 64, (u128)i), ref_z3_number(z3, 8, bytes[i]));
    return array;
}

static inline Z3_ast ref_z3_node(struct reference *ref, int number)
{
    struct ref_node *node = &ref->nodes[number];
    if (node->z3)
        return node->z3;
    Z3_ast arg[3] = {0};
    for (unsigned i = 0; i < expr_children(node->kind); i++)
        arg[i] = ref_z3_node(ref, node->arg[i]);
    if (node->kind == EXPR_CONST || node->kind == EXPR_BASE)
        node->z3 = ref_z3_number(ref->z3, node->width, node->constant);
    else if (node->kind == EXPR_INPUT)
        node->z3 = ref_z3_input(ref->z3);
    else if (node->kind == EXPR_BYTES)
        node->z3 = ref_z3_bytes(ref->z3, node->bytes);
    else
        node->z3 =
            ref_z3_apply(ref->z3, node->kind, node->width, ref->nodes[node->arg[0]].width, node->low, arg);
    return node->z3;
}

static inline Z3_ast ref_z3_term(struct reference *ref, expr_t term)
{
    struct exprs *e = ref->exprs;
    if (ref->terms[term])
        return ref->terms[term];
    const struct expr_node *node = expr_node(e, term);
    enum expr_kind kind = expr_kind(e, term);
    Z3_ast arg[3] = {0}, made;
    for (unsigned i = 0; i < expr_children(kind); i++)
        arg[i] = ref_z3_term(ref, node->arg[i]);
    uint64_t words[2] = {0};
    uint32_t size;
    switch (kind) {
    case EXPR_CONST:
        expr_words(e, term, words);
        made = ref_z3_number(ref->z3, node->width, (u128)words[1] << 64 | words[0]);
        break;
    case EXPR_BASE:
        made = ref_z3_number(ref->z3, 64, expr_base_address(e, term));
        break;
    case EXPR_INPUT:
        made = ref_z3_input(ref->z3);
        break;
    case EXPR_BYTES:
        made = ref_z3_bytes(ref->z3, expr_bytes_data(e, term, &size));
        break;
    default:
        made = ref_z3_apply(ref->z3, kind, node->width, expr_width(e, node->arg[0]),
                            kind == EXPR_EXTRACT ? node->arg[1] : 0, arg);
    }
    return ref->terms[term] = made;
}

/* Is the term equal to the reference for every input? -1: not decided in time. */
static inline int ref_prove(struct reference *ref, int number, unsigned milliseconds)
{
    Z3_config config = Z3_mk_config();
    char limit[32];
    snprintf(limit, sizeof limit, "%u", milliseconds);
    Z3_set_param_value(config, "timeout", limit);
    Z3_context outer = ref->z3;
    ref->z3 = Z3_mk_context(config);
    ref->terms = calloc(exprs_limit(ref->exprs), sizeof *ref->terms);
    for (int i = 0; i < ref->count; i++)
        ref->nodes[i].z3 = NULL;
    Z3_solver solver = Z3_mk_solver(ref->z3);
    Z3_solver_inc_ref(ref->z3, solver);
    Z3_ast left = ref_z3_node(ref, number), right = ref_z3_term(ref, ref->nodes[number].term);
    Z3_solver_assert(ref->z3, solver, Z3_mk_not(ref->z3, Z3_mk_eq(ref->z3, left, right)));
    Z3_lbool answer = Z3_solver_check(ref->z3, solver);
    Z3_solver_dec_ref(ref->z3, solver);
    Z3_del_context(ref->z3);
    ref->z3 = outer;
    Z3_del_config(config);
    free(ref->terms);
    ref->terms = NULL;
    return answer == Z3_L_FALSE ? 1 : answer == Z3_L_TRUE ? 0 : -1;
}

/* Does Z3, given the values of the children under the first model, compute the
 * value that the term has? -1: it did not say. For an array: every cell. */
static inline int ref_z3_computes(struct reference *ref, int number)
{
    struct ref_node *node = &ref->nodes[number];
    unsigned children = expr_children(node->kind);
    if (!children)
        return 1;
    Z3_ast arg[3] = {0};
    for (unsigned i = 0; i < children; i++) {
        const struct ref_node *child = &ref->nodes[node->arg[i]];
        arg[i] = child->width ? ref_z3_number(ref->z3, child->width, child->value[0])
                              : ref_z3_bytes(ref->z3, child->array[0]);
    }
    Z3_ast made =
        ref_z3_apply(ref->z3, node->kind, node->width, ref->nodes[node->arg[0]].width, node->low, arg);
    for (int i = 0; i < (node->width ? 1 : REF_ARRAY); i++) {
        Z3_ast left = node->width ? made : Z3_mk_select(ref->z3, made, ref_z3_number(ref->z3, 64, (u128)i));
        Z3_ast right = node->width ? ref_z3_number(ref->z3, node->width, node->value[0])
                                   : ref_z3_number(ref->z3, 8, node->array[0][i]);
        Z3_lbool same = Z3_get_bool_value(ref->z3, Z3_simplify(ref->z3, Z3_mk_eq(ref->z3, left, right)));
        if (same != Z3_L_TRUE)
            return same == Z3_L_FALSE ? 0 : -1;
    }
    return 1;
}

/* A context grows with every term made in it: begin a new one now and then. */
static inline void ref_z3_renew(struct reference *ref)
{
    if (ref->z3)
        Z3_del_context(ref->z3);
    Z3_config config = Z3_mk_config();
    ref->z3 = Z3_mk_context(config);
    Z3_del_config(config);
}

static inline void ref_release(struct reference *ref)
{
    if (ref->z3)
        Z3_del_context(ref->z3);
    for (int m = 0; m < REF_MODELS; m++)
        model_unref(ref->models[m]);
    exprs_free(ref->exprs);
}

#endif
