/* Reads of byte arrays as multiplexers.
 *
 * The stores at the bottom of a chain whose indices are constant are laid into
 * the cells of the array below, and one tree over the bits of the index picks
 * the cell. Each store above is one "is it this index?". Only cells that the
 * index can reach, by its interval, are in the tree, and where all of a branch is
 * the same constant (ranges.c) nobody goes down: a large table costs what its
 * ranges cost. */
#include "solver/blast_internal.h"

#include "base/hash.h"
#include "base/table.h"
#include "expr/support.h"

#include <string.h>

enum { BYTE = 8 };

static void need(struct blaster *blaster, expr_t term)
{
    if (!blaster_has(blaster, term))
        vector_push(&blaster->stack, term);
}

void blast_read_needs(struct blaster *blaster, expr_t array)
{
    while (expr_kind(blaster->exprs, array) == EXPR_STORE) {
        need(blaster, expr_arg(blaster->exprs, array, 1));
        need(blaster, expr_arg(blaster->exprs, array, 2));
        array = expr_arg(blaster->exprs, array, 0);
    }
}

/* The first of the 8 gates of a byte of an input. */
static gate_t input_byte(struct blaster *blaster, expr_t array, uint32_t offset)
{
    uint32_t number = expr_node(blaster->exprs, array)->arg[0];
    uint32_t variable = exprs_input(blaster->exprs, number)->variable + offset;
    if (variable >= blaster->inputs.count) {
        size_t count = exprs_variable_count(blaster->exprs);
        vector_reserve(&blaster->inputs, count);
        memset(blaster->inputs.data + blaster->inputs.count, 0,
               (count - blaster->inputs.count) * sizeof *blaster->inputs.data);
        blaster->inputs.count = count;
    }
    gate_t *first = &blaster->inputs.data[variable];
    if (!*first) {
        uint64_t hash = hash_mix(expr_hash(blaster->exprs, array), offset);
        for (uint32_t bit = 0; bit < BYTE; bit++) {
            gate_t gate = gates_input(&blaster->gates, hash_mix(hash, bit), variable * BYTE + bit);
            if (!bit)
                *first = gate;
        }
    }
    return *first;
}

static void input_cell(struct blaster *blaster, gate_t *out, expr_t array, uint32_t index)
{
    gate_t first = input_byte(blaster, array, index);
    for (unsigned bit = 0; bit < BYTE; bit++)
        out[bit] = first + 2 * bit;
}

static void fill(gate_t *out, gate_t gate, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = gate;
}

/* The cells that a read of an array without stores at symbolic indices can reach. */
struct flat {
    const struct cell_ranges *ranges; /* of its bytes */
    expr_t base;                      /* what is below the stores */
    struct table written;             /* index → byte, where that is no constant */
    const gate_t *index;
    uint64_t low, high; /* of the index */
};

static struct flat flat_open(struct blaster *blaster, expr_t array)
{
    struct exprs *exprs = blaster->exprs;
    struct flat flat = {.ranges = ranges_of(blaster->ranges, array, (struct element_shape){1, 1, 0})};
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        expr_t byte = expr_arg(exprs, array, 2);
        if (!expr_is_const(exprs, byte)) /* of two the newer stays */
            table_slot(&flat.written, expr_value(exprs, expr_arg(exprs, array, 1)), byte);
    }
    flat.base = array;
    return flat;
}

static void constant_byte(gate_t *out, uint64_t value)
{
    for (unsigned bit = 0; bit < BYTE; bit++)
        out[bit] = gate_const(value >> bit & 1);
}

/* One cell. A constant that was written over another byte is in the ranges. */
static void cell(struct blaster *blaster, const struct flat *flat, gate_t *out, uint64_t index)
{
    const struct cell_range *range = cell_range_at(flat->ranges, (uint32_t)index);
    expr_t byte = range->mixed ? (expr_t)table_get(&flat->written, index, 0) : 0;
    if (!range->mixed) {
        constant_byte(out, range->value);
    } else if (byte) {
        memcpy(out, blaster_bits(blaster, byte), BYTE * sizeof *out);
    } else {
        input_cell(blaster, out, flat->base, (uint32_t)index);
    }
}

/* A tree of multiplexers over the block of 2^levels cells; GATE_NONE if the
 * index can be none of them. */
static void pick_cell(struct blaster *blaster, const struct flat *flat, gate_t *out, uint64_t block,
                      unsigned levels)
{
    uint64_t last = block + ((uint64_t)1 << levels) - 1, from = block > flat->low ? block : flat->low;
    if (last > flat->high)
        last = flat->high;
    if (from > last) {
        fill(out, GATE_NONE, BYTE);
        return;
    }
    const struct cell_range *range = cell_range_at(flat->ranges, (uint32_t)from);
    if (!levels || (!range->mixed && range->end > last)) {
        cell(blaster, flat, out, from);
        return;
    }
    gate_t odd[BYTE];
    pick_cell(blaster, flat, out, block, levels - 1);
    pick_cell(blaster, flat, odd, block + ((uint64_t)1 << (levels - 1)), levels - 1);
    for (unsigned bit = 0; bit < BYTE; bit++)
        out[bit] = odd[bit] == GATE_NONE ? out[bit]
                   : out[bit] == GATE_NONE
                       ? odd[bit]
                       : gates_mux(&blaster->gates, flat->index[levels - 1], odd[bit], out[bit]);
}

