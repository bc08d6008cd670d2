/* Arithmetic on constants: the meaning of every integer kind, for widths up to
 * a word directly and for wider ones word by word. Results are truncated. */
#include "expr/fold.h"

#include "base/bug.h"
#include "expr/pool.h"

#include <string.h>

enum { MAX_WORDS = UINT16_MAX / 64 + 1 };

static uint64_t magnitude(uint64_t value, unsigned width)
{
    return value >> (width - 1) & 1 ? -value & low_bits(width) : value;
}

static uint64_t signed_divide(unsigned width, uint64_t left, uint64_t right)
{
    bool negative = (left ^ right) >> (width - 1) & 1;
    if (!right)
        return left >> (width - 1) & 1 ? 1 : low_bits(width);
    uint64_t quotient = magnitude(left, width) / magnitude(right, width);
    return (negative ? -quotient : quotient) & low_bits(width);
}

static uint64_t signed_remainder(unsigned width, uint64_t left, uint64_t right)
{
    if (!right)
        return left;
    uint64_t rest = magnitude(left, width) % magnitude(right, width);
    return (left >> (width - 1) & 1 ? -rest : rest) & low_bits(width);
}

uint64_t fold_binary(enum expr_kind kind, unsigned width, uint64_t left, uint64_t right)
{
    uint64_t mask = low_bits(width);
    switch (kind) {
    case EXPR_ADD:
        return (left + right) & mask;
    case EXPR_SUB:
        return (left - right) & mask;
    case EXPR_MUL:
        return (left * right) & mask;
    case EXPR_UDIV:
        return right ? left / right : mask;
    case EXPR_SDIV:
        return signed_divide(width, left, right);
    case EXPR_UREM:
        return right ? left % right : left;
    case EXPR_SREM:
        return signed_remainder(width, left, right);
    case EXPR_AND:
        return left & right;
    case EXPR_OR:
        return left | right;
    case EXPR_XOR:
        return left ^ right;
    case EXPR_SHL:
        return right < width ? (left << right) & mask : 0;
    case EXPR_LSHR:
        return right < width ? left >> right : 0;
    case EXPR_ASHR:
        return (uint64_t)(sign_extended(left, width) >> (right < width ? right : width - 1)) & mask;
    case EXPR_EQ:
        return left == right;
    case EXPR_ULT:
        return left < right;
    case EXPR_ULE:
        return left <= right;
    case EXPR_SLT:
        return sign_extended(left, width) < sign_extended(right, width);
    case EXPR_SLE:
        return sign_extended(left, width) <= sign_extended(right, width);
    default:
        BUG("not a binary integer kind: %d", kind);
    }
}

/* ---- words ---- */

static void truncate_words(uint64_t *words, unsigned width)
{
    if (width % 64)
        words[word_count(width) - 1] &= low_bits(width % 64);
}

static bool bit_of(const uint64_t *words, unsigned bit) { return words[bit / 64] >> (bit % 64) & 1; }

static bool is_zero(const uint64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (words[i])
            return false;
    return true;
}

static int compare_words(const uint64_t *left, const uint64_t *right, unsigned count)
{
    for (unsigned i = count; i-- > 0;)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static bool signed_less(const uint64_t *left, const uint64_t *right, unsigned width)
{
    bool left_negative = bit_of(left, width - 1), right_negative = bit_of(right, width - 1);
    if (left_negative != right_negative)
        return left_negative;
    return compare_words(left, right, word_count(width)) < 0;
}

static void add_words(const uint64_t *left, const uint64_t *right, bool carry, bool invert_right,
                      unsigned count, uint64_t *result)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t other = invert_right ? ~right[i] : right[i];
        unsigned __int128 sum = (unsigned __int128)left[i] + other + carry;
        result[i] = (uint64_t)sum;
        carry = sum >> 64;
    }
}

static void negate_words(uint64_t *words, unsigned width)
{
    uint64_t zero[MAX_WORDS] = {0}, copy[MAX_WORDS];
    memcpy(copy, words, word_count(width) * sizeof *copy);
    add_words(zero, copy, true, true, word_count(width), words);
    truncate_words(words, width);
}

