/* The table of rewrite rules: one row a rule, in the order in which they are
 * tried for their kind. Each is a small function of the same name in a
 * simplify_*.c file; tests/unit/expr_rules.c proves each with Z3. */
#ifndef EXPR_RULES_H
#define EXPR_RULES_H

#include "expr/pool.h"

#define RULES_ADD(X)      \
    X(add_bool)           \
    X(add_zero)           \
    X(add_constants)      \
    X(add_not_constant)   \
    X(add_minus_constant) \
    X(add_hoist)          \
    X(add_complement)     \
    X(add_difference)     \
    X(add_negation)

#define RULES_SUB(X)      \
    X(sub_bool)           \
    X(sub_self)           \
    X(sub_constant)       \
    X(sub_from_ones)      \
    X(sub_from_minus)     \
    X(sub_hoist_left)     \
    X(sub_hoist_right)    \
    X(sub_constant_minus) \
    X(sub_common)

#define RULES_MUL(X)  \
    X(mul_bool)       \
    X(mul_zero)       \
    X(mul_one)        \
    X(mul_minus_one)  \
    X(mul_constants)  \
    X(mul_distribute) \
    X(mul_power)

#define RULES_UDIV(X) \
    X(udiv_one)       \
    X(udiv_power)     \
    X(udiv_narrow)

#define RULES_SDIV(X) \
    X(sdiv_one)       \
    X(sdiv_minus_one) \
    X(sdiv_unsigned)  \
    X(sdiv_narrow)

#define RULES_UREM(X) \
    X(urem_self)      \
    X(urem_small)     \
    X(urem_power)     \
    X(urem_narrow)

#define RULES_SREM(X) \
    X(srem_self)      \
    X(srem_one)       \
    X(srem_unsigned)  \
    X(srem_narrow)

#define RULES_AND(X)       \
    X(and_zero)            \
    X(and_ones)            \
    X(and_self)            \
    X(and_complement)      \
    X(and_constants)       \
    X(and_absorb)          \
    X(and_run)             \
    X(and_concat_constant) \
    X(and_extended)        \
    X(and_zext_constant)

#define RULES_OR(X)       \
    X(or_zero)            \
    X(or_ones)            \
    X(or_self)            \
    X(or_complement)      \
    X(or_constants)       \
    X(or_absorb)          \
    X(or_not_not)         \
    X(or_concat_constant) \
    X(or_extended)        \
    X(or_zext_constant)   \
    X(or_high_part)       \
    X(or_low_part)

#define RULES_XOR(X)       \
    X(xor_zero)            \
    X(xor_ones)            \
    X(xor_self)            \
    X(xor_constants)       \
    X(xor_not)             \
    X(xor_cancel)          \
    X(xor_concat_constant) \
    X(xor_extended)        \
    X(xor_zext_constant)

#define RULES_NOT(X)  \
    X(not_not)        \
    X(not_comparison) \
    X(not_or)         \
    X(not_constants)

#define RULES_SHL(X)  \
    X(shl_too_far)    \
    X(shl_distribute) \
    X(shl_constant)

#define RULES_LSHR(X) \
    X(lshr_too_far)   \
    X(lshr_constant)

#define RULES_ASHR(X) \
    X(ashr_ones)      \
    X(ashr_positive)  \
    X(ashr_constant)

#define RULES_EXTRACT(X)   \
    X(extract_extract)     \
    X(extract_concat_low)  \
    X(extract_concat_high) \
    X(extract_concat_both) \
    X(extract_zext)        \
    X(extract_sext)        \
    X(extract_not)         \
    X(extract_mask)        \
    X(extract_constants)   \
    X(extract_arithmetic)

#define RULES_CONCAT(X)     \
    X(concat_zero)          \
    X(concat_associate)     \
    X(concat_constants)     \
    X(concat_sign)          \
    X(concat_choice)        \
    X(concat_zext)          \
    X(concat_sext)          \
    X(concat_adjacent)      \
    X(concat_adjacent_part) \
    X(concat_not)

