/* Floating point. Concrete operands use the host's own arithmetic, which is
 * what the program would have used: bit-exact. Symbolic ones of 32 and 64 bits
 * become terms where the solver knows the operation (Z3 answers those), else
 * one value is taken, with a warning. */
#include "base/ieee.h"
#include "engine/interpret.h"
#include "expr/rounding.h"

#include <fenv.h>
#include <math.h>

/* ---- bits and numbers ---- */

/* An x87 number lives in a constant term of 80 bits. */
static long double to_extended(struct run *run, struct value value)
{
    uint64_t words[2];
    expr_words(run->exprs, value_term(value), words);
    long double number = 0;
    memcpy(&number, words, 10);
    return number;
}

static struct value from_extended(struct run *run, long double number)
{
    uint64_t words[2] = {0};
    memcpy(words, &number, 10);
    return value_of(run, expr_const_words(run->exprs, 80, words));
}

/* Any float operand as a long double: exact. */
static long double number_of(struct run *run, struct value value, unsigned width)
{
    return width == 32   ? float_of_bits(value.bits)
           : width == 64 ? double_of_bits(value.bits)
                         : to_extended(run, value);
}

/* ---- concrete ---- */

static bool compare(long double a, long double b, unsigned predicate)
{
    bool unordered = isnan(a) || isnan(b);
    unsigned relation = unordered ? 8 : a < b ? 4 : a > b ? 2 : 1;
    return predicate & relation;
}

#define FUNCTIONS_OF(type, suffix)                                                           \
    static type call1_##type(unsigned function, type a)                                      \
    {                                                                                        \
        switch (function) {                                                                  \
            ONE(sqrt, suffix)                                                                \
            ONE(fabs, suffix)                                                                \
            ONE(floor, suffix)                                                               \
            ONE(ceil, suffix)                                                                \
            ONE(trunc, suffix)                                                               \
            ONE(rint, suffix)                                                                \
            ONE(nearbyint, suffix)                                                           \
            ONE(round, suffix)                                                               \
            ONE(roundeven, suffix)                                                           \
            ONE(sin, suffix)                                                                 \
            ONE(cos, suffix)                                                                 \
            ONE(tan, suffix)                                                                 \
            ONE(exp, suffix)                                                                 \
            ONE(exp2, suffix)                                                                \
            ONE(log, suffix)                                                                 \
            ONE(log2, suffix)                                                                \
            ONE(log10, suffix) default : BUG("float function %u of one argument", function); \
        }                                                                                    \
    }                                                                                        \
    static type call2_##type(unsigned function, type a, type b)                              \
    {                                                                                        \
        switch (function) {                                                                  \
            TWO(copysign, suffix)                                                            \
            TWO(fmin, suffix)                                                                \
            TWO(fmax, suffix)                                                                \
            TWO(pow, suffix) default : BUG("float function %u of two arguments", function);  \
        }                                                                                    \
    }
#define ONE(name, suffix)       \
    case FLOAT_FUNCTION_##name: \
        return name##suffix(a);
#define TWO(name, suffix)       \
    case FLOAT_FUNCTION_##name: \
        return name##suffix(a, b);
typedef long double extended;
FUNCTIONS_OF(float, f)
FUNCTIONS_OF(double, )
FUNCTIONS_OF(extended, l)

static struct value concrete_call(struct run *run, const struct instruction *at, const struct value *v)
{
    switch (at->width) {
    case 32: {
        float a = float_of_bits(v[0].bits), b = float_of_bits(v[1].bits), c = float_of_bits(v[2].bits);
        return value_plain(bits_of_float(at->op == OP_FCALL1   ? call1_float(at->c, a)
                                         : at->op == OP_FCALL2 ? call2_float(at->c, a, b)
                                                               : fmaf(a, b, c)));
    }
    case 64: {
        double a = double_of_bits(v[0].bits), b = double_of_bits(v[1].bits), c = double_of_bits(v[2].bits);
        return value_plain(bits_of_double(at->op == OP_FCALL1   ? call1_double(at->c, a)
                                          : at->op == OP_FCALL2 ? call2_double(at->c, a, b)
                                                                : fma(a, b, c)));
    }
    default: {
        extended a = to_extended(run, v[0]);
        return from_extended(run, at->op == OP_FCALL1 ? call1_extended(at->c, a)
                                  : at->op == OP_FCALL2
                                      ? call2_extended(at->c, a, to_extended(run, v[1]))
                                      : fmal(a, to_extended(run, v[1]), to_extended(run, v[2])));
    }
    }
}

