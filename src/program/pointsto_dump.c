/* The classes as text: which objects are together, and which places access them. */
#include "program/pointsto_internal.h"

#include "base/bug.h"

#include <stdlib.h>

enum { MOST_PLACES = 20 };

struct place {
    uint32_t class, location;
};

static int by_place(const void *left, const void *right)
{
    const struct place *x = left, *y = right;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    return x->location < y->location ? -1 : x->location > y->location;
}

static void add_location(const struct program *program, uint32_t location, struct text *out)
{
    if (location == NO_LOCATION)
        text_add(out, "?");
    else
        text_add(out, "%s:%u", program->files[program->locations[location].file],
                 program->locations[location].line);
}

static const struct function *function_at(const struct program *program, uint32_t instruction)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        if (instruction - function->first_instruction < function->code_count)
            return function;
    }
    return NULL;
}

static void add_site(const struct points_to *it, const struct site *site, struct text *out)
{
    const struct program *program = it->program;
    text_add(out, "    ");
    switch (site->kind) {
    case POINTS_TO_GLOBAL:
        text_add(out, "global %s",
                 site->index == UINT32_MAX ? "(arguments and environment)"
                                           : program->globals[site->index].name);
        break;
    case POINTS_TO_VARIADIC:
        text_add(out, "arguments of %s", program->functions[site->index].name);
        break;
    case POINTS_TO_STACK:
    case POINTS_TO_HEAP: {
        const struct function *function = function_at(program, site->index);
        text_add(out, "%s in %s", site->kind == POINTS_TO_HEAP ? "heap" : "local",
                 function ? function->name : "?");
        break;
    }
    case POINTS_TO_FUNCTION:
        break;
    }
    if (site->size)
        text_add(out, ", %llu bytes", (unsigned long long)site->size);
    text_add(out, ", ");
    add_location(program, site->location, out);
    for (uint32_t i = site->instance; i && it->instances.data[i].depth; i = it->instances.data[i].parent) {
        const struct function *caller = function_at(program, it->instances.data[i].call);
        text_add(out, ", for %s ", caller ? caller->name : "?");
        add_location(program,
                     caller ? caller->locations[it->instances.data[i].call - caller->first_instruction]
                            : NO_LOCATION,
                     out);
    }
    text_add(out, "\n");
}

/* The class that an access of this node meets. */
static uint32_t class_of_node(const struct points_to *it, uint32_t node)
{
    while (it->nodes.data[node].parent != node)
        node = it->nodes.data[node].parent;
    sparse_each(site, &it->nodes.data[node].set)
    {
        if (it->sites.data[site].class != POINTS_TO_NOTHING)
            return it->sites.data[site].class;
    }
    return POINTS_TO_NOTHING;
}

static struct place *find_places(const struct points_to *it, size_t *count)
{
    VECTOR(struct place) places = {0};
    for (uint32_t i = 1; i < it->instances.count; i++) {
        const struct instance *instance = &it->instances.data[i];
        const struct summary *summary = it->summaries[instance->function];
        const uint32_t *locations = it->program->functions[instance->function].locations;
        for (uint32_t k = 0; k < summary->dereference_count; k++) {
            uint32_t class = class_of_node(it, instance->base + summary->dereferences[k].local);
            if (class != POINTS_TO_NOTHING)
                vector_push(&places, (struct place){class, locations[summary->dereferences[k].instruction]});
        }
    }
    if (places.count)
        qsort(places.data, places.count, sizeof *places.data, by_place);
    *count = places.count;
    return places.data;
}

static void add_places(const struct points_to *it, uint32_t class, const struct place *places, size_t count,
                       struct text *out)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (places[middle].class < class)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t shown = 0, more = 0, last = NO_LOCATION;
    for (; low < count && places[low].class == class; low++) {
        if (places[low].location == last)
            continue;
        last = places[low].location;
        if (shown == MOST_PLACES) {
            more++;
            continue;
        }
        text_add(out, shown++ ? ", " : "    accessed at ");
        add_location(it->program, last, out);
    }
    if (more)
        text_add(out, ", and %u more places", more);
    if (shown)
        text_add(out, "\n");
}

struct sized {
    uint32_t class, size;
};

static int by_size(const void *left, const void *right)
{
    const struct sized *x = left, *y = right;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->class < y->class ? -1 : x->class > y->class;
}

void points_to_dump(const struct points_to *it, struct text *out)
{
    size_t place_count;
    struct place *places = find_places(it, &place_count);
    struct sized *classes = mem_alloc((it->class_count + 1) * sizeof *classes);
    uint32_t *first = mem_zero((it->class_count + 2) * sizeof *first);
    uint32_t *members = mem_alloc((it->sites.count + 1) * sizeof *members);
    uint32_t several = 0;
    for (uint32_t i = 0; i < it->class_count; i++) {
        classes[i] = (struct sized){i, it->class_sizes[i]};
        first[i + 1] = first[i] + it->class_sizes[i];
        several += it->class_sizes[i] > 1;
    }
    uint32_t *next = mem_alloc((it->class_count + 1) * sizeof *next);
    for (uint32_t i = 0; i < it->class_count; i++)
        next[i] = first[i];
    for (uint32_t i = 0; i < it->sites.count; i++)
        if (it->sites.data[i].class != POINTS_TO_NOTHING)
            members[next[it->sites.data[i].class]++] = i;
    if (it->class_count)
        qsort(classes, it->class_count, sizeof *classes, by_size);
    text_add(out, "%u objects in %u classes, %u of them with several objects\n", first[it->class_count],
             it->class_count, several);
    for (uint32_t i = 0; i < it->class_count; i++) {
        uint32_t class = classes[i].class;
        uint64_t bytes = 0;
        for (uint32_t k = first[class]; k < first[class + 1]; k++)
            bytes += it->sites.data[members[k]].size;
        text_add(out, "\nclass %u: %u object%s, %llu bytes of known size\n", class, classes[i].size,
                 classes[i].size == 1 ? "" : "s", (unsigned long long)bytes);
        for (uint32_t k = first[class]; k < first[class + 1]; k++)
            add_site(it, &it->sites.data[members[k]], out);
        add_places(it, class, places, place_count, out);
    }
    mem_free(next);
    mem_free(places);
    mem_free(classes);
    mem_free(first);
    mem_free(members);
}
