/* Segments: which bytes are in them, and their arrays brought up to date. */
#include "memory/segment.h"

#include "base/alloc.h"
#include "memory/content.h"

/* ---- shared between spaces ---- */

static void segment_ref(void *segment) { ((struct segment *)segment)->refs++; }

static void segment_unref(void *context, void *value)
{
    struct segment *segment = value;
    if (--segment->refs)
        return;
    pending_clear(&segment->pending);
    mem_free(segment->members);
    mem_free(segment);
}

const struct radix_ops segment_ops = {segment_ref, segment_unref};

struct segment *segment_get(const struct space *space, uint32_t id)
{
    return space->segments ? radix_get(space->segments, id) : NULL;
}

struct segment *segment_own(struct space *space, uint32_t id)
{
    struct segment **place = (struct segment **)radix_own(space->segments, id);
    BUG_ON(!place);
    if ((*place)->refs == 1)
        return *place;
    struct segment *copy = mem_alloc(sizeof *copy);
    *copy = **place;
    copy->refs = 1;
    copy->pending = ranges_copy(copy->pending);
    copy->members = mem_alloc(copy->count * sizeof *copy->members);
    memcpy(copy->members, (*place)->members, copy->count * sizeof *copy->members);
    segment_unref(NULL, *place);
    return *place = copy;
}

/* ---- holdings ---- */

struct holdings *holdings_new(const struct holding *data, size_t count)
{
    struct holdings *holdings = mem_alloc(sizeof *holdings + count * sizeof *data);
    *holdings = (struct holdings){.refs = 1, .count = (uint32_t)count};
    memcpy(holdings->data, data, count * sizeof *data);
    return holdings;
}

void holdings_unref(struct holdings *holdings)
{
    if (holdings && !--holdings->refs)
        mem_free(holdings);
}

const struct holding *content_holding(const struct content *content, uint64_t offset)
{
    const struct holdings *holdings = content->holdings;
    uint32_t low = 0, high = holdings->count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (holdings->data[middle].first <= offset)
            low = middle;
        else
            high = middle;
    }
    return &holdings->data[low];
}

uint64_t content_in_array(struct content *content, uint64_t first, uint64_t end)
{
    if ((!first && end == content->size) || !content->in_array)
        return content->in_array;
    uint64_t count = 0;
    for (uint64_t at = first; at < end; at++) {
        uint8_t byte;
        uint32_t mark = MARK_PLAIN;
        count += content_read(content, at, 1, &byte, &mark) && mark == MARK_ARRAY;
    }
    return count;
}

void segments_forget(struct space *space, uint32_t id, struct content *content)
{
    for (uint32_t i = 0; content->holdings && i < content->holdings->count; i++) {
        const struct holding *holding = &content->holdings->data[i];
        struct segment *segment = segment_own(space, holding->segment);
        size_t kept = 0;
        for (size_t k = 0; k < segment->count; k++)
            if (segment->members[k].extent.object != id || segment->members[k].extent.first != holding->first)
                segment->members[kept++] = segment->members[k];
        segment->count = kept;
        segment->in_array -= content_in_array(content, holding->first, holding->end);
        if (!segment->in_array) {
            segment->array = 0;
            pending_clear(&segment->pending);
        }
        if (!kept)
            radix_remove(space->segments, holding->segment);
    }
}

bool content_expose(struct space *space, struct content *content)
{
    if (likely(!content->holdings)) {
        content_written(space, content, 0, 0, 0);
        return true;
    }
    for (uint32_t i = 0; i < content->holdings->count; i++)
        if (segment_get(space, content->holdings->data[i].segment)->in_array)
            return false;
    for (uint32_t i = 0; i < content->holdings->count; i++) {
        struct segment *segment = segment_own(space, content->holdings->data[i].segment);
        segment->exposed = true;
        segment->array = 0;
    }
    return true;
}

/* ---- questions ---- */

uint32_t space_segment_at(const struct space *space, uint32_t object, uint64_t offset, uint64_t *position)
{
    const struct content *content = content_get(space, object);
    if (!content->holdings)
        return 0;
    const struct holding *holding = content_holding(content, offset);
    if (position)
        *position = holding->position + (offset - holding->first);
    return holding->segment;
}

bool space_is_split(const struct space *space, uint32_t object)
{
    const struct content *content = content_get(space, object);
    return content->holdings && content->holdings->count > 1;
}

