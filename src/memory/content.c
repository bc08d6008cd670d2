/* Contents and their pages: made, shared, owned. A content or page with more
 * than one reference is not written, except for what does not change its
 * meaning (the remembered array). */
#include "memory/content.h"

#include "base/alloc.h"

static size_t slots_size(const struct page *page) { return (page->size + 7) / 8 * sizeof(uint32_t); }
static size_t shadow_size(const struct page *page) { return page->size * sizeof(uint32_t); }

/* ---- pages ---- */

void page_drop_marks(struct objects *objects, struct page *page)
{
    if (page->slots)
        pool_free(&objects->pool, page->slots, slots_size(page));
    if (page->shadow)
        pool_free(&objects->pool, page->shadow, shadow_size(page));
    page->slots = page->shadow = NULL;
    page->special = 0;
}

void page_need_slots(struct objects *objects, struct page *page)
{
    if (page->slots)
        return;
    page->slots = pool_alloc(&objects->pool, slots_size(page));
    memset(page->slots, 0, slots_size(page));
}

void page_need_shadow(struct objects *objects, struct page *page)
{
    if (page->shadow)
        return;
    uint32_t *shadow = pool_alloc(&objects->pool, shadow_size(page));
    memset(shadow, 0, shadow_size(page));
    uint32_t special = 0;
    for (uint32_t i = 0; page->slots && i < page->size / 8; i++) {
        if (!page->slots[i])
            continue;
        for (unsigned k = 0; k < 8; k++)
            shadow[8 * i + k] = mark_of_pointer(page->slots[i], k);
        special += 8;
    }
    page_drop_marks(objects, page);
    page->shadow = shadow;
    page->special = special;
}

static void page_init(struct objects *objects, struct page *page, uint32_t size, uint8_t fill, uint32_t mark)
{
    page->refs = 1;
    page->size = size;
    page->slots = page->shadow = NULL;
    page->special = 0;
    memset(page->bytes, fill, size);
    if (mark && size) {
        page_need_shadow(objects, page);
        for (uint32_t i = 0; i < size; i++)
            page->shadow[i] = mark;
        page->special = size;
    }
}

static void page_init_copy(struct objects *objects, struct page *page, const struct page *from)
{
    page->refs = 1;
    page->size = from->size;
    page->slots = page->shadow = NULL;
    page->special = from->special;
    memcpy(page->bytes, from->bytes, from->size);
    if (from->slots) {
        page->slots = pool_alloc(&objects->pool, slots_size(from));
        memcpy(page->slots, from->slots, slots_size(from));
    }
    if (from->shadow) {
        page->shadow = pool_alloc(&objects->pool, shadow_size(from));
        memcpy(page->shadow, from->shadow, shadow_size(from));
    }
}

static struct page *page_alloc(struct objects *objects, uint32_t size)
{
    return pool_alloc(&objects->pool, sizeof(struct page) + size);
}

struct page *objects_zero_page(struct objects *objects)
{
    if (!objects->zero_page) {
        objects->zero_page = mem_alloc(sizeof(struct page) + PAGE);
        page_init(objects, objects->zero_page, PAGE, 0, MARK_PLAIN);
    }
    return objects->zero_page;
}

static void page_ref(void *page) { ((struct page *)page)->refs++; }

static void page_unref(void *context, void *value)
{
    struct objects *objects = context;
    struct page *page = value;
    if (--page->refs)
        return;
    page_drop_marks(objects, page);
    pool_free(&objects->pool, page, sizeof *page + page->size);
}

static const struct radix_ops page_ops = {page_ref, page_unref};

/* ---- contents ---- */

static size_t content_bytes(bool large, uint64_t size) { return sizeof(struct content) + (large ? 0 : size); }

struct content *content_new(struct objects *objects, uint64_t size, uint8_t fill, uint32_t blank)
{
    bool large = size > PAGE;
    struct content *content = pool_alloc(&objects->pool, content_bytes(large, size));
    *content = (struct content){.refs = 1, .large = large, .fill = fill, .blank = blank, .size = size};
    if (blank == MARK_ARRAY)
        content->in_array = size;
    if (large)
        content->pages = radix_new(&page_ops, objects);
    else
        page_init(objects, &content->page, (uint32_t)size, fill, blank);
    return content;
}

void pending_clear(struct ranges **pending)
{
    if (!*pending)
        return;
    mem_free((*pending)->data);
    mem_free(*pending);
    *pending = NULL;
}

static void content_ref(void *content) { ((struct content *)content)->refs++; }

void content_unref(struct objects *objects, struct content *content)
{
    if (--content->refs)
        return;
    pending_clear(&content->pending);
    holdings_unref(content->holdings);
    if (content->large)
        radix_free(content->pages);
    else
        page_drop_marks(objects, &content->page);
    pool_free(&objects->pool, content, content_bytes(content->large, content->size));
}

static void content_unref_value(void *context, void *value) { content_unref(context, value); }

const struct radix_ops content_ops = {content_ref, content_unref_value};

