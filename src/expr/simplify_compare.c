/* Rules for equality and order. Comparisons sink to the narrowest operands
 * that decide them; with a constant only < remains, never <=. */
#include "expr/rules.h"

static bool is_extension(const struct exprs *exprs, expr_t term)
{
    return is_kind(exprs, term, EXPR_ZEXT) || is_kind(exprs, term, EXPR_SEXT);
}

/* Extensions of one kind, of operands of one width. */
static bool are_alike_extended(const struct exprs *exprs, expr_t left, expr_t right)
{
    return is_extension(exprs, left) && expr_kind(exprs, left) == expr_kind(exprs, right) &&
           expr_width(exprs, expr_arg(exprs, left, 0)) == expr_width(exprs, expr_arg(exprs, right, 0));
}

/* kind(ext(x), ext(y)): kind(x, y) */
static expr_t without_extension(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    return are_alike_extended(exprs, left, right)
               ? expr_binary(exprs, kind, expr_arg(exprs, left, 0), expr_arg(exprs, right, 0))
               : 0;
}

/* kind(concat(x, y), concat(x, z)), y and z of one width: kind(y, z) */
static expr_t without_same_high(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    if (!is_kind(exprs, left, EXPR_CONCAT) || !is_kind(exprs, right, EXPR_CONCAT) ||
        expr_arg(exprs, left, 0) != expr_arg(exprs, right, 0))
        return 0;
    return expr_binary(exprs, kind, expr_arg(exprs, left, 1), expr_arg(exprs, right, 1));
}

static expr_t extended(struct exprs *exprs, enum expr_kind kind, expr_t term, unsigned width)
{
    return kind == EXPR_ZEXT ? expr_zext(exprs, term, width) : expr_sext(exprs, term, width);
}

/* kind(ite(c, d, e), k), all constants, or with the operands exchanged: c decides */
static expr_t of_choice(struct exprs *exprs, enum expr_kind kind, expr_t left, expr_t right)
{
    expr_t term = expr_is_const(exprs, left) ? right : left;
    if (!is_kind(exprs, term, EXPR_ITE) || !expr_is_const(exprs, term == left ? right : left))
        return 0;
    expr_t condition = expr_arg(exprs, term, 0), yes = expr_arg(exprs, term, 1),
           no = expr_arg(exprs, term, 2);
    if (!expr_is_const(exprs, yes) || !expr_is_const(exprs, no))
        return 0;
    yes = term == left ? expr_binary(exprs, kind, yes, right) : expr_binary(exprs, kind, left, yes);
    no = term == left ? expr_binary(exprs, kind, no, right) : expr_binary(exprs, kind, left, no);
    return expr_ite(exprs, condition, yes, no);
}

/* ---- EQ ---- */

/* match: x = x
 * result: true */
static expr_t eq_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? expr_bool(exprs, true) : 0;
}

/* match: x = 1, x = 0, 1 bit
 * result: x, not x */
static expr_t eq_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_width(exprs, left) != 1 || !expr_is_const(exprs, right))
        return 0;
    return expr_is_true(exprs, right) ? left : expr_not(exprs, left);
}

/* match: x = ~x
 * result: false */
static expr_t eq_complement(struct exprs *exprs, expr_t left, expr_t right)
{
    if ((is_kind(exprs, left, EXPR_NOT) && expr_arg(exprs, left, 0) == right) ||
        (is_kind(exprs, right, EXPR_NOT) && expr_arg(exprs, right, 0) == left))
        return expr_bool(exprs, false);
    return 0;
}

/* match: ~x = ~y
 * result: x = y */
static expr_t eq_not_not(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, left, EXPR_NOT) || !is_kind(exprs, right, EXPR_NOT))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 0), expr_arg(exprs, right, 0));
}

/* match: ~x = c
 * result: x = ~c */
static expr_t eq_not_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, left, EXPR_NOT) || !expr_is_const(exprs, right))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 0), expr_not(exprs, right));
}

/* match: ext(x) = c
 * result: x = low part of c, or false where extending that part does not give c */
static expr_t eq_extended_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_extension(exprs, left))
        return 0;
    enum expr_kind kind = expr_kind(exprs, left);
    expr_t x = expr_arg(exprs, left, 0), low = expr_extract(exprs, right, 0, expr_width(exprs, x));
    return extended(exprs, kind, low, expr_width(exprs, right)) == right ? expr_eq(exprs, x, low)
                                                                         : expr_bool(exprs, false);
}

