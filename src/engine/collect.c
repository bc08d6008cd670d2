/* The garbage of a run: terms and object identities no state mentions. */
#include "engine/interpret.h"

enum { LEAST = 2000000 };

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

/* An object lives while a term names it. */
static void mark_bases(struct run *run)
{
    for (expr_t term = 1; term < exprs_limit(run->exprs); term++)
        if (expr_marked(run->exprs, term) && expr_kind(run->exprs, term) == EXPR_BASE)
            objects_mark(&run->objects, expr_node(run->exprs, term)->arg[0]);
}

void collect_garbage(struct run *run)
{
    mark_statics(run);
    for (size_t i = 0; i < run->state_count; i++)
        state_mark(run->states[i], &run->objects);
    for (size_t i = 0; i < run->aside_count; i++)
        state_mark(run->aside[i], &run->objects);
    mark_bases(run);
    exprs_sweep(run->exprs);
    objects_sweep(&run->objects);
    windows_flush(&run->windows);
    size_t live = exprs_count(run->exprs);
    run->collect_at = 2 * live > LEAST ? 2 * live : LEAST;
}
