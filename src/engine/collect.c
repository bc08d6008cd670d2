/* The garbage of a run: terms and object identities no state mentions. */
#include "engine/interpret.h"

enum { LEAST_TERMS = 2000000, LEAST_OBJECTS = 1000000 };

static uint32_t identities(const struct run *run) { return run->objects.count - run->objects.free_count; }

bool garbage_due(const struct run *run)
{
    return exprs_count(run->exprs) > run->collect_terms_at || identities(run) > run->collect_objects_at;
}

static void mark_statics(struct run *run)
{
    for (uint32_t i = 0; i < run->program->function_count; i++) {
        const struct function *function = &run->program->functions[i];
        if (run->function_objects[i])
            objects_mark(&run->objects, run->function_objects[i]);
        for (uint32_t k = 0; run->constants[i] && k < function->constant_count; k++)
            if (value_is_term(run->constants[i][k]))
                exprs_mark(run->exprs, value_term(run->constants[i][k]));
    }
    for (uint32_t i = 0; i < run->program->global_count; i++)
        if (run->global_objects[i])
            objects_mark(&run->objects, run->global_objects[i]);
}

void collect_garbage(struct run *run)
{
    objects_begin_marking(&run->objects);
    mark_statics(run);
    for (size_t i = 0; i < run->state_count; i++)
        state_mark(run->states[i], &run->objects);
    for (size_t i = 0; i < run->aside_count; i++)
        state_mark(run->aside[i], &run->objects);
    objects_mark_terms(&run->objects, run->exprs);
    exprs_sweep(run->exprs);
    objects_sweep(&run->objects);
    windows_flush(&run->windows);
#ifdef RAMIFY_DEBUG
    exprs_check(run->exprs);
#endif
    size_t terms = 2 * exprs_count(run->exprs), objects = 2 * (size_t)identities(run);
    run->collect_terms_at = terms > LEAST_TERMS ? terms : LEAST_TERMS;
    run->collect_objects_at = objects > LEAST_OBJECTS ? objects : LEAST_OBJECTS;
}