#define RULES_ZEXT(X) \
    X(zext_zext)      \
    X(zext_extract)   \
    X(zext_constants)

#define RULES_SEXT(X) \
    X(sext_sext)      \
    X(sext_constants) \
    X(sext_positive)

#define RULES_EQ(X)         \
    X(eq_self)              \
    X(eq_bool)              \
    X(eq_complement)        \
    X(eq_not_not)           \
    X(eq_not_constant)      \
    X(eq_extended_constant) \
    X(eq_extended)          \
    X(eq_extended_mixed)    \
    X(eq_concat_constant)   \
    X(eq_concat_same)       \
    X(eq_add_constant)      \
    X(eq_minus_constant)    \
    X(eq_xor_constant)      \
    X(eq_difference)        \
    X(eq_mul_odd)           \
    X(eq_common)            \
    X(eq_choice)            \
    X(eq_difference_chain)

#define RULES_ULT(X)       \
    X(ult_self)            \
    X(ult_bool)            \
    X(ult_one_value)       \
    X(ult_all_but_one)     \
    X(ult_zext_constant)   \
    X(ult_extended)        \
    X(ult_concat_constant) \
    X(ult_concat_same)     \
    X(ult_choice)

#define RULES_ULE(X) \
    X(ule_self)      \
    X(ule_bool)      \
    X(ule_constant)  \
    X(ule_extended)  \
    X(ule_concat_same)

#define RULES_SLT(X)     \
    X(slt_self)          \
    X(slt_bool)          \
    X(slt_unsigned)      \
    X(slt_sign)          \
    X(slt_limits)        \
    X(slt_sext_constant) \
    X(slt_sext)          \
    X(slt_choice)

#define RULES_SLE(X) \
    X(sle_self)      \
    X(sle_bool)      \
    X(sle_constant)  \
    X(sle_unsigned)  \
    X(sle_sext)

#define RULES_ITE(X)     \
    X(ite_same)          \
    X(ite_not)           \
    X(ite_bool)          \
    X(ite_condition)     \
    X(ite_extended_bool) \
    X(ite_nested)        \
    X(ite_join)          \
    X(ite_equal)         \
    X(ite_extended)

#define RULES_READ(X) \
    X(read_past)      \
    X(read_bytes)     \
    X(read_store)     \
    X(read_either)

#define RULES_STORE(X) \
    X(store_past)      \
    X(store_again)     \
    X(store_back)      \
    X(store_bytes)

#define RULES(X)                                                                               \
    RULES_ADD(X)                                                                               \
    RULES_SUB(X)                                                                               \
    RULES_MUL(X)                                                                               \
    RULES_UDIV(X)                                                                              \
    RULES_SDIV(X)                                                                              \
    RULES_UREM(X)                                                                              \
    RULES_SREM(X)                                                                              \
    RULES_AND(X)                                                                               \
    RULES_OR(X)                                                                                \
    RULES_XOR(X)                                                                               \
    RULES_NOT(X)                                                                               \
    RULES_SHL(X)                                                                               \
    RULES_LSHR(X)                                                                              \
    RULES_ASHR(X)                                                                              \
    RULES_EXTRACT(X)                                                                           \
    RULES_CONCAT(X)                                                                            \
    RULES_ZEXT(X)                                                                              \
    RULES_SEXT(X)                                                                              \
    RULES_EQ(X) RULES_ULT(X) RULES_ULE(X) RULES_SLT(X) RULES_SLE(X) RULES_ITE(X) RULES_READ(X) \
        RULES_STORE(X) X(facts_decide)

enum rule {
#define X(name) RULE_##name,
    RULES(X)
#undef X
        RULE_COUNT
};

/* Counts from now on how often each rule fires. */
void rules_count(struct exprs *);
uint64_t rules_fired(const struct exprs *, enum rule);
const char *rules_name(enum rule);

static inline expr_t rule_fired(struct exprs *exprs, enum rule rule, expr_t result)
{
    if (exprs->firings)
        exprs->firings[rule]++;
    return result;
}

