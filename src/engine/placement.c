#include "engine/placement.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "base/vector.h"
#include "engine/interpret.h"
#include "memory/segment.h"

#include <string.h>

struct placement {
    const struct points_to *points_to;
    uint32_t *sites; /* by object; POINTS_TO_NOTHING: not known */
    uint32_t capacity;
};

struct placement *placement_new(const struct points_to *points_to)
{
    struct placement *placement = NEW(struct placement);
    placement->points_to = points_to;
    return placement;
}

void placement_free(struct placement *placement)
{
    if (!placement)
        return;
    mem_free(placement->sites);
    mem_free(placement);
}

/* ---- objects and their sites ---- */

/* As which of its instances the frame's function runs. */
static uint32_t instance_of(const struct points_to *points_to, const struct frame *frame)
{
    if (!frame->caller || !frame->resume || !points_to_has_instances(points_to, frame->function->index))
        return 0;
    const struct function *caller = frame->caller->function;
    uint32_t call = caller->first_instruction + (uint32_t)(frame->resume - 1 - caller->code);
    return points_to_instance(points_to, instance_of(points_to, frame->caller), call);
}

static uint32_t find_site(const struct placement *placement, const struct state *state,
                          const struct object *object)
{
    const struct points_to *points_to = placement->points_to;
    switch (object->kind) {
    case OBJECT_GLOBAL:
        return points_to_site(points_to, POINTS_TO_GLOBAL, object->origin, 0);
    case OBJECT_STACK:
        return points_to_site(points_to, POINTS_TO_STACK, object->origin, instance_of(points_to, state->top));
    case OBJECT_HEAP:
        return points_to_site(points_to, POINTS_TO_HEAP, object->origin, instance_of(points_to, state->top));
    case OBJECT_VARIADIC:
        return points_to_site(points_to, POINTS_TO_VARIADIC, object->origin, 0);
    default:
        return POINTS_TO_NOTHING;
    }
}

void placement_note(struct placement *placement, const struct state *state, const struct object *object)
{
    if (!placement)
        return;
    if (object->id >= placement->capacity) {
        uint32_t capacity = 2 * object->id + 64;
        placement->sites = mem_resize(placement->sites, capacity * sizeof *placement->sites);
        memset(placement->sites + placement->capacity, 0xff,
               (capacity - placement->capacity) * sizeof *placement->sites);
        placement->capacity = capacity;
    }
    placement->sites[object->id] = find_site(placement, state, object);
}

static uint32_t site_of(const struct placement *placement, uint32_t object)
{
    return object < placement->capacity ? placement->sites[object] : POINTS_TO_NOTHING;
}

static uint32_t class_of(const struct placement *placement, uint32_t object)
{
    return points_to_class(placement->points_to, site_of(placement, object));
}

/* ---- segments ---- */

struct gathering {
    const struct placement *placement;
    const struct space *space;
    uint32_t class, segment;
    VECTOR(struct extent) missing;
};

static bool gather(void *context, uint32_t id, void *content)
{
    struct gathering *it = context;
    if (class_of(it->placement, id) != it->class)
        return true;
    const struct object *object = object_get(it->space->objects, id);
    if (object->size && space_segment_at(it->space, id, 0, NULL) != it->segment)
        vector_push(&it->missing, (struct extent){id, 0, object->size});
    return true;
}

void placement_gather(struct run *run, struct state *state, uint32_t object)
{
    struct space *space = &state->space;
    struct gathering it = {.placement = run->placement, .space = space};
    it.class = class_of(run->placement, object);
    if (it.class == POINTS_TO_NOTHING || it.class + 1 >= SEGMENT_NAMED_END)
        return;
    /* a variable that nothing else is accessed with needs no segment */
    if (points_to_class_size(run->placement->points_to, it.class) == 1 &&
        object_get(&run->objects, object)->kind == OBJECT_GLOBAL)
        return;
    it.segment = it.class + 1;
    radix_each(space->map, gather, &it);
    if (it.missing.count &&
        space_join(space, &run->windows, it.segment, it.missing.data, it.missing.count)) {
        uint64_t size = space_segment_size(space, it.segment);
        if (size > run->counters.segment_bytes)
            run->counters.segment_bytes = size;
        run->counters.segments++;
    }
    vector_release(&it.missing);
}

/* ---- was the analysis right? ---- */

void placement_check(const struct placement *placement, const struct state *state, const struct object *object)
{
    const struct function *function = state->top->function;
    uint32_t site = site_of(placement, object->id), instruction = (uint32_t)(state->pc - function->code);
    if (object->kind == OBJECT_FIXED || object->kind == OBJECT_FUNCTION)
        return;
    if (site == POINTS_TO_NOTHING ||
        !points_to_may_access(placement->points_to, instance_of(placement->points_to, state->top),
                              function->index, instruction, site))
        BUG("instruction %u of %s accesses object %u (kind %u, origin %u), which the points-to analysis "
            "excludes",
            instruction, function->name, object->id, object->kind, object->origin);
}
