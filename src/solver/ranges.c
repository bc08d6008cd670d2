/* Ranges of an array's elements: found for the bytes at the bottom of a chain of
 * stores, adjusted for those above. The bytes themselves may be others that are
 * known with a few written, which is seen by comparing them: memory that holds
 * constants only is constant bytes again after each write. */
#include "solver/ranges.h"

#include "base/table.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

/* In ranges; all are forgotten, to be found again, when there are more. */
enum { MOST_KEPT = 1 << 21, MOST_ELEMENTS = 1 << 20, SHAPE_BITS = 30, MOST_WRITTEN = 64 };

struct kept {
    expr_t array;
    uint32_t shape;
    struct cell_ranges ranges;
};

typedef VECTOR(struct cell_range) range_list;

struct ranges {
    struct exprs *exprs;
    VECTOR(struct kept) all;
    struct table places; /* array and number of a shape → place in all, plus 1 */
    struct table shapes; /* shape → number */
    struct table latest; /* size and number of a shape → the constant bytes that were last asked about */
    size_t size;         /* ranges kept */
    struct ranges_stats stats;
    /* of the array at work */
    VECTOR(expr_t) stores;     /* above what is known, the newest first */
    struct table written;      /* index → byte */
    VECTOR(uint32_t) elements; /* that are written to */
    range_list list;
};

static uint64_t key_of(expr_t array, uint32_t shape) { return (uint64_t)array << 32 | shape; }

static void forget_all(struct ranges *ranges)
{
    for (size_t i = 0; i < ranges->all.count; i++)
        mem_free(ranges->all.data[i].ranges.data);
    vector_clear(&ranges->all);
    table_release(&ranges->places);
    table_release(&ranges->latest);
    ranges->size = 0;
}

/* Forgets the arrays that the sweep under way will remove. */
static void on_sweep(void *context)
{
    struct ranges *ranges = context;
    size_t kept = 0;
    table_clear(&ranges->places);
    for (size_t i = 0; i < ranges->all.count; i++) {
        struct kept one = ranges->all.data[i];
        if (expr_marked(ranges->exprs, one.array)) {
            ranges->all.data[kept++] = one;
            table_set(&ranges->places, key_of(one.array, one.shape), kept);
        } else {
            ranges->size -= one.ranges.count;
            mem_free(one.ranges.data);
        }
    }
    ranges->all.count = kept;
    table_clear(&ranges->latest);
}

struct ranges *ranges_new(struct exprs *exprs)
{
    struct ranges *ranges = NEW(struct ranges);
    ranges->exprs = exprs;
    exprs_on_sweep(exprs, on_sweep, ranges);
    return ranges;
}

void ranges_free(struct ranges *ranges)
{
    exprs_forget_listener(ranges->exprs, ranges);
    forget_all(ranges);
    vector_release(&ranges->all);
    table_release(&ranges->shapes);
    vector_release(&ranges->stores);
    table_release(&ranges->written);
    vector_release(&ranges->elements);
    vector_release(&ranges->list);
    mem_free(ranges);
}

struct ranges_stats ranges_stats(const struct ranges *ranges) { return ranges->stats; }

const struct cell_range *cell_range_at(const struct cell_ranges *ranges, uint32_t element)
{
    uint32_t low = 0, high = ranges->count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (ranges->data[middle].end <= element)
            low = middle + 1;
        else
            high = middle;
    }
    return &ranges->data[low];
}

/* ---- finding ---- */

/* The elements up to this one are so, from where the list ends. */
static void add(range_list *list, struct cell_range range)
{
    struct cell_range *before = list->count ? &list->data[list->count - 1] : NULL;
    if (before && before->mixed == range.mixed && (range.mixed || before->value == range.value))
        before->end = range.end;
    else
        vector_push(list, range);
}

/* Where the elements are; the ranges themselves come later. */
static struct cell_ranges lay_out(uint64_t size, struct element_shape shape)
{
    int64_t stride = (int64_t)shape.stride, lowest = 1 - (int64_t)shape.bytes,
            first = shape.phase - stride * ((shape.phase - lowest) / stride);
    uint64_t elements = first < (int64_t)size ? (size - 1 - (uint64_t)first) / shape.stride + 1 : 0;
    return (struct cell_ranges){.first = first,
                                .stride = shape.stride,
                                .elements = elements > MOST_ELEMENTS ? 0 : (uint32_t)elements};
}

static int64_t index_of(const struct cell_ranges *ranges, uint32_t element)
{
    return ranges->first + (int64_t)(element * ranges->stride);
}

static uint64_t constant_element(const uint8_t *data, uint32_t size, int64_t index, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        if (index + i >= 0 && index + i < size)
            value |= (uint64_t)data[index + i] << 8 * i;
    return value;
}

