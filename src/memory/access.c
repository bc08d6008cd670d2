/* Loads and stores at a concrete offset. First the short way, for bytes of one
 * page without a shadow; then the general one, eight bytes at a time. */
#include "memory/content.h"

#include "base/alloc.h"

static unsigned bytes_of(unsigned width) { return (width + 7) / 8; }

static uint64_t get_bytes(const uint8_t *bytes, unsigned count)
{
    uint64_t bits = 0;
    switch (count) {
    case 8:
        memcpy(&bits, bytes, 8);
        break;
    case 4:
        memcpy(&bits, bytes, 4);
        break;
    case 1:
        bits = *bytes;
        break;
    default:
        memcpy(&bits, bytes, count);
    }
    return bits;
}

static void put_bytes(uint8_t *bytes, uint64_t bits, unsigned count)
{
    switch (count) {
    case 8:
        memcpy(bytes, &bits, 8);
        break;
    case 4:
        memcpy(bytes, &bits, 4);
        break;
    case 1:
        *bytes = (uint8_t)bits;
        break;
    default:
        memcpy(bytes, &bits, count);
    }
}

/* ---- load ---- */

/* Do the marks run on like the bytes of one pointer or term from its lowest? */
static bool in_order(const uint32_t *marks, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (marks[i] != (marks[0] | i << 2))
            return false;
    return true;
}

static bool all_in_array(const uint32_t *marks, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (marks[i] != MARK_ARRAY)
            return false;
    return true;
}

/* Bytes of which some are symbolic, lowest first, as one term. Neighbours that
 * are parts of one term, or concrete, are taken together. */
static expr_t join(struct space *space, struct content *content, uint64_t offset, unsigned count,
                   const uint8_t *bytes, const uint32_t *marks)
{
    struct exprs *exprs = space->exprs;
    expr_t whole = 0;
    for (unsigned i = 0, run; i < count; i += run) {
        expr_t piece;
        run = 1;
        if (marks[i] == MARK_PLAIN || marks[i] == MARK_UNINITIALISED) {
            while (i + run < count && (marks[i + run] == MARK_PLAIN || marks[i + run] == MARK_UNINITIALISED))
                run++;
            piece = expr_const(exprs, 8 * run, get_bytes(bytes + i, run));
        } else if (mark_kind(marks[i]) == MARK_PART) {
            while (i + run < count && marks[i + run] == marks[i] + (run << 2) &&
                   mark_index(marks[i]) + run < 8)
                run++;
            piece = expr_extract(exprs, mark_id(marks[i]), 8 * mark_index(marks[i]), 8 * run);
        } else {
            piece = content_byte(space, content, offset + i, bytes[i], marks[i]);
        }
        whole = whole ? expr_concat(exprs, piece, whole) : piece;
    }
    return whole;
}

/* Up to eight bytes, as a value of 8 * count bits. */
static struct value load_chunk(struct space *space, struct content *content, uint64_t offset, unsigned count,
                               enum access_status *status)
{
    uint8_t bytes[8];
    uint32_t marks[8];
    if (!content_read(content, offset, count, bytes, marks))
        return value_plain(get_bytes(bytes, count));
    bool concrete = true;
    for (unsigned i = 0; i < count; i++) {
        concrete &= mark_is_concrete(marks[i]);
        if (marks[i] == MARK_UNINITIALISED)
            *status = ACCESS_UNINITIALISED;
    }
    uint64_t bits = get_bytes(bytes, count);
    if (concrete) {
        if (count == 8 && mark_kind(marks[0]) == MARK_POINTER && !mark_index(marks[0]) && in_order(marks, 8))
            return value_pointer(bits, mark_id(marks[0]));
        return value_plain(bits);
    }
    if (mark_kind(marks[0]) == MARK_PART && !mark_index(marks[0]) && in_order(marks, count) &&
        expr_width(space->exprs, mark_id(marks[0])) == 8 * count)
        return (struct value){0, (uint64_t)mark_id(marks[0]) << 2 | TAG_TERM};
    expr_t term = 0;
    if (all_in_array(marks, count)) {
        uint64_t index = offset;
        expr_t array = content_array_at(space, content, &index, count);
        if (array)
            term = array_read(space->exprs, array, expr_const(space->exprs, 64, index), 8 * count);
    }
    if (!term)
        term = join(space, content, offset, count, bytes, marks);
    return value_from_term(space->exprs, space->objects, term);
}

static struct value load_wide(struct space *space, struct content *content, uint64_t offset, unsigned width,
                              enum access_status *status)
{
    struct exprs *exprs = space->exprs;
    unsigned count = bytes_of(width);
    expr_t term = 0;
    for (unsigned done = 0; done < count; done += 8) {
        unsigned part = count - done < 8 ? count - done : 8;
        struct value chunk = load_chunk(space, content, offset + done, part, status);
        expr_t high = value_to_term(exprs, space->objects, chunk, 8 * part);
        term = term ? expr_concat(exprs, high, term) : high;
    }
    return value_from_term(exprs, space->objects, expr_resize(exprs, term, width));
}

static struct value truncate(struct space *space, struct value value, unsigned width)
{
    if (!value_is_term(value))
        return width == 64 ? value : value_plain(value.bits & width_mask(width));
    return value_from_term(space->exprs, space->objects,
                           expr_extract(space->exprs, value_term(value), 0, width));
}

