/* Identities of objects by dense id, and which ids are free. */
#include "memory/object.h"

#include "base/alloc.h"
#include "base/bug.h"

enum { ID_LIMIT = 1 << 27 };

void objects_release(struct objects *objects)
{
    for (uint32_t id = 1; id < objects->count; id++)
        if (objects->by_id[id])
            pool_free(&objects->pool, objects->by_id[id], sizeof(struct object));
    mem_free(objects->by_id);
    mem_free(objects->free_ids);
    mem_free(objects->zero_page);
    pool_release(&objects->pool);
    *objects = (struct objects){0};
}

static uint32_t take_id(struct objects *objects)
{
    if (objects->free_count)
        return objects->free_ids[--objects->free_count];
    if (unlikely(objects->count >= objects->capacity)) {
        if (objects->count >= ID_LIMIT)
            return 0;
        objects->capacity = objects->capacity ? 2 * objects->capacity : 256;
        objects->by_id = mem_resize(objects->by_id, objects->capacity * sizeof *objects->by_id);
        if (!objects->count)
            objects->by_id[objects->count++] = NULL;
    }
    return objects->count++;
}

const struct object *object_new(struct objects *objects, const struct object *made)
{
    uint32_t id = take_id(objects);
    if (!id)
        return NULL;
    struct object *object = pool_alloc(&objects->pool, sizeof *object);
    *object = *made;
    object->id = id;
    object->marked = object->escaped = false;
    return objects->by_id[id] = object;
}

void object_discard(struct objects *objects, uint32_t id)
{
    pool_free(&objects->pool, objects->by_id[id], sizeof(struct object));
    objects->by_id[id] = NULL;
    if (objects->free_count == objects->free_capacity) {
        objects->free_capacity = objects->free_capacity ? 2 * objects->free_capacity : 256;
        objects->free_ids = mem_resize(objects->free_ids, objects->free_capacity * sizeof *objects->free_ids);
    }
    objects->free_ids[objects->free_count++] = id;
}

void objects_begin_marking(struct objects *objects)
{
    objects->marking = true;
    if (!++objects->round)
        objects->round = 1;
}

void objects_mark(struct objects *objects, uint32_t id)
{
    if (id < objects->count && objects->by_id[id])
        objects->by_id[id]->marked = true;
}

void objects_mark_terms(struct objects *objects, const struct exprs *exprs)
{
    uint32_t limit = exprs_limit(exprs);
    for (expr_t term = 1; term < limit; term++)
        if (expr_marked(exprs, term) && expr_kind(exprs, term) == EXPR_BASE)
            objects_mark(objects, expr_arg(exprs, term, 0));
}

void objects_sweep(struct objects *objects)
{
    /* from the top, so that the lowest free id is taken first */
    for (uint32_t id = objects->count; id-- > 1;) {
        struct object *object = objects->by_id[id];
        if (!object)
            continue;
        if (object->marked)
            object->marked = false;
        else
            object_discard(objects, id);
    }
    objects->marking = false;
}