/* The ranges of an array that is no store. */
static void find(struct ranges *ranges, expr_t array, unsigned bytes, const struct cell_ranges *layout)
{
    ranges->stats.found++;
    if (expr_kind(ranges->exprs, array) != EXPR_BYTES) {
        add(&ranges->list, (struct cell_range){.end = layout->elements, .mixed = true});
        return;
    }
    uint32_t size;
    const uint8_t *data = expr_bytes_data(ranges->exprs, array, &size);
    for (uint32_t i = 0; i < layout->elements; i++)
        add(&ranges->list,
            (struct cell_range){i + 1, false, constant_element(data, size, index_of(layout, i), bytes)});
}

/* ---- adjusting ---- */

static int compare_elements(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* The elements that have the byte at the index. */
static void touch(struct ranges *ranges, const struct cell_ranges *layout, unsigned bytes, uint64_t index)
{
    int64_t last = (int64_t)index - layout->first, from = last - (int64_t)bytes + 1;
    if (last < 0)
        return;
    uint64_t number = from > 0 ? ((uint64_t)from + layout->stride - 1) / layout->stride : 0;
    for (; number <= (uint64_t)last / layout->stride && number < layout->elements; number++)
        vector_push(&ranges->elements, (uint32_t)number);
}

static void forget_written(struct ranges *ranges)
{
    table_release(&ranges->written);
    vector_clear(&ranges->elements);
}

/* The byte that is written here last, and the elements that have it. */
static void note(struct ranges *ranges, const struct cell_ranges *layout, unsigned bytes, uint64_t index,
                 expr_t byte)
{
    if (*table_slot(&ranges->written, index, byte) == byte)
        touch(ranges, layout, bytes, index);
}

static void note_stores(struct ranges *ranges, const struct cell_ranges *layout, unsigned bytes)
{
    struct exprs *exprs = ranges->exprs;
    for (size_t i = 0; i < ranges->stores.count; i++) {
        expr_t store = ranges->stores.data[i];
        note(ranges, layout, bytes, expr_value(exprs, expr_arg(exprs, store, 1)), expr_arg(exprs, store, 2));
    }
}

/* Notes where constant bytes differ from others of this size; false: in too many places. */
static bool note_differences(struct ranges *ranges, expr_t array, expr_t other,
                             const struct cell_ranges *layout, unsigned bytes)
{
    enum { BLOCK = 64 };
    uint32_t size, differences = 0;
    const uint8_t *now = expr_bytes_data(ranges->exprs, array, &size),
                  *before = expr_bytes_data(ranges->exprs, other, &size);
    for (uint32_t block = 0; block < size; block += BLOCK) {
        uint32_t count = size - block < BLOCK ? size - block : BLOCK;
        if (!memcmp(now + block, before + block, count))
            continue;
        for (uint32_t i = block; i < block + count; i++) {
            if (now[i] == before[i])
                continue;
            if (++differences > MOST_WRITTEN)
                return false;
            note(ranges, layout, bytes, i, expr_const(ranges->exprs, 8, now[i]));
        }
    }
    return true;
}

/* The byte of a chain of stores at constant indices; false: it is no constant. */
static bool constant_byte(const struct exprs *exprs, expr_t array, int64_t index, uint8_t *out)
{
    *out = 0;
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        expr_t byte = expr_arg(exprs, array, 2);
        if (expr_value(exprs, expr_arg(exprs, array, 1)) != (uint64_t)index)
            continue;
        if (expr_is_const(exprs, byte))
            *out = (uint8_t)expr_value(exprs, byte);
        return expr_is_const(exprs, byte);
    }
    uint32_t size = expr_array_size(exprs, array);
    if (index < 0 || index >= size)
        return true;
    if (expr_kind(exprs, array) != EXPR_BYTES)
        return false;
    *out = expr_bytes_data(exprs, array, &size)[index];
    return true;
}

/* The element after the stores: `before` is the range it was in, of the array below. */
static struct cell_range written_element(const struct ranges *ranges, expr_t below, int64_t index,
                                         unsigned bytes, const struct cell_range *before)
{
    struct cell_range result = {0};
    for (unsigned i = 0; i < bytes && !result.mixed; i++) {
        expr_t written = (expr_t)table_get(&ranges->written, (uint64_t)index + i, 0);
        uint8_t byte = (uint8_t)(before->value >> 8 * i);
        if (written && expr_is_const(ranges->exprs, written))
            byte = (uint8_t)expr_value(ranges->exprs, written);
        else if (written || before->mixed)
            result.mixed = written || !constant_byte(ranges->exprs, below, index + i, &byte);
        result.value |= (uint64_t)byte << 8 * i;
    }
    if (result.mixed)
        result.value = 0;
    return result;
}

