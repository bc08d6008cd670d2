/* Indices, and which cells of an array they reach. Nearly every index of a C
 * program is a small number, widened, times the size of an element. */
#include "solver/arrays_internal.h"

#include "expr/support.h"

enum { MOST_CELLS = 1 << 16, MOST_BYTES = 8 };
#define FAR (1ll << 40) /* no array is that long */

static unsigned bit_length(uint64_t value) { return value ? 64 - (unsigned)__builtin_clzll(value) : 0; }

/* match: widened * constant, widened << constant: it cannot wrap round
 * result: widened, and the factor */
static expr_t without_factor(struct exprs *exprs, expr_t term, uint64_t *factor)
{
    struct expr_node node = *expr_node(exprs, term);
    *factor = 1;
    if ((node.kind != EXPR_SHL && node.kind != EXPR_MUL) || !expr_is_const(exprs, node.arg[1]))
        return term;
    uint64_t constant = expr_value(exprs, node.arg[1]);
    enum expr_kind widening = expr_kind(exprs, node.arg[0]);
    if (constant > (node.kind == EXPR_SHL ? 31 : UINT32_MAX) || !constant ||
        (widening != EXPR_ZEXT && widening != EXPR_SEXT))
        return term;
    uint64_t scale = node.kind == EXPR_SHL ? 1ull << constant : constant;
    unsigned narrow = expr_width(exprs, expr_arg(exprs, node.arg[0], 0));
    if (narrow + bit_length(scale) >= 63)
        return term;
    *factor = scale;
    return node.arg[0];
}

/* match: concat(x, 0)
 * result: x, and the factor */
static void take_low_zeros(struct exprs *exprs, struct linear_index *linear)
{
    struct expr_node node = *expr_node(exprs, linear->subject);
    if (node.kind != EXPR_CONCAT || !expr_is_const(exprs, node.arg[1]) || expr_value(exprs, node.arg[1]))
        return;
    unsigned low = expr_width(exprs, node.arg[1]);
    if (low > 31 || linear->scale != 1)
        return;
    linear->scale = 1ull << low;
    linear->subject = node.arg[0];
}

struct linear_index linear_index(struct exprs *exprs, expr_t index)
{
    struct linear_index linear = {.subject = index, .width = 64, .scale = 1, .step = 1};
    struct expr_node node = *expr_node(exprs, index);
    if (node.kind == EXPR_ADD && expr_is_const(exprs, node.arg[1])) {
        linear.offset = expr_value(exprs, node.arg[1]);
        linear.subject = node.arg[0];
    }
    expr_t widened = without_factor(exprs, linear.subject, &linear.scale);
    node = *expr_node(exprs, widened);
    if ((node.kind == EXPR_ZEXT || node.kind == EXPR_SEXT) && expr_width(exprs, node.arg[0]) < 63) {
        linear.is_signed = node.kind == EXPR_SEXT;
        linear.subject = node.arg[0];
        take_low_zeros(exprs, &linear);
    } else {
        linear.scale = 1; /* as wide as the index: a factor may wrap round */
    }
    linear.width = expr_width(exprs, linear.subject);
    uint64_t possible = expr_possible_bits(exprs, linear.subject);
    linear.step = possible ? possible & -possible : 1;
    return linear;
}

bool index_ranges(const struct linear_index *linear, uint64_t size, unsigned bytes, struct index_ranges *out)
{
    *out = (struct index_ranges){.count = 0};
    int64_t scale = (int64_t)linear->scale;
    int64_t offset = (int64_t)linear->offset;
    if (!size || size > MOST_CELLS * (uint64_t)MOST_BYTES || offset > FAR || offset < -FAR)
        return false;
    __int128 low = -(__int128)offset - (bytes - 1), high = (__int128)size - 1 - offset;
    /* to whole values of the subject, rounding inwards */
    low = low >= 0 ? (low + scale - 1) / scale : -(-low / scale);
    high = high >= 0 ? high / scale : -((-high + scale - 1) / scale);
    if ((high - low) / (__int128)linear->step > MOST_CELLS)
        return false;
    __int128 most = linear->width == 64 ? (__int128)UINT64_MAX : ((__int128)1 << linear->width) - 1;
    bool wraps = linear->is_signed || linear->width == 64; /* negative ones are there too, at the top */
    __int128 greatest = wraps ? most / 2 : most, least = wraps ? -(most / 2) - 1 : 0;
    if (high > greatest)
        high = greatest;
    if (low < least)
        low = least;
    if (low > high)
        return true;
    if (high >= 0)
        out->range[out->count++] = (struct value_range){low > 0 ? (uint64_t)low : 0, (uint64_t)high};
    if (low < 0)
        out->range[out->count++] =
            (struct value_range){(uint64_t)(low + most + 1), (uint64_t)((high < 0 ? high : -1) + most + 1)};
    return true;
}

