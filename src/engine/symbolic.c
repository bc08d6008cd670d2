/* Instructions on values that are not plain integers: terms, wide values, and
 * pointers used as numbers. A concrete pointer keeps its object through the
 * arithmetic that C programs do on addresses (adding, masking, tagging). */
#include "engine/interpret.h"

#include "memory/cases.h"

/* ---- integers ---- */

static const uint8_t kinds[OPCODE_COUNT] = {
    [OP_ADD] = EXPR_ADD,   [OP_SUB] = EXPR_SUB,   [OP_MUL] = EXPR_MUL,   [OP_UDIV] = EXPR_UDIV,
    [OP_SDIV] = EXPR_SDIV, [OP_UREM] = EXPR_UREM, [OP_SREM] = EXPR_SREM, [OP_AND] = EXPR_AND,
    [OP_OR] = EXPR_OR,     [OP_XOR] = EXPR_XOR,   [OP_SHL] = EXPR_SHL,   [OP_LSHR] = EXPR_LSHR,
    [OP_ASHR] = EXPR_ASHR,
};

/* Does the result of a op b still point into a's or b's object? The tag, or 0. */
static uint64_t provenance(uint16_t op, struct value a, struct value b)
{
    bool left = value_has_object(a), right = value_has_object(b);
    switch (op) {
    case OP_ADD:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return left && !right ? a.tag : right && !left ? b.tag : 0;
    case OP_SUB:
        return left && !right ? a.tag : 0;
    default:
        return 0;
    }
}

static uint64_t concrete_binary(uint16_t op, uint64_t a, uint64_t b, unsigned width)
{
    unsigned shift = 64 - width;
    int64_t sa = (int64_t)(a << shift) >> shift, sb = (int64_t)(b << shift) >> shift;
    switch (op) {
    case OP_ADD:
        return a + b;
    case OP_SUB:
        return a - b;
    case OP_MUL:
        return a * b;
    case OP_UDIV:
        return b ? a / b : ~(uint64_t)0;
    case OP_UREM:
        return b ? a % b : a;
    case OP_SDIV: /* the one overflow wraps */
        return !b ? (sa < 0 ? 1 : ~(uint64_t)0) : sb == -1 ? -(uint64_t)sa : (uint64_t)(sa / sb);
    case OP_SREM:
        return !b ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
    case OP_AND:
        return a & b;
    case OP_OR:
        return a | b;
    case OP_XOR:
        return a ^ b;
    case OP_SHL:
        return b < width ? a << b : 0;
    case OP_LSHR:
        return b < width ? a >> b : 0;
    case OP_ASHR:
        return (uint64_t)(sa >> (b < width ? b : width - 1));
    default:
        BUG("opcode %u is not binary", op);
    }
}

static bool is_division(uint16_t op) { return op >= OP_UDIV && op <= OP_SREM; }
static bool is_shift(uint16_t op) { return op == OP_SHL || op == OP_LSHR || op == OP_ASHR; }

/* The checks that come before the operation itself. */
static bool check_operands(struct run *run, struct state *state, const struct instruction *at)
{
    struct exprs *exprs = run->exprs;
    unsigned width = at->width;
    expr_t right = term_of(run, *reg(state, at->b), width);
    if (is_division(at->op) && run->options.check_division) {
        if (!check_never(run, state, expr_eq(exprs, right, expr_const(exprs, width, 0)), ERROR_DIVISION,
                         at->op == OP_UDIV || at->op == OP_SDIV ? "division by zero" : "remainder by zero"))
            return false;
        if (at->op == OP_SDIV || at->op == OP_SREM) {
            expr_t left = term_of(run, *reg(state, at->a), width);
            expr_t lowest = expr_shl(exprs, expr_const(exprs, width, 1), expr_const(exprs, width, width - 1));
            expr_t minus_one = expr_not(exprs, expr_const(exprs, width, 0));
            expr_t both = expr_and(exprs, expr_eq(exprs, left, lowest), expr_eq(exprs, right, minus_one));
            if (!check_never(run, state, both, ERROR_OVERFLOW,
                             "division overflows: the smallest number by -1"))
                return false;
        }
    }
    if (is_shift(at->op) && !at->c && run->options.check_overshift) {
        expr_t limit = expr_const(exprs, width, width);
        if (!check_never(run, state, expr_ule(exprs, limit, right), ERROR_SHIFT,
                         "shift by the width of the type or more"))
            return false;
    }
    return true;
}

