/* The constructors. Constants are folded here, commutative operands ordered;
 * then the rules of the simplify_*.c files are tried, and what none of them
 * matches is entered, unless its facts leave it only one value.
 *
 * A rule may call constructors; so that no term is deep enough to exhaust the
 * stack, rules are not tried beyond DEPTH_LIMIT such calls. A rule must
 * descend into at most one operand of unbounded size. */
#include "expr/expr.h"

#include "base/bug.h"
#include "expr/fold.h"
#include "expr/rules.h"

enum { MAX_WORDS = UINT16_MAX / 64 + 1, DEPTH_LIMIT = 48 };

#define SIMPLIFY(exprs, call)               \
    do {                                    \
        if ((exprs)->depth < DEPTH_LIMIT) { \
            (exprs)->depth++;               \
            expr_t simpler = call;          \
            (exprs)->depth--;               \
            if (simpler)                    \
                return simpler;             \
        }                                   \
    } while (0)

static expr_t enter(struct exprs *exprs, enum expr_kind kind, unsigned width, uint32_t a, uint32_t b,
                    uint32_t c)
{
    struct expr_node node = {.kind = (uint8_t)kind, .width = (uint16_t)width, .arg = {a, b, c}};
    expr_t there = pool_find(exprs, &node);
    if (there)
        return there;
    struct expr_facts facts = facts_of_node(exprs, &node);
    if (width && width <= 64 && facts.low == facts.high)
        return rule_fired(exprs, RULE_facts_decide, expr_const(exprs, width, facts.low));
    return pool_insert(exprs, node, facts);
}

static bool is_comparison(enum expr_kind kind)
{
    return (kind >= EXPR_EQ && kind <= EXPR_SLE) || (kind >= EXPR_FEQ && kind <= EXPR_FLE);
}

bool expr_is_commutative(enum expr_kind kind)
{
    return kind == EXPR_ADD || kind == EXPR_MUL || kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR ||
           kind == EXPR_EQ || kind == EXPR_FADD || kind == EXPR_FMUL || kind == EXPR_FEQ;
}

static bool out_of_order(const struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_is_const(exprs, left) != expr_is_const(exprs, right))
        return expr_is_const(exprs, left);
    uint32_t left_hash = expr_node(exprs, left)->hash, right_hash = expr_node(exprs, right)->hash;
    return left_hash != right_hash ? left_hash > right_hash : left > right;
}

static expr_t fold(struct exprs *exprs, enum expr_kind kind, unsigned width, unsigned result_width,
                   expr_t left, expr_t right)
{
    if (width <= 64) {
        uint64_t a = expr_value(exprs, left), b = expr_value(exprs, right);
        return expr_const(exprs, result_width,
                          kind >= EXPR_FADD ? fold_float_binary(kind, width, a, b)
                                            : fold_binary(kind, width, a, b));
    }
    uint64_t a[MAX_WORDS], b[MAX_WORDS], result[MAX_WORDS];
    expr_words(exprs, left, a);
    expr_words(exprs, right, b);
    fold_binary_words(kind, width, a, b, result);
    return expr_const_words(exprs, result_width, result);
}

static expr_t simplify_binary(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    switch (kind) {
    case EXPR_ADD:
        return simplify_add(exprs, left, right);
    case EXPR_SUB:
        return simplify_sub(exprs, left, right);
    case EXPR_MUL:
        return simplify_mul(exprs, left, right);
    case EXPR_UDIV:
        return simplify_udiv(exprs, left, right);
    case EXPR_SDIV:
        return simplify_sdiv(exprs, left, right);
    case EXPR_UREM:
        return simplify_urem(exprs, left, right);
    case EXPR_SREM:
        return simplify_srem(exprs, left, right);
    case EXPR_AND:
        return simplify_and(exprs, left, right);
    case EXPR_OR:
        return simplify_or(exprs, left, right);
    case EXPR_XOR:
        return simplify_xor(exprs, left, right);
    case EXPR_SHL:
        return simplify_shl(exprs, left, right);
    case EXPR_LSHR:
        return simplify_lshr(exprs, left, right);
    case EXPR_ASHR:
        return simplify_ashr(exprs, left, right);
    case EXPR_EQ:
        return simplify_eq(exprs, left, right);
    case EXPR_ULT:
        return simplify_ult(exprs, left, right);
    case EXPR_ULE:
        return simplify_ule(exprs, left, right);
    case EXPR_SLT:
        return simplify_slt(exprs, left, right);
    case EXPR_SLE:
        return simplify_sle(exprs, left, right);
    default: /* nothing is known of floats */
        return 0;
    }
}

expr_t expr_binary(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    BUG_ON(width == 0 || width != expr_width(exprs, right));
    unsigned result_width = is_comparison(kind) ? 1 : width;
    if (expr_is_const(exprs, left) && expr_is_const(exprs, right))
        return fold(exprs, kind, width, result_width, left, right);
    if (expr_is_commutative(kind) && out_of_order(exprs, left, right)) {
        expr_t other = left;
        left = right;
        right = other;
    }
    SIMPLIFY(exprs, simplify_binary(exprs, kind, left, right));
    if (kind == EXPR_SUB && expr_is_const(exprs, right)) /* canonical at any depth */
        return expr_add(exprs, left, expr_sub(exprs, zero_of(exprs, width), right));
    return enter(exprs, kind, result_width, left, right, 0);
}

