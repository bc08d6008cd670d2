/* Bytes with their marks, in and out of pages. This is the general way: every
 * access that is not plain goes through here. It owns the choice between
 * slots and shadow, and keeps both true to the bytes. */
#include "memory/content.h"

static void read_marks(const struct page *page, uint32_t at, size_t count, uint32_t *marks)
{
    if (page->shadow) {
        memcpy(marks, page->shadow + at, count * sizeof *marks);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t object = page->slots[(at + i) >> 3];
        marks[i] = object ? mark_of_pointer(object, (at + i) & 7) : MARK_PLAIN;
    }
}

bool content_read(struct content *content, uint64_t offset, size_t count, uint8_t *bytes, uint32_t *marks)
{
    bool special = false;
    BUG_ON(offset > content->size || count > content->size - offset);
    for (size_t done = 0, part; done < count; done += part) {
        const struct page *page = content_page(content, offset + done);
        uint32_t at = (uint32_t)(offset + done - page_start(content, offset + done));
        part = (content->large ? PAGE : content->size) - at;
        if (part > count - done)
            part = count - done;
        bool plain = page ? !page->shadow && !page->slots : !content->blank;
        if (!plain && !special) {
            special = true;
            memset(marks, 0, done * sizeof *marks);
        }
        if (plain && special)
            memset(marks + done, 0, part * sizeof *marks);
        if (page) {
            memcpy(bytes + done, page->bytes + at, part);
            if (!plain)
                read_marks(page, at, part, marks + done);
            continue;
        }
        memset(bytes + done, content->fill, part);
        for (size_t i = 0; !plain && i < part; i++)
            marks[done + i] = content->blank;
    }
    return special;
}

/* Are the marks plain but for whole pointers in aligned words of the page? */
static bool only_whole_pointers(const uint32_t *marks, uint32_t at, size_t count)
{
    for (size_t i = 0; i < count;) {
        if (!marks[i]) {
            i++;
            continue;
        }
        if ((at + i) & 7 || count - i < 8 || mark_kind(marks[i]) != MARK_POINTER)
            return false;
        for (unsigned k = 0; k < 8; k++)
            if (marks[i + k] != mark_of_pointer(mark_id(marks[i]), k))
                return false;
        i += 8;
    }
    return true;
}

/* Words that are touched lose their pointer: what is left of it is plain. */
static void write_slots(struct page *page, uint32_t at, size_t count, const uint32_t *marks)
{
    for (uint32_t slot = at >> 3; slot <= (at + count - 1) >> 3; slot++)
        page->slots[slot] = 0;
    for (size_t i = 0; marks && i < count; i++)
        if (marks[i] && !((at + i) & 7))
            page->slots[(at + i) >> 3] = mark_id(marks[i]);
}

/* returns how many bytes lived in the array before */
static uint64_t write_shadow(struct page *page, uint32_t at, size_t count, const uint32_t *marks)
{
    uint64_t gone = 0;
    uint32_t *shadow = page->shadow + at;
    for (size_t i = 0; i < count; i++) {
        uint32_t mark = marks ? marks[i] : MARK_PLAIN;
        gone += shadow[i] == MARK_ARRAY;
        page->special += (mark != 0) - (shadow[i] != 0);
        shadow[i] = mark;
    }
    return gone;
}

static void write_page(struct space *space, struct windows *windows, uint32_t id, struct content *content,
                       uint64_t offset, size_t count, const uint8_t *bytes, const uint32_t *marks)
{
    struct page *page = content_own_page(space, windows, id, content, offset);
    uint64_t start = page_start(content, offset), gone = 0;
    uint32_t at = (uint32_t)(offset - start);
    const struct object *object = object_get(space->objects, id);
    bool pointers = !page->shadow && (!marks || only_whole_pointers(marks, at, count));
    bool special = false;
    for (size_t i = 0; marks && i < count && !special; i++)
        special = marks[i] != MARK_PLAIN;
    if (pointers) {
        if (special && !page->slots) {
            windows_drop(windows, object, start, page->size, false);
            page_need_slots(space->objects, page);
        }
        if (page->slots)
            write_slots(page, at, count, marks);
    } else {
        if (!page->shadow) {
            windows_drop(windows, object, start, page->size, false);
            page_need_shadow(space->objects, page);
        }
        gone = write_shadow(page, at, count, marks);
        if (!page->special)
            page_drop_marks(space->objects, page);
    }
    memcpy(page->bytes + at, bytes, count);
    content_written(space, content, offset, count, gone);
}

void content_write(struct space *space, struct windows *windows, uint32_t id, uint64_t offset, size_t count,
                   const uint8_t *bytes, const uint32_t *marks)
{
    struct content *content = content_own(space, windows, id);
    BUG_ON(offset > content->size || count > content->size - offset);
    while (count) {
        size_t part = content->large ? PAGE - (offset & (PAGE - 1)) : count;
        if (part > count)
            part = count;
        if (content->holdings && part > content_holding(content, offset)->end - offset)
            part = content_holding(content, offset)->end - offset;
        write_page(space, windows, id, content, offset, part, bytes, marks);
        offset += part, bytes += part, count -= part;
        if (marks)
            marks += part;
    }
}

/* base + offset of the pointer of which byte k lies here; 0 if it is not whole */
static expr_t pointer_here(struct space *space, struct content *content, uint64_t offset, uint32_t mark)
{
    unsigned k = mark_index(mark);
    if (offset < k || content->size - (offset - k) < 8)
        return 0;
    uint64_t bits;
    uint32_t marks[8];
    if (!content_read(content, offset - k, 8, (uint8_t *)&bits, marks))
        return 0;
    for (unsigned i = 0; i < 8; i++)
        if (marks[i] != mark_of_pointer(mark_id(mark), i))
            return 0;
    return value_to_term(space->exprs, space->objects, value_pointer(bits, mark_id(mark)), 64);
}

expr_t content_array_at(struct space *space, const struct content *content, uint64_t *offset, unsigned count)
{
    if (!content->holdings)
        return content->array;
    const struct holding *holding = content_holding(content, *offset);
    if (*offset + count > holding->end)
        return 0;
    *offset = holding->position + (*offset - holding->first);
    return segment_get(space, holding->segment)->array;
}

expr_t content_byte(struct space *space, struct content *content, uint64_t offset, uint8_t byte,
                    uint32_t mark)
{
    struct exprs *exprs = space->exprs;
    expr_t whole;
    switch (mark_kind(mark)) {
    case MARK_TERM:
        return mark_term(mark);
    case MARK_PART:
        return expr_extract(exprs, mark_id(mark), 8 * mark_index(mark), 8);
    case MARK_POINTER:
        whole = pointer_here(space, content, offset, mark);
        if (whole)
            return expr_extract(exprs, whole, 8 * mark_index(mark), 8);
        break;
    case MARK_OTHER:
        if (mark == MARK_ARRAY) {
            expr_t array = content_array_at(space, content, &offset, 1);
            return expr_read(exprs, array, expr_const(exprs, 64, offset));
        }
    }
    return expr_const(exprs, 8, byte);
}