/* One comparison of the index for every cell. */
static void find_cell(struct blaster *blaster, const struct flat *flat, gate_t *out, uint64_t block,
                      unsigned levels)
{
    struct gates *gates = &blaster->gates;
    fill(out, GATE_FALSE, BYTE);
    for (uint64_t index = flat->high + 1; index-- > flat->low;) {
        gate_t here = GATE_TRUE, byte[BYTE];
        cell(blaster, flat, byte, index);
        for (unsigned level = levels; level-- > 0;)
            here =
                gates_and(gates, here,
                          (index - block) >> level & 1 ? flat->index[level] : gate_not(flat->index[level]));
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = gates_mux(gates, here, byte[bit], out[bit]);
    }
}

void blast_read_within(struct blaster *blaster, gate_t *out, expr_t array, expr_t index, uint64_t low,
                       uint64_t high)
{
    if (expr_kind(blaster->exprs, array) == EXPR_INPUT && low == high) {
        input_cell(blaster, out, array, (uint32_t)low);
        return;
    }
    unsigned levels = 0;
    struct flat flat = flat_open(blaster, array);
    flat.index = blaster_bits(blaster, index);
    flat.low = low;
    flat.high = high;
    while (low >> levels != high >> levels)
        levels++;
    blaster->too_large |= !flat.ranges;
    if (flat.ranges)
        (blaster->cell_by_cell ? find_cell : pick_cell)(blaster, &flat, out, low >> levels << levels, levels);
    else
        fill(out, GATE_FALSE, BYTE);
    table_release(&flat.written);
}

/* At an index that is within the array. */
static void read_flat(struct blaster *blaster, gate_t *out, expr_t array, expr_t index)
{
    uint32_t size = expr_array_size(blaster->exprs, array);
    struct interval range = expr_interval(blaster->exprs, index);
    blast_read_within(blaster, out, array, index, range.low, range.high < size ? range.high : size - 1);
}

gate_t blast_inside(struct blaster *blaster, expr_t array, expr_t index)
{
    uint32_t size = expr_array_size(blaster->exprs, array);
    struct interval range = expr_interval(blaster->exprs, index);
    if (range.low >= size)
        return GATE_FALSE;
    if (range.high < size)
        return GATE_TRUE;
    gate_t end[64];
    for (unsigned bit = 0; bit < 64; bit++)
        end[bit] = gate_const((uint64_t)size >> bit & 1);
    return blast_less(&blaster->gates, blaster_bits(blaster, index), end, false, 64);
}

expr_t blast_lowest_symbolic(const struct exprs *exprs, expr_t array)
{
    expr_t lowest = 0;
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0))
        if (!expr_is_const(exprs, expr_arg(exprs, array, 1)))
            lowest = array;
    return lowest;
}

void blast_read(struct blaster *blaster, gate_t *out, expr_t array, expr_t index)
{
    struct exprs *exprs = blaster->exprs;
    struct gates *gates = &blaster->gates;
    gate_t within = blast_inside(blaster, array, index);
    if (within == GATE_FALSE) {
        fill(out, GATE_FALSE, BYTE);
        return;
    }
    struct layer {
        gate_t hit;
        expr_t value;
    };
    VECTOR(struct layer) layers = {0};
    expr_t lowest = blast_lowest_symbolic(exprs, array), below = array;
    bool found = false;
    while (lowest && !found) {
        expr_t store = below;
        below = expr_arg(exprs, store, 0);
        gate_t hit = blast_equal(gates, blaster_bits(blaster, expr_arg(exprs, store, 1)),
                                 blaster_bits(blaster, index), 64);
        if (hit != GATE_FALSE)
            vector_push(&layers, (struct layer){hit, expr_arg(exprs, store, 2)});
        found = hit == GATE_TRUE;
        if (store == lowest)
            lowest = 0;
    }
    if (found)
        fill(out, GATE_FALSE, BYTE); /* the last layer covers it */
    else
        read_flat(blaster, out, below, index);
    while (layers.count) {
        struct layer layer = vector_pop(&layers);
        const gate_t *value = blaster_bits(blaster, layer.value);
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = gates_mux(gates, layer.hit, value[bit], out[bit]);
    }
    vector_release(&layers);
    for (unsigned bit = 0; bit < BYTE; bit++)
        out[bit] = gates_and(gates, within, out[bit]);
}