#define ARITHMETIC(a, b, remainder) \
    (op == OP_FADD   ? (a) + (b)    \
     : op == OP_FSUB ? (a) - (b)    \
     : op == OP_FMUL ? (a) * (b)    \
     : op == OP_FDIV ? (a) / (b)    \
                     : remainder(a, b))

static struct value concrete_arithmetic(struct run *run, uint16_t op, unsigned width, struct value a,
                                        struct value b)
{
    if (width == 32)
        return value_plain(bits_of_float(ARITHMETIC(float_of_bits(a.bits), float_of_bits(b.bits), fmodf)));
    if (width == 64)
        return value_plain(bits_of_double(ARITHMETIC(double_of_bits(a.bits), double_of_bits(b.bits), fmod)));
    return from_extended(run, ARITHMETIC(to_extended(run, a), to_extended(run, b), fmodl));
}

static struct value from_number(struct run *run, long double number, unsigned width)
{
    return width == 32   ? value_plain(bits_of_float((float)number))
           : width == 64 ? value_plain(bits_of_double((double)number))
                         : from_extended(run, number);
}

/* Out of range is undefined in C; the results are those of the x86 instructions. */
static struct value to_integer(struct run *run, long double number, unsigned width, bool is_signed)
{
    if (width <= 64) {
        uint64_t bits;
        if (isnan(number))
            bits = (uint64_t)1 << (is_signed && width <= 32 ? 31 : 63);
        else if (is_signed && width <= 32)
            bits = number > -0x1p31L - 1 && number < 0x1p31L ? (uint64_t)(int64_t)number : (uint64_t)1 << 31;
        else if (is_signed)
            bits = number >= -0x1p63L && number < 0x1p63L ? (uint64_t)(int64_t)number : (uint64_t)1 << 63;
        else
            bits = number > -0x1p63L && number < 0   ? (uint64_t)(int64_t)number
                   : number >= 0 && number < 0x1p64L ? (uint64_t)number
                                                     : (uint64_t)1 << 63;
        return value_plain(bits & width_mask(width));
    }
    unsigned __int128 wide = isnan(number)       ? 0
                             : number < 0        ? -(unsigned __int128)-number
                             : number < 0x1p128L ? (unsigned __int128)number
                                                 : 0;
    uint64_t words[2] = {(uint64_t)wide, (uint64_t)(wide >> 64)};
    expr_t term = expr_const_words(run->exprs, 128, words);
    return value_of(run, expr_resize(run->exprs, term, width));
}

static struct value from_integer(struct run *run, struct value value, unsigned from, unsigned to,
                                 bool is_signed)
{
    if (from <= 64) {
        unsigned shift = 64 - from;
        int64_t number = (int64_t)(value.bits << shift) >> shift;
        if (to == 32)
            return value_plain(bits_of_float(is_signed ? (float)number : (float)value.bits));
        if (to == 64)
            return value_plain(bits_of_double(is_signed ? (double)number : (double)value.bits));
        return from_extended(run, is_signed ? (long double)number : (long double)value.bits);
    }
    uint64_t words[2];
    expr_t term = value_term(value);
    term = from > 128  ? expr_extract(run->exprs, term, 0, 128)
           : is_signed ? expr_sext(run->exprs, term, 128)
                       : expr_zext(run->exprs, term, 128);
    expr_words(run->exprs, term, words);
    unsigned __int128 bits = (unsigned __int128)words[1] << 64 | words[0];
    __int128 number = (__int128)bits;
    if (to == 32)
        return value_plain(bits_of_float(is_signed ? (float)number : (float)bits));
    if (to == 64)
        return value_plain(bits_of_double(is_signed ? (double)number : (double)bits));
    return from_extended(run, is_signed ? (long double)number : (long double)bits);
}

