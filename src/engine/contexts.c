/* Contexts of allocations, and the instructions that met them. */
#include "engine/contexts.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/table.h"

struct contexts {
    struct table met; /* instruction and context */
};

struct contexts *contexts_new(void) { return NEW(struct contexts); }

void contexts_free(struct contexts *contexts)
{
    if (!contexts)
        return;
    table_release(&contexts->met);
    mem_free(contexts);
}

static uint64_t number_of(const struct function *function, const struct instruction *at)
{
    return function->first_instruction + (uint64_t)(at - function->code);
}

uint32_t context_here(const struct state *state, unsigned depth)
{
    uint64_t hash = hash_mix(depth, number_of(state->top->function, state->pc));
    for (const struct frame *frame = state->top; depth && frame->caller && frame->resume;
         frame = frame->caller, depth--)
        hash = hash_mix(hash, number_of(frame->caller->function, frame->resume));
    return (uint32_t)hash | 1;
}

uint32_t context_of(const struct object *object)
{
    return object->context ? object->context : (uint32_t)hash_mix(object->kind, object->origin) | 1;
}

void contexts_learn(struct contexts *contexts, uint32_t instruction, const struct object *object)
{
    table_set(&contexts->met, (uint64_t)instruction << 32 | context_of(object), 1);
}

bool contexts_know(const struct contexts *contexts, uint32_t instruction, const struct object *object)
{
    return table_find(&contexts->met, (uint64_t)instruction << 32 | context_of(object));
}
