/* Reads of byte arrays as multiplexers.
 *
 * The stores at the bottom of a chain whose indices are constant are laid into
 * the cells of the array below, and one tree over the bits of the index picks
 * the cell. Each store above is one "is it this index?". Only cells that the
 * index can reach, by its interval, are in the tree. */
#include "solver/blast_internal.h"

#include "base/bug.h"
#include "base/hash.h"
#include "expr/support.h"

#include <string.h>

enum { BYTE = 8, MOST_LEVELS = 20 };

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

/* The cell at an index of an array that is no store. */
static void base_cell(struct blaster *blaster, gate_t *out, expr_t array, uint64_t index)
{
    uint32_t size = expr_array_size(blaster->exprs, array);
    if (index >= size) {
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = GATE_FALSE;
    } else if (expr_kind(blaster->exprs, array) == EXPR_BYTES) {
        uint8_t byte = expr_bytes_data(blaster->exprs, array, &size)[index];
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = gate_const(byte >> bit & 1);
    } else {
        gate_t first = input_byte(blaster, array, (uint32_t)index);
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = first + 2 * bit;
    }
}

static void fill(gate_t *out, gate_t gate, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = gate;
}

/* The reachable cells from `low`, rounded down to a block of 2^levels, where
 * the index can be low .. high; GATE_NONE where it cannot be. */
static void lay_cells(struct blaster *blaster, expr_t array, uint64_t low, uint64_t high, unsigned levels)
{
    struct exprs *exprs = blaster->exprs;
    expr_t base = array;
    VECTOR(expr_t) stores = {0};
    for (; expr_kind(exprs, base) == EXPR_STORE; base = expr_arg(exprs, base, 0))
        vector_push(&stores, base);
    uint64_t block = low >> levels << levels;
    size_t count = (size_t)1 << levels;
    vector_reserve(&blaster->cells, count * BYTE);
    gate_t *cells = blaster->cells.data;
    for (size_t i = 0; i < count; i++)
        if (block + i < low || block + i > high)
            fill(cells + i * BYTE, GATE_NONE, BYTE);
        else
            base_cell(blaster, cells + i * BYTE, base, block + i);
    while (stores.count) { /* the oldest first */
        expr_t store = vector_pop(&stores);
        uint64_t index = expr_value(exprs, expr_arg(exprs, store, 1));
        if (index >= low && index <= high && index < expr_array_size(exprs, base))
            memcpy(cells + (index - block) * BYTE, blaster_bits(blaster, expr_arg(exprs, store, 2)),
                   BYTE * sizeof *cells);
    }
    vector_release(&stores);
}

/* A tree of multiplexers over the cells, pairing neighbours first. */
static void pick_cell(struct blaster *blaster, gate_t *out, const gate_t *index, unsigned levels)
{
    struct gates *gates = &blaster->gates;
    gate_t *cells = blaster->cells.data;
    size_t count = (size_t)1 << levels;
    for (unsigned level = 0; level < levels; level++) {
        count /= 2;
        for (size_t i = 0; i < count; i++)
            for (unsigned bit = 0; bit < BYTE; bit++) {
                gate_t even = cells[2 * i * BYTE + bit], odd = cells[(2 * i + 1) * BYTE + bit];
                cells[i * BYTE + bit] = odd == GATE_NONE    ? even
                                        : even == GATE_NONE ? odd
                                                            : gates_mux(gates, index[level], odd, even);
            }
    }
    memcpy(out, cells, BYTE * sizeof *out);
}

/* One comparison of the index for every cell. */
static void find_cell(struct blaster *blaster, gate_t *out, const gate_t *index, unsigned levels)
{
    struct gates *gates = &blaster->gates;
    const gate_t *cells = blaster->cells.data;
    fill(out, GATE_FALSE, BYTE);
    for (size_t i = (size_t)1 << levels; i-- > 0;) {
        if (cells[i * BYTE] == GATE_NONE)
            continue;
        gate_t here = GATE_TRUE;
        for (unsigned level = levels; level-- > 0;)
            here = gates_and(gates, here, i >> level & 1 ? index[level] : gate_not(index[level]));
        for (unsigned bit = 0; bit < BYTE; bit++)
            out[bit] = gates_mux(gates, here, cells[i * BYTE + bit], out[bit]);
    }
}

/* The read of a chain of stores at constant indices, or of none, at an index
 * that is within the array. */
static void read_flat(struct blaster *blaster, gate_t *out, expr_t array, expr_t index)
{
    uint32_t size = expr_array_size(blaster->exprs, array);
    struct interval range = expr_interval(blaster->exprs, index);
    uint64_t high = range.high < size ? range.high : size - 1;
    unsigned levels = 0;
    while (range.low >> levels != high >> levels)
        levels++;
    if (levels > MOST_LEVELS) {
        blaster->too_large = true;
        fill(out, GATE_FALSE, BYTE);
        return;
    }
    lay_cells(blaster, array, range.low, high, levels);
    (blaster->cell_by_cell ? find_cell : pick_cell)(blaster, out, blaster_bits(blaster, index), levels);
}

/* Is the index within the array? */
static gate_t inside(struct blaster *blaster, expr_t array, expr_t index)
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

/* The lowest store at a symbolic index: all below it are at constant ones. */
static expr_t lowest_symbolic_store(struct exprs *exprs, expr_t array)
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
    gate_t within = inside(blaster, array, index);
    if (within == GATE_FALSE) {
        fill(out, GATE_FALSE, BYTE);
        return;
    }
    struct layer {
        gate_t hit;
        expr_t value;
    };
    VECTOR(struct layer) layers = {0};
    expr_t lowest = lowest_symbolic_store(exprs, array), below = array;
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
