/* Inputs grow by a byte at a time. A beginning of an input is what the terms
 * that depend on its bytes alone come to: those that are not part of another
 * such term (the front). Two beginnings for which these are equal go on equally,
 * whatever follows, since the condition sees the bytes through the front only.
 *
 * Invariant: the beginnings stand for all values of their bytes, and no two of
 * them have the same front. */
#include "solver/everything.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/table.h"
#include "base/vector.h"
#include "expr/support.h"
#include "solver/facts.h"

#include <string.h>

/* LOOKING_UP: whether a beginning is new takes about as long as to compute so many numbers. */
enum { BYTE_VALUES = 256, MOST_KEPT = 1 << 23, LOOKING_UP = 16 };

struct attempt {
    struct exprs *exprs;
    struct lanes *lanes;
    expr_t condition;
    uint32_t variables[MOST_COLUMNS]; /* that the condition depends on, in order */
    unsigned bytes;
    unsigned length; /* bytes of the beginnings to be made */
    VECTOR(expr_t) front;
    VECTOR(uint8_t) before; /* the beginnings with a byte less, one after the other */
    VECTOR(uint8_t) beginnings;
    VECTOR(uint64_t) values; /* what the front is for each of them */
    struct table places;     /* hash of such values → the first beginning with it, plus 1 */
    VECTOR(uint32_t) next;   /* the beginning before with the same hash, plus 1 */
    size_t count;            /* beginnings */
};

/* false: too many bytes */
static bool find_bytes(struct attempt *attempt)
{
    const struct support *support = expr_support(attempt->exprs, attempt->condition);
    for (uint32_t i = 0; i < support->count; i++)
        for (uint32_t variable = support->ranges[i].first; variable < support->ranges[i].end; variable++) {
            if (attempt->bytes == MOST_COLUMNS)
                return false;
            attempt->variables[attempt->bytes++] = variable;
        }
    return true;
}

/* ---- the front ---- */

/* An input read at a symbolic index may be read at each byte. */
static void take_input(struct attempt *attempt, expr_t input)
{
    struct exprs *exprs = attempt->exprs;
    uint32_t first = exprs_input(exprs, expr_arg(exprs, input, 0))->variable,
             end = first + expr_array_size(exprs, input);
    for (unsigned i = 0; i < attempt->length; i++)
        if (attempt->variables[i] >= first && attempt->variables[i] < end)
            vector_push(&attempt->front,
                        expr_read(exprs, input, expr_const(exprs, 64, attempt->variables[i] - first)));
}

static bool is_in_front(struct attempt *attempt, expr_t term)
{
    const struct support *support = expr_support(attempt->exprs, term);
    return expr_width(attempt->exprs, term) &&
           (!support->count ||
            support->ranges[support->count - 1].end <= attempt->variables[attempt->length - 1] + 1);
}

static void find_front(struct attempt *attempt)
{
    struct exprs *exprs = attempt->exprs;
    struct table seen = {0};
    VECTOR(expr_t) stack = {0};
    vector_clear(&attempt->front);
    vector_push(&stack, attempt->condition);
    while (stack.count) {
        budget_spent(exprs_budget(exprs), 1);
        expr_t term = vector_pop(&stack);
        uint32_t later; /* byte */
        if ((*table_slot(&seen, term, 0))++)
            continue;
        const struct expr_node node = *expr_node(exprs, term);
        if (is_in_front(attempt, term)) {
            if (expr_support(exprs, term)->count)
                vector_push(&attempt->front, term);
        } else if (node.kind == EXPR_INPUT) {
            take_input(attempt, term);
        } else if (!term_is_input_byte(exprs, term, &later)) {
            for (unsigned i = 0; i < expr_children((enum expr_kind)node.kind); i++)
                vector_push(&stack, node.arg[i]);
        }
    }
    vector_release(&stack);
    table_release(&seen);
}

/* ---- beginnings ---- */

/* Keeps the lane's beginning if none so far has its values, which are at the end of all values. */
static void keep_if_new(struct attempt *attempt, unsigned lane, const struct column *columns)
{
    size_t width = attempt->front.count;
    const uint64_t *values = attempt->values.data + attempt->count * width;
    uint64_t hash = width;
    for (size_t i = 0; i < width; i++)
        hash = hash_mix(hash, values[i]);
    uint64_t *place = table_slot(&attempt->places, hash, 0);
    for (uint32_t at = (uint32_t)*place; at; at = attempt->next.data[at - 1])
        if (!memcmp(values, attempt->values.data + (at - 1) * width, width * sizeof *values)) {
            attempt->values.count -= width;
            return;
        }
    vector_push(&attempt->next, (uint32_t)*place);
    *place = ++attempt->count;
    for (unsigned i = 0; i < attempt->length; i++)
        vector_push(&attempt->beginnings, columns[i].values[lane]);
}

