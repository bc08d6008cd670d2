/* Floating-point arithmetic on constants, by the host: IEEE bit patterns in
 * and out, round to nearest even, one NaN. */
#include "expr/fold.h"

#include "base/bug.h"
#include "base/ieee.h"
#include "expr/pool.h"

#include <math.h>
#include <string.h>

/* A NaN result is the one NaN. */
static uint64_t float_result(float value) { return isnan(value) ? 0x7fc00000u : bits_of_float(value); }
static uint64_t double_result(double value)
{
    return isnan(value) ? 0x7ff8000000000000u : bits_of_double(value);
}

static uint64_t float_binary(enum expr_kind kind, float left, float right)
{
    switch (kind) {
    case EXPR_FADD:
        return float_result(left + right);
    case EXPR_FSUB:
        return float_result(left - right);
    case EXPR_FMUL:
        return float_result(left * right);
    case EXPR_FDIV:
        return float_result(left / right);
    case EXPR_FEQ:
        return left == right;
    case EXPR_FLT:
        return left < right;
    case EXPR_FLE:
        return left <= right;
    default:
        BUG("not a binary float kind: %d", kind);
    }
}

static uint64_t double_binary(enum expr_kind kind, double left, double right)
{
    switch (kind) {
    case EXPR_FADD:
        return double_result(left + right);
    case EXPR_FSUB:
        return double_result(left - right);
    case EXPR_FMUL:
        return double_result(left * right);
    case EXPR_FDIV:
        return double_result(left / right);
    case EXPR_FEQ:
        return left == right;
    case EXPR_FLT:
        return left < right;
    case EXPR_FLE:
        return left <= right;
    default:
        BUG("not a binary float kind: %d", kind);
    }
}

uint64_t fold_float_binary(enum expr_kind kind, unsigned width, uint64_t left, uint64_t right)
{
    return width == 32 ? float_binary(kind, float_of_bits(left), float_of_bits(right))
                       : double_binary(kind, double_of_bits(left), double_of_bits(right));
}

/* A double holds every float, so one conversion serves both. */
static void to_integer(bool is_signed, unsigned to, double value, uint64_t *result)
{
    double limit = ldexp(1.0, (int)(is_signed ? to - 1 : to));
    double whole = trunc(value);
    if (!(whole < limit) || !(whole >= (is_signed ? -limit : 0.0))) {
        result[0] = result[to > 64] = 0;
        result[(to - 1) / 64] |= 1ull << ((to - 1) % 64);
        return;
    }
    unsigned __int128 integer = whole < 0 ? (unsigned __int128)(__int128)whole : (unsigned __int128)whole;
    result[0] = (uint64_t)integer & low_bits(to);
    if (to > 64)
        result[1] = (uint64_t)(integer >> 64) & low_bits(to - 64);
}

static uint64_t from_integer(bool is_signed, unsigned from, unsigned to, const uint64_t *value)
{
    uint64_t words[2];
    fold_extend_words(value, from, 128, is_signed, words);
    unsigned __int128 integer = (unsigned __int128)words[1] << 64 | words[0];
    if (is_signed)
        return to == 32 ? float_result((float)(__int128)integer) : double_result((double)(__int128)integer);
    return to == 32 ? float_result((float)integer) : double_result((double)integer);
}

void fold_float_unary(enum expr_kind kind, unsigned from, unsigned to, const uint64_t *value,
                      uint64_t *result)
{
    double operand = from == 32 ? (double)float_of_bits(value[0]) : double_of_bits(value[0]);
    switch (kind) {
    case EXPR_FSQRT:
        result[0] = to == 32 ? float_result(sqrtf(float_of_bits(value[0]))) : double_result(sqrt(operand));
        return;
    case EXPR_FCAST:
        result[0] = to == 32 ? float_result((float)operand) : double_result(operand);
        return;
    case EXPR_FTOS:
    case EXPR_FTOU:
        to_integer(kind == EXPR_FTOS, to, operand, result);
        return;
    case EXPR_STOF:
    case EXPR_UTOF:
        result[0] = from_integer(kind == EXPR_STOF, from, to, value);
        return;
    default:
        BUG("not a unary float kind: %d", kind);
    }
}