/* Is the number an address in an object, though nobody remembers? */
static const struct object *forgotten_object(struct state *state, struct value number)
{
    return value_is_plain(number) && number.bits >= PAGE ? space_find(&state->space, number.bits, true)
                                                         : NULL;
}

/* Is it made of the addresses of two objects? Then what the program makes of it
 * may point into either, and it must not be forgotten what it consists of. */
static bool is_of_two_objects(struct state *state, uint16_t op, struct value a, struct value b)
{
    if (op != OP_ADD && op != OP_SUB && op != OP_XOR)
        return false;
    if (value_has_object(a) && value_has_object(b))
        return value_object(a) != value_object(b);
    if (op != OP_SUB || !value_has_object(b))
        return false;
    const struct object *other = forgotten_object(state, a);
    return other && other->id != value_object(b);
}

static struct value concrete_result(const struct run *run, uint16_t op, struct value a, struct value b,
                                    unsigned width)
{
    struct value result = {concrete_binary(op, a.bits, b.bits, width) & width_mask(width),
                           width == 64 ? provenance(op, a, b) : 0};
    if (op != OP_XOR || !result.tag)
        return result;
    /* a tag bit leaves it where it is; otherwise the other word was two pointers folded into one, and what
     * comes out is that which this is not */
    const struct object *object = object_get(&run->objects, value_object(result));
    return result.bits - object->address <= object->size ? result : value_plain(result.bits);
}

bool step_binary(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    uint16_t op = at->op;
    if ((is_division(op) || is_shift(op)) && !check_operands(run, state, at))
        return false;
    struct value a = *reg(state, at->a), b = *reg(state, at->b);
    if (value_is_concrete(a) && value_is_concrete(b) &&
        !(at->width == 64 && is_of_two_objects(state, op, a, b)))
        *reg(state, at->dst) = concrete_result(run, op, a, b, at->width);
    else
        *reg(state, at->dst) = value_of(
            run, expr_binary(run->exprs, kinds[op], term_of(run, a, at->width), term_of(run, b, at->width)));
    return true;
}

expr_t compare_term(struct run *run, uint16_t op, expr_t left, expr_t right)
{
    struct exprs *exprs = run->exprs;
    switch (op) {
    case OP_EQ:
    case OP_BRANCH_EQ:
        return pointer_equal(exprs, &run->objects, left, right);
    case OP_NE:
    case OP_BRANCH_NE:
        return expr_not(exprs, pointer_equal(exprs, &run->objects, left, right));
    case OP_ULT:
    case OP_BRANCH_ULT:
        return expr_ult(exprs, left, right);
    case OP_ULE:
    case OP_BRANCH_ULE:
        return expr_ule(exprs, left, right);
    case OP_SLT:
    case OP_BRANCH_SLT:
        return expr_slt(exprs, left, right);
    case OP_SLE:
    case OP_BRANCH_SLE:
        return expr_sle(exprs, left, right);
    default:
        BUG("opcode %u does not compare", op);
    }
}

bool step_compare(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    expr_t left = term_of(run, *reg(state, at->a), at->width);
    expr_t right = term_of(run, *reg(state, at->b), at->width);
    *reg(state, at->dst) = value_of(run, compare_term(run, at->op, left, right));
    return true;
}

