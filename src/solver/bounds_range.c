/* An operation on intervals gives all numbers (range_all) wherever it may wrap
 * round or is not worth more. */
#include "solver/bounds_range.h"

static wide_t power(unsigned bits) { return (wide_t)1 << bits; }
static wide_t smaller(wide_t a, wide_t b) { return a < b ? a : b; }
static wide_t larger(wide_t a, wide_t b) { return a > b ? a : b; }

struct range range_all(unsigned width)
{
    return (struct range){-power(width - 1), power(width - 1) - 1, 0, power(width) - 1};
}

/* Each interval is cut by what the other says. */
static struct range agree(unsigned width, struct range range)
{
    wide_t half = power(width - 1), all = power(width);
    if (range_is_empty(range))
        return range;
    if (range.low >= 0) {
        range.least = larger(range.least, range.low);
        range.most = smaller(range.most, range.high);
    } else if (range.high < 0) {
        range.least = larger(range.least, range.low + all);
        range.most = smaller(range.most, range.high + all);
    }
    if (range.most < half) {
        range.low = larger(range.low, range.least);
        range.high = smaller(range.high, range.most);
    } else if (range.least >= half) {
        range.low = larger(range.low, range.least - all);
        range.high = smaller(range.high, range.most - all);
    }
    return range;
}

struct range range_both(unsigned width, struct range a, struct range b)
{
    return agree(width, (struct range){larger(a.low, b.low), smaller(a.high, b.high),
                                       larger(a.least, b.least), smaller(a.most, b.most)});
}

struct range range_either(struct range a, struct range b)
{
    if (range_is_empty(a) || range_is_empty(b))
        return range_is_empty(a) ? b : a;
    return (struct range){smaller(a.low, b.low), larger(a.high, b.high), smaller(a.least, b.least),
                          larger(a.most, b.most)};
}

struct range range_signed(unsigned width, wide_t low, wide_t high)
{
    struct range all = range_all(width);
    if (low < all.low || high > all.high)
        return all;
    all.low = low;
    all.high = high;
    return agree(width, all);
}

struct range range_unsigned(unsigned width, wide_t least, wide_t most)
{
    struct range all = range_all(width);
    if (least < 0 || most > all.most)
        return all;
    all.least = least;
    all.most = most;
    return agree(width, all);
}

struct range range_one(unsigned width, uint64_t value) { return range_unsigned(width, value, value); }

/* ---- arithmetic ---- */

static struct range add(unsigned width, struct range a, struct range b)
{
    return range_both(width, range_signed(width, a.low + b.low, a.high + b.high),
                      range_unsigned(width, a.least + b.least, a.most + b.most));
}

static struct range subtract(unsigned width, struct range a, struct range b)
{
    return range_both(width, range_signed(width, a.low - b.high, a.high - b.low),
                      range_unsigned(width, a.least - b.most, a.most - b.least));
}

static struct range multiply(unsigned width, struct range a, struct range b)
{
    if (width > 62) { /* products must fit; these are small enough in practice */
        wide_t limit = power(62);
        if (a.low < -limit || a.high > limit || b.low < -limit || b.high > limit)
            return range_all(width);
    }
    wide_t one = a.low * b.low, two = a.low * b.high, three = a.high * b.low, four = a.high * b.high;
    struct range result = range_signed(width, smaller(smaller(one, two), smaller(three, four)),
                                       larger(larger(one, two), larger(three, four)));
    if (a.most < power(62) && b.most < power(62))
        result = range_both(width, result, range_unsigned(width, a.least * b.least, a.most * b.most));
    return result;
}

static struct range divide(unsigned width, struct range a, struct range b)
{
    return b.least > 0 ? range_unsigned(width, a.least / b.most, a.most / b.least) : range_all(width);
}

static struct range divide_signed(unsigned width, struct range a, struct range b)
{
    return b.low > 0 && b.low == b.high ? range_signed(width, a.low / b.low, a.high / b.low)
                                        : range_all(width);
}