static struct content *content_copy(struct objects *objects, const struct content *from)
{
    struct content *content = pool_alloc(&objects->pool, content_bytes(from->large, from->size));
    *content = *from;
    content->refs = 1;
    content->round = 0;
    content->exposed = false;
    if (from->large)
        content->pages = radix_copy(from->pages);
    else
        page_init_copy(objects, &content->page, &from->page);
    content->pending = ranges_copy(from->pending);
    if (from->holdings)
        from->holdings->refs++;
    return content;
}

struct content *content_own(struct space *space, struct windows *windows, uint32_t object)
{
    struct content **place = (struct content **)radix_own(space->map, object);
    BUG_ON(!place);
    if (likely((*place)->refs == 1))
        return *place;
    struct content *copy = content_copy(space->objects, *place);
    space->objects->by_id[object]->escaped = true; /* two states have contents for it now */
    windows_drop(windows, object_get(space->objects, object), 0, copy->size, false);
    content_unref(space->objects, *place);
    return *place = copy;
}

struct page *content_own_page(struct space *space, struct windows *windows, uint32_t object,
                              struct content *content, uint64_t offset)
{
    if (!content->large)
        return &content->page;
    uint32_t number = (uint32_t)(offset >> PAGE_BITS);
    struct page **place = (struct page **)radix_own(content->pages, number);
    if (likely(place && (*place)->refs == 1))
        return *place;
    uint64_t start = page_start(content, offset);
    struct page *page;
    if (place) {
        page = page_alloc(space->objects, (*place)->size);
        page_init_copy(space->objects, page, *place);
        page_unref(space->objects, *place);
        *place = page;
    } else {
        uint64_t rest = content->size - start;
        page = page_alloc(space->objects, rest < PAGE ? (uint32_t)rest : PAGE);
        page_init(space->objects, page, rest < PAGE ? (uint32_t)rest : PAGE, content->fill, content->blank);
        radix_set(content->pages, number, page);
    }
    windows_drop(windows, object_get(space->objects, object), start, page->size, false);
    return page;
}

/* The same for whoever has the array. */
static void written(expr_t *array, uint64_t *in_array, struct ranges **pending, uint64_t first,
                    uint64_t count, uint64_t gone)
{
    if (likely(!*array))
        return;
    *in_array -= gone;
    if (!*in_array) {
        pending_clear(pending);
        *array = 0;
        return;
    }
    if (!*pending)
        *pending = NEW(struct ranges);
    ranges_add(*pending, first, first + count);
}

void content_written(struct space *space, struct content *content, uint64_t offset, uint64_t count,
                     uint64_t gone)
{
    if (likely(!content->holdings)) {
        written(&content->array, &content->in_array, &content->pending, offset, count, gone);
        return;
    }
    const struct holding *holding = content_holding(content, offset);
    BUG_ON(offset + count > holding->end);
    content->in_array -= gone;
    if (segment_get(space, holding->segment)->array) {
        struct segment *segment = segment_own(space, holding->segment);
        written(&segment->array, &segment->in_array, &segment->pending,
                holding->position + (offset - holding->first), count, gone);
    }
}

void content_blank(struct space *space, uint32_t id, struct content *content, uint8_t fill, uint32_t mark)
{
    struct objects *objects = space->objects;
    segments_forget(space, id, content);
    holdings_unref(content->holdings);
    content->holdings = NULL;
    pending_clear(&content->pending);
    content->array = 0;
    content->fill = fill;
    content->blank = mark;
    content->in_array = mark == MARK_ARRAY ? content->size : 0;
    if (content->large) {
        radix_free(content->pages);
        content->pages = radix_new(&page_ops, objects);
    } else {
        page_drop_marks(objects, &content->page);
        page_init(objects, &content->page, (uint32_t)content->size, fill, mark);
    }
}

/* ---- ranges ---- */

struct ranges *ranges_copy(const struct ranges *from)
{
    if (!from)
        return NULL;
    struct ranges *ranges = NEW(struct ranges);
    ranges->count = ranges->capacity = from->count;
    ranges->data = mem_alloc(from->count * sizeof(struct range));
    memcpy(ranges->data, from->data, from->count * sizeof(struct range));
    return ranges;
}

void ranges_add(struct ranges *ranges, uint64_t first, uint64_t end)
{
    size_t low = 0, high = ranges->count;
    while (low < high) { /* the first range that ends at or after `first` */
        size_t middle = (low + high) / 2;
        if (ranges->data[middle].end < first)
            low = middle + 1;
        else
            high = middle;
    }
    size_t last = low;
    while (last < ranges->count && ranges->data[last].first <= end) {
        if (ranges->data[last].first < first)
            first = ranges->data[last].first;
        if (ranges->data[last].end > end)
            end = ranges->data[last].end;
        last++;
    }
    if (last == low) {
        if (ranges->count == ranges->capacity) {
            ranges->capacity = ranges->capacity ? 2 * ranges->capacity : 4;
            ranges->data = mem_resize(ranges->data, ranges->capacity * sizeof *ranges->data);
        }
        memmove(ranges->data + low + 1, ranges->data + low, (ranges->count - low) * sizeof *ranges->data);
        ranges->count++;
    } else {
        memmove(ranges->data + low + 1, ranges->data + last, (ranges->count - last) * sizeof *ranges->data);
        ranges->count -= last - low - 1;
    }
    ranges->data[low] = (struct range){first, end};
}
