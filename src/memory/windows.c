/* The window cache. An entry is only ever there while it is true: whoever
 * moves a page's bytes, gives it marks, shares it or frees it drops the entry. */
#include "memory/content.h"

void windows_flush(struct windows *windows)
{
    windows->epoch += (uint64_t)1 << 32;
    if (unlikely(!windows->epoch)) /* the epochs begin again */
        for (unsigned i = 0; i < WINDOWS; i++)
            windows->entries[i].tag = 0;
}

void windows_drop(struct windows *windows, const struct object *object, uint64_t offset, uint64_t count,
                  bool keep_reading)
{
    if (!windows || !count)
        return;
    /* all entries of a small object cover the whole of it */
    uint64_t first = (object->address + (object->size > PAGE ? offset : 0)) >> PAGE_BITS;
    uint64_t last =
        (object->address + (object->size > PAGE ? offset + count : object->size) - 1) >> PAGE_BITS;
    if (last - first >= WINDOWS)
        last = first + WINDOWS - 1;
    uint64_t tag = value_pointer(0, object->id).tag;
    for (uint64_t page = first; page <= last; page++) {
        struct window *window = window_of(windows, (struct value){page << PAGE_BITS, tag});
        if (window->tag != (tag | windows->epoch))
            continue;
        if (keep_reading)
            window->writable = false;
        else
            window->tag = 0;
    }
}

bool windows_fill(struct windows *windows, const struct object *object, const struct content *content,
                  struct page *page, uint64_t offset, bool writable)
{
    if (windows->closed)
        return false;
    uint64_t start = page_start(content, offset), rest = content->size - start;
    /* the entry is found by the page of the address: they must be pages of the object too */
    if (content->large && object->address & (PAGE - 1))
        return false;
    struct value pointer = value_pointer(object->address + offset, object->id);
    struct window *window = window_of(windows, pointer);
    uint64_t address = object->address + start;
    if (window->tag == (pointer.tag | windows->epoch) && window->address == address) {
        window->writable |= writable;
        return true;
    }
    *window = (struct window){.tag = pointer.tag | windows->epoch,
                              .address = address,
                              .size = rest < page->size ? rest : page->size,
                              .bytes = page->bytes,
                              .slots = page->slots,
                              .writable = writable};
    return true;
}

uint64_t space_plain_bytes(struct space *space, struct value pointer, const uint8_t **bytes)
{
    struct content *content = value_has_object(pointer) ? content_get(space, value_object(pointer)) : NULL;
    if (!content)
        return 0;
    uint64_t offset = pointer.bits - object_get(space->objects, value_object(pointer))->address;
    struct page *page = offset < content->size ? content_page(content, offset) : NULL;
    if (!page || page->shadow || page->slots)
        return 0;
    uint64_t start = page_start(content, offset), rest = content->size - start;
    *bytes = page->bytes + (offset - start);
    return (rest < page->size ? rest : page->size) - (offset - start);
}

bool space_window(struct space *space, struct windows *windows, struct value pointer, bool write)
{
    if (!value_has_object(pointer) || windows->closed)
        return false;
    uint32_t id = value_object(pointer);
    struct content *content = content_get(space, id);
    if (!content || content->hidden)
        return false;
    const struct object *object = object_get(space->objects, id);
    uint64_t offset = pointer.bits - object->address;
    if (offset >= content->size)
        return false;
    struct page *page;
    if (write) {
        if (object->constant || content->in_array)
            return false;
        content = content_own(space, windows, id);
        page = content_own_page(space, windows, id, content, offset);
        if (page->shadow || !content_expose(space, content))
            return false;
        content->exposed = true;
        space->windows = windows;
        windows->objects = space->objects;
    } else {
        page = content_page(content, offset);
        if (!page && !content->fill && !content->blank)
            page = objects_zero_page(space->objects);
        if (!page || page->shadow)
            return false;
    }
    return windows_fill(windows, object, content, page, offset, write) && !page->slots;
}
