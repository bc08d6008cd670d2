/* Which objects are live, and at which addresses. Addresses are given out in
 * order within four regions and never twice: they depend on the path alone. */
#include "memory/content.h"

#include "base/alloc.h"

enum region { REGION_GLOBAL, REGION_STACK, REGION_HEAP, REGION_FUNCTION, REGIONS };

static const struct {
    uint64_t first, end;
} regions[REGIONS] = {
    [REGION_GLOBAL] = {0x10000000, 0x100000000000},
    [REGION_STACK] = {0x600000000000, 0x7fff00000000},
    [REGION_HEAP] = {0x100000000000, 0x600000000000},
    [REGION_FUNCTION] = {0x400000, 0x10000000},
};

enum { GAP = 16, JUNK = 0xAB };
static const uint64_t largest_size = (uint64_t)1 << 44; /* pages are numbered with 32 bits */

static enum region region_of(enum object_kind kind)
{
    switch (kind) {
    case OBJECT_GLOBAL:
        return REGION_GLOBAL;
    case OBJECT_STACK:
    case OBJECT_VARIADIC:
        return REGION_STACK;
    case OBJECT_FUNCTION:
        return REGION_FUNCTION;
    case OBJECT_HEAP:
    case OBJECT_FIXED:
        break;
    }
    return REGION_HEAP;
}

void space_init(struct space *space, struct exprs *exprs, struct objects *objects)
{
    *space = (struct space){.exprs = exprs,
                            .objects = objects,
                            .map = radix_new(&content_ops, objects),
                            .next_segment = SEGMENT_NAMED_END};
    for (unsigned i = 0; i < REGIONS; i++)
        space->next[i] = regions[i].first;
}

void space_copy(struct space *to, const struct space *from)
{
    *to = *from;
    to->map = radix_copy(from->map);
    history_copy(&to->history, &from->history);
    if (from->segments)
        to->segments = radix_copy(from->segments);
    space_index_ref(to->index);
}

void space_release(struct space *space)
{
    radix_free(space->map);
    if (space->segments)
        radix_free(space->segments);
    space_index_unref(space->index);
    history_release(&space->history);
    space->map = space->segments = NULL;
    space->index = NULL;
}

static const struct object *make_live(struct space *space, const struct object *made, bool zeroed)
{
    const struct object *object = object_new(space->objects, made);
    if (!object)
        return NULL;
    bool function = made->kind == OBJECT_FUNCTION;
    uint32_t blank = space->track_uninitialised && !zeroed ? MARK_UNINITIALISED : MARK_PLAIN;
    struct content *content =
        content_new(space->objects, function ? 0 : made->size, zeroed ? 0 : JUNK, blank);
    radix_set(space->map, object->id, content);
    space->version++;
    space->live_heap += made->kind == OBJECT_HEAP;
    if (unlikely(history_notes(&space->history)) && !function)
        history_note(&space->history, (struct history_event){.kind = HISTORY_ALLOCATE,
                                                             .pointer = value_plain(made->address),
                                                             .count = made->size,
                                                             .value = value_plain(zeroed ? 0 : JUNK)});
    return object;
}

const struct object *space_allocate(struct space *space, enum object_kind kind, uint64_t size,
                                    uint32_t alignment, uint32_t origin, uint32_t site, bool zeroed)
{
    if (size > largest_size)
        return NULL;
    enum region region = region_of(kind);
    uint64_t align = size > PAGE ? PAGE : 16;
    if (alignment > align && !(alignment & (alignment - 1)))
        align = alignment;
    uint64_t address = (space->next[region] + align - 1) & ~(align - 1);
    uint64_t end = address + (size ? size : 1) + GAP;
    if (end > regions[region].end)
        return NULL;
    const struct object *object = make_live(space,
                                            &(struct object){.address = address,
                                                             .size = size,
                                                             .kind = kind,
                                                             .alignment = alignment,
                                                             .origin = origin,
                                                             .site = site},
                                            zeroed);
    if (object)
        space->next[region] = end;
    return object;
}

