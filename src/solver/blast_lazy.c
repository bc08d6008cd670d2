/* Lemmas on demand: a read that would take many gates is 8 inputs at first. A
 * model that takes it for something else than it is under the model's own input
 * is answered: by where in the table there is what the model wants, if that is in
 * few places; else by what the read is in the cell that the model touches and in
 * its neighbours, or after the store that hits. So only what models touch becomes
 * gates. Lemmas hold always, but each query begins without: its answer must not
 * depend on what was asked before. After MOST_ROUNDS the whole read is said. */
#include "solver/blast_internal.h"

#include "base/hash.h"
#include "base/table.h"
#include "expr/eval.h"
#include "expr/support.h"

#include <string.h>

/* FIRST_LEVELS: 2^so many cells are said at first, twice as many each round. */
enum { BYTE = 8, FIRST_LEVELS = 4, MOST_ROUNDS = 12, MOST_PLACES = 1024 };

/* ---- which ones ---- */

/* What is below the last store at a symbolic index. */
static expr_t flat_part(const struct exprs *exprs, expr_t array)
{
    expr_t lowest = blast_lowest_symbolic(exprs, array);
    return lowest ? expr_arg(exprs, lowest, 0) : array;
}

/* The cells that an index can reach, of an array without stores at symbolic indices: by ranges. */
struct reach {
    const struct cell_ranges *ranges; /* NULL: not kept for so large an array, or no cell at all */
    uint64_t low, high;
};

static struct reach reach_of(struct blaster *blaster, expr_t flat, expr_t index)
{
    struct interval interval = expr_interval(blaster->exprs, index);
    struct reach reach = {.low = interval.low, .high = expr_array_size(blaster->exprs, flat) - 1};
    if (interval.high < reach.high)
        reach.high = interval.high;
    if (reach.low <= reach.high)
        reach.ranges = ranges_of(blaster->ranges, flat, (struct element_shape){1, 1, 0});
    return reach;
}

/* The range that begins at low, which is beyond it then; false at the end. */
static bool next_range(struct reach *reach, struct cell_range *range, uint64_t *first)
{
    if (!reach->ranges || reach->low > reach->high)
        return false;
    *first = reach->low;
    *range = *cell_range_at(reach->ranges, (uint32_t)reach->low);
    if (range->end > reach->high)
        range->end = (uint32_t)reach->high + 1;
    reach->low = range->end;
    return true;
}

/* A cell that is no constant counts as a range of its own. */
static uint64_t ranges_reached(struct blaster *blaster, expr_t array, expr_t index)
{
    struct reach reach = reach_of(blaster, flat_part(blaster->exprs, array), index);
    struct cell_range range;
    uint64_t count = 0, first;
    while (next_range(&reach, &range, &first))
        count += range.mixed ? range.end - first : 1;
    return count;
}

bool blast_read_waits(struct blaster *blaster, expr_t array, expr_t index)
{
    struct exprs *exprs = blaster->exprs;
    const struct lazy_rule *rule = &blaster->lazy_rule;
    uint64_t wanted = rule->ranges;
    if (expr_kind(exprs, array) == EXPR_INPUT && expr_is_const(exprs, index))
        return false;
    if (expr_array_size(exprs, array) < wanted)
        return false;
    for (expr_t at = array; expr_kind(exprs, at) == EXPR_STORE; at = expr_arg(exprs, at, 0))
        wanted += expr_is_const(exprs, expr_arg(exprs, at, 1)) ? 0 : rule->per_store;
    return ranges_reached(blaster, array, index) >= wanted;
}

/* The bits that are not the same in all cells; those that are, of one of them. */
static uint8_t varying_bits(struct blaster *blaster, expr_t term, uint8_t *same)
{
    struct exprs *exprs = blaster->exprs;
    expr_t array = expr_arg(exprs, term, 0), index = expr_arg(exprs, term, 1);
    struct reach reach = reach_of(blaster, array, index);
    struct cell_range range;
    uint64_t some = 0, all = 0xff, first;
    if (blast_lowest_symbolic(exprs, array) || !reach.ranges)
        return 0xff;
    if (expr_interval(exprs, index).high >= expr_array_size(exprs, array))
        all = 0;
    while (next_range(&reach, &range, &first)) {
        if (range.mixed)
            return 0xff;
        some |= range.value;
        all &= range.value;
    }
    *same = (uint8_t)all;
    return (uint8_t)(some & ~all);
}

void blast_read_later(struct blaster *blaster, gate_t *out, expr_t term)
{
    uint64_t hash = hash_mix(expr_hash(blaster->exprs, term), LAZY_LABEL);
    uint32_t label = LAZY_LABEL | (uint32_t)blaster->lazy.count * BYTE;
    uint8_t same = 0, varying = varying_bits(blaster, term, &same);
    blaster->too_large |= blaster->lazy.count >= LAZY_LABEL / BYTE;
    for (unsigned bit = 0; bit < BYTE; bit++)
        out[bit] = varying >> bit & 1 ? gates_input(&blaster->gates, hash_mix(hash, bit), label + bit)
                                      : gate_const(same >> bit & 1);
    struct lazy_read read = {.term = term};
    memcpy(read.bits, out, sizeof read.bits);
    vector_push(&blaster->lazy, read);
}

