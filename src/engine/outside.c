/* The error side of a symbolic pointer: the addresses in no object. They are
 * one state for each kind of bug that is possible. */
#include "engine/dereference.h"

#include "base/table.h"
#include "base/vector.h"
#include "memory/cases.h"

/* Where a pointer outside of all objects is can be a bug of different kinds. */
enum miss { MISS_NULL, MISS_DEAD_HEAP, MISS_DEAD, MISS_BOUNDS, MISSES };

/* A pointer and what it is made of: cases, or if it shows none, base symbols. */
struct stray {
    expr_t pointer;
    const struct targets *targets;
    uint64_t size;
    bool write;
    const struct misuse *misuse; /* or NULL */
    struct pointer_cases cases;
    VECTOR(uint32_t) objects; /* whose bases are in the term, dead or alive */
};

static enum miss miss_of(struct run *run, struct state *state, uint32_t object)
{
    if (space_is_live(&state->space, object))
        return MISS_BOUNDS;
    return object_get(&run->objects, object)->kind == OBJECT_HEAP ? MISS_DEAD_HEAP : MISS_DEAD;
}

static void find_objects(struct run *run, struct stray *stray)
{
    struct table seen = {0};
    VECTOR(expr_t) work = {0};
    vector_push(&work, stray->pointer);
    while (work.count) {
        expr_t term = vector_pop(&work);
        if (!expr_has_base(run->exprs, term) || (*table_slot(&seen, term, 0))++)
            continue;
        const struct expr_node *node = expr_node(run->exprs, term);
        if (node->kind == EXPR_BASE)
            vector_push(&stray->objects, node->arg[0]);
        for (unsigned i = 0; i < expr_children(node->kind); i++)
            vector_push(&work, node->arg[i]);
    }
    vector_release(&work);
    table_release(&seen);
}

/* ---- which kinds are possible ---- */

static void kinds_of_cases(struct run *run, struct state *state, const struct stray *stray, expr_t *kinds)
{
    struct exprs *exprs = run->exprs;
    for (size_t i = 0; i < stray->cases.count; i++) {
        const struct pointer_case *one = &stray->cases.data[i];
        expr_t null = expr_bool(exprs, false), *kind = &kinds[MISS_BOUNDS];
        if (one->object)
            kind = &kinds[miss_of(run, state, one->object)];
        else
            null = expr_ult(exprs, one->offset, expr_const(exprs, 64, PAGE));
        kinds[MISS_NULL] = expr_or(exprs, kinds[MISS_NULL], expr_and(exprs, one->guard, null));
        *kind = expr_or(exprs, *kind, expr_and(exprs, one->guard, expr_not(exprs, null)));
    }
}

/* An address in what a dead object was, or just behind it, is meant to be that. */
static void kinds_of_addresses(struct run *run, struct state *state, const struct stray *stray, expr_t *kinds)
{
    struct exprs *exprs = run->exprs;
    kinds[MISS_NULL] = expr_ult(exprs, stray->pointer, expr_const(exprs, 64, PAGE));
    expr_t known = kinds[MISS_NULL];
    for (size_t i = 0; i < stray->objects.count; i++) {
        const struct object *object = object_get(&run->objects, stray->objects.data[i]);
        enum miss miss = miss_of(run, state, object->id);
        if (miss == MISS_BOUNDS)
            continue;
        expr_t base = term_of(run, value_pointer(object->address, object->id), 64);
        expr_t inside =
            expr_ule(exprs, expr_sub(exprs, stray->pointer, base), expr_const(exprs, 64, object->size));
        kinds[miss] = expr_or(exprs, kinds[miss], inside);
        known = expr_or(exprs, known, inside);
    }
    kinds[MISS_BOUNDS] = expr_not(exprs, known);
}

/* ---- the errors ---- */

/* How far the address is from the object; 0: in it. */
static uint64_t distance(const struct object *object, uint64_t address)
{
    uint64_t offset = address - object->address;
    if (offset < object->size)
        return 0;
    return address < object->address ? -offset : 1 + offset - object->size;
}

/* The object that the address seems to be meant to be in; 0: none. */
static uint32_t meant_object(struct run *run, struct state *state, const struct stray *stray,
                             uint64_t address)
{
    for (size_t i = 0; i < stray->cases.count; i++)
        if (expr_eval(run->exprs, stray->cases.data[i].guard, state->model))
            return stray->cases.data[i].object;
    uint32_t nearest = stray->targets->count ? stray->targets->data[0].object : 0;
    for (size_t i = 0; i < stray->objects.count; i++) {
        const struct object *object = object_get(&run->objects, stray->objects.data[i]);
        if (!i || distance(object, address) < distance(object_get(&run->objects, nearest), address))
            nearest = object->id;
    }
    return nearest;
}

/* The state's pointer is in no object: its model says where it is, as seen
 * from the object it comes from or else might have pointed into. */
static void outside_error(struct run *run, struct state *state, const struct stray *stray)
{
    uint64_t address = expr_eval(run->exprs, stray->pointer, state->model);
    uint32_t meant = address >= PAGE ? meant_object(run, state, stray, address) : 0;
    struct value value = meant ? value_pointer(address, meant) : value_plain(address);
    if (stray->misuse)
        misuse_error(run, state, value, stray->misuse);
    else
        pointer_error(run, state, value, stray->size, stray->write);
}

/* A state for each kind that is possible; the last of them is this one if it has no targets. */
static void split_kinds(struct run *run, struct state *state, const struct stray *stray, const expr_t *kinds)
{
    const struct targets *targets = stray->targets;
    const struct model *known = targets->count ? targets->fail_model : state->model;
    expr_t here = 0;
    for (unsigned kind = 0; kind < MISSES; kind++) {
        expr_t side = expr_and(run->exprs, targets->outside, kinds[kind]);
        struct model *model = NULL;
        if (expr_is_false(run->exprs, side))
            continue;
        if (targets->may_fail == VERDICT_YES && expr_eval(run->exprs, side, known)) {
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
        outside_error(run, child, stray);
    }
    if (here) {
        state_learn(state, here, NULL);
        outside_error(run, state, stray);
    }
}

void dereference_outside(struct run *run, struct state *state, expr_t pointer, const struct targets *targets,
                         uint64_t size, bool write, const struct misuse *misuse)
{
    struct stray stray = {
        .pointer = pointer, .targets = targets, .size = size, .write = write, .misuse = misuse};
    expr_t kinds[MISSES];
    for (unsigned kind = 0; kind < MISSES; kind++)
        kinds[kind] = expr_bool(run->exprs, false);
    if (targets->may_fail != VERDICT_YES) {
        kinds[MISS_BOUNDS] = expr_bool(run->exprs, true); /* asked again, and then found out */
    } else if (targets->by_cases && pointer_cases(run->exprs, pointer, &stray.cases)) {
        kinds_of_cases(run, state, &stray, kinds);
    } else {
        find_objects(run, &stray);
        kinds_of_addresses(run, state, &stray, kinds);
    }
    split_kinds(run, state, &stray, kinds);
    pointer_cases_release(&stray.cases);
    vector_release(&stray.objects);
}