struct overlap {
    uint64_t first, end;
    const struct space *space;
};

static bool apart(void *context, uint32_t id, void *content)
{
    const struct overlap *overlap = context;
    const struct object *object = object_get(overlap->space->objects, id);
    return object->address >= overlap->end || object->address + object->size <= overlap->first;
}

const struct object *space_allocate_at(struct space *space, uint64_t address, uint64_t size)
{
    uint64_t end = address + size;
    if (size > largest_size || end < address || !address)
        return NULL;
    if (!radix_each(space->map, apart, &(struct overlap){address, end, space}))
        return NULL;
    const struct object *object = make_live(
        space,
        &(struct object){
            .address = address, .size = size, .kind = OBJECT_FIXED, .alignment = 1, .site = UINT32_MAX},
        false);
    /* that nothing is near null is what a pointer's cases rest upon */
    if (object && address < PAGE)
        exprs_show_cases(space->exprs, false);
    /* what is allocated in order later must not meet it */
    for (unsigned i = 0; object && i < REGIONS; i++)
        if (end > space->next[i] && address < regions[i].end)
            space->next[i] = end + GAP;
    return object;
}

/* returns whether no other space held it */
static bool make_dead(struct space *space, struct windows *windows, const struct object *object)
{
    windows_drop(windows, object, 0, object->size, false);
    struct content *content = radix_take(space->map, object->id);
    BUG_ON(!content);
    bool alone = content->refs == 1;
    segments_forget(space, object->id, content);
    content_unref(space->objects, content);
    space->version++;
    space->live_heap -= object->kind == OBJECT_HEAP;
    return alone;
}

void space_free(struct space *space, struct windows *windows, uint32_t id)
{
    make_dead(space, windows, object_get(space->objects, id));
}

void space_discard(struct space *space, struct windows *windows, uint32_t id)
{
    const struct object *object = object_get(space->objects, id);
    bool mentioned = object->escaped;
    if (make_dead(space, windows, object) && !mentioned)
        object_discard(space->objects, id);
}

void space_make_constant(struct space *space, struct windows *windows, uint32_t id)
{
    windows_drop(windows, object_get(space->objects, id), 0, object_get(space->objects, id)->size, true);
    space->objects->by_id[id]->constant = true;
}

bool space_is_live(const struct space *space, uint32_t object)
{
    const struct content *content = content_get(space, object);
    return content && !content->hidden;
}

bool space_is_hidden(const struct space *space, uint32_t object)
{
    const struct content *content = content_get(space, object);
    return content && content->hidden;
}

/* What was in a variable when its block was left is nobody's any more. */
static void forget_contents(struct space *space, const struct object *object)
{
    segments_forget(space, object->id, content_get(space, object->id));
    content_unref(space->objects, radix_take(space->map, object->id));
    radix_set(space->map, object->id, content_new(space->objects, object->size, JUNK, MARK_UNINITIALISED));
}

void space_hide(struct space *space, struct windows *windows, uint32_t id, bool hidden)
{
    const struct object *object = object_get(space->objects, id);
    if (space_is_hidden(space, id) == hidden)
        return;
    if (!hidden && space->track_uninitialised) {
        forget_contents(space, object);
        return;
    }
    if (hidden)
        windows_drop(windows, object, 0, object->size, false);
    content_own(space, windows, id)->hidden = hidden;
}

struct each {
    const struct objects *objects;
    bool (*visit)(void *context, const struct object *);
    void *context;
};

static bool each_object(void *context, uint32_t id, void *content)
{
    struct each *each = context;
    return each->visit(each->context, object_get(each->objects, id));
}

void space_each(const struct space *space, bool (*visit)(void *context, const struct object *), void *context)
{
    radix_each(space->map, each_object, &(struct each){space->objects, visit, context});
}