/* ---- lemmas ---- */

/* The gates of a term; NULL: out of time, or it takes too many. Valid until the next call. */
static const gate_t *bits_of(struct blaster *blaster, expr_t term)
{
    const gate_t *bits = blaster_term(blaster, term);
    return blaster->late || blaster->too_large ? NULL : bits;
}

/* The read is this byte, if the condition holds. */
static void say(struct blaster *blaster, const struct lazy_read *read, gate_t condition, const gate_t *byte,
                gate_list *roots)
{
    struct gates *gates = &blaster->gates;
    for (unsigned bit = 0; bit < BYTE; bit++) {
        gate_t differ = gates_xor(gates, read->bits[bit], byte[bit]);
        vector_push(roots, gate_not(gates_and(gates, condition, differ)));
    }
}

/* Are the bits of the index above the lowest those of the value? */
static gate_t in_block(struct blaster *blaster, expr_t index, uint64_t value, unsigned levels)
{
    const gate_t *bits = blaster_bits(blaster, index);
    gate_t parts[64];
    unsigned count = 0;
    for (unsigned bit = levels; bit < 64; bit++)
        parts[count++] = value >> bit & 1 ? bits[bit] : gate_not(bits[bit]);
    return gates_all(&blaster->gates, parts, count);
}

/* Gates for what is stored in the cells low .. high; the stores are at constant indices. */
static bool have_cells(struct blaster *blaster, expr_t array, uint64_t low, uint64_t high)
{
    struct exprs *exprs = blaster->exprs;
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        uint64_t at = expr_value(exprs, expr_arg(exprs, array, 1));
        if (at >= low && at <= high && !bits_of(blaster, expr_arg(exprs, array, 2)))
            return false;
    }
    return true;
}

/* In the block of cells around the one that the index is; no stores at symbolic indices. */
static bool say_block(struct blaster *blaster, const struct lazy_read *read, expr_t array, expr_t index,
                      uint64_t value, unsigned levels, gate_t condition, gate_list *roots)
{
    struct interval interval = expr_interval(blaster->exprs, index);
    uint64_t low = value >> levels << levels, high = low + ((uint64_t)1 << levels) - 1,
             last = expr_array_size(blaster->exprs, array) - 1;
    if (low < interval.low)
        low = interval.low;
    if (last > interval.high)
        last = interval.high;
    if (high > last)
        high = last;
    if (!have_cells(blaster, array, low, high))
        return false;
    gate_t byte[BYTE];
    blast_read_within(blaster, byte, array, index, low, high);
    condition = gates_and(&blaster->gates, condition, in_block(blaster, index, value, levels));
    say(blaster, read, condition, byte, roots);
    return !blaster->too_large;
}

/* ---- what a model wants ---- */

/* A read of the cone, and what the search took it for: those of its bits that are in the mask. */
struct taken {
    uint32_t number;
    uint8_t mask, value;
    bool wrong;
};
typedef VECTOR(struct taken) taken_list;

/* Is the index first .. last? */
static gate_t in_range(struct blaster *blaster, expr_t index, uint64_t first, uint64_t last)
{
    struct gates *gates = &blaster->gates;
    const gate_t *bits = blaster_bits(blaster, index);
    if (first == last)
        return in_block(blaster, index, first, 0);
    gate_t low[64], high[64];
    for (unsigned bit = 0; bit < 64; bit++) {
        low[bit] = gate_const(first >> bit & 1);
        high[bit] = gate_const(last >> bit & 1);
    }
    return gates_and(gates, gate_not(blast_less(gates, bits, low, false, 64)),
                     gate_not(blast_less(gates, high, bits, false, 64)));
}

/* The places in a table of constants where there is what the search took the read for: the index is
 * one of them, or the read is something else. Adds to `others`, the ways in which it could be; false: there
 * are too many places, or the table has cells that are no constants. */
static bool say_places(struct blaster *blaster, const struct lazy_read *read, const struct taken *taken,
                       expr_t flat, gate_list *others, gate_list *roots)
{
    expr_t index = expr_arg(blaster->exprs, read->term, 1);
    struct reach reach = reach_of(blaster, flat, index);
    struct cell_range range;
    size_t most = others->count + MOST_PLACES;
    uint64_t first;
    if (!reach.ranges)
        return false;
    while (next_range(&reach, &range, &first)) {
        if (range.mixed || others->count > most)
            return false;
        if ((range.value & taken->mask) == taken->value)
            vector_push(others, in_range(blaster, index, first, range.end - 1));
    }
    if (!taken->value)
        vector_push(others, gate_not(blast_inside(blaster, flat, index)));
    for (unsigned bit = 0; bit < BYTE; bit++)
        if (taken->mask >> bit & 1)
            vector_push(others, taken->value >> bit & 1 ? gate_not(read->bits[bit]) : read->bits[bit]);
    vector_push(roots, gates_any(&blaster->gates, others->data, others->count));
    return true;
}