/* match: ext(x) = ext(y), of one kind and width
 * result: x = y */
static expr_t eq_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return without_extension(exprs, EXPR_EQ, left, right);
}

/* match: ext(x) = ext(y), of one kind, y narrower
 * result: x = ext(y) */
static expr_t eq_extended_mixed(struct exprs *exprs, expr_t left, expr_t right)
{
    enum expr_kind kind = expr_kind(exprs, left);
    if (!is_extension(exprs, left) || expr_kind(exprs, right) != kind)
        return 0;
    expr_t x = expr_arg(exprs, left, 0), y = expr_arg(exprs, right, 0);
    unsigned x_width = expr_width(exprs, x), y_width = expr_width(exprs, y);
    return x_width > y_width ? expr_eq(exprs, x, extended(exprs, kind, y, x_width))
                             : expr_eq(exprs, y, extended(exprs, kind, x, y_width));
}

/* match: concat(d, x) = c, or concat(x, d) = c
 * result: x = its part of c, or false where d is not its part */
static expr_t eq_concat_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_CONCAT))
        return 0;
    expr_t high = expr_arg(exprs, left, 0), low = expr_arg(exprs, left, 1);
    unsigned low_width = expr_width(exprs, low);
    if (!expr_is_const(exprs, high) && !expr_is_const(exprs, low))
        return 0;
    expr_t of_high = expr_extract(exprs, right, low_width, expr_width(exprs, high));
    expr_t of_low = expr_extract(exprs, right, 0, low_width);
    if (expr_is_const(exprs, high))
        return high == of_high ? expr_eq(exprs, low, of_low) : expr_bool(exprs, false);
    return low == of_low ? expr_eq(exprs, high, of_high) : expr_bool(exprs, false);
}

/* match: concat(x, y) = concat(x, z), or concat(y, x) = concat(z, x)
 * result: y = z */
static expr_t eq_concat_same(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_kind(exprs, left, EXPR_CONCAT) || !is_kind(exprs, right, EXPR_CONCAT))
        return 0;
    if (expr_arg(exprs, left, 1) == expr_arg(exprs, right, 1))
        return expr_eq(exprs, expr_arg(exprs, left, 0), expr_arg(exprs, right, 0));
    return without_same_high(exprs, EXPR_EQ, left, right);
}

/* match: x + d = c
 * result: x = c - d */
static expr_t eq_add_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, EXPR_ADD))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 0), expr_sub(exprs, right, expr_arg(exprs, left, 1)));
}

/* match: d - x = c
 * result: x = d - c */
static expr_t eq_minus_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_SUB) ||
        !expr_is_const(exprs, expr_arg(exprs, left, 0)))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 1), expr_sub(exprs, expr_arg(exprs, left, 0), right));
}

/* match: x ^ d = c
 * result: x = c ^ d */
static expr_t eq_xor_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !has_constant(exprs, left, EXPR_XOR))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 0), expr_xor(exprs, right, expr_arg(exprs, left, 1)));
}

/* match: x - y = 0, or x ^ y = 0
 * result: x = y */
static expr_t eq_difference(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!is_zero(exprs, right) || !(is_kind(exprs, left, EXPR_SUB) || is_kind(exprs, left, EXPR_XOR)))
        return 0;
    return expr_eq(exprs, expr_arg(exprs, left, 0), expr_arg(exprs, left, 1));
}

/* match: x * d = c, d odd
 * result: x = c * (inverse of d) */
static expr_t eq_mul_odd(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (!expr_is_const(exprs, right) || width > 64 || !has_constant(exprs, left, EXPR_MUL))
        return 0;
    uint64_t factor = expr_value(exprs, expr_arg(exprs, left, 1));
    if (!(factor & 1))
        return 0;
    uint64_t inverse = factor; /* right for 3 bits; each round doubles that */
    for (unsigned bits = 3; bits < 64; bits *= 2)
        inverse *= 2 - factor * inverse;
    return expr_eq(exprs, expr_arg(exprs, left, 0),
                   expr_mul(exprs, right, expr_const(exprs, width, inverse)));
}