struct extent space_piece_at(const struct space *space, uint32_t object, uint64_t offset)
{
    const struct content *content = content_get(space, object);
    if (!content->holdings)
        return (struct extent){object, 0, content->size};
    const struct holding *holding = content_holding(content, offset);
    return (struct extent){object, holding->first, holding->end};
}

bool space_lives_in_array(const struct space *space, uint32_t object, uint64_t first, uint64_t end)
{
    return content_in_array(content_get(space, object), first, end);
}

const struct member *space_segment_members(const struct space *space, uint32_t id, size_t *count)
{
    const struct segment *segment = segment_get(space, id);
    *count = segment ? segment->count : 0;
    return segment ? segment->members : NULL;
}

uint64_t space_segment_size(const struct space *space, uint32_t id)
{
    const struct segment *segment = segment_get(space, id);
    return segment ? segment->size : 0;
}

/* ---- the array ---- */

/* From here on, the first write to a page of a member must come by and be noticed. */
static void cover(struct space *space, struct segment *segment)
{
    for (size_t i = 0; segment->exposed && i < segment->count; i++) {
        uint32_t id = segment->members[i].extent.object;
        struct content *content = content_get(space, id);
        if (!content->exposed)
            continue;
        windows_drop(space->windows, object_get(space->objects, id), 0, content->size, true);
        content->exposed = false;
    }
    segment->exposed = false;
}

static expr_t build(struct space *space, const struct segment *segment)
{
    uint8_t *bytes = mem_alloc(segment->size);
    memset(bytes, 0, segment->size);
    bool special = false;
    for (size_t i = 0; i < segment->count; i++) {
        const struct member *member = &segment->members[i];
        special |= constant_bytes(content_get(space, member->extent.object), member->extent.first,
                                  member->extent.end, bytes + member->position);
    }
    expr_t array = expr_bytes(space->exprs, bytes, (uint32_t)segment->size);
    mem_free(bytes);
    for (size_t i = 0; special && i < segment->count; i++) {
        const struct member *member = &segment->members[i];
        array = store_range(space, content_get(space, member->extent.object), array, member->position,
                            member->extent.first, member->extent.end, true);
    }
    return array;
}

/* The first member that ends behind the position. */
static size_t member_at(const struct segment *segment, uint64_t position)
{
    size_t low = 0, high = segment->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct member *member = &segment->members[middle];
        if (member->position + (member->extent.end - member->extent.first) <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* STOREs for what members hold at these positions now; what was between them is of no member. */
static expr_t store_pending(struct space *space, const struct segment *segment, expr_t array,
                            const struct range *range)
{
    for (size_t i = member_at(segment, range->first);
         i < segment->count && segment->members[i].position < range->end; i++) {
        const struct member *member = &segment->members[i];
        uint64_t first = range->first > member->position ? range->first - member->position : 0;
        uint64_t end = range->end - member->position, size = member->extent.end - member->extent.first;
        if (end > size)
            end = size;
        array = store_range(space, content_get(space, member->extent.object), array, member->position + first,
                            member->extent.first + first, member->extent.first + end, false);
    }
    return array;
}

expr_t segment_array(struct space *space, uint32_t id)
{
    struct segment *segment = segment_get(space, id);
    BUG_ON(!segment);
    cover(space, segment);
    if (segment->size > space->objects->largest_array)
        space->objects->largest_array = segment->size;
    if (!segment->array) {
        /* others that share it may hold something else by now: without an array, writes pass unnoticed */
        segment = segment_own(space, id);
        segment->array = build(space, segment);
    } else if (segment->pending) {
        for (size_t i = 0; i < segment->pending->count; i++)
            segment->array = store_pending(space, segment, segment->array, &segment->pending->data[i]);
        pending_clear(&segment->pending);
    }
    return segment->array;
}

/* ---- access ---- */

expr_t segment_read(struct space *space, uint32_t id, expr_t position, unsigned width)
{
    return array_read(space->exprs, segment_array(space, id), position, width);
}

void segment_write(struct space *space, struct windows *windows, uint32_t id, expr_t position, unsigned width,
                   struct value value, const struct extent *reach, size_t count)
{
    expr_t array = array_store(space, segment_array(space, id), position, width, value);
    struct segment *segment = segment_own(space, id);
    for (size_t i = 0; i < count; i++)
        segment->in_array +=
            content_into_array(space, windows, reach[i].object, content_own(space, windows, reach[i].object),
                               reach[i].first, reach[i].end - 1);
    segment->array = segment->in_array ? array : 0;
}
