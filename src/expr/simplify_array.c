/* Rules for reads and stores. A read walks down its chain of stores as long as
 * each store is surely elsewhere; it stops at the first that may be here. */
#include "expr/rules.h"

#include <string.h>

enum { SMALL_ARRAY = 64 };

/* The index without the constant it ends in. */
static expr_t without_constant(const struct exprs *exprs, expr_t index, uint64_t *constant)
{
    *constant = 0;
    if (!has_constant(exprs, index, EXPR_ADD))
        return index;
    *constant = expr_value(exprs, expr_arg(exprs, index, 1));
    return expr_arg(exprs, index, 0);
}

static bool are_apart(const struct exprs *exprs, expr_t one, expr_t other)
{
    const struct expr_facts *a = pool_facts(exprs, one), *b = pool_facts(exprs, other);
    if (a->high < b->low || b->high < a->low || a->ones & b->zeros || a->zeros & b->ones)
        return true;
    uint64_t one_constant, other_constant;
    return without_constant(exprs, one, &one_constant) == without_constant(exprs, other, &other_constant) &&
           one_constant != other_constant;
}

/* match: read(array, i), i surely at or past the end
 * result: 0 */
static expr_t read_past(struct exprs *exprs, expr_t array, expr_t index)
{
    return pool_facts(exprs, index)->low >= expr_array_size(exprs, array) ? zero_of(exprs, 8) : 0;
}

/* match: read(constant bytes, c)
 * result: the byte */
static expr_t read_bytes(struct exprs *exprs, expr_t array, expr_t index)
{
    if (!is_kind(exprs, array, EXPR_BYTES) || !expr_is_const(exprs, index))
        return 0;
    uint32_t size;
    const uint8_t *data = expr_bytes_data(exprs, array, &size);
    exprs->folded_reads++;
    return expr_const(exprs, 8, data[expr_value(exprs, index)]);
}

/* match: read(array, i), i surely one of two neighbours
 * result: the one or the other */
static expr_t read_either(struct exprs *exprs, expr_t array, expr_t index)
{
    const struct expr_facts facts = *pool_facts(exprs, index);
    if (exprs->unfolded_reads || facts.high - facts.low != 1)
        return 0;
    expr_t first = expr_const(exprs, 64, facts.low), second = expr_const(exprs, 64, facts.high);
    expr_t here = expr_read(exprs, array, first), there = expr_read(exprs, array, second);
    return expr_ite(exprs, expr_eq(exprs, index, first), here, there);
}

/* Without folding, a store at a symbolic index hides all that is below it. */
static bool stays_unseen(const struct exprs *exprs, expr_t at, expr_t index)
{
    return exprs->unfolded_reads && expr_is_const(exprs, index) && !expr_is_const(exprs, at);
}

/* match: read(store(array, j, x), i)
 * result: x where i is j (0 past the end); read(array, i) where they are apart */
static expr_t read_store(struct exprs *exprs, expr_t array, expr_t index)
{
    expr_t below = array;
    while (is_kind(exprs, below, EXPR_STORE)) {
        expr_t at = expr_arg(exprs, below, 1);
        if (at == index) {
            exprs->folded_reads +=
                expr_is_const(exprs, index) && expr_is_const(exprs, expr_arg(exprs, below, 2));
            expr_t byte = expr_arg(exprs, below, 2),
                   size = expr_const(exprs, 64, expr_array_size(exprs, below));
            return expr_ite(exprs, expr_ult(exprs, index, size), byte, zero_of(exprs, 8));
        }
        if (!are_apart(exprs, at, index) || stays_unseen(exprs, at, index))
            break;
        below = expr_arg(exprs, below, 0);
    }
    return below == array ? 0 : expr_read(exprs, below, index);
}

expr_t simplify_read(struct exprs *exprs, expr_t array, expr_t index)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, array, index)
    RULES_READ(X)
#undef X
    return 0;
}

/* match: store(array, i, x), i surely at or past the end
 * result: array */
static expr_t store_past(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    return pool_facts(exprs, index)->low >= expr_array_size(exprs, array) ? array : 0;
}

/* match: store(store(array, i, y), i, x)
 * result: store(array, i, x) */
static expr_t store_again(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    if (!is_kind(exprs, array, EXPR_STORE) || expr_arg(exprs, array, 1) != index)
        return 0;
    return expr_store(exprs, expr_arg(exprs, array, 0), index, byte);
}

/* match: store(array, i, read(array, i))
 * result: array */
static expr_t store_back(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    return is_kind(exprs, byte, EXPR_READ) && expr_arg(exprs, byte, 0) == array &&
                   expr_arg(exprs, byte, 1) == index
               ? array
               : 0;
}

/* match: store(constant bytes, c, constant), a small array: a new one is no dearer than the chain
 * result: constant bytes */
static expr_t store_bytes(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    if (!is_kind(exprs, array, EXPR_BYTES) || !expr_is_const(exprs, index) || !expr_is_const(exprs, byte) ||
        expr_array_size(exprs, array) > SMALL_ARRAY)
        return 0;
    uint8_t copy[SMALL_ARRAY];
    uint32_t size;
    memcpy(copy, expr_bytes_data(exprs, array, &size), expr_array_size(exprs, array));
    copy[expr_value(exprs, index)] = (uint8_t)expr_value(exprs, byte);
    return expr_bytes(exprs, copy, size);
}

expr_t simplify_store(struct exprs *exprs, expr_t array, expr_t index, expr_t byte)
{
    expr_t result;
#define X(name) TRY_RULE(name, exprs, array, index, byte)
    RULES_STORE(X)
#undef X
    return 0;
}