/* match: x + y = x + z, with up to eight summands, in any order
 * result: y = z */
static expr_t eq_common(struct exprs *exprs, expr_t left, expr_t right)
{
    return cancel_summands(exprs, &left, &right) ? expr_eq(exprs, left, right) : 0;
}

/* match: ite(c, d, x) = k, or ite(c, x, d) = k, with constants d and k
 * result: c or x = k where d is k, else not c and x = k; the other way round likewise */
static expr_t eq_choice(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_ITE))
        return 0;
    expr_t condition = expr_arg(exprs, left, 0), constant = expr_arg(exprs, left, 1),
           other = expr_arg(exprs, left, 2);
    if (!expr_is_const(exprs, constant)) {
        if (!expr_is_const(exprs, other))
            return 0;
        expr_t swap = constant;
        constant = other;
        other = swap;
        condition = expr_not(exprs, condition);
    }
    expr_t rest = expr_eq(exprs, other, right);
    return constant == right ? expr_or(exprs, condition, rest)
                             : expr_and(exprs, expr_not(exprs, condition), rest);
}

/* As memcmp and strcmp have it: the first difference, and 0 if there is none.
 * match: ite(x = y, z, d) = k where d = k is x = y
 * result: x = y and z = k */
static expr_t eq_difference_chain(struct exprs *exprs, expr_t left, expr_t right)
{
    if (!expr_is_const(exprs, right) || !is_kind(exprs, left, EXPR_ITE))
        return 0;
    expr_t same = expr_arg(exprs, left, 0), difference = expr_arg(exprs, left, 2);
    if (!is_kind(exprs, same, EXPR_EQ) || expr_eq(exprs, difference, right) != same)
        return 0;
    return expr_and(exprs, same, expr_eq(exprs, expr_arg(exprs, left, 1), right));
}

expr_t simplify_eq(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_EQ(X)
#undef X
    return 0;
}

/* ---- unsigned order ---- */

/* match: x < x
 * result: false */
static expr_t ult_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? expr_bool(exprs, false) : 0;
}

/* match: x < y, 1 bit
 * result: not x and y */
static expr_t ult_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_and(exprs, expr_not(exprs, left), right) : 0;
}

/* match: x < c where x can be below c in one way only; c < x likewise
 * result: x = c - 1; x = c + 1 */
static expr_t ult_one_value(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (width > 64)
        return 0;
    if (expr_is_const(exprs, right) && expr_value(exprs, right) &&
        pool_facts(exprs, left)->low == expr_value(exprs, right) - 1)
        return expr_eq(exprs, left, expr_const(exprs, width, expr_value(exprs, right) - 1));
    if (expr_is_const(exprs, left) && ~expr_value(exprs, left) &&
        pool_facts(exprs, right)->high == expr_value(exprs, left) + 1)
        return expr_eq(exprs, right, expr_const(exprs, width, expr_value(exprs, left) + 1));
    return 0;
}

/* match: x < c where x is never above c; c < x where x is never below c
 * result: not x = c */
static expr_t ult_all_but_one(struct exprs *exprs, expr_t left, expr_t right)
{
    if (expr_width(exprs, left) > 64)
        return 0;
    if (expr_is_const(exprs, right) && pool_facts(exprs, left)->high == expr_value(exprs, right))
        return expr_not(exprs, expr_eq(exprs, left, right));
    if (expr_is_const(exprs, left) && pool_facts(exprs, right)->low == expr_value(exprs, left))
        return expr_not(exprs, expr_eq(exprs, right, left));
    return 0;
}

/* match: zext(x) < c, or c < zext(x)
 * result: x < low part of c, or what the high part decides */
static expr_t ult_zext_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    bool constant_left = expr_is_const(exprs, left);
    expr_t constant = constant_left ? left : right, term = constant_left ? right : left;
    if (!expr_is_const(exprs, constant) || !is_kind(exprs, term, EXPR_ZEXT))
        return 0;
    expr_t x = expr_arg(exprs, term, 0), low = expr_extract(exprs, constant, 0, expr_width(exprs, x));
    if (expr_zext(exprs, low, expr_width(exprs, constant)) != constant)
        return expr_bool(exprs, !constant_left);
    return constant_left ? expr_ult(exprs, low, x) : expr_ult(exprs, x, low);
}

