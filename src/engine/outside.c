/* The error side of a symbolic pointer: the addresses in no object. */
#include "engine/dereference.h"

#include "base/table.h"
#include "base/vector.h"
#include "memory/cases.h"

/* Where a pointer outside of all objects is can be a bug of different kinds. */
enum miss { MISS_NUMBER, MISS_DEAD_HEAP, MISS_DEAD, MISS_BOUNDS, MISSES };

static enum miss miss_of(struct run *run, struct state *state, const struct pointer_case *one)
{
    if (!one->object)
        return MISS_NUMBER;
    if (space_is_live(&state->space, one->object))
        return MISS_BOUNDS;
    return object_get(&run->objects, one->object)->kind == OBJECT_HEAP ? MISS_DEAD_HEAP : MISS_DEAD;
}

/* The one object whose base the pointer is computed from, dead or alive; 0: none or several. */
static uint32_t only_base(struct run *run, expr_t pointer)
{
    struct table seen = {0};
    VECTOR(expr_t) work = {0};
    uint32_t found = 0;
    bool several = false;
    vector_push(&work, pointer);
    while (work.count && !several) {
        expr_t term = vector_pop(&work);
        if (!expr_has_base(run->exprs, term) || (*table_slot(&seen, term, 0))++)
            continue;
        const struct expr_node *node = expr_node(run->exprs, term);
        if (node->kind == EXPR_BASE) {
            several = found && found != node->arg[0];
            found = node->arg[0];
        }
        for (unsigned i = 0; i < expr_children(node->kind); i++)
            vector_push(&work, node->arg[i]);
    }
    vector_release(&work);
    table_release(&seen);
    return several ? 0 : found;
}

/* The state's pointer is in no object: its model says where it is, as seen
 * from the object it comes from or else might have pointed into. */
static void outside_error(struct run *run, struct state *state, expr_t pointer,
                          const struct pointer_cases *cases, const struct targets *targets, uint64_t size,
                          bool write)
{
    uint64_t address = expr_eval(run->exprs, pointer, state->model);
    uint32_t meant = cases->count ? 0 : targets->count ? targets->data[0].object : only_base(run, pointer);
    for (size_t i = 0; i < cases->count; i++)
        if (expr_eval(run->exprs, cases->data[i].guard, state->model))
            meant = cases->data[i].object;
    pointer_error(run, state, meant && address >= PAGE ? value_pointer(address, meant) : value_plain(address),
                  size, write);
}

void dereference_outside(struct run *run, struct state *state, expr_t pointer, const struct targets *targets,
                         uint64_t size, bool write)
{
    struct exprs *exprs = run->exprs;
    struct pointer_cases cases = {0};
    expr_t kinds[MISSES];
    if (!targets->by_cases || targets->may_fail != VERDICT_YES || !pointer_cases(exprs, pointer, &cases))
        cases = (struct pointer_cases){0};
    for (unsigned kind = 0; kind < MISSES; kind++)
        kinds[kind] = expr_bool(exprs, !cases.count && !kind);
    for (size_t i = 0; i < cases.count; i++) {
        expr_t *kind = &kinds[miss_of(run, state, &cases.data[i])];
        *kind = expr_or(exprs, *kind, cases.data[i].guard);
    }
    const struct model *known = targets->count ? targets->fail_model : state->model;
    expr_t here = 0;
    for (unsigned kind = 0; kind < MISSES; kind++) {
        expr_t side = expr_and(exprs, targets->outside, kinds[kind]);
        struct model *model = NULL;
        if (expr_is_false(exprs, side))
            continue;
        if (targets->may_fail == VERDICT_YES && expr_eval(exprs, side, known)) {
            if (!targets->count) {
                here = side; /* this state, last: the others are made from it */
                continue;
            }
            model = model_ref(targets->fail_model);
        } else if (targets->may_fail == VERDICT_YES &&
                   chain_may_resolve(run->chain, state->constraints, side, state->model, &model) ==
                       VERDICT_NO) {
            continue;
        }
        struct state *child = run_fork(run, state, side, model);
        model_unref(model);
        outside_error(run, child, pointer, &cases, targets, size, write);
    }
    if (here) {
        state_learn(state, here, NULL);
        outside_error(run, state, pointer, &cases, targets, size, write);
    }
    pointer_cases_release(&cases);
}
