/* Objects and their classes, by what was noted when they were allocated; a class is
 * gathered by a walk over the live objects, since most are never asked for. */
#include "engine/placement.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "base/radix.h"
#include "base/vector.h"
#include "engine/relocate.h"

#include <string.h>

struct placement {
    const struct points_to *points_to;
    bool all;
    uint32_t *sites; /* by object; POINTS_TO_NOTHING: not known */
    uint32_t capacity;
};

struct placement *placement_new(const struct points_to *points_to, bool all)
{
    struct placement *placement = NEW(struct placement);
    placement->points_to = points_to;
    placement->all = all;
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

/* Does the analysis say that the instruction may access the object? */
static bool is_expected(const struct placement *placement, const struct state *state,
                        const struct instruction *pc, uint32_t object)
{
    const struct function *function = state->top->function;
    enum object_kind kind = object_get(state->space.objects, object)->kind;
    uint32_t site = site_of(placement, object);
    if (kind == OBJECT_FIXED || kind == OBJECT_FUNCTION || pc->op == OP_CALL)
        return true; /* the first two are in no class; what calls do is not all accesses */
    return site != POINTS_TO_NOTHING &&
           points_to_may_access(placement->points_to, instance_of(placement->points_to, state->top),
                                function->index, (uint32_t)(pc - function->code), site);
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
    if (!it->placement->all && (object->kind != OBJECT_HEAP ||
                                points_to_is_library(it->placement->points_to, site_of(it->placement, id))))
        return true;
    if (object->size && space_segment_at(it->space, id, 0, NULL) != it->segment)
        vector_push(&it->missing, (struct extent){id, 0, object->size});
    return true;
}

static void gather_class(struct run *run, struct state *state, uint32_t class)
{
    struct space *space = &state->space;
    struct gathering it = {.placement = run->placement, .space = space, .class = class, .segment = class + 1};
    radix_each(space->map, gather, &it);
    if (it.missing.count)
        relocate_join(run, state, it.segment, it.missing.data, it.missing.count);
    vector_release(&it.missing);
}

/* A pointer into one object selects bytes of that one, whatever its class: it needs no segment. */
static bool needs_segment(const struct run *run, const struct targets *targets, size_t count, bool write)
{
    bool symbolic = write, several = false;
    for (size_t i = 0; i < count; i++) {
        symbolic |= !expr_is_const(run->exprs, targets->data[i].offset);
        several |= targets->data[i].object != targets->data[0].object;
    }
    return symbolic && several;
}

void placement_gather(struct run *run, struct state *state, const struct targets *targets, size_t count,
                      bool write)
{
    uint32_t last = POINTS_TO_NOTHING;
    for (size_t i = 0; i < count; i++)
        DEBUG_CHECK(is_expected(run->placement, state, state->pc, targets->data[i].object));
    if (!needs_segment(run, targets, count, write))
        return;
    for (size_t i = 0; i < count; i++) {
        uint32_t class = class_of(run->placement, targets->data[i].object);
        if (class == last || class == POINTS_TO_NOTHING || class + 1 >= SEGMENT_NAMED_END)
            continue;
        last = class;
        gather_class(run, state, class);
    }
}

/* ---- was the analysis right? ---- */

static void check_operand(const struct placement *placement, const struct state *state,
                          const struct instruction *pc, uint32_t reg)
{
    struct value pointer = state->top->registers[reg];
    if (!value_is_concrete(pointer) || !value_has_object(pointer))
        return;
    uint32_t id = value_object(pointer);
    if (space_is_live(&state->space, id) && !is_expected(placement, state, pc, id))
        BUG("instruction %u of %s accesses object %u (kind %u, origin %u): not so by the points-to analysis",
            (uint32_t)(pc - state->top->function->code), state->top->function->name, id,
            object_get(state->space.objects, id)->kind, object_get(state->space.objects, id)->origin);
}

void placement_check(const struct placement *placement, const struct state *state,
                     const struct instruction *pc)
{
    switch (pc->op) {
    case OP_COPY:
    case OP_MOVE_MEMORY:
        check_operand(placement, state, pc, pc->b);
        check_operand(placement, state, pc, pc->a);
        break;
    case OP_LOAD8:
    case OP_LOAD16:
    case OP_LOAD32:
    case OP_LOAD64:
    case OP_LOAD:
    case OP_STORE8:
    case OP_STORE16:
    case OP_STORE32:
    case OP_STORE64:
    case OP_STORE:
    case OP_FILL:
    case OP_PARAMETER_COPY:
        check_operand(placement, state, pc, pc->a);
        break;
    default:
        break;
    }
}