bool step_convert(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct value a = *reg(state, at->a);
    if (at->width == at->c) {
        *reg(state, at->dst) = a;
        return true;
    }
    expr_t term = term_of(run, a, at->c);
    term = at->op == OP_TRUNC  ? expr_extract(run->exprs, term, 0, at->width)
           : at->op == OP_ZEXT ? expr_zext(run->exprs, term, at->width)
                               : expr_sext(run->exprs, term, at->width);
    *reg(state, at->dst) = value_of(run, term);
    return true;
}

bool step_select(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct value condition = *reg(state, at->a), yes = *reg(state, at->b), no = *reg(state, at->c);
    expr_t term = expr_ite(run->exprs, value_term(condition), term_of(run, yes, at->width),
                           term_of(run, no, at->width));
    *reg(state, at->dst) = value_of(run, term);
    return true;
}

bool step_pointer(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct exprs *exprs = run->exprs;
    struct value base = *reg(state, at->a);
    expr_t sum;
    if (at->op == OP_POINTER_ADD) {
        sum = expr_const(exprs, 64, (uint64_t)(int64_t)(int32_t)at->b);
    } else {
        struct value index = *reg(state, at->b);
        uint64_t scale = (uint64_t)(int64_t)(int32_t)at->c;
        if (value_is_concrete(base) && value_is_concrete(index)) { /* an index that was a pointer */
            unsigned shift = 64 - at->width;
            int64_t steps = (int64_t)(index.bits << shift) >> shift;
            *reg(state, at->dst) =
                (struct value){base.bits + (uint64_t)steps * scale, base.tag          ? base.tag
                                                                    : at->width == 64 ? index.tag
                                                                                      : 0};
            return true;
        }
        expr_t steps = expr_sext(
            exprs, expr_resize(exprs, term_of(run, index, at->width), at->width < 64 ? at->width : 64), 64);
        sum = expr_mul(exprs, steps, expr_const(exprs, 64, scale));
    }
    *reg(state, at->dst) = value_of(run, expr_add(exprs, term_of(run, base, 64), sum));
    return true;
}

/* ---- counting and turning bits ---- */

/* Sum of the bits, as a term of the same width. */
static expr_t count_ones(struct exprs *exprs, expr_t term, unsigned width)
{
    expr_t sum = expr_const(exprs, width, 0);
    for (unsigned i = 0; i < width; i++)
        sum = expr_add(exprs, sum, expr_zext(exprs, expr_extract(exprs, term, i, 1), width));
    return sum;
}

/* Zeros above (or below) the first one: a chain of choices, width if there is none. */
static expr_t count_zeros(struct exprs *exprs, expr_t term, unsigned width, bool leading)
{
    expr_t result = expr_const(exprs, width, width);
    for (unsigned i = 0; i < width; i++) {
        unsigned bit = leading ? i : width - 1 - i;
        expr_t zeros = expr_const(exprs, width, leading ? width - 1 - bit : bit);
        result = expr_ite(exprs, expr_extract(exprs, term, bit, 1), zeros, result);
    }
    return result;
}

static expr_t turn(struct exprs *exprs, expr_t term, unsigned width, unsigned unit)
{
    expr_t result = expr_extract(exprs, term, 0, unit);
    for (unsigned low = unit; low < width; low += unit)
        result = expr_concat(exprs, result, expr_extract(exprs, term, low, unit));
    return result;
}

/* The 2 * width bits of high:low shifted by amount modulo width. */
static expr_t funnel(struct exprs *exprs, expr_t high, expr_t low, expr_t amount, unsigned width, bool left)
{
    expr_t both = expr_concat(exprs, high, low);
    expr_t by =
        expr_zext(exprs, expr_binary(exprs, EXPR_UREM, amount, expr_const(exprs, width, width)), 2 * width);
    return left ? expr_extract(exprs, expr_shl(exprs, both, by), width, width)
                : expr_extract(exprs, expr_lshr(exprs, both, by), 0, width);
}

