/* Access at a symbolic offset: the contents as an array term.
 *
 * An object without bytes in its array has one made of its bytes when asked
 * (constant bytes, then one STORE for each that is not), remembered until the
 * next write. A write at a symbolic offset is a STORE on that array; the bytes
 * it may have touched live in the array from then on, and bytes written later
 * at concrete offsets are put into the array when it is next needed. Bringing
 * the array up to date changes no meaning, so it is done in shared contents.
 *
 * An object in a segment is read and written there; one in pieces, in each
 * piece that the offset may be in. */
#include "memory/content.h"

#include "base/alloc.h"
#include "expr/support.h"
#include "memory/words.h"

enum { CHUNK = 512 };

/* ---- arrays ---- */

static expr_t index_term(struct exprs *exprs, expr_t offset, uint64_t k)
{
    return k ? expr_add(exprs, offset, expr_const(exprs, 64, k)) : offset;
}

expr_t array_read(struct exprs *exprs, expr_t array, expr_t index, unsigned width)
{
    expr_t term = 0;
    if (expr_has_base(exprs, array)) { /* nearly never */
        bool whole = width == 8 || width == 16 || width == 32 || width == 64;
        bool seen = exprs_folds_reads(exprs) || !expr_is_const(exprs, index);
        if (whole && seen && (term = read_element(exprs, array, index, width / 8)))
            return term;
    }
    if (width > 64) { /* word by word: some may be elements */
        term = array_read(exprs, array, index, 64);
        return expr_concat(exprs, array_read(exprs, array, index_term(exprs, index, 8), width - 64), term);
    }
    for (unsigned k = 0; k < (width + 7) / 8; k++) {
        expr_t byte = expr_read(exprs, array, index_term(exprs, index, k));
        term = term ? expr_concat(exprs, byte, term) : byte;
    }
    return expr_resize(exprs, term, width);
}

expr_t array_store(struct space *space, expr_t array, expr_t index, unsigned width, struct value value)
{
    struct exprs *exprs = space->exprs;
    unsigned count = (width + 7) / 8;
    expr_t term = expr_zext(exprs, value_to_term(exprs, space->objects, value, width), 8 * count);
    for (unsigned k = 0; k < count; k++)
        array = expr_store(exprs, array, index_term(exprs, index, k), expr_extract(exprs, term, 8 * k, 8));
    return array;
}

expr_t store_range(struct space *space, struct content *content, expr_t array, uint64_t position,
                   uint64_t first, uint64_t end, bool special)
{
    struct exprs *exprs = space->exprs;
    uint8_t bytes[CHUNK];
    uint32_t marks[CHUNK];
    for (uint64_t at = first; at < end; at += CHUNK) {
        size_t part = end - at < CHUNK ? end - at : CHUNK;
        if (!content_read(content, at, part, bytes, marks)) {
            if (special)
                continue;
            memset(marks, 0, part * sizeof *marks);
        }
        for (size_t i = 0; i < part; i++) {
            if (marks[i] == MARK_ARRAY ||
                (special && (marks[i] == MARK_PLAIN || marks[i] == MARK_UNINITIALISED)))
                continue;
            expr_t byte = content_byte(space, content, at + i, bytes[i], marks[i]);
            array = expr_store(exprs, array, expr_const(exprs, 64, position + (at + i - first)), byte);
        }
    }
    return array;
}

bool constant_bytes(struct content *content, uint64_t first, uint64_t end, uint8_t *bytes)
{
    uint32_t marks[CHUNK];
    bool special = false;
    for (uint64_t at = first; at < end; at += CHUNK, bytes += CHUNK) {
        size_t part = end - at < CHUNK ? end - at : CHUNK;
        if (!content_read(content, at, part, bytes, marks))
            continue;
        special = true;
        for (size_t i = 0; i < part; i++)
            if (marks[i] && marks[i] != MARK_UNINITIALISED)
                bytes[i] = 0; /* no address among the constants */
    }
    return special;
}

static expr_t build(struct space *space, struct content *content)
{
    uint8_t *bytes = mem_alloc(content->size ? content->size : 1);
    bool special = constant_bytes(content, 0, content->size, bytes);
    expr_t array = expr_bytes(space->exprs, bytes, (uint32_t)content->size);
    mem_free(bytes);
    return special ? store_range(space, content, array, 0, 0, content->size, true) : array;
}

expr_t space_array(struct space *space, uint32_t id)
{
    struct content *content = content_get(space, id);
    BUG_ON(!content || content->size > UINT32_MAX || content->holdings);
    if (content->exposed) {
        /* from here on, the first write to a page must come by and be noticed */
        windows_drop(space->windows, object_get(space->objects, id), 0, content->size, true);
        content->exposed = false;
    }
    if (content->size > space->objects->largest_array)
        space->objects->largest_array = content->size;
    if (!content->array) {
        content->array = build(space, content);
    } else if (content->pending) {
        const struct ranges *pending = content->pending;
        for (size_t i = 0; i < pending->count; i++)
            content->array = store_range(space, content, content->array, pending->data[i].first,
                                         pending->data[i].first, pending->data[i].end, false);
        pending_clear(&content->pending);
    }
    return content->array;
}

/* ---- pieces ---- */

/* The position of an offset that lies in the holding; elsewhere another number, that means nothing. */
static expr_t position_in(struct exprs *exprs, const struct holding *holding, expr_t offset)
{
    return index_term(exprs, offset, holding->position - holding->first);
}

static expr_t is_in(struct exprs *exprs, const struct holding *holding, expr_t offset)
{
    expr_t from = expr_sub(exprs, offset, expr_const(exprs, 64, holding->first));
    return expr_ult(exprs, from, expr_const(exprs, 64, holding->end - holding->first));
}

