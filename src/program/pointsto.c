/* The analysis from outside: made in one go, then only asked. */
#include "program/pointsto.h"

#include "base/bug.h"
#include "base/hash.h"
#include "program/pointsto_internal.h"

#include <string.h>

uint64_t site_key(enum points_to_kind kind, uint32_t index, uint32_t instance)
{
    /* instances are far fewer than 2^29 */
    return (uint64_t)kind << 61 | (uint64_t)instance << 32 | index;
}

/* What is only there to find the sets. */
static void release_constraints(struct points_to *it)
{
    for (size_t i = 0; i < it->nodes.count; i++) {
        struct node *node = &it->nodes.data[i];
        sparse_release(&node->fresh);
        sparse_release(&node->next);
        vector_release(&node->calls);
    }
    vector_release(&it->indirect);
    vector_release(&it->new_globals);
    vector_release(&it->pending);
}

struct points_to *points_to_new(const struct program *program, uint32_t entry)
{
    struct points_to *it = NEW(struct points_to);
    uint32_t functions = program->function_count;
    it->program = program;
    it->summaries = mem_zero((functions + 1) * sizeof(struct summary *));
    it->plain = mem_alloc((functions + 1) * sizeof *it->plain);
    memset(it->plain, 0xff, (functions + 1) * sizeof *it->plain);
    it->has_instances = mem_zero(functions + 1);
    generate_start(it, entry);
    points_to_solve(it);
    points_to_partition(it);
    release_constraints(it);
    return it;
}

void points_to_forget_sets(struct points_to *it)
{
    for (size_t i = 0; i < it->nodes.count; i++)
        sparse_release(&it->nodes.data[i].set);
    vector_release(&it->nodes);
    vector_release(&it->accesses);
}

void points_to_free(struct points_to *it)
{
    if (!it)
        return;
    points_to_forget_sets(it);
    mem_free(it->summaries);
    mem_free(it->plain);
    mem_free(it->has_instances);
    mem_free(it->class_sizes);
    vector_release(&it->sites);
    vector_release(&it->instances);
    table_release(&it->site_of);
    table_release(&it->instance_of);
    arena_release(&it->arena);
    mem_free(it);
}

uint32_t points_to_instance(const struct points_to *it, uint32_t caller, uint32_t instruction)
{
    return (uint32_t)table_get(&it->instance_of, (uint64_t)caller << 32 | instruction, 0);
}

bool points_to_has_instances(const struct points_to *it, uint32_t function)
{
    return it->has_instances[function];
}

uint32_t points_to_site(const struct points_to *it, enum points_to_kind kind, uint32_t index,
                        uint32_t instance)
{
    return (uint32_t)table_get(&it->site_of, site_key(kind, index, instance), POINTS_TO_NOTHING);
}

uint32_t points_to_class(const struct points_to *it, uint32_t site)
{
    return site == POINTS_TO_NOTHING ? POINTS_TO_NOTHING : it->sites.data[site].class;
}

bool points_to_is_library(const struct points_to *it, uint32_t site)
{
    return it->sites.data[site].is_library;
}

uint32_t points_to_class_count(const struct points_to *it) { return it->class_count; }

static bool node_has(const struct points_to *it, uint32_t node, uint32_t site)
{
    while (it->nodes.data[node].parent != node)
        node = it->nodes.data[node].parent;
    return sparse_has(&it->nodes.data[node].set, site);
}

bool points_to_may_access(const struct points_to *it, uint32_t instance, uint32_t function,
                          uint32_t instruction, uint32_t site)
{
    uint32_t which = instance ? instance : it->plain[function];
    if (which == UINT32_MAX)
        return false;
    const struct summary *summary = it->summaries[function];
    for (uint32_t i = 0; i < summary->dereference_count; i++)
        if (summary->dereferences[i].instruction == instruction &&
            node_has(it, it->instances.data[which].base + summary->dereferences[i].local, site))
            return true;
    uint32_t number = it->program->functions[function].first_instruction + instruction;
    for (size_t i = 0; i < it->accesses.count; i++)
        if (it->accesses.data[i].instance == instance && it->accesses.data[i].instruction == number &&
            node_has(it, it->accesses.data[i].node, site))
            return true;
    return false;
}