/* What the read is where the model has its index, which is within the array. */
static bool say_cell(struct blaster *blaster, const struct lazy_read *read, const struct taken *taken,
                     const struct model *model, unsigned levels, gate_list *hits, gate_list *roots)
{
    struct exprs *exprs = blaster->exprs;
    struct gates *gates = &blaster->gates;
    expr_t array = expr_arg(exprs, read->term, 0), index = expr_arg(exprs, read->term, 1),
           flat = flat_part(exprs, array);
    uint64_t value = expr_eval(exprs, index, model);
    for (; array != flat; array = expr_arg(exprs, array, 0)) {
        expr_t at = expr_arg(exprs, array, 1), byte = expr_arg(exprs, array, 2);
        if (!bits_of(blaster, at))
            return false;
        gate_t hit = blast_equal(gates, blaster_bits(blaster, at), blaster_bits(blaster, index), 64);
        if (expr_eval(exprs, at, model) == value) {
            const gate_t *bits = bits_of(blaster, byte);
            if (!bits)
                return false;
            gate_t missed = gate_not(gates_any(gates, hits->data, hits->count));
            say(blaster, read, gates_and(gates, missed, hit), bits, roots);
            return true;
        }
        vector_push(hits, hit);
    }
    gate_t missed = gate_not(gates_any(gates, hits->data, hits->count));
    if (say_places(blaster, read, taken, flat, hits, roots))
        return true;
    gate_t condition = gates_and(gates, blast_inside(blaster, flat, index), missed);
    return say_block(blaster, read, flat, index, value, levels, condition, roots);
}

static bool say_touched(struct blaster *blaster, const struct lazy_read *read, const struct taken *taken,
                        const struct model *model, unsigned levels, gate_list *roots)
{
    static const gate_t zero[BYTE];
    struct exprs *exprs = blaster->exprs;
    expr_t array = expr_arg(exprs, read->term, 0), index = expr_arg(exprs, read->term, 1);
    if (!bits_of(blaster, index))
        return false;
    if (expr_eval(exprs, index, model) >= expr_array_size(exprs, array)) {
        say(blaster, read, gate_not(blast_inside(blaster, array, index)), zero, roots);
        return true;
    }
    gate_list hits = {0};
    bool said = say_cell(blaster, read, taken, model, levels, &hits, roots);
    vector_release(&hits);
    return said;
}

static bool say_all(struct blaster *blaster, const struct lazy_read *read, gate_list *roots)
{
    struct exprs *exprs = blaster->exprs;
    expr_t array = expr_arg(exprs, read->term, 0), index = expr_arg(exprs, read->term, 1);
    for (expr_t at = array; expr_kind(exprs, at) == EXPR_STORE; at = expr_arg(exprs, at, 0))
        if (!bits_of(blaster, expr_arg(exprs, at, 1)) || !bits_of(blaster, expr_arg(exprs, at, 2)))
            return false;
    if (!bits_of(blaster, index))
        return false;
    gate_t byte[BYTE];
    blast_read(blaster, byte, array, index);
    say(blaster, read, GATE_TRUE, byte, roots);
    return !blaster->too_large;
}

/* The reads of the cone in the order in which it met them. */
static void collect_taken(struct blaster *blaster, const struct cone *cone, const uint8_t *values,
                          const struct model *model, taken_list *all)
{
    struct table places = {0};
    for (size_t i = 0; i < cone->inputs.count; i++) {
        uint32_t label = blaster->gates.all.data[cone->inputs.data[i]].arg[0];
        if (!(label & LAZY_LABEL))
            continue;
        uint32_t number = (label & ~LAZY_LABEL) / BYTE, bit = label % BYTE;
        uint64_t place = *table_slot(&places, number, all->count);
        if (place == all->count)
            vector_push(all, (struct taken){.number = number});
        struct taken *taken = &all->data[place];
        taken->mask |= (uint8_t)(1u << bit);
        taken->value |= (uint8_t)(values[i] << bit);
        uint64_t is = expr_eval(blaster->exprs, blaster->lazy.data[number].term, model);
        taken->wrong |= (is >> bit & 1) != values[i];
    }
    table_release(&places);
}

size_t blast_refine(struct blaster *blaster, const struct cone *cone, const uint8_t *values,
                    const struct model *model, unsigned round, gate_list *roots)
{
    taken_list all = {0};
    size_t lemmas = 0;
    bool possible = true;
    collect_taken(blaster, cone, values, model, &all);
    for (size_t i = 0; i < all.count && possible; i++) {
        if (!all.data[i].wrong)
            continue;
        const struct lazy_read read = blaster->lazy.data[all.data[i].number];
        possible = round < MOST_ROUNDS
                       ? say_touched(blaster, &read, &all.data[i], model, FIRST_LEVELS + round, roots)
                       : say_all(blaster, &read, roots);
        lemmas += possible;
    }
    vector_release(&all);
    return possible ? lemmas : 0;
}
