/* Floats read backwards: with the real number that would do, which rounding
 * may miss by a little; a later step tries a neighbour of it. */
#include "solver/inverse.h"

#include "base/bits.h"
#include "base/ieee.h"

#include <math.h>

static double number_of(uint64_t bits, unsigned width)
{
    return width == 32 ? (double)float_of_bits(bits) : double_of_bits(bits);
}

static uint64_t bits_of(double number, unsigned width)
{
    return width == 32 ? bits_of_float((float)number) : bits_of_double(number);
}

/* Mostly itself, else one close by. */
static uint64_t nearby(uint64_t bits, struct rng *rng)
{
    uint64_t chance = rng_below(rng, 8);
    return chance == 0 ? bits + 1 : chance == 1 ? bits - 1 : bits;
}

/* A number below the other, or not above it; or the reverse. */
static double beside(double other, bool below, bool equal, unsigned width, struct rng *rng)
{
    double far = below ? -INFINITY : INFINITY;
    switch (rng_below(rng, equal ? 5 : 4)) {
    case 0: /* the next one */
        return width == 32 ? (double)nextafterf((float)other, (float)far) : nextafter(other, far);
    case 1:
        return below ? other - 1 : other + 1;
    case 2:
        return (below ? -1 : 1) * (fabs(other) * 2 + 1);
    case 3:
        return far;
    default:
        return other;
    }
}

static double comparison(const struct inverse *at, double other, struct rng *rng)
{
    bool wanted = at->wanted, strict = at->kind == EXPR_FLT;
    if (at->kind == EXPR_FEQ)
        return wanted ? other : beside(other, rng_next(rng) & 1, false, at->width, rng);
    if (!wanted && !rng_below(rng, 8))
        return NAN; /* is in no order with any */
    return beside(other, (at->side == 0) == wanted, strict != wanted, at->width, rng);
}

uint64_t inverse_float_binary(const struct inverse *at, struct rng *rng)
{
    double wanted = number_of(at->wanted, at->width), other = number_of(at->other, at->width);
    switch (at->kind) {
    case EXPR_FADD:
        return nearby(bits_of(wanted - other, at->width), rng);
    case EXPR_FSUB:
        return nearby(bits_of(at->side ? other - wanted : wanted + other, at->width), rng);
    case EXPR_FMUL:
        return nearby(bits_of(wanted / other, at->width), rng);
    case EXPR_FDIV:
        return nearby(bits_of(at->side ? other / wanted : wanted * other, at->width), rng);
    default:
        return bits_of(comparison(at, other, rng), at->width);
    }
}

/* The whole number nearest to it, of those with so many bits. */
static uint64_t whole(double number, unsigned width, bool is_signed)
{
    double most = ldexp(1, (int)width - is_signed);
    if (!(number < most))
        return is_signed ? low_bits(width - 1) : low_bits(width);
    if (number < (is_signed ? -most : 0))
        return is_signed ? (uint64_t)1 << (width - 1) : 0;
    return (is_signed ? (uint64_t)(int64_t)number : (uint64_t)number) & low_bits(width);
}

uint64_t inverse_float_unary(enum expr_kind kind, unsigned from, unsigned to, uint64_t wanted,
                             struct rng *rng)
{
    switch (kind) {
    case EXPR_FSQRT: {
        double root = number_of(wanted, to);
        return nearby(bits_of(root * root, from), rng);
    }
    case EXPR_FCAST:
        return bits_of(number_of(wanted, to), from);
    case EXPR_FTOS:
        return bits_of((double)sign_extended(wanted, to), from);
    case EXPR_FTOU:
        return bits_of((double)wanted, from);
    case EXPR_STOF:
        return whole(number_of(wanted, to), from, true);
    default:
        return whole(number_of(wanted, to), from, false);
    }
}