/* Exact result in twice the width (shifts) or a few bits more, then clamped. */
static expr_t saturate(struct exprs *exprs, uint16_t op, expr_t a, expr_t b, unsigned width)
{
    bool is_signed = op == OP_SADD_SATURATE || op == OP_SSUB_SATURATE || op == OP_SSHL_SATURATE;
    bool shift = op == OP_SSHL_SATURATE || op == OP_USHL_SATURATE;
    unsigned wide = shift ? 2 * width : width + 2;
    expr_t wa = is_signed ? expr_sext(exprs, a, wide) : expr_zext(exprs, a, wide);
    expr_t wb = is_signed && !shift ? expr_sext(exprs, b, wide) : expr_zext(exprs, b, wide);
    enum expr_kind kind = shift                                              ? EXPR_SHL
                          : op == OP_SADD_SATURATE || op == OP_UADD_SATURATE ? EXPR_ADD
                                                                             : EXPR_SUB;
    expr_t exact = expr_binary(exprs, kind, wa, wb);
    expr_t ones = expr_not(exprs, expr_const(exprs, width, 0));
    expr_t top, bottom;
    if (is_signed) {
        expr_t lowest = expr_shl(exprs, expr_const(exprs, width, 1), expr_const(exprs, width, width - 1));
        top = expr_sext(exprs, expr_not(exprs, lowest), wide);
        bottom = expr_sext(exprs, lowest, wide);
    } else {
        top = expr_zext(exprs, ones, wide);
        bottom = expr_const(exprs, wide, 0);
    }
    bool signed_compare = is_signed || op == OP_USUB_SATURATE;
    enum expr_kind less = signed_compare ? EXPR_SLT : EXPR_ULT;
    expr_t clamped = expr_ite(exprs, expr_binary(exprs, less, top, exact), top,
                              expr_ite(exprs, expr_binary(exprs, less, exact, bottom), bottom, exact));
    return expr_extract(exprs, clamped, 0, width);
}

static expr_t bits_term(struct run *run, struct state *state, const struct instruction *at)
{
    struct exprs *exprs = run->exprs;
    unsigned width = at->width;
    expr_t a = term_of(run, *reg(state, at->a), width);
    switch (at->op) {
    case OP_COUNT_ONES:
        return count_ones(exprs, a, width);
    case OP_LEADING_ZEROS:
        return count_zeros(exprs, a, width, true);
    case OP_TRAILING_ZEROS:
        return count_zeros(exprs, a, width, false);
    case OP_BYTE_SWAP:
        return turn(exprs, a, width, 8);
    case OP_BIT_REVERSE:
        return turn(exprs, a, width, 1);
    case OP_ABS: {
        expr_t zero = expr_const(exprs, width, 0);
        return expr_ite(exprs, expr_slt(exprs, a, zero), expr_sub(exprs, zero, a), a);
    }
    case OP_FUNNEL_LEFT:
    case OP_FUNNEL_RIGHT:
        return funnel(exprs, a, term_of(run, *reg(state, at->a + 1), width),
                      term_of(run, *reg(state, at->a + 2), width), width, at->op == OP_FUNNEL_LEFT);
    default:
        return saturate(exprs, at->op, a, term_of(run, *reg(state, at->b), width), width);
    }
}