static struct range rest(unsigned width, struct range a, struct range b)
{
    if (b.least > 0 && a.most < b.least)
        return a;
    return range_unsigned(width, 0, b.least > 0 ? smaller(a.most, b.most - 1) : a.most);
}

/* Has the sign of the dividend. */
static struct range rest_signed(unsigned width, struct range a, struct range b)
{
    if (b.low <= 0 || b.low != b.high)
        return range_all(width);
    wide_t greatest = b.low - 1;
    if (a.low > -b.low && a.high < b.low)
        return a;
    return range_signed(width, a.low < 0 ? larger(a.low, -greatest) : 0,
                        a.high > 0 ? smaller(a.high, greatest) : 0);
}

/* ---- bits ---- */

/* All ones, as many as the number has bits. */
static wide_t ones(wide_t number)
{
    wide_t result = 0;
    while (result < number)
        result = 2 * result + 1;
    return result;
}

static struct range shift(enum expr_kind kind, unsigned width, struct range a, struct range by)
{
    if (by.least != by.most || by.most >= width)
        return range_all(width);
    unsigned distance = (unsigned)by.most;
    if (kind == EXPR_LSHR)
        return range_unsigned(width, a.least >> distance, a.most >> distance);
    if (kind == EXPR_ASHR)
        return range_signed(width, a.low >> distance, a.high >> distance);
    return multiply(width, a, range_unsigned(width, power(distance), power(distance)));
}

/* ---- comparisons ---- */

/* surely: it is true; never: it is false */
static struct range truth(bool surely, bool never) { return range_unsigned(1, surely, !never); }

static struct range compare(enum expr_kind kind, struct range a, struct range b)
{
    switch (kind) {
    case EXPR_EQ:
        return truth(a.least == a.most && b.least == b.most && a.least == b.least,
                     a.most < b.least || b.most < a.least || a.high < b.low || b.high < a.low);
    case EXPR_ULT:
        return truth(a.most < b.least, a.least >= b.most);
    case EXPR_ULE:
        return truth(a.most <= b.least, a.least > b.most);
    case EXPR_SLT:
        return truth(a.high < b.low, a.low >= b.high);
    default: /* SLE */
        return truth(a.high <= b.low, a.low > b.high);
    }
}

struct range range_binary(enum expr_kind kind, unsigned from, struct range a, struct range b)
{
    switch (kind) {
    case EXPR_ADD:
        return add(from, a, b);
    case EXPR_SUB:
        return subtract(from, a, b);
    case EXPR_MUL:
        return multiply(from, a, b);
    case EXPR_UDIV:
        return divide(from, a, b);
    case EXPR_SDIV:
        return divide_signed(from, a, b);
    case EXPR_UREM:
        return rest(from, a, b);
    case EXPR_SREM:
        return rest_signed(from, a, b);
    case EXPR_AND:
        return range_unsigned(from, from == 1 ? smaller(a.least, b.least) : 0, smaller(a.most, b.most));
    case EXPR_OR:
        return range_unsigned(from, larger(a.least, b.least), ones(larger(a.most, b.most)));
    case EXPR_XOR:
        return range_unsigned(from, 0, ones(larger(a.most, b.most)));
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR:
        return shift(kind, from, a, b);
    default:
        return compare(kind, a, b);
    }
}

struct range range_not(unsigned width, struct range a)
{
    wide_t all = power(width) - 1;
    return agree(width, (struct range){-1 - a.high, -1 - a.low, all - a.most, all - a.least});
}

struct range range_extract(unsigned from, unsigned low, unsigned width, struct range a)
{
    struct range result = range_unsigned(width, a.least >> low, a.most >> low);
    return low ? result : range_both(width, result, range_signed(width, a.low, a.high));
}

struct range range_concat(unsigned high_width, unsigned low_width, struct range high, struct range low)
{
    return range_unsigned(high_width + low_width, (high.least << low_width) + low.least,
                          (high.most << low_width) + low.most);
}

struct range range_extend(bool is_signed, unsigned from, unsigned width, struct range a)
{
    return is_signed ? range_signed(width, a.low, a.high) : range_unsigned(width, a.least, a.most);
}