/* So many beginnings longer by a byte, numbered from the first. */
static struct column *lay(struct attempt *attempt, uint64_t first, unsigned count)
{
    struct column *columns = lanes_columns(attempt->lanes, attempt->length, count);
    unsigned shorter = attempt->length - 1;
    for (unsigned i = 0; i < attempt->length; i++) {
        columns[i].variable = attempt->variables[i];
        for (unsigned lane = 0; lane < count; lane++)
            columns[i].values[lane] = i < shorter
                                          ? attempt->before.data[(first + lane) / BYTE_VALUES * shorter + i]
                                          : (uint8_t)(first + lane);
    }
    return columns;
}

/* false: nobody can say, or there are too many */
static bool take_lanes(struct attempt *attempt, const struct column *columns, unsigned count)
{
    size_t width = attempt->front.count;
    uint64_t *values = mem_alloc((width * count + 1) * sizeof *values);
    bool known = true;
    for (size_t i = 0; i < width && known; i++) {
        const uint64_t *lanes = lanes_values(attempt->lanes, attempt->front.data[i]);
        known = lanes;
        for (unsigned lane = 0; lane < count && known; lane++)
            values[lane * width + i] = lanes[lane];
    }
    for (unsigned lane = 0; lane < count && known; lane++) {
        for (size_t i = 0; i < width; i++)
            vector_push(&attempt->values, values[lane * width + i]);
        keep_if_new(attempt, lane, columns);
    }
    mem_free(values);
    return known && attempt->values.count + attempt->beginnings.count <= MOST_KEPT;
}

/* All beginnings that are longer by a byte. */
static bool lengthen(struct attempt *attempt, uint64_t *numbers)
{
    uint64_t all = (uint64_t)BYTE_VALUES * attempt->count;
    unsigned lanes = all < MOST_LANES ? (unsigned)all : MOST_LANES;
    vector_clear(&attempt->before);
    for (size_t i = 0; i < attempt->beginnings.count; i++)
        vector_push(&attempt->before, attempt->beginnings.data[i]);
    vector_clear(&attempt->beginnings);
    vector_clear(&attempt->values);
    vector_clear(&attempt->next);
    table_clear(&attempt->places);
    attempt->count = 0;
    attempt->length++;
    find_front(attempt);
    for (uint64_t first = 0; first < all; first += lanes) {
        unsigned count = all - first < lanes ? (unsigned)(all - first) : lanes;
        const struct column *columns = lay(attempt, first, count);
        if (!take_lanes(attempt, columns, count))
            return false;
        uint64_t computed = lanes_computed(attempt->lanes) + (uint64_t)count * LOOKING_UP;
        if (computed > *numbers)
            return false;
        *numbers -= computed;
    }
    return true;
}

/* The front of whole inputs is the condition. */
static enum verdict verdict_of(const struct attempt *attempt)
{
    for (size_t i = 0; i < attempt->values.count; i++)
        if (attempt->values.data[i])
            return VERDICT_YES;
    return VERDICT_NO;
}

static enum verdict without_bytes(const struct attempt *attempt)
{
    lanes_columns(attempt->lanes, 0, 64);
    const uint64_t *values = lanes_values(attempt->lanes, attempt->condition);
    return !values ? VERDICT_UNKNOWN : values[0] ? VERDICT_YES : VERDICT_NO;
}

enum verdict try_everything(struct exprs *exprs, struct lanes *lanes, expr_t condition, uint64_t most_numbers)
{
    if (expr_is_const(exprs, condition))
        return expr_is_true(exprs, condition) ? VERDICT_YES : VERDICT_NO;
    struct attempt attempt = {.exprs = exprs, .lanes = lanes, .condition = condition, .count = 1};
    bool possible = find_bytes(&attempt);
    while (possible && attempt.length < attempt.bytes)
        possible = lengthen(&attempt, &most_numbers);
    enum verdict verdict = !possible       ? VERDICT_UNKNOWN
                           : attempt.bytes ? verdict_of(&attempt)
                                           : without_bytes(&attempt);
    vector_release(&attempt.front);
    vector_release(&attempt.before);
    vector_release(&attempt.beginnings);
    vector_release(&attempt.values);
    vector_release(&attempt.next);
    table_release(&attempt.places);
    return verdict;
}