/* match: ext(x) < ext(y), of one kind and width; sign extension keeps the unsigned order too
 * result: x < y */
static expr_t ult_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return without_extension(exprs, EXPR_ULT, left, right);
}

/* match: concat(x, y) < c, low part of c all zeros; c < concat(x, y), low part of c all ones
 * result: x < high part of c; high part of c < x */
static expr_t ult_concat_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    bool constant_left = expr_is_const(exprs, left);
    expr_t constant = constant_left ? left : right, term = constant_left ? right : left;
    if (!expr_is_const(exprs, constant) || !is_kind(exprs, term, EXPR_CONCAT))
        return 0;
    expr_t x = expr_arg(exprs, term, 0);
    unsigned low_width = expr_width(exprs, expr_arg(exprs, term, 1));
    expr_t low = expr_extract(exprs, constant, 0, low_width);
    if (!(constant_left ? is_ones(exprs, low) : is_zero(exprs, low)))
        return 0;
    expr_t high = expr_extract(exprs, constant, low_width, expr_width(exprs, x));
    return constant_left ? expr_ult(exprs, high, x) : expr_ult(exprs, x, high);
}

/* match: concat(x, y) < concat(x, z)
 * result: y < z */
static expr_t ult_concat_same(struct exprs *exprs, expr_t left, expr_t right)
{
    return without_same_high(exprs, EXPR_ULT, left, right);
}

/* match: ite(c, constants) < k, or k < ite(c, constants)
 * result: c, not c, true or false */
static expr_t ult_choice(struct exprs *exprs, expr_t left, expr_t right)
{
    return of_choice(exprs, EXPR_ULT, left, right);
}

expr_t simplify_ult(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_ULT(X)
#undef X
    return 0;
}

/* match: x <= x
 * result: true */
static expr_t ule_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? expr_bool(exprs, true) : 0;
}

/* match: x <= y, 1 bit
 * result: not x or y */
static expr_t ule_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_or(exprs, expr_not(exprs, left), right) : 0;
}

/* match: x <= c; c <= x
 * result: x < c + 1 or true; c - 1 < x or true */
static expr_t ule_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (expr_is_const(exprs, right))
        return is_ones(exprs, right)
                   ? expr_bool(exprs, true)
                   : expr_ult(exprs, left, expr_add(exprs, right, expr_const(exprs, width, 1)));
    if (expr_is_const(exprs, left))
        return is_zero(exprs, left) ? expr_bool(exprs, true)
                                    : expr_ult(exprs, expr_add(exprs, left, ones_of(exprs, width)), right);
    return 0;
}

/* match: ext(x) <= ext(y), of one kind and width
 * result: x <= y */
static expr_t ule_extended(struct exprs *exprs, expr_t left, expr_t right)
{
    return without_extension(exprs, EXPR_ULE, left, right);
}

/* match: concat(x, y) <= concat(x, z)
 * result: y <= z */
static expr_t ule_concat_same(struct exprs *exprs, expr_t left, expr_t right)
{
    return without_same_high(exprs, EXPR_ULE, left, right);
}

expr_t simplify_ule(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_ULE(X)
#undef X
    return 0;
}

/* ---- signed order ---- */

static expr_t smallest(struct exprs *exprs, unsigned width)
{
    return width == 1 ? expr_bool(exprs, true)
                      : expr_concat(exprs, expr_bool(exprs, true), zero_of(exprs, width - 1));
}

static expr_t largest(struct exprs *exprs, unsigned width) { return expr_not(exprs, smallest(exprs, width)); }

/* match: x < x, signed
 * result: false */
static expr_t slt_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? expr_bool(exprs, false) : 0;
}

/* match: x < y, signed, 1 bit: 1 is -1
 * result: x and not y */
static expr_t slt_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_and(exprs, left, expr_not(exprs, right)) : 0;
}

/* match: x < y, signed, both top bits surely 0
 * result: x < y, unsigned */
static expr_t slt_unsigned(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_positive(exprs, left) && is_positive(exprs, right) ? expr_ult(exprs, left, right) : 0;
}

/* match: x < 0; -1 < x
 * result: top bit of x; not the top bit of x */
