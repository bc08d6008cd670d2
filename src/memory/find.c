/* From an address to the live object there: a sorted index, made when it is
 * first asked for and made anew when the live objects have changed. Copies of
 * a space share it until then. */
#include "memory/content.h"

#include "base/alloc.h"

#include <stdlib.h>

struct space_index {
    uint32_t refs;
    uint64_t version;
    size_t count, capacity;
    const struct object **objects; /* by address */
};

void space_index_ref(struct space_index *index)
{
    if (index)
        index->refs++;
}

void space_index_unref(struct space_index *index)
{
    if (!index || --index->refs)
        return;
    mem_free(index->objects);
    mem_free(index);
}

static bool collect(void *context, const struct object *object)
{
    struct space_index *index = context;
    if (index->count == index->capacity) {
        index->capacity = index->capacity ? 2 * index->capacity : 64;
        index->objects = mem_resize(index->objects, index->capacity * sizeof *index->objects);
    }
    index->objects[index->count++] = object;
    return true;
}

static int by_address(const void *left, const void *right)
{
    const struct object *a = *(const struct object *const *)left, *b = *(const struct object *const *)right;
    return (a->address > b->address) - (a->address < b->address);
}

static const struct space_index *index_of(struct space *space)
{
    if (space->index && space->index->version == space->version)
        return space->index;
    space_index_unref(space->index);
    struct space_index *index = space->index = NEW(struct space_index);
    index->refs = 1;
    index->version = space->version;
    space_each(space, collect, index);
    qsort(index->objects, index->count, sizeof *index->objects, by_address);
    return index;
}

/* How many objects begin at or below the address. */
static size_t count_below(const struct space_index *index, uint64_t address)
{
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (index->objects[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct object *space_find(struct space *space, uint64_t address, bool end)
{
    const struct space_index *index = index_of(space);
    size_t below = count_below(index, address);
    if (!below)
        return NULL;
    const struct object *object = index->objects[below - 1];
    uint64_t offset = address - object->address;
    if (offset < object->size || (end && offset == object->size))
        return space_is_live(space, object->id) ? object : NULL;
    /* objects at fixed addresses may touch: an empty one hides the end of another */
    if (end && below > 1) {
        object = index->objects[below - 2];
        if (address - object->address <= object->size)
            return object;
    }
    return NULL;
}

size_t space_objects_between(struct space *space, uint64_t low, uint64_t high,
                             const struct object *const **objects)
{
    const struct space_index *index = index_of(space);
    size_t first = count_below(index, low);
    if (first && low - index->objects[first - 1]->address < index->objects[first - 1]->size)
        first--;
    else if (first && index->objects[first - 1]->address == low)
        first--;
    *objects = index->objects + first;
    return count_below(index, high) - first;
}