uint64_t index_at(const struct linear_index *linear, uint64_t value)
{
    if (linear->is_signed && value >> (linear->width - 1) & 1)
        value |= ~0ull << linear->width;
    return linear->scale * value + linear->offset;
}

/* The number of the element that is read where the subject has this value. */
static uint32_t element_at(const struct cell_walk *walk, uint64_t value)
{
    return (uint32_t)(((int64_t)index_at(walk->linear, value) - walk->cells->first) /
                      (int64_t)walk->cells->stride);
}

struct cell_walk cell_walk(const struct linear_index *linear, const struct cell_ranges *cells,
                           struct value_range range)
{
    struct cell_walk walk = {.linear = linear, .cells = cells};
    uint64_t above = linear->step - 1;
    if (range.first > UINT64_MAX - above)
        return walk;
    walk.value = (range.first + above) & ~above;
    walk.last = range.last & ~above;
    walk.more = walk.value <= walk.last;
    if (walk.more)
        walk.range = (uint32_t)(cell_range_at(cells, element_at(&walk, walk.value)) - cells->data);
    return walk;
}

const struct cell_range *cell_walk_next(struct cell_walk *walk, struct value_range *values)
{
    if (!walk->more)
        return NULL;
    const struct cell_range *range = &walk->cells->data[walk->range];
    uint64_t step = walk->linear->step, count = range->end - element_at(walk, walk->value),
             left = (walk->last - walk->value) / step + 1;
    if (count > left)
        count = left;
    if (range->mixed)
        count = 1;
    *values = (struct value_range){walk->value, walk->value + (count - 1) * step};
    walk->more = count < left;
    if (walk->more) {
        walk->value = values->last + step;
        walk->range += element_at(walk, walk->value) == range->end;
    }
    return range;
}

/* An array is asked about cell by cell, and may have thousands of stores. */
static const struct cells_index *index_cells(struct arrays *arrays, expr_t array)
{
    struct exprs *exprs = arrays->exprs;
    struct cells_index *cells = &arrays->cells;
    if (cells->array == array)
        return cells;
    cells->array = array;
    table_clear(&cells->newest);
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        expr_t at = expr_arg(exprs, array, 1);
        if (!expr_is_const(exprs, at))
            break;
        table_slot(&cells->newest, expr_value(exprs, at), expr_arg(exprs, array, 2));
    }
    cells->below = array;
    return cells;
}

expr_t cell_of(struct arrays *arrays, expr_t array, uint64_t index)
{
    struct exprs *exprs = arrays->exprs;
    if (index >= expr_array_size(exprs, array))
        return expr_const(exprs, 8, 0);
    const struct cells_index *cells = index_cells(arrays, array);
    const uint64_t *byte = table_find(&cells->newest, index);
    if (byte)
        return (expr_t)*byte;
    if (expr_kind(exprs, cells->below) == EXPR_STORE)
        return 0;
    if (expr_kind(exprs, cells->below) == EXPR_INPUT)
        return expr_read(exprs, cells->below, expr_const(exprs, 64, index));
    uint32_t size;
    return expr_const(exprs, 8, expr_bytes_data(exprs, cells->below, &size)[index]);
}

static bool is_next(struct exprs *exprs, expr_t first, expr_t index, unsigned distance)
{
    return expr_add(exprs, first, expr_const(exprs, 64, distance)) == index;
}

bool element_of(struct exprs *exprs, expr_t term, expr_t *array, expr_t *index, unsigned *bytes)
{
    expr_t parts[MOST_BYTES], waiting[2 * MOST_BYTES];
    unsigned count = 0, waits = 0;
    waiting[waits++] = term;
    while (waits) {
        expr_t part = waiting[--waits];
        struct expr_node node = *expr_node(exprs, part);
        if (node.kind == EXPR_CONCAT && waits + 2 <= 2 * MOST_BYTES) {
            waiting[waits++] = node.arg[0];
            waiting[waits++] = node.arg[1]; /* the low part comes first */
        } else if (node.kind == EXPR_READ && count < MOST_BYTES) {
            parts[count++] = part;
        } else {
            return false;
        }
    }
    *array = expr_arg(exprs, parts[0], 0);
    *index = expr_arg(exprs, parts[0], 1);
    *bytes = count;
    for (unsigned i = 1; i < count; i++)
        if (expr_arg(exprs, parts[i], 0) != *array ||
            !is_next(exprs, *index, expr_arg(exprs, parts[i], 1), i))
            return false;
    return true;
}