static bool reaches(const struct interval *interval, const struct holding *holding)
{
    return interval->low < holding->end && interval->high >= holding->first;
}

static expr_t read_pieces(struct space *space, const struct holdings *holdings, expr_t offset, unsigned width)
{
    struct exprs *exprs = space->exprs;
    expr_t term = 0;
    for (unsigned k = 0; k < (width + 7) / 8; k++) {
        expr_t at = index_term(exprs, offset, k), byte = 0;
        struct interval interval = expr_interval(exprs, at);
        for (uint32_t i = holdings->count; i-- > 0;) {
            const struct holding *holding = &holdings->data[i];
            if (!reaches(&interval, holding))
                continue;
            expr_t here =
                expr_read(exprs, segment_array(space, holding->segment), position_in(exprs, holding, at));
            byte = byte ? expr_ite(exprs, is_in(exprs, holding, at), here, byte) : here;
        }
        if (!byte)
            byte = expr_const(exprs, 8, 0); /* never in bounds: no such path */
        term = term ? expr_concat(exprs, byte, term) : byte;
    }
    return expr_resize(exprs, term, width);
}

static void write_pieces(struct space *space, struct windows *windows, uint32_t id, expr_t offset,
                         unsigned width, struct value value)
{
    struct exprs *exprs = space->exprs;
    struct holdings *holdings = content_get(space, id)->holdings;
    unsigned count = (width + 7) / 8;
    expr_t term = expr_zext(exprs, value_to_term(exprs, space->objects, value, width), 8 * count);
    holdings->refs++; /* what is written may be a copy of the content */
    for (unsigned k = 0; k < count; k++) {
        expr_t at = index_term(exprs, offset, k), byte = expr_extract(exprs, term, 8 * k, 8);
        struct interval interval = expr_interval(exprs, at);
        if (!exprs_folds_reads(exprs))
            interval = (struct interval){0, UINT64_MAX};
        for (uint32_t i = 0; i < holdings->count; i++) {
            const struct holding *holding = &holdings->data[i];
            if (!reaches(&interval, holding))
                continue;
            struct extent reach = {id, interval.low > holding->first ? interval.low : holding->first,
                                   interval.high < holding->end ? interval.high + 1 : holding->end};
            expr_t position = expr_ite(exprs, is_in(exprs, holding, at), position_in(exprs, holding, at),
                                       expr_const(exprs, 64, index_nowhere));
            segment_write(space, windows, holding->segment, position, 8,
                          value_from_term(exprs, space->objects, byte), &reach, 1);
        }
    }
    holdings_unref(holdings);
}

/* ---- read and write ---- */

expr_t space_read_symbolic(struct space *space, uint32_t id, expr_t offset, unsigned width)
{
    struct exprs *exprs = space->exprs;
    if (expr_is_const(exprs, offset)) {
        struct value value;
        space_load(space, NULL, id, expr_value(exprs, offset), width, &value);
        return value_to_term(exprs, space->objects, value, width);
    }
    const struct holdings *holdings = content_get(space, id)->holdings;
    if (!holdings)
        return array_read(exprs, space_array(space, id), offset, width);
    if (holdings->count > 1)
        return read_pieces(space, holdings, offset, width);
    return segment_read(space, holdings->data[0].segment, position_in(exprs, &holdings->data[0], offset),
                        width);
}

uint64_t content_into_array(struct space *space, struct windows *windows, uint32_t id,
                            struct content *content, uint64_t first, uint64_t last)
{
    uint64_t before = content->in_array;
    windows_drop(windows, object_get(space->objects, id), 0, content->size, false);
    if (content->large && !content->holdings && !first && last == content->size - 1) {
        content_blank(space, id, content, 0, MARK_ARRAY);
        return content->in_array - before;
    }
    while (first <= last) {
        struct page *page = content_own_page(space, windows, id, content, first);
        uint64_t start = page_start(content, first);
        page_need_shadow(space->objects, page);
        for (; first <= last && first - start < page->size; first++) {
            uint32_t *mark = &page->shadow[first - start];
            content->in_array += *mark != MARK_ARRAY;
            page->special += !*mark;
            *mark = MARK_ARRAY;
            page->bytes[first - start] = 0;
        }
    }
    return content->in_array - before;
}

void space_write_symbolic(struct space *space, struct windows *windows, uint32_t id, expr_t offset,
                          unsigned width, struct value value)
{
    struct exprs *exprs = space->exprs;
    if (expr_is_const(exprs, offset)) {
        space_store(space, windows, id, expr_value(exprs, offset), width, value);
        return;
    }
    struct content *content = content_own(space, windows, id);
    unsigned count = (width + 7) / 8;
    struct interval touched = expr_interval(exprs, offset);
    if (touched.low >= content->size)
        return; /* never in bounds: no such path */
    uint64_t last = content->size - 1;
    if (!exprs_folds_reads(exprs))
        touched = (struct interval){0, last};
    if (touched.high < last && last - touched.high >= count)
        last = touched.high + count - 1;
    if (content->holdings && content->holdings->count > 1) {
        write_pieces(space, windows, id, offset, width, value);
    } else if (content->holdings) {
        const struct holding *holding = content->holdings->data;
        segment_write(space, windows, holding->segment, position_in(exprs, holding, offset), width, value,
                      &(struct extent){id, touched.low, last + 1}, 1);
    } else {
        expr_t array = array_store(space, space_array(space, id), offset, width, value);
        content_into_array(space, windows, id, content, touched.low, last);
        content->array = array;
    }
}
