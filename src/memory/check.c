/* Going through all contents: marking what they mention, checking that they
 * are what content.h promises, and counting. */
#include "memory/content.h"

struct round {
    const struct space *space;
    struct objects *objects;
    size_t bytes;
};

static void mark_byte(struct exprs *exprs, struct objects *objects, uint32_t mark)
{
    switch (mark_kind(mark)) {
    case MARK_TERM:
        exprs_mark(exprs, mark_term(mark));
        break;
    case MARK_PART:
        exprs_mark(exprs, mark_id(mark));
        break;
    case MARK_POINTER:
        objects_mark(objects, mark_id(mark));
        break;
    case MARK_OTHER:
        break;
    }
}

static bool mark_page(void *context, uint32_t number, void *value)
{
    struct round *round = context;
    const struct page *page = value;
    for (uint32_t i = 0; page->slots && i < (page->size + 7) / 8; i++)
        if (page->slots[i])
            objects_mark(round->objects, page->slots[i]);
    uint32_t last = 0; /* the bytes of a word mention the same */
    for (uint32_t i = 0; page->shadow && i < page->size; i++) {
        uint32_t mark = page->shadow[i];
        if (mark_kind(mark) != MARK_OTHER && (mark & ~(7u << 2)) != last)
            mark_byte(round->space->exprs, round->objects, mark);
        last = mark_kind(mark) == MARK_TERM ? 0 : mark & ~(7u << 2);
    }
    return true;
}

static bool mark_content(void *context, uint32_t id, void *value)
{
    struct round *round = context;
    struct content *content = value;
    objects_mark(round->objects, id);
    if (round->objects->marking) {
        if (content->round == round->objects->round)
            return true;
        content->round = round->objects->round;
    }
    if (content->array)
        exprs_mark(round->space->exprs, content->array);
    if (!content->large)
        mark_page(context, 0, &content->page);
    else if (round->objects->marking)
        radix_each_once(content->pages, round->objects->round, mark_page, context);
    else
        radix_each(content->pages, mark_page, context);
    return true;
}

static bool mark_segment(void *context, uint32_t id, void *value)
{
    struct round *round = context;
    struct segment *segment = value;
    if (segment->array)
        exprs_mark(round->space->exprs, segment->array);
    return true;
}

void space_mark(const struct space *space, struct objects *objects)
{
    struct round round = {space, objects, 0};
    history_mark(&space->history, space->exprs, objects);
    if (space->segments)
        radix_each(space->segments, mark_segment, &round);
    if (objects->marking)
        radix_each_once(space->map, objects->round, mark_content, &round);
    else
        radix_each(space->map, mark_content, &round);
}

/* ---- check ---- */

struct page_check {
    const struct space *space;
    const struct content *content;
    uint64_t in_array; /* seen so far */
    uint64_t bytes;    /* in pages that are there */
};

static void check_mark(const struct page_check *check, uint32_t mark)
{
    const struct exprs *exprs = check->space->exprs;
    const struct objects *objects = check->space->objects;
    switch (mark_kind(mark)) {
    case MARK_TERM:
        BUG_ON(expr_width(exprs, mark_term(mark)) != 8);
        break;
    case MARK_PART:
        BUG_ON(expr_width(exprs, mark_id(mark)) > 64);
        BUG_ON(expr_width(exprs, mark_id(mark)) < 8 * (mark_index(mark) + 1));
        break;
    case MARK_POINTER:
        BUG_ON(mark_id(mark) >= objects->count || !objects->by_id[mark_id(mark)]);
        break;
    case MARK_OTHER:
        BUG_ON(mark != MARK_PLAIN && mark != MARK_ARRAY && mark != MARK_UNINITIALISED);
    }
}

static bool check_page(void *context, uint32_t number, void *value)
{
    struct page_check *check = context;
    const struct page *page = value;
    const struct objects *objects = check->space->objects;
    uint64_t rest = check->content->size - ((uint64_t)number << PAGE_BITS);
    BUG_ON(!page->refs || page->size != (rest < PAGE ? rest : PAGE));
    BUG_ON(page->slots && page->shadow);
    for (uint32_t i = 0; page->slots && i < (page->size + 7) / 8; i++) {
        BUG_ON(page->slots[i] && 8 * i + 8 > page->size);
        BUG_ON(page->slots[i] >= objects->count || (page->slots[i] && !objects->by_id[page->slots[i]]));
    }
    uint32_t special = 0;
    for (uint32_t i = 0; page->shadow && i < page->size; i++) {
        check_mark(check, page->shadow[i]);
        special += page->shadow[i] != MARK_PLAIN;
        check->in_array += page->shadow[i] == MARK_ARRAY;
    }
    BUG_ON(special != page->special || (page->shadow && !special));
    check->bytes += page->size;
    return true;
}

