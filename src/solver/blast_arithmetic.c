/* Arithmetic as circuits: ripple adders, shift-add multipliers, restoring
 * division, barrel shifters. Constant operands cost what they must only: the
 * gates fold. */
#include "solver/blast_internal.h"

#include <string.h>

void blast_add(struct gates *gates, gate_t *out, const gate_t *a, const gate_t *b, gate_t carry,
               unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        out[i] = gates_xor(gates, gates_xor(gates, a[i], b[i]), carry);
        if (i + 1 < width)
            carry = gates_majority(gates, a[i], b[i], carry);
    }
}

void blast_sub(struct gates *gates, gate_t *out, const gate_t *a, const gate_t *b, unsigned width)
{
    gate_t carry = GATE_TRUE;
    for (unsigned i = 0; i < width; i++) {
        gate_t y = gate_not(b[i]);
        out[i] = gates_xor(gates, gates_xor(gates, a[i], y), carry);
        if (i + 1 < width)
            carry = gates_majority(gates, a[i], y, carry);
    }
}

/* condition ? -a : a, as (a ^ condition) + condition */
void blast_negate_if(struct gates *gates, gate_t *out, gate_t condition, const gate_t *a, unsigned width)
{
    gate_t carry = condition;
    for (unsigned i = 0; i < width; i++) {
        gate_t x = gates_xor(gates, a[i], condition);
        out[i] = gates_xor(gates, x, carry);
        carry = gates_and(gates, x, carry);
    }
}

/* ---- multiplication ---- */

/* sum[shift..] += a where bit, or -= a if subtract; what is shifted out is lost. */
static void add_row(struct gates *gates, gate_t *sum, const gate_t *a, gate_t bit, bool subtract,
                    unsigned shift, unsigned width)
{
    gate_t carry = gate_const(subtract);
    for (unsigned i = shift; i < width; i++) {
        gate_t y = gates_and(gates, a[i - shift], bit) ^ (gate_t)subtract, x = sum[i];
        sum[i] = gates_xor(gates, gates_xor(gates, x, y), carry);
        if (i + 1 < width)
            carry = gates_majority(gates, x, y, carry);
    }
}

static unsigned constant_bits(const gate_t *a, unsigned width)
{
    unsigned count = 0;
    for (unsigned i = 0; i < width; i++)
        count += gate_is_const(a[i]);
    return count;
}

/* Recoded so that no two digits in a row are not 0 (x * 7 is x * 8 - x). */
static void multiply_by_constant(struct gates *gates, gate_t *out, const gate_t *a, const gate_t *b,
                                 unsigned width)
{
    unsigned carry = 0;
    for (unsigned i = 0; i < width; i++) {
        unsigned digit = (b[i] & 1) + carry, next = i + 1 < width ? b[i + 1] & 1 : 0;
        if (digit == 1 && next) {
            add_row(gates, out, a, GATE_TRUE, true, i, width);
            carry = 1;
        } else {
            if (digit == 1)
                add_row(gates, out, a, GATE_TRUE, false, i, width);
            carry = digit == 2;
        }
    }
}

static uint64_t hash_all(const struct gates *gates, const gate_t *a, unsigned width)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < width; i++)
        hash = hash * 31 + gates_hash(gates, a[i]);
    return hash;
}

void blast_mul(struct gates *gates, gate_t *out, const gate_t *a, const gate_t *b, unsigned width)
{
    /* b makes the rows: the one with more constant bits, then the one that
     * structure says, so that the order of the operands does not matter */
    unsigned known_a = constant_bits(a, width), known_b = constant_bits(b, width);
    if (known_a > known_b || (known_a == known_b && hash_all(gates, a, width) > hash_all(gates, b, width))) {
        const gate_t *swapped = a;
        a = b;
        b = swapped;
        known_b = known_a;
    }
    for (unsigned i = 0; i < width; i++)
        out[i] = GATE_FALSE;
    if (known_b == width) {
        multiply_by_constant(gates, out, a, b, width);
        return;
    }
    for (unsigned i = 0; i < width; i++)
        if (b[i] != GATE_FALSE)
            add_row(gates, out, a, b[i], false, i, width);
}

/* ---- division ---- */

/* Restoring division, highest bit first. After k bits the remainder is below
 * 2^k, so that b is compared in k bits, and must be 0 above. */