/* ---- terms ---- */

static expr_t sign_bit(struct exprs *exprs, unsigned width)
{
    return expr_shl(exprs, expr_const(exprs, width, 1), expr_const(exprs, width, width - 1));
}

/* The predicate's four bits as a disjunction. */
static expr_t compare_floats(struct exprs *exprs, expr_t a, expr_t b, unsigned predicate)
{
    expr_t less = expr_binary(exprs, EXPR_FLT, a, b), greater = expr_binary(exprs, EXPR_FLT, b, a);
    expr_t equal = expr_binary(exprs, EXPR_FEQ, a, b);
    expr_t ordered = expr_or(exprs, equal, expr_or(exprs, less, greater));
    expr_t result = expr_bool(exprs, false);
    if (predicate & 1)
        result = expr_or(exprs, result, equal);
    if (predicate & 2)
        result = expr_or(exprs, result, greater);
    if (predicate & 4)
        result = expr_or(exprs, result, less);
    if (predicate & 8)
        result = expr_or(exprs, result, expr_not(exprs, ordered));
    return result;
}

static expr_t unary_function(struct exprs *exprs, uint32_t function, expr_t value, unsigned width)
{
    switch (function) {
    case FLOAT_FUNCTION_sqrt:
        return expr_float_unary(exprs, EXPR_FSQRT, value, width);
    case FLOAT_FUNCTION_fabs:
        return expr_and(exprs, value, expr_not(exprs, sign_bit(exprs, width)));
    case FLOAT_FUNCTION_floor:
        return expr_round(exprs, ROUND_FLOOR, value);
    case FLOAT_FUNCTION_ceil:
        return expr_round(exprs, ROUND_CEIL, value);
    case FLOAT_FUNCTION_trunc:
        return expr_round(exprs, ROUND_TRUNC, value);
    case FLOAT_FUNCTION_round:
        return expr_round(exprs, ROUND_AWAY, value);
    case FLOAT_FUNCTION_roundeven:
    case FLOAT_FUNCTION_rint:
    case FLOAT_FUNCTION_nearbyint:
        return expr_round(exprs, ROUND_EVEN, value);
    default:
        return 0;
    }
}

static expr_t binary_function(struct exprs *exprs, uint32_t function, expr_t left, expr_t right)
{
    switch (function) {
    case FLOAT_FUNCTION_copysign:
        return expr_copy_sign(exprs, left, right);
    case FLOAT_FUNCTION_fmin:
        return expr_float_min(exprs, left, right);
    case FLOAT_FUNCTION_fmax:
        return expr_float_max(exprs, left, right);
    default:
        return 0;
    }
}

