/* Floating-point arithmetic on constants, by the host: IEEE bit patterns in
 * and out, round to nearest even, one NaN. */
#include "expr/fold.h"

#include "base/bug.h"
#include "expr/pool.h"

#include <math.h>
#include <string.h>

static float float_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_float(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return isnan(value) ? 0x7fc00000u : word;
}

static uint64_t bits_of_double(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return isnan(value) ? 0x7ff8000000000000u : word;
}

static uint64_t float_binary(enum expr_kind kind, float left, float right)
{
    switch (kind) {
    case EXPR_FADD:
        return bits_of_float(left + right);
    case EXPR_FSUB:
        return bits_of_float(left - right);
    case EXPR_FMUL:
        return bits_of_float(left * right);
    case EXPR_FDIV:
        return bits_of_float(left / right);
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
        return bits_of_double(left + right);
    case EXPR_FSUB:
        return bits_of_double(left - right);
    case EXPR_FMUL:
        return bits_of_double(left * right);
    case EXPR_FDIV:
        return bits_of_double(left / right);
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
    return width == 32 ? float_binary(kind, float_of(left), float_of(right))
                       : double_binary(kind, double_of(left), double_of(right));
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
        return to == 32 ? bits_of_float((float)(__int128)integer) : bits_of_double((double)(__int128)integer);
    return to == 32 ? bits_of_float((float)integer) : bits_of_double((double)integer);
}

void fold_float_unary(enum expr_kind kind, unsigned from, unsigned to, const uint64_t *value,
                      uint64_t *result)
{
    double operand = from == 32 ? (double)float_of(value[0]) : double_of(value[0]);
    switch (kind) {
    case EXPR_FSQRT:
        result[0] = to == 32 ? bits_of_float(sqrtf(float_of(value[0]))) : bits_of_double(sqrt(operand));
        return;
    case EXPR_FCAST:
        result[0] = to == 32 ? bits_of_float((float)operand) : bits_of_double(operand);
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