static void multiply_words(const uint64_t *left, const uint64_t *right, unsigned count, uint64_t *result)
{
    memset(result, 0, count * sizeof *result);
    for (unsigned i = 0; i < count; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; i + j < count; j++) {
            unsigned __int128 sum = (unsigned __int128)left[i] * right[j] + result[i + j] + carry;
            result[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
    }
}

/* Long division, bit by bit. */
static void divide_words(const uint64_t *left, const uint64_t *right, unsigned width, uint64_t *quotient,
                         uint64_t *rest)
{
    unsigned count = word_count(width);
    memset(quotient, 0, count * sizeof *quotient);
    memset(rest, 0, count * sizeof *rest);
    for (unsigned bit = width; bit-- > 0;) {
        bool carry = bit_of(left, bit), top = bit_of(rest, width - 1);
        for (unsigned i = 0; i < count; i++) {
            bool out = rest[i] >> 63;
            rest[i] = rest[i] << 1 | carry;
            carry = out;
        }
        truncate_words(rest, width);
        if (!top && compare_words(rest, right, count) < 0)
            continue;
        uint64_t copy[MAX_WORDS];
        memcpy(copy, rest, count * sizeof *copy);
        add_words(copy, right, true, true, count, rest);
        truncate_words(rest, width);
        quotient[bit / 64] |= 1ull << (bit % 64);
    }
}

static void divide(enum expr_kind kind, unsigned width, const uint64_t *left, const uint64_t *right,
                   uint64_t *result)
{
    unsigned count = word_count(width);
    bool is_signed = kind == EXPR_SDIV || kind == EXPR_SREM;
    bool is_quotient = kind == EXPR_UDIV || kind == EXPR_SDIV;
    bool left_negative = is_signed && bit_of(left, width - 1);
    bool right_negative = is_signed && bit_of(right, width - 1);
    if (is_zero(right, count)) {
        if (!is_quotient) {
            memcpy(result, left, count * sizeof *result);
            return;
        }
        memset(result, left_negative ? 0 : 0xff, count * sizeof *result);
        if (left_negative)
            result[0] = 1;
        truncate_words(result, width);
        return;
    }
    uint64_t a[MAX_WORDS], b[MAX_WORDS], other[MAX_WORDS];
    memcpy(a, left, count * sizeof *a);
    memcpy(b, right, count * sizeof *b);
    if (left_negative)
        negate_words(a, width);
    if (right_negative)
        negate_words(b, width);
    divide_words(a, b, width, is_quotient ? result : other, is_quotient ? other : result);
    if (is_quotient ? left_negative != right_negative : left_negative)
        negate_words(result, width);
}

static void shift(enum expr_kind kind, unsigned width, const uint64_t *value, const uint64_t *amount,
                  uint64_t *result)
{
    unsigned count = word_count(width);
    bool fill = kind == EXPR_ASHR && bit_of(value, width - 1);
    bool too_far = !is_zero(amount + 1, count - 1) || amount[0] >= width;
    unsigned by = too_far ? width : (unsigned)amount[0];
    memset(result, 0, count * sizeof *result);
    if (kind == EXPR_SHL) {
        for (unsigned i = by / 64; i < count; i++) {
            unsigned from = i - by / 64;
            result[i] = value[from] << by % 64;
            if (by % 64 && from > 0)
                result[i] |= value[from - 1] >> (64 - by % 64);
        }
        if (too_far)
            memset(result, 0, count * sizeof *result);
    } else {
        fold_extract_words(value, width, by, width, result);
        for (unsigned bit = width - by; fill && bit < width; bit++)
            result[bit / 64] |= 1ull << (bit % 64);
    }
    truncate_words(result, width);
}

void fold_binary_words(enum expr_kind kind, unsigned width, const uint64_t *left, const uint64_t *right,
                       uint64_t *result)
{
    unsigned count = word_count(width);
    if (width <= 64) {
        result[0] = fold_binary(kind, width, left[0], right[0]);
        return;
    }
    switch (kind) {
    case EXPR_ADD:
        add_words(left, right, false, false, count, result);
        break;
    case EXPR_SUB:
        add_words(left, right, true, true, count, result);
        break;
    case EXPR_MUL:
        multiply_words(left, right, count, result);
        break;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
        divide(kind, width, left, right, result);
        return;
    case EXPR_AND:
        for (unsigned i = 0; i < count; i++)
            result[i] = left[i] & right[i];
        return;
    case EXPR_OR:
        for (unsigned i = 0; i < count; i++)
            result[i] = left[i] | right[i];
        return;
    case EXPR_XOR:
        for (unsigned i = 0; i < count; i++)
            result[i] = left[i] ^ right[i];
        return;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR:
        shift(kind, width, left, right, result);
        return;
    case EXPR_EQ:
        result[0] = compare_words(left, right, count) == 0;
        return;
    case EXPR_ULT:
        result[0] = compare_words(left, right, count) < 0;
        return;
    case EXPR_ULE:
        result[0] = compare_words(left, right, count) <= 0;
        return;
    case EXPR_SLT:
        result[0] = signed_less(left, right, width);
        return;
    case EXPR_SLE:
        result[0] = !signed_less(right, left, width);
        return;
    default:
        BUG("not a binary integer kind: %d", kind);
    }
    truncate_words(result, width);
}

void fold_extract_words(const uint64_t *value, unsigned from, unsigned low, unsigned width, uint64_t *result)
{
    unsigned have = word_count(from);
    for (unsigned i = 0; i < word_count(width); i++) {
        unsigned at = low / 64 + i;
        uint64_t word = at < have ? value[at] >> low % 64 : 0;
        if (low % 64 && at + 1 < have)
            word |= value[at + 1] << (64 - low % 64);
        result[i] = word;
    }
    truncate_words(result, width);
}

void fold_concat_words(const uint64_t *high, unsigned high_width, const uint64_t *low, unsigned low_width,
                       uint64_t *result)
{
    unsigned width = high_width + low_width;
    memset(result, 0, word_count(width) * sizeof *result);
    memcpy(result, low, word_count(low_width) * sizeof *result);
    for (unsigned i = 0; i < word_count(high_width); i++) {
        unsigned at = low_width / 64 + i;
        result[at] |= high[i] << low_width % 64;
        if (low_width % 64 && at + 1 < word_count(width))
            result[at + 1] |= high[i] >> (64 - low_width % 64);
    }
}

void fold_extend_words(const uint64_t *value, unsigned from, unsigned to, bool is_signed, uint64_t *result)
{
    bool fill = is_signed && bit_of(value, from - 1);
    memset(result, fill ? 0xff : 0, word_count(to) * sizeof *result);
    memcpy(result, value, word_count(from) * sizeof *result);
    if (fill && from % 64)
        result[from / 64] |= ~low_bits(from % 64);
    truncate_words(result, to);
}

void fold_not_words(const uint64_t *value, unsigned width, uint64_t *result)
{
    for (unsigned i = 0; i < word_count(width); i++)
        result[i] = ~value[i];
    truncate_words(result, width);
}