/* What the rules of a kind make of the operands; 0: no rule matches. */
expr_t simplify_add(struct exprs *, expr_t left, expr_t right);
expr_t simplify_sub(struct exprs *, expr_t left, expr_t right);
expr_t simplify_mul(struct exprs *, expr_t left, expr_t right);
expr_t simplify_udiv(struct exprs *, expr_t left, expr_t right);
expr_t simplify_sdiv(struct exprs *, expr_t left, expr_t right);
expr_t simplify_urem(struct exprs *, expr_t left, expr_t right);
expr_t simplify_srem(struct exprs *, expr_t left, expr_t right);
expr_t simplify_and(struct exprs *, expr_t left, expr_t right);
expr_t simplify_or(struct exprs *, expr_t left, expr_t right);
expr_t simplify_xor(struct exprs *, expr_t left, expr_t right);
expr_t simplify_shl(struct exprs *, expr_t left, expr_t right);
expr_t simplify_lshr(struct exprs *, expr_t left, expr_t right);
expr_t simplify_ashr(struct exprs *, expr_t left, expr_t right);
expr_t simplify_eq(struct exprs *, expr_t left, expr_t right);
expr_t simplify_ult(struct exprs *, expr_t left, expr_t right);
expr_t simplify_ule(struct exprs *, expr_t left, expr_t right);
expr_t simplify_slt(struct exprs *, expr_t left, expr_t right);
expr_t simplify_sle(struct exprs *, expr_t left, expr_t right);
expr_t simplify_not(struct exprs *, expr_t term);
expr_t simplify_concat(struct exprs *, expr_t high, expr_t low);
expr_t simplify_extract(struct exprs *, expr_t term, unsigned low, unsigned width);
expr_t simplify_zext(struct exprs *, expr_t term, unsigned width);
expr_t simplify_sext(struct exprs *, expr_t term, unsigned width);
expr_t simplify_ite(struct exprs *, expr_t condition, expr_t yes, expr_t no);
expr_t simplify_read(struct exprs *, expr_t array, expr_t index);
expr_t simplify_store(struct exprs *, expr_t array, expr_t index, expr_t byte);

#define TRY_RULE(name, ...)           \
    if ((result = name(__VA_ARGS__))) \
        return rule_fired(exprs, RULE_##name, result);

/* Cancels equal summands of two sums; false if there are none (match.c). */
bool cancel_summands(struct exprs *, expr_t *left, expr_t *right);

/* ---- matching ---- */

static inline bool is_kind(const struct exprs *exprs, expr_t term, enum expr_kind kind)
{
    return expr_node(exprs, term)->kind == kind;
}

/* Is it `kind` with a constant as the last of two operands? */
static inline bool has_constant(const struct exprs *exprs, expr_t term, enum expr_kind kind)
{
    return is_kind(exprs, term, kind) && expr_is_const(exprs, expr_arg(exprs, term, 1));
}

bool is_zero(const struct exprs *, expr_t);
bool is_ones(const struct exprs *, expr_t);
/* A constant of at most 64 bits with this value. */
static inline bool is_value(const struct exprs *exprs, expr_t term, uint64_t value)
{
    const struct expr_node *node = expr_node(exprs, term);
    return node->kind == EXPR_CONST && node->width <= 64 && expr_value(exprs, term) == value;
}
/* The constant's one run of ones: first bit and length; false if it has another shape. */
bool is_run(const struct exprs *, expr_t constant, unsigned *first, unsigned *count);
/* ite(condition, yes, no) with constants, also in the shape of an extended condition */
bool is_choice(struct exprs *, expr_t term, expr_t *condition, expr_t *yes, expr_t *no);
/* Top bit surely 0. */
bool is_positive(const struct exprs *, expr_t);
static inline expr_t zero_of(struct exprs *exprs, unsigned width) { return expr_const(exprs, width, 0); }
expr_t ones_of(struct exprs *, unsigned width);

#endif
