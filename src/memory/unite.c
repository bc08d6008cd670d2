/* Objects and segments put together, and objects cut into pieces. Bytes that
 * live in an array move with it: a chain of stores is made again over other
 * constant bytes, its indices shifted. */
#include "memory/segment.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/support.h"
#include "memory/content.h"

#include <stdlib.h>

enum { ALIGNMENT = 8 };

/* ---- chains of stores ---- */

struct chain_parts {
    expr_t bottom;
    VECTOR(expr_t) stores; /* the newest first */
};

static void take_chain_apart(struct exprs *exprs, expr_t array, struct chain_parts *parts)
{
    *parts = (struct chain_parts){0};
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0))
        vector_push(&parts->stores, array);
    parts->bottom = array;
}

/* The constants among the first .. end - 1 at the bottom; an input is 0 for now. */
static void bottom_bytes(struct exprs *exprs, const struct chain_parts *parts, uint64_t first, uint64_t end,
                         uint8_t *bytes)
{
    uint32_t size;
    if (expr_kind(exprs, parts->bottom) == EXPR_BYTES)
        memcpy(bytes, expr_bytes_data(exprs, parts->bottom, &size) + first, end - first);
    else
        memset(bytes, 0, end - first);
}

/* The bytes first .. end - 1 of the chain over another array, where they begin
 * at `position`. A store that may be elsewhere in the chain is then nowhere. */
static expr_t chain_over(struct exprs *exprs, const struct chain_parts *parts, uint64_t first, uint64_t end,
                         expr_t array, uint64_t position)
{
    expr_t nowhere = expr_const(exprs, 64, index_nowhere);
    bool whole = !first && end == expr_array_size(exprs, parts->bottom);
    for (uint64_t at = first; expr_kind(exprs, parts->bottom) == EXPR_INPUT && at < end; at++)
        array = expr_store(exprs, array, expr_const(exprs, 64, position + (at - first)),
                           expr_read(exprs, parts->bottom, expr_const(exprs, 64, at)));
    for (size_t i = parts->stores.count; i-- > 0;) {
        expr_t index = expr_arg(exprs, parts->stores.data[i], 1);
        expr_t moved = expr_add(exprs, index, expr_const(exprs, 64, position - first));
        struct interval interval = expr_interval(exprs, index);
        if (interval.low >= end || interval.high < first)
            continue;
        if (!whole && (interval.low < first || interval.high >= end)) {
            expr_t from = expr_sub(exprs, index, expr_const(exprs, 64, first));
            expr_t here = expr_ult(exprs, from, expr_const(exprs, 64, end - first));
            moved = expr_ite(exprs, here, moved, nowhere);
        }
        array = expr_store(exprs, array, moved, expr_arg(exprs, parts->stores.data[i], 2));
    }
    return array;
}

/* ---- uniting ---- */

/* What moves as a whole: a segment, or an object that is in none. */
struct block {
    uint32_t segment, object; /* one of them is 0 */
    uint64_t address;         /* of its lowest byte */
    uint64_t size, in_array;
    uint64_t position; /* in the new segment */
};

struct blocks {
    struct space *space;
    VECTOR(struct block) list;
    struct table places; /* of segments, and of objects above 2^32 */
};

static uint64_t member_address(const struct space *space, const struct member *member)
{
    return object_get(space->objects, member->extent.object)->address + member->extent.first;
}

static void add_block(struct blocks *blocks, uint32_t segment, uint32_t object)
{
    const struct space *space = blocks->space;
    uint64_t key = segment ? segment : (uint64_t)object << 32;
    if (*table_slot(&blocks->places, key, blocks->list.count) < blocks->list.count)
        return;
    struct block block = {.segment = segment, .object = object};
    if (segment) {
        const struct segment *found = segment_get(space, segment);
        block.size = found->size;
        block.in_array = found->in_array;
        block.address = UINT64_MAX;
        for (size_t i = 0; i < found->count; i++)
            if (member_address(space, &found->members[i]) < block.address)
                block.address = member_address(space, &found->members[i]);
    } else {
        const struct content *content = content_get(space, object);
        block.size = content->size;
        block.in_array = content->in_array;
        block.address = object_get(space->objects, object)->address;
    }
    vector_push(&blocks->list, block);
}

static void add_extent(struct blocks *blocks, const struct extent *extent)
{
    const struct content *content = content_get(blocks->space, extent->object);
    BUG_ON(!content || !content->size);
    if (!content->holdings) {
        add_block(blocks, 0, extent->object);
        return;
    }
    for (uint32_t i = 0; i < content->holdings->count; i++) {
        const struct holding *holding = &content->holdings->data[i];
        if (holding->first < extent->end && extent->first < holding->end)
            add_block(blocks, holding->segment, 0);
    }
}

static int by_address(const void *left, const void *right)
{
    const struct block *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
}