expr_t expr_concat(struct exprs *exprs, expr_t high, expr_t low)
{
    unsigned high_width = expr_width(exprs, high), low_width = expr_width(exprs, low);
    BUG_ON(!high_width || !low_width || high_width + low_width > UINT16_MAX);
    if (expr_is_const(exprs, high) && expr_is_const(exprs, low)) {
        uint64_t a[MAX_WORDS], b[MAX_WORDS], result[MAX_WORDS];
        expr_words(exprs, high, a);
        expr_words(exprs, low, b);
        fold_concat_words(a, high_width, b, low_width, result);
        return expr_const_words(exprs, high_width + low_width, result);
    }
    SIMPLIFY(exprs, simplify_concat(exprs, high, low));
    return enter(exprs, EXPR_CONCAT, high_width + low_width, high, low, 0);
}

expr_t expr_extract(struct exprs *exprs, expr_t term, unsigned low, unsigned width)
{
    unsigned from = expr_width(exprs, term);
    BUG_ON(!width || low + width > from);
    if (width == from)
        return term;
    if (expr_is_const(exprs, term)) {
        uint64_t value[MAX_WORDS], result[MAX_WORDS];
        expr_words(exprs, term, value);
        fold_extract_words(value, from, low, width, result);
        return expr_const_words(exprs, width, result);
    }
    SIMPLIFY(exprs, simplify_extract(exprs, term, low, width));
    return enter(exprs, EXPR_EXTRACT, width, term, low, 0);
}

static expr_t extend(struct exprs *exprs, enum expr_kind kind, expr_t term, unsigned width)
{
    unsigned from = expr_width(exprs, term);
    BUG_ON(!from || width < from || width > UINT16_MAX);
    if (width == from)
        return term;
    if (expr_is_const(exprs, term)) {
        uint64_t value[MAX_WORDS], result[MAX_WORDS];
        expr_words(exprs, term, value);
        fold_extend_words(value, from, width, kind == EXPR_SEXT, result);
        return expr_const_words(exprs, width, result);
    }
    SIMPLIFY(exprs,
             kind == EXPR_ZEXT ? simplify_zext(exprs, term, width) : simplify_sext(exprs, term, width));
    return enter(exprs, kind, width, term, 0, 0);
}

expr_t expr_zext(struct exprs *exprs, expr_t term, unsigned width)
{
    return extend(exprs, EXPR_ZEXT, term, width);
}

expr_t expr_sext(struct exprs *exprs, expr_t term, unsigned width)
{
    return extend(exprs, EXPR_SEXT, term, width);
}

expr_t expr_resize(struct exprs *exprs, expr_t term, unsigned width)
{
    return width < expr_width(exprs, term) ? expr_extract(exprs, term, 0, width)
                                           : expr_zext(exprs, term, width);
}

expr_t expr_not(struct exprs *exprs, expr_t term)
{
    unsigned width = expr_width(exprs, term);
    BUG_ON(!width);
    if (expr_is_const(exprs, term)) {
        uint64_t value[MAX_WORDS], result[MAX_WORDS];
        expr_words(exprs, term, value);
        fold_not_words(value, width, result);
        return expr_const_words(exprs, width, result);
    }
    SIMPLIFY(exprs, simplify_not(exprs, term));
    return enter(exprs, EXPR_NOT, width, term, 0, 0);
}

expr_t expr_ite(struct exprs *exprs, expr_t condition, expr_t yes, expr_t no)
{
    unsigned width = expr_width(exprs, yes);
    BUG_ON(expr_width(exprs, condition) != 1 || !width || width != expr_width(exprs, no));
    if (expr_is_const(exprs, condition))
        return expr_is_true(exprs, condition) ? yes : no;
    SIMPLIFY(exprs, simplify_ite(exprs, condition, yes, no));
    return enter(exprs, EXPR_ITE, width, condition, yes, no);
}

expr_t expr_float_unary(struct exprs *exprs, enum expr_kind kind, expr_t term, unsigned width)
{
    unsigned from = expr_width(exprs, term);
    BUG_ON(kind < EXPR_FADD || from > 128 || width > 128);
    if (expr_is_const(exprs, term)) {
        uint64_t value[2], result[2];
        expr_words(exprs, term, value);
        fold_float_unary(kind, from, width, value, result);
        return expr_const_words(exprs, width, result);
    }
    return enter(exprs, kind, width, term, 0, 0);
}

expr_t expr_store(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    BUG_ON(expr_width(exprs, array) || expr_width(exprs, index) != 64 || expr_width(exprs, byte) != 8);
    SIMPLIFY(exprs, simplify_store(exprs, array, index, byte));
    return enter(exprs, EXPR_STORE, 0, array, index, byte);
}

expr_t expr_read(struct exprs *exprs, expr_t array, expr_t index)
{
    BUG_ON(expr_width(exprs, array) || expr_width(exprs, index) != 64);
    SIMPLIFY(exprs, simplify_read(exprs, array, index));
    return enter(exprs, EXPR_READ, 8, array, index, 0);
}
