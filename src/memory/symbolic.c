/* Access at a symbolic offset: the contents as an array term.
 *
 * An object without bytes in its array has one made of its bytes when asked
 * (constant bytes, then one STORE for each that is not), remembered until the
 * next write. A write at a symbolic offset is a STORE on that array; the bytes
 * it may have touched live in the array from then on, and bytes written later
 * at concrete offsets are put into the array when it is next needed. Bringing
 * the array up to date changes no meaning, so it is done in shared contents. */
#include "memory/content.h"

#include "base/alloc.h"
#include "expr/support.h"
#include "memory/words.h"

enum { CHUNK = 512 };

static expr_t index_term(struct exprs *exprs, expr_t offset, uint64_t k)
{
    return k ? expr_add(exprs, offset, expr_const(exprs, 64, k)) : offset;
}

/* STOREs for those bytes of first .. end that are newer than the array: with
 * special, only those that are not constant. */
static expr_t store_range(struct space *space, struct content *content, expr_t array, uint64_t first,
                          uint64_t end, bool special)
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
            array = expr_store(exprs, array, expr_const(exprs, 64, at + i), byte);
        }
    }
    return array;
}

static expr_t build(struct space *space, struct content *content)
{
    uint8_t *bytes = mem_alloc(content->size ? content->size : 1);
    uint32_t marks[CHUNK];
    bool special = false;
    for (uint64_t at = 0; at < content->size; at += CHUNK) {
        size_t part = content->size - at < CHUNK ? content->size - at : CHUNK;
        if (!content_read(content, at, part, bytes + at, marks))
            continue;
        special = true;
        for (size_t i = 0; i < part; i++)
            if (marks[i] && marks[i] != MARK_UNINITIALISED)
                bytes[at + i] = 0; /* a STORE covers it; no address among the constants */
    }
    expr_t array = expr_bytes(space->exprs, bytes, (uint32_t)content->size);
    mem_free(bytes);
    return special ? store_range(space, content, array, 0, content->size, true) : array;
}

expr_t space_array(struct space *space, uint32_t id)
{
    struct content *content = content_get(space, id);
    BUG_ON(!content || content->size > UINT32_MAX);
    if (content->exposed) {
        /* from here on, the first write to a page must come by and be noticed */
        windows_drop(space->windows, object_get(space->objects, id), 0, content->size, true);
        content->exposed = false;
    }
    if (!content->array) {
        content->array = build(space, content);
    } else if (content->pending) {
        struct ranges *pending = content->pending;
        for (size_t i = 0; i < pending->count; i++)
            content->array = store_range(space, content, content->array, pending->data[i].first,
                                         pending->data[i].end, false);
        mem_free(pending->data);
        mem_free(pending);
        content->pending = NULL;
    }
    return content->array;
}

expr_t space_read_symbolic(struct space *space, uint32_t id, expr_t offset, unsigned width)
{
    struct exprs *exprs = space->exprs;
    if (expr_is_const(exprs, offset)) {
        struct value value;
        space_load(space, NULL, id, expr_value(exprs, offset), width, &value);
        return value_to_term(exprs, space->objects, value, width);
    }
    expr_t array = space_array(space, id), term = 0;
    bool whole = width == 8 || width == 16 || width == 32 || width == 64;
    if (whole && (term = read_element(exprs, array, offset, width / 8)))
        return term;
    for (unsigned k = 0; k < (width + 7) / 8; k++) {
        expr_t byte = expr_read(exprs, array, index_term(exprs, offset, k));
        term = term ? expr_concat(exprs, byte, term) : byte;
    }
    return expr_resize(exprs, term, width);
}

/* The bytes first .. last of an owned content live in its array from now on. */
static void move_into_array(struct space *space, struct windows *windows, uint32_t id,
                            struct content *content, uint64_t first, uint64_t last)
{
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
    expr_t array = space_array(space, id);
    expr_t term = expr_zext(exprs, value_to_term(exprs, space->objects, value, width), 8 * count);
    for (unsigned k = 0; k < count; k++)
        array = expr_store(exprs, array, index_term(exprs, offset, k), expr_extract(exprs, term, 8 * k, 8));
    windows_drop(windows, object_get(space->objects, id), 0, content->size, false);
    if (content->large && !touched.low && last == content->size - 1)
        content_blank(space->objects, content, 0, MARK_ARRAY);
    else
        move_into_array(space, windows, id, content, touched.low, last);
    content->array = array;
}