void blast_divide(struct gates *gates, gate_t *quotient, gate_t *remainder, const gate_t *a, const gate_t *b,
                  unsigned width)
{
    gate_t *rest = mem_alloc(3 * width * sizeof *rest), *difference = rest + width,
           *high = difference + width;
    /* high[k]: b has a bit at k or above */
    gate_t any = GATE_FALSE;
    for (unsigned k = width; k-- > 0;)
        high[k] = any = gates_or(gates, any, b[k]);
    for (unsigned k = 1; k <= width; k++) {
        memmove(rest + 1, rest, (k - 1) * sizeof *rest);
        rest[0] = a[width - k];
        /* rest - b in k bits; the carry out says rest >= b */
        gate_t carry = GATE_TRUE;
        for (unsigned i = 0; i < k; i++) {
            gate_t y = gate_not(b[i]);
            difference[i] = gates_xor(gates, gates_xor(gates, rest[i], y), carry);
            carry = gates_majority(gates, rest[i], y, carry);
        }
        gate_t fits = k < width ? gates_and(gates, carry, gate_not(high[k])) : carry;
        if (quotient)
            quotient[width - k] = fits;
        for (unsigned i = 0; i < k; i++)
            rest[i] = gates_mux(gates, fits, difference[i], rest[i]);
    }
    if (remainder)
        memcpy(remainder, rest, width * sizeof *rest);
    mem_free(rest);
}

/* By absolute values: the quotient is negative if the signs differ, the
 * remainder has the sign of a. */
void blast_divide_signed(struct gates *gates, gate_t *quotient, gate_t *remainder, const gate_t *a,
                         const gate_t *b, unsigned width)
{
    gate_t *work = mem_alloc(3 * width * sizeof *work), *x = work, *y = x + width, *result = y + width;
    gate_t sign_a = a[width - 1], sign_b = b[width - 1];
    blast_negate_if(gates, x, sign_a, a, width);
    blast_negate_if(gates, y, sign_b, b, width);
    if (quotient) {
        blast_divide(gates, result, NULL, x, y, width);
        blast_negate_if(gates, quotient, gates_xor(gates, sign_a, sign_b), result, width);
    }
    if (remainder) {
        blast_divide(gates, NULL, result, x, y, width);
        blast_negate_if(gates, remainder, sign_a, result, width);
    }
    mem_free(work);
}

/* ---- shifts ---- */

void blast_shift(struct gates *gates, gate_t *out, const gate_t *a, const gate_t *amount, gate_t fill,
                 bool left, unsigned width)
{
    gate_t *shifted = mem_alloc(width * sizeof *shifted);
    memcpy(out, a, width * sizeof *out);
    unsigned stage = 0;
    for (; stage < width && 1ull << stage < width; stage++) {
        unsigned distance = 1u << stage;
        for (unsigned i = 0; i < width; i++) {
            gate_t from;
            if (left)
                from = i >= distance ? out[i - distance] : fill;
            else
                from = i + distance < width ? out[i + distance] : fill;
            shifted[i] = gates_mux(gates, amount[stage], from, out[i]);
        }
        memcpy(out, shifted, width * sizeof *out);
    }
    gate_t beyond = gates_any(gates, amount + stage, width - stage);
    for (unsigned i = 0; i < width; i++)
        out[i] = gates_mux(gates, beyond, fill, out[i]);
    mem_free(shifted);
}

/* ---- comparisons ---- */

gate_t blast_equal(struct gates *gates, const gate_t *a, const gate_t *b, unsigned width)
{
    gate_t few[64], *same = width <= 64 ? few : mem_alloc(width * sizeof *same);
    for (unsigned i = 0; i < width; i++)
        same[i] = gate_not(gates_xor(gates, a[i], b[i]));
    gate_t equal = gates_all(gates, same, width);
    if (same != few)
        mem_free(same);
    return equal;
}

gate_t blast_less(struct gates *gates, const gate_t *a, const gate_t *b, bool is_signed, unsigned width)
{
    gate_t less = GATE_FALSE;
    for (unsigned i = 0; i < width; i++) {
        /* the sign bit counts the other way round */
        bool swap = is_signed && i + 1 == width;
        gate_t x = swap ? b[i] : a[i], y = swap ? a[i] : b[i];
        less = gates_majority(gates, gate_not(x), y, less);
    }
    return less;
}
