/* Classes: objects that one access may meet are together, and so are those that
 * have one of them in common. */
#include "program/pointsto_internal.h"

#include "base/bug.h"

#include <string.h>

static uint32_t find(uint32_t *parent, uint32_t site)
{
    while (parent[site] != site)
        site = parent[site] = parent[parent[site]];
    return site;
}

static void join(struct points_to *it, uint32_t *parent, bool *done, uint32_t number)
{
    uint32_t node = node_find(it, number), first = POINTS_TO_NOTHING;
    if (done[node])
        return;
    done[node] = true;
    sparse_each(site, &it->nodes.data[node].set)
    {
        if (it->sites.data[site].kind == POINTS_TO_FUNCTION)
            continue;
        if (first == POINTS_TO_NOTHING)
            first = (uint32_t)site;
        else
            parent[find(parent, (uint32_t)site)] = find(parent, first);
    }
}

void points_to_partition(struct points_to *it)
{
    size_t count = it->sites.count;
    uint32_t *parent = mem_alloc((count + 1) * sizeof *parent);
    bool *done = mem_zero(it->nodes.count + 1);
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
    for (uint32_t i = 1; i < it->instances.count; i++) {
        const struct instance *instance = &it->instances.data[i];
        const struct summary *summary = it->summaries[instance->function];
        for (uint32_t k = 0; k < summary->dereference_count; k++)
            join(it, parent, done, instance->base + summary->dereferences[k].local);
    }
    for (size_t i = 0; i < it->accesses.count; i++)
        join(it, parent, done, it->accesses.data[i].node);
    mem_free(done);
    uint32_t *number = mem_alloc((count + 1) * sizeof *number);
    memset(number, 0xff, (count + 1) * sizeof *number);
    it->class_sizes = mem_zero((count + 1) * sizeof *it->class_sizes);
    for (uint32_t i = 0; i < count; i++) {
        struct site *site = &it->sites.data[i];
        site->class = POINTS_TO_NOTHING;
        if (site->kind == POINTS_TO_FUNCTION)
            continue;
        uint32_t root = find(parent, i);
        if (number[root] == UINT32_MAX)
            number[root] = it->class_count++;
        site->class = number[root];
        it->class_sizes[site->class]++;
    }
    mem_free(parent);
    mem_free(number);
}