/* The ranges of the array below, with the elements that are written to as they are now. */
static void adjust(struct ranges *ranges, expr_t below, const struct cell_ranges *known, unsigned bytes)
{
    ranges->stats.adjusted++;
    qsort(ranges->elements.data, ranges->elements.count, sizeof *ranges->elements.data, compare_elements);
    uint32_t done = 0;
    size_t next = 0;
    for (uint32_t i = 0; i < known->count; i++) {
        const struct cell_range *range = &known->data[i];
        for (; next < ranges->elements.count && ranges->elements.data[next] < range->end; next++) {
            uint32_t element = ranges->elements.data[next];
            if (element < done)
                continue; /* by another of its bytes */
            if (element > done)
                add(&ranges->list, (struct cell_range){element, range->mixed, range->value});
            struct cell_range written =
                written_element(ranges, below, index_of(known, element), bytes, range);
            written.end = done = element + 1;
            add(&ranges->list, written);
        }
        if (done < range->end)
            add(&ranges->list, *range);
        done = range->end;
    }
    forget_written(ranges);
}

/* ---- all of it ---- */

/* UINT32_MAX: not for this one. */
static uint32_t shape_number(struct ranges *ranges, struct element_shape *shape)
{
    if (!shape->stride || shape->stride >> SHAPE_BITS || !shape->bytes || shape->bytes > 8)
        return UINT32_MAX;
    int64_t stride = (int64_t)shape->stride;
    shape->phase = (shape->phase % stride + stride) % stride;
    uint64_t key =
        ((uint64_t)shape->bytes - 1) << 2 * SHAPE_BITS | shape->stride << SHAPE_BITS | (uint64_t)shape->phase;
    return (uint32_t)*table_slot(&ranges->shapes, key, ranges->shapes.count);
}

static struct kept *find_kept(struct ranges *ranges, expr_t array, uint32_t shape)
{
    uint64_t *place = table_find(&ranges->places, key_of(array, shape));
    return place ? &ranges->all.data[*place - 1] : NULL;
}

static struct kept *keep(struct ranges *ranges, expr_t array, uint32_t shape, struct cell_ranges layout)
{
    layout.count = (uint32_t)ranges->list.count;
    layout.data = mem_alloc((layout.count + 1) * sizeof *layout.data);
    memcpy(layout.data, ranges->list.data, layout.count * sizeof *layout.data);
    ranges->size += layout.count;
    vector_clear(&ranges->list);
    vector_push(&ranges->all, (struct kept){array, shape, layout});
    table_set(&ranges->places, key_of(array, shape), ranges->all.count);
    return &ranges->all.data[ranges->all.count - 1];
}

/* The array below the stores at constant indices that is known or is the bottom; 0:
 * there is a store at a symbolic one. */
static expr_t collect_stores(struct ranges *ranges, expr_t array, uint32_t shape)
{
    struct exprs *exprs = ranges->exprs;
    vector_clear(&ranges->stores);
    for (; expr_kind(exprs, array) == EXPR_STORE && !find_kept(ranges, array, shape);
         array = expr_arg(exprs, array, 0)) {
        if (!expr_is_const(exprs, expr_arg(exprs, array, 1)))
            return 0;
        vector_push(&ranges->stores, array);
    }
    return array;
}

/* The ranges of an array that is no store: those of the one last seen with this size, adjusted,
 * if that is possible. */
static struct kept *of_bottom(struct ranges *ranges, expr_t array, uint32_t number,
                              struct element_shape shape, const struct cell_ranges *layout)
{
    struct kept *kept = find_kept(ranges, array, number);
    bool constant = expr_kind(ranges->exprs, array) == EXPR_BYTES;
    uint64_t key = key_of(expr_array_size(ranges->exprs, array), number);
    expr_t other = constant && !kept ? (expr_t)table_get(&ranges->latest, key, 0) : 0;
    if (constant)
        table_set(&ranges->latest, key, array);
    if (kept)
        return kept;
    if (other && note_differences(ranges, array, other, layout, shape.bytes)) {
        adjust(ranges, other, &find_kept(ranges, other, number)->ranges, shape.bytes);
    } else {
        forget_written(ranges);
        find(ranges, array, shape.bytes, layout);
    }
    return keep(ranges, array, number, *layout);
}

const struct cell_ranges *ranges_of(struct ranges *ranges, expr_t array, struct element_shape shape)
{
    uint32_t number = shape_number(ranges, &shape);
    if (number == UINT32_MAX)
        return NULL;
    if (ranges->size > MOST_KEPT)
        forget_all(ranges);
    expr_t below = collect_stores(ranges, array, number);
    struct cell_ranges layout = lay_out(expr_array_size(ranges->exprs, array), shape);
    if (!below || !layout.elements)
        return NULL;
    struct kept *kept = expr_kind(ranges->exprs, below) == EXPR_STORE
                            ? find_kept(ranges, below, number)
                            : of_bottom(ranges, below, number, shape, &layout);
    if (ranges->stores.count) {
        note_stores(ranges, &layout, shape.bytes);
        adjust(ranges, below, &kept->ranges, shape.bytes);
        kept = keep(ranges, array, number, layout);
    }
    return &kept->ranges;
}