static void check_pending(const struct ranges *pending, uint64_t size)
{
    BUG_ON(!pending->count);
    for (size_t i = 0; i < pending->count; i++) {
        BUG_ON(pending->data[i].first >= pending->data[i].end || pending->data[i].end > size);
        BUG_ON(i && pending->data[i - 1].end >= pending->data[i].first);
    }
}

/* All of the object, in order, each where its segment says. */
static void check_holdings(const struct space *space, uint32_t id, const struct content *content)
{
    uint64_t end = 0;
    BUG_ON(content->array || content->pending || !content->holdings->count);
    for (uint32_t i = 0; i < content->holdings->count; i++) {
        const struct holding *holding = &content->holdings->data[i];
        const struct segment *segment = segment_get(space, holding->segment);
        bool found = false;
        BUG_ON(holding->first != end || holding->end <= holding->first || !segment);
        for (size_t k = 0; k < segment->count && !found; k++)
            found = segment->members[k].extent.object == id &&
                    segment->members[k].extent.first == holding->first &&
                    segment->members[k].extent.end == holding->end &&
                    segment->members[k].position == holding->position;
        BUG_ON(!found);
        end = holding->end;
    }
    BUG_ON(end != content->size);
}

static bool check_segment(void *context, uint32_t id, void *value)
{
    const struct space *space = context;
    const struct segment *segment = value;
    uint64_t in_array = 0, end = 0;
    BUG_ON(!segment->refs || !segment->count);
    for (size_t i = 0; i < segment->count; i++) {
        const struct member *member = &segment->members[i];
        struct content *content = content_get(space, member->extent.object);
        BUG_ON(!content || !content->holdings || member->position < end);
        end = member->position + (member->extent.end - member->extent.first);
        uint8_t byte;
        uint32_t mark = MARK_PLAIN;
        for (uint64_t at = member->extent.first; content->in_array && at < member->extent.end; at++)
            in_array += content_read(content, at, 1, &byte, &mark) && mark == MARK_ARRAY;
    }
    BUG_ON(end > segment->size || in_array != segment->in_array);
    BUG_ON(segment->in_array && !segment->array);
    BUG_ON(segment->array && expr_array_size(space->exprs, segment->array) != segment->size);
    BUG_ON(segment->pending && !segment->in_array);
    if (segment->pending)
        check_pending(segment->pending, segment->size);
    return true;
}

static bool check_content(void *context, uint32_t id, void *value)
{
    const struct space *space = context;
    const struct content *content = value;
    const struct object *object = object_get(space->objects, id);
    struct page_check check = {space, content, 0, 0};
    BUG_ON(!object || object->id != id || !content->refs);
    BUG_ON(content->size != (object->kind == OBJECT_FUNCTION ? 0 : object->size));
    BUG_ON(content->large != (content->size > PAGE));
    if (content->large) {
        radix_check(content->pages);
        radix_each(content->pages, check_page, &check);
    } else {
        check_page(&check, 0, (void *)&content->page);
    }
    if (content->blank == MARK_ARRAY)
        check.in_array += content->size - check.bytes;
    BUG_ON(check.in_array != content->in_array);
    if (content->holdings)
        check_holdings(space, id, content);
    BUG_ON(content->in_array && !content->array && !content->holdings);
    BUG_ON(content->array && expr_array_size(space->exprs, content->array) != content->size);
    BUG_ON(content->pending && !content->in_array);
    if (content->pending)
        check_pending(content->pending, content->size);
    return true;
}

void space_check(const struct space *space)
{
    radix_check(space->map);
    radix_each(space->map, check_content, (void *)space);
    if (space->segments)
        radix_each(space->segments, check_segment, (void *)space);
}

/* ---- size ---- */

static bool count_page(void *context, uint32_t number, void *value)
{
    const struct page *page = value;
    if (page->refs == 1)
        *(size_t *)context +=
            sizeof *page + page->size * (page->shadow ? 5 : 1) + (page->slots ? page->size / 2 : 0);
    return true;
}

static bool count_content(void *context, uint32_t id, void *value)
{
    struct content *content = value;
    if (content->refs > 1)
        return true;
    *(size_t *)context += sizeof *content;
    if (content->large)
        radix_each_alone(content->pages, count_page, context);
    else
        count_page(context, 0, &content->page);
    return true;
}

size_t space_shared_bytes(const struct space *space)
{
    size_t bytes = 0;
    radix_each_alone(space->map, count_content, &bytes);
    return bytes;
}