enum access_status space_load(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                              unsigned width, struct value *result)
{
    struct content *content = content_get(space, id);
    BUG_ON(!content);
    unsigned count = bytes_of(width);
    struct page *page = content_page(content, offset);
    uint64_t at = offset - page_start(content, offset);
    if (likely(count <= 8 && page && !page->shadow && at + count <= page->size)) {
        result->bits = get_bytes(page->bytes + at, count) & width_mask(width);
        uint32_t object = page->slots && width == 64 && !(at & 7) ? page->slots[at >> 3] : 0;
        result->tag = object ? (uint64_t)object << 2 | TAG_OBJECT : 0;
        if (windows)
            windows_fill(windows, object_get(space->objects, id), content, page, offset, false);
        return ACCESS_OK;
    }
    enum access_status status = ACCESS_OK;
    if (count > 8) {
        *result = load_wide(space, content, offset, width, &status);
    } else {
        *result = load_chunk(space, content, offset, count, &status);
        if (width < 8 * count)
            *result = truncate(space, *result, width);
    }
    return status;
}

/* ---- store ---- */

/* A term of width 8 * count, count <= 8. */
static void store_term(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                       unsigned count, expr_t term)
{
    uint8_t bytes[8] = {0};
    uint32_t marks[8];
    BUG_ON(term >= MARK_TERM_LIMIT);
    for (unsigned i = 0; i < count; i++) {
        if (count == 1) {
            marks[i] = mark_of_term(term);
        } else if (term < MARK_ID_LIMIT) {
            marks[i] = mark_of_part(term, i);
        } else {
            expr_t byte = expr_extract(space->exprs, term, 8 * i, 8);
            bool concrete = expr_is_const(space->exprs, byte);
            bytes[i] = concrete ? (uint8_t)expr_value(space->exprs, byte) : 0;
            marks[i] = concrete ? MARK_PLAIN : mark_of_term(byte);
        }
    }
    content_write(space, windows, id, offset, count, bytes, marks);
}

/* Up to eight bytes, in the general way. */
static void store_chunk(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                        unsigned width, struct value value)
{
    unsigned count = bytes_of(width);
    uint8_t bytes[8];
    uint32_t marks[8];
    if (value_is_term(value)) {
        expr_t term = expr_zext(space->exprs, value_term(value), 8 * count);
        if (!expr_is_const(space->exprs, term)) {
            store_term(space, windows, id, offset, count, term);
            return;
        }
        value = value_plain(expr_value(space->exprs, term));
    }
    memcpy(bytes, &value.bits, 8);
    bool pointer = value_has_object(value) && width == 64;
    if (pointer)
        space->objects->by_id[value_object(value)]->escaped = true;
    for (unsigned k = 0; pointer && k < 8; k++)
        marks[k] = mark_of_pointer(value_object(value), k);
    content_write(space, windows, id, offset, count, bytes, pointer ? marks : NULL);
}

static void store_wide(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                       unsigned width, expr_t term)
{
    unsigned count = bytes_of(width);
    term = expr_zext(space->exprs, term, 8 * count);
    for (unsigned done = 0; done < count; done += 8) {
        unsigned part = count - done < 8 ? count - done : 8;
        expr_t piece = expr_extract(space->exprs, term, 8 * done, 8 * part);
        store_chunk(space, windows, id, offset + done, 8 * part,
                    value_from_term(space->exprs, space->objects, piece));
    }
}

/* A concrete value into bytes of one page without a shadow. false: not so. */
static bool store_short(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                        unsigned width, struct value value)
{
    unsigned count = bytes_of(width);
    struct content *content = content_own(space, windows, id);
    if (content->array || content->holdings)
        return false;
    struct page *page = content_own_page(space, windows, id, content, offset);
    uint64_t start = page_start(content, offset), at = offset - start;
    if (page->shadow || at + count > page->size)
        return false;
    const struct object *object = object_get(space->objects, id);
    if (value_has_object(value) && width == 64) {
        if (at & 7)
            return false;
        if (!page->slots) {
            windows_drop(windows, object, start, page->size, false);
            page_need_slots(space->objects, page);
        }
        page->slots[at >> 3] = value_object(value);
        space->objects->by_id[value_object(value)]->escaped = true;
    } else if (page->slots) {
        page->slots[at >> 3] = 0;
        page->slots[(at + count - 1) >> 3] = 0;
    }
    put_bytes(page->bytes + at, value.bits, count);
    if (windows && !object->constant) {
        windows_fill(windows, object, content, page, offset, true);
        content->exposed = true;
        space->windows = windows;
        windows->objects = space->objects;
    }
    return true;
}

void space_store(struct space *space, struct windows *windows, uint32_t id, uint64_t offset, unsigned width,
                 struct value value)
{
    if (unlikely(history_notes(&space->history)))
        history_note(&space->history, (struct history_event){.kind = HISTORY_STORE,
                                                             .pointer = space_address(space, id, offset),
                                                             .count = width,
                                                             .value = value});
    if (width > 64)
        store_wide(space, windows, id, offset, width,
                   value_to_term(space->exprs, space->objects, value, width));
    else if (value_is_term(value) || !store_short(space, windows, id, offset, width, value))
        store_chunk(space, windows, id, offset, width, value);
}