/* Side by side; `kept` first, where its bytes are already. returns the size of all */
static uint64_t place_blocks(struct blocks *blocks, uint32_t kept)
{
    uint64_t size = 0;
    if (!blocks->space->segments_as_found)
        qsort(blocks->list.data, blocks->list.count, sizeof *blocks->list.data, by_address);
    for (unsigned others = 0; others < 2; others++)
        for (size_t i = 0; i < blocks->list.count; i++) {
            struct block *block = &blocks->list.data[i];
            if ((kept && block->segment == kept) == others)
                continue;
            block->position = size;
            size += (block->size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
        }
    for (size_t i = 0; i < blocks->list.count; i++) {
        const struct block *block = &blocks->list.data[i];
        table_set(&blocks->places, block->segment ? block->segment : (uint64_t)block->object << 32, i);
    }
    return size;
}

/* The array of all of them, if some bytes live in theirs; else 0: it is made when it is needed. */
static expr_t unite_arrays(struct blocks *blocks, uint64_t size)
{
    struct space *space = blocks->space;
    struct exprs *exprs = space->exprs;
    bool needed = false;
    for (size_t i = 0; i < blocks->list.count; i++)
        needed |= blocks->list.data[i].in_array;
    if (!needed)
        return 0;
    uint8_t *bytes = mem_alloc(size);
    memset(bytes, 0, size);
    struct chain_parts *parts = mem_alloc(blocks->list.count * sizeof *parts);
    for (size_t i = 0; i < blocks->list.count; i++) {
        const struct block *block = &blocks->list.data[i];
        expr_t array =
            block->segment ? segment_array(space, block->segment) : space_array(space, block->object);
        take_chain_apart(exprs, array, &parts[i]);
        bottom_bytes(exprs, &parts[i], 0, block->size, bytes + block->position);
    }
    expr_t array = expr_bytes(exprs, bytes, (uint32_t)size);
    for (size_t i = 0; i < blocks->list.count; i++) {
        const struct block *block = &blocks->list.data[i];
        array = chain_over(exprs, &parts[i], 0, block->size, array, block->position);
        vector_release(&parts[i].stores);
    }
    mem_free(parts);
    mem_free(bytes);
    return array;
}

/* Where the holding will be; NULL: it stays. */
static const struct block *block_of(const struct blocks *blocks, uint32_t segment)
{
    const uint64_t *place = table_find(&blocks->places, segment);
    return place ? &blocks->list.data[*place] : NULL;
}

/* The object's bytes are in the new segment from now on, those of them that are in one of the blocks. */
static void hold_member(struct blocks *blocks, struct windows *windows, uint32_t id, uint32_t segment)
{
    struct content *content = content_own(blocks->space, windows, id);
    struct holdings *before = content->holdings;
    VECTOR(struct holding) after = {0};
    if (!before) {
        const struct block *block = &blocks->list.data[*table_find(&blocks->places, (uint64_t)id << 32)];
        vector_push(&after, ((struct holding){0, content->size, block->position, segment}));
        pending_clear(&content->pending);
        content->array = 0;
    }
    for (uint32_t i = 0; before && i < before->count; i++) {
        struct holding holding = before->data[i];
        const struct block *block = block_of(blocks, holding.segment);
        if (block) {
            holding.segment = segment;
            holding.position += block->position;
        }
        struct holding *last = after.count ? &after.data[after.count - 1] : NULL;
        if (last && last->segment == holding.segment &&
            last->position + (last->end - last->first) == holding.position)
            last->end = holding.end; /* pieces that come together again */
        else
            vector_push(&after, holding);
    }
    content->holdings = holdings_new(after.data, after.count);
    holdings_unref(before);
    vector_release(&after);
}

static int by_position(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    return (a->position > b->position) - (a->position < b->position);
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

struct object_list {
    uint32_t *data;
    size_t count, capacity;
};

/* Who is in the blocks: each object once. */
static struct object_list list_objects(const struct blocks *blocks)
{
    struct object_list list = {0};
    for (size_t i = 0; i < blocks->list.count; i++) {
        const struct block *block = &blocks->list.data[i];
        const struct segment *segment = block->segment ? segment_get(blocks->space, block->segment) : NULL;
        for (size_t k = 0; segment && k < segment->count; k++)
            vector_push(&list, segment->members[k].extent.object);
        if (!segment)
            vector_push(&list, block->object);
    }
    qsort(list.data, list.count, sizeof *list.data, by_number);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!kept || list.data[kept - 1] != list.data[i])
            list.data[kept++] = list.data[i];
    list.count = kept;
    return list;
}

/* The members of the new segment, as the objects say. */
static void list_members(const struct space *space, const struct object_list *objects, uint32_t id,
                         struct segment *segment)
{
    VECTOR(struct member) members = {0};
    for (size_t i = 0; i < objects->count; i++) {
        const struct holdings *holdings = content_get(space, objects->data[i])->holdings;
        for (uint32_t k = 0; k < holdings->count; k++) {
            const struct holding *holding = &holdings->data[k];
            if (holding->segment == id)
                vector_push(&members, ((struct member){{objects->data[i], holding->first, holding->end},
                                                       holding->position}));
        }
    }
    qsort(members.data, members.count, sizeof *members.data, by_position);
    segment->members = members.data;
    segment->count = members.count;
}

static void add_segment(struct space *space, uint32_t id, struct segment *segment)
{
    if (!space->segments)
        space->segments = radix_new(&segment_ops, NULL);
    radix_set(space->segments, id, segment);
}

static void unite_blocks(struct blocks *blocks, struct windows *windows, uint32_t id, uint64_t size)
{
    struct space *space = blocks->space;
    struct segment *segment = NEW(struct segment);
    *segment = (struct segment){
        .refs = 1, .array = unite_arrays(blocks, size), .size = size, .exposed = true /* perhaps */};
    struct object_list objects = list_objects(blocks);
    for (size_t i = 0; i < objects.count; i++)
        hold_member(blocks, windows, objects.data[i], id);
    list_members(space, &objects, id, segment);
    for (size_t i = 0; i < blocks->list.count; i++) {
        segment->in_array += blocks->list.data[i].in_array;
        if (blocks->list.data[i].segment)
            radix_remove(space->segments, blocks->list.data[i].segment);
    }
    add_segment(space, id, segment);
    vector_release(&objects);
}

/* id 0: any number */
static uint32_t unite(struct space *space, struct windows *windows, uint32_t id, const struct extent *extents,
                      size_t count)
{
    struct blocks blocks = {.space = space};
    if (id && segment_get(space, id))
        add_block(&blocks, id, 0);
    for (size_t i = 0; i < count; i++)
        add_extent(&blocks, &extents[i]);
    uint32_t only = blocks.list.count == 1 ? blocks.list.data[0].segment : 0, result = only;
    if (!only || (id && only != id)) {
        uint64_t size = place_blocks(&blocks, id);
        result = size <= SPACE_ARRAY_LIMIT ? (id ? id : space->next_segment++) : 0;
        if (result)
            unite_blocks(&blocks, windows, result, size);
    }
    vector_release(&blocks.list);
    table_release(&blocks.places);
    return result;
}

uint32_t space_unite(struct space *space, struct windows *windows, const struct extent *extents, size_t count)
{
    return unite(space, windows, 0, extents, count);
}

bool space_join(struct space *space, struct windows *windows, uint32_t segment, const struct extent *extents,
                size_t count)
{
    BUG_ON(!segment || segment >= SEGMENT_NAMED_END);
    return unite(space, windows, segment, extents, count);
}

/* ---- splitting ---- */

/* The bytes first .. end - 1 of an object, a segment of their own. parts: of the object's array; NULL: none.
 */
static void make_piece(struct space *space, uint32_t id, uint64_t first, uint64_t end,
                       const struct chain_parts *parts, uint32_t number)
{
    struct exprs *exprs = space->exprs;
    struct segment *piece = NEW(struct segment);
    struct member *member = mem_alloc(sizeof *member);
    *member = (struct member){{id, first, end}, 0};
    *piece = (struct segment){
        .refs = 1, .size = end - first, .members = member, .count = 1, .exposed = true /* perhaps */};
    if (parts)
        piece->in_array = content_in_array(content_get(space, id), first, end);
    if (piece->in_array) {
        uint8_t *bytes = mem_alloc(end - first);
        bottom_bytes(exprs, parts, first, end, bytes);
        piece->array =
            chain_over(exprs, parts, first, end, expr_bytes(exprs, bytes, (uint32_t)(end - first)), 0);
        mem_free(bytes);
    }
    add_segment(space, number, piece);
}

bool space_split(struct space *space, struct windows *windows, uint32_t id, uint64_t size)
{
    struct content *content = content_get(space, id);
    const struct holdings *holdings = content->holdings;
    const struct segment *segment = holdings ? segment_get(space, holdings->data[0].segment) : NULL;
    BUG_ON(!size || size % ALIGNMENT);
    if (content->size <= size || content->size > SPACE_ARRAY_LIMIT || (segment && segment->count > 1) ||
        (holdings && (holdings->count > 1 || segment->size != content->size)))
        return false;
    struct chain_parts parts = {0};
    bool in_array = content->in_array;
    if (in_array)
        take_chain_apart(space->exprs,
                         segment ? segment_array(space, holdings->data[0].segment) : space_array(space, id),
                         &parts);
    VECTOR(struct holding) pieces = {0};
    for (uint64_t first = 0; first < content->size; first += size) {
        uint64_t end = content->size - first < size ? content->size : first + size;
        uint32_t number = space->next_segment++;
        make_piece(space, id, first, end, in_array ? &parts : NULL, number);
        vector_push(&pieces, ((struct holding){first, end, 0, number}));
    }
    content = content_own(space, windows, id);
    if (segment)
        radix_remove(space->segments, content->holdings->data[0].segment);
    holdings_unref(content->holdings);
    content->holdings = holdings_new(pieces.data, pieces.count);
    content->array = 0;
    pending_clear(&content->pending);
    vector_release(&pieces);
    vector_release(&parts.stores);
    return true;
}
