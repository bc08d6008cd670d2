/* Which functions are looked at once for each call: small ones that return what
 * they have allocated, or that call nobody. All memory that a program allocates
 * through its own xmalloc would otherwise be one object, and all strings whose
 * length is ever taken would be accessed together. */
#include "program/pointsto_internal.h"

#include "base/bug.h"

/* The largest function that is taken for the one reason, and for the other. */
enum { MOST_ALLOCATING = 120, MOST_LEAF = 80 };

struct summary *points_to_summary(struct points_to *it, uint32_t function)
{
    if (!it->summaries[function])
        it->summaries[function] = summary_new(&it->arena, it->program, function);
    return it->summaries[function];
}

/* Does the call give new memory? */
static bool allocates(struct points_to *it, const struct summary_call *call)
{
    uint32_t callee = call->site->function;
    if (callee == UINT32_MAX)
        return false;
    if (it->program->functions[callee].defined)
        return summary_is_cloned(it, callee);
    const struct external *external = external_find(it->program->functions[callee].name);
    return external && (external->heap == HEAP_RESULT || external->heap == HEAP_RESIZED);
}

/* Does a value that is returned come from such a call? */
static bool returns_new(struct points_to *it, const struct summary *summary)
{
    const struct function *function = &it->program->functions[summary->function];
    bool *fresh = mem_zero(summary->local_count + 1), found = false;
    for (uint32_t i = 0; i < summary->call_count; i++) {
        const struct summary_call *call = &summary->calls[i];
        if (call->site->result_count && call->results[0] != NO_NODE && allocates(it, call))
            fresh[call->results[0]] = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < summary->rule_count; i++) {
            const struct rule *rule = &summary->rules[i];
            if (rule->kind == RULE_COPY && fresh[rule->b] && !fresh[rule->a])
                changed = fresh[rule->a] = true;
        }
    }
    for (uint32_t i = 0; i < function->return_count; i++)
        found |= summary->returns[i] != NO_NODE && fresh[summary->returns[i]];
    mem_free(fresh);
    return found;
}

/* Does it look through its parameters, and leave no trace in other functions? */
static bool is_leaf(struct points_to *it, const struct summary *summary)
{
    const struct function *function = &it->program->functions[summary->function];
    bool takes_pointers = false;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        takes_pointers |= summary->parameters[i] != NO_NODE;
    for (uint32_t i = 0; takes_pointers && i < summary->call_count; i++) {
        uint32_t callee = summary->calls[i].site->function;
        if (callee == UINT32_MAX ||
            (it->program->functions[callee].defined && !summary_is_cloned(it, callee)))
            return false;
    }
    return takes_pointers && function->is_library && function->code_count <= MOST_LEAF;
}

bool summary_is_cloned(struct points_to *it, uint32_t index)
{
    const struct function *function = &it->program->functions[index];
    if (!function->defined || function->code_count > MOST_ALLOCATING || function->variadic)
        return false;
    struct summary *summary = points_to_summary(it, index);
    if (summary->clone == CLONE_UNKNOWN) {
        summary->clone = CLONE_NO; /* where it calls itself */
        summary->clone = is_leaf(it, summary) || returns_new(it, summary) ? CLONE_YES : CLONE_NO;
    }
    return summary->clone == CLONE_YES;
}