static expr_t slt_sign(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned top = expr_width(exprs, left) - 1;
    if (is_zero(exprs, right))
        return expr_extract(exprs, left, top, 1);
    return is_ones(exprs, left) ? expr_not(exprs, expr_extract(exprs, right, top, 1)) : 0;
}

/* match: comparison with the smallest or largest value, or its neighbour
 * result: an equality, its negation, or false */
static expr_t slt_limits(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (!expr_is_const(exprs, left) && !expr_is_const(exprs, right))
        return 0;
    expr_t low = smallest(exprs, width), high = largest(exprs, width), one = expr_const(exprs, width, 1);
    if (right == low || left == high)
        return expr_bool(exprs, false);
    if (right == expr_add(exprs, low, one))
        return expr_eq(exprs, left, low);
    if (left == expr_sub(exprs, high, one))
        return expr_eq(exprs, right, high);
    return right == high || left == low ? expr_not(exprs, expr_eq(exprs, left, right)) : 0;
}

/* match: sext(x) < c, or c < sext(x), signed
 * result: x < low part of c, or what the sign of c decides */
static expr_t slt_sext_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    bool constant_left = expr_is_const(exprs, left);
    expr_t constant = constant_left ? left : right, term = constant_left ? right : left;
    if (!expr_is_const(exprs, constant) || !is_kind(exprs, term, EXPR_SEXT))
        return 0;
    unsigned width = expr_width(exprs, constant);
    expr_t x = expr_arg(exprs, term, 0), low = expr_extract(exprs, constant, 0, expr_width(exprs, x));
    if (expr_sext(exprs, low, width) != constant) {
        bool negative = expr_is_true(exprs, expr_extract(exprs, constant, width - 1, 1));
        return expr_bool(exprs, constant_left == negative);
    }
    return constant_left ? expr_slt(exprs, low, x) : expr_slt(exprs, x, low);
}

/* match: sext(x) < sext(y), signed, of one width
 * result: x < y, signed */
static expr_t slt_sext(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_kind(exprs, left, EXPR_SEXT) ? without_extension(exprs, EXPR_SLT, left, right) : 0;
}

/* match: ite(c, constants) < k, or k < ite(c, constants), signed
 * result: c, not c, true or false */
static expr_t slt_choice(struct exprs *exprs, expr_t left, expr_t right)
{
    return of_choice(exprs, EXPR_SLT, left, right);
}

expr_t simplify_slt(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SLT(X)
#undef X
    return 0;
}

/* match: x <= x, signed
 * result: true */
static expr_t sle_self(struct exprs *exprs, expr_t left, expr_t right)
{
    return left == right ? expr_bool(exprs, true) : 0;
}

/* match: x <= y, signed, 1 bit
 * result: x or not y */
static expr_t sle_bool(struct exprs *exprs, expr_t left, expr_t right)
{
    return expr_width(exprs, left) == 1 ? expr_or(exprs, left, expr_not(exprs, right)) : 0;
}

/* match: x <= c; c <= x, signed
 * result: x < c + 1 or true; c - 1 < x or true */
static expr_t sle_constant(struct exprs *exprs, expr_t left, expr_t right)
{
    unsigned width = expr_width(exprs, left);
    if (expr_is_const(exprs, right))
        return right == largest(exprs, width)
                   ? expr_bool(exprs, true)
                   : expr_slt(exprs, left, expr_add(exprs, right, expr_const(exprs, width, 1)));
    if (expr_is_const(exprs, left))
        return left == smallest(exprs, width)
                   ? expr_bool(exprs, true)
                   : expr_slt(exprs, expr_add(exprs, left, ones_of(exprs, width)), right);
    return 0;
}

/* match: x <= y, signed, both top bits surely 0
 * result: x <= y, unsigned */
static expr_t sle_unsigned(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_positive(exprs, left) && is_positive(exprs, right) ? expr_ule(exprs, left, right) : 0;
}

/* match: sext(x) <= sext(y), signed, of one width
 * result: x <= y, signed */
static expr_t sle_sext(struct exprs *exprs, expr_t left, expr_t right)
{
    return is_kind(exprs, left, EXPR_SEXT) ? without_extension(exprs, EXPR_SLE, left, right) : 0;
}

expr_t simplify_sle(struct exprs *exprs, expr_t left, expr_t right)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, left, right)
    RULES_SLE(X)
#undef X
    return 0;
}