bool step_bits(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct value a = *reg(state, at->a);
    unsigned width = at->width;
    if (value_is_concrete(a) && width <= 64) {
        switch (at->op) {
        case OP_COUNT_ONES:
            *reg(state, at->dst) = value_plain((uint64_t)__builtin_popcountll(a.bits));
            return true;
        case OP_LEADING_ZEROS:
            *reg(state, at->dst) =
                value_plain(a.bits ? (uint64_t)__builtin_clzll(a.bits) - (64 - width) : width);
            return true;
        case OP_TRAILING_ZEROS:
            *reg(state, at->dst) = value_plain(a.bits ? (uint64_t)__builtin_ctzll(a.bits) : width);
            return true;
        case OP_BYTE_SWAP:
            *reg(state, at->dst) = value_plain(__builtin_bswap64(a.bits) >> (64 - width));
            return true;
        case OP_ABS: {
            int64_t number = (int64_t)(a.bits << (64 - width)) >> (64 - width);
            *reg(state, at->dst) =
                value_plain((number < 0 ? -(uint64_t)number : (uint64_t)number) & width_mask(width));
            return true;
        }
        case OP_FUNNEL_LEFT:
        case OP_FUNNEL_RIGHT: {
            struct value low = *reg(state, at->a + 1), amount = *reg(state, at->a + 2);
            if (!value_is_concrete(low) || !value_is_concrete(amount))
                break;
            unsigned by = (unsigned)(amount.bits % width);
            unsigned __int128 both = (unsigned __int128)a.bits << width | low.bits;
            both = at->op == OP_FUNNEL_LEFT ? both << by >> width : both >> by;
            *reg(state, at->dst) = value_plain((uint64_t)both & width_mask(width));
            return true;
        }
        default:
            break;
        }
    }
    *reg(state, at->dst) = value_of(run, bits_term(run, state, at));
    return true;
}

/* ---- arithmetic that says whether it overflowed ---- */

bool step_overflow(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct exprs *exprs = run->exprs;
    struct value a = *reg(state, at->a), b = *reg(state, at->b);
    unsigned width = at->width, shift = 64 - width;
    bool is_signed = at->op == OP_SADD_OVERFLOW || at->op == OP_SSUB_OVERFLOW || at->op == OP_SMUL_OVERFLOW;
    if (value_is_concrete(a) && value_is_concrete(b) && width <= 64) {
        __int128 wa = is_signed ? (int64_t)(a.bits << shift) >> shift : (__int128)a.bits;
        __int128 wb = is_signed ? (int64_t)(b.bits << shift) >> shift : (__int128)b.bits;
        unsigned __int128 exact;
        switch (at->op) {
        case OP_SADD_OVERFLOW:
        case OP_UADD_OVERFLOW:
            exact = (unsigned __int128)wa + (unsigned __int128)wb;
            break;
        case OP_SSUB_OVERFLOW:
        case OP_USUB_OVERFLOW:
            exact = (unsigned __int128)wa - (unsigned __int128)wb;
            break;
        default:
            exact = (unsigned __int128)wa * (unsigned __int128)wb;
        }
        uint64_t result = (uint64_t)exact & width_mask(width);
        __int128 back = is_signed ? (int64_t)(result << shift) >> shift : (__int128)result;
        *reg(state, at->dst) = value_plain(result);
        *reg(state, at->dst + 1) = value_plain((unsigned __int128)back != exact);
        return true;
    }
    bool multiply = at->op == OP_SMUL_OVERFLOW || at->op == OP_UMUL_OVERFLOW;
    enum expr_kind kind = multiply                                                   ? EXPR_MUL
                          : at->op == OP_SADD_OVERFLOW || at->op == OP_UADD_OVERFLOW ? EXPR_ADD
                                                                                     : EXPR_SUB;
    unsigned wide = multiply ? 2 * width : width + 1;
    expr_t ta = term_of(run, a, width), tb = term_of(run, b, width);
    expr_t result = expr_binary(exprs, kind, ta, tb);
    expr_t exact =
        expr_binary(exprs, kind, is_signed ? expr_sext(exprs, ta, wide) : expr_zext(exprs, ta, wide),
                    is_signed ? expr_sext(exprs, tb, wide) : expr_zext(exprs, tb, wide));
    expr_t back = is_signed ? expr_sext(exprs, result, wide) : expr_zext(exprs, result, wide);
    *reg(state, at->dst) = value_of(run, result);
    *reg(state, at->dst + 1) = value_of(run, expr_not(exprs, expr_eq(exprs, exact, back)));
    return true;
}