/* The instruction as a term; 0 if the solver has no such operation. */
static expr_t float_term(struct run *run, struct state *state, const struct instruction *at)
{
    static const uint8_t binary[OPCODE_COUNT] = {
        [OP_FADD] = EXPR_FADD, [OP_FSUB] = EXPR_FSUB, [OP_FMUL] = EXPR_FMUL, [OP_FDIV] = EXPR_FDIV};
    static const uint8_t unary[OPCODE_COUNT] = {[OP_FTOS] = EXPR_FTOS,
                                                [OP_FTOU] = EXPR_FTOU,
                                                [OP_STOF] = EXPR_STOF,
                                                [OP_UTOF] = EXPR_UTOF,
                                                [OP_FCAST] = EXPR_FCAST};
    struct exprs *exprs = run->exprs;
    unsigned width = at->width;
    struct value a = *reg(state, at->a);
    if (unary[at->op]) {
        bool float_in = at->op != OP_STOF && at->op != OP_UTOF, float_out = at->op >= OP_STOF;
        if ((float_in && at->c == 80) || (float_out && width == 80))
            return 0;
        return expr_float_unary(exprs, unary[at->op], term_of(run, a, at->c), width);
    }
    if (width == 80)
        return 0;
    expr_t ta = term_of(run, a, width);
    switch (at->op) {
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
        return expr_binary(exprs, binary[at->op], ta, term_of(run, *reg(state, at->b), width));
    case OP_FNEG:
        return expr_xor(exprs, ta, sign_bit(exprs, width));
    case OP_FCMP:
        return compare_floats(exprs, ta, term_of(run, *reg(state, at->b), width), at->c);
    case OP_FCALL1:
        return unary_function(exprs, at->c, ta, width);
    case OP_FCALL2:
        return binary_function(exprs, at->c, ta, term_of(run, *reg(state, at->b), width));
    default:
        return 0;
    }
}

/* ---- the instruction ---- */

/* How many operands, and how wide the first is. */
static unsigned operands(const struct instruction *at, unsigned *width)
{
    *width = at->width;
    switch (at->op) {
    case OP_FTOS:
    case OP_FTOU:
    case OP_STOF:
    case OP_UTOF:
    case OP_FCAST:
        *width = at->c;
        return 1;
    case OP_FNEG:
    case OP_FCALL1:
        return 1;
    case OP_FCALL3:
        return 3;
    default:
        return 2;
    }
}

/* One value for an operand the solver cannot compute with. */
static struct value settle(struct run *run, struct state *state, struct value value, unsigned width)
{
    const char *why = "symbolic floating point beyond what the solver knows: one value is taken";
    if (width <= 64)
        return value_plain(run_concretise(run, state, value, width, why, "--libc=musl"));
    expr_t term = value_term(value), constant = expr_eval_term(run->exprs, term, state->model);
    run_assume(run, state, expr_eq(run->exprs, term, constant));
    run_partial(run, state, why, NULL);
    return value_of(run, constant);
}

bool step_float(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    unsigned width, count = operands(at, &width);
    uint32_t registers[3] = {at->a, at->op == OP_FCALL3 ? at->a + 1 : at->b, at->a + 2};
    struct value v[3] = {{0}};
    bool concrete = true;
    for (unsigned i = 0; i < count; i++) {
        v[i] = *reg(state, registers[i]);
        concrete &= value_is_constant(run->exprs, v[i]);
    }
    if (!concrete) {
        expr_t term = float_term(run, state, at);
        if (term) {
            *reg(state, at->dst) = value_of(run, term);
            return true;
        }
        for (unsigned i = 0; i < count; i++)
            if (!value_is_constant(run->exprs, v[i]))
                v[i] = settle(run, state, v[i], width);
    }
    struct value result;
    switch (at->op) {
    case OP_FNEG:
        result = width <= 64 ? value_plain(v[0].bits ^ (uint64_t)1 << (width - 1))
                             : from_extended(run, -to_extended(run, v[0]));
        break;
    case OP_FCMP:
        result = value_plain(compare(number_of(run, v[0], width), number_of(run, v[1], width), at->c));
        break;
    case OP_FTOS:
    case OP_FTOU:
        result = to_integer(run, number_of(run, v[0], width), at->width, at->op == OP_FTOS);
        break;
    case OP_STOF:
    case OP_UTOF:
        result = from_integer(run, v[0], width, at->width, at->op == OP_STOF);
        break;
    case OP_FCAST:
        result = from_number(run, number_of(run, v[0], width), at->width);
        break;
    case OP_FCALL1:
    case OP_FCALL2:
    case OP_FCALL3:
        result = concrete_call(run, at, v);
        break;
    default:
        result = concrete_arithmetic(run, at->op, width, v[0], v[1]);
    }
    *reg(state, at->dst) = result;
    return true;
}
