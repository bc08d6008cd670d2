/* Where control goes through a symbolic value. The model's value is looked up
 * among the places: the state goes on there, and the rest of the values is a
 * state that executes the instruction again. A model whose value is no place
 * splits off all such values at once. */
#include "engine/landing.h"

#include "base/vector.h"
#include "engine/interpret.h"
#include "expr/support.h"
#include "memory/cases.h"

static expr_t is_at(struct run *run, expr_t value, struct value place)
{
    return pointer_equal(run->exprs, &run->objects, value, term_of(run, place, 64));
}

enum landing land(struct run *run, struct state *state, expr_t value, const struct value *places,
                  size_t count, size_t *which)
{
    uint64_t number = run_choose(run, state, value);
    for (*which = 0; *which < count; ++*which)
        if (places[*which].bits == number)
            return run_branch(run, state, is_at(run, value, places[*which])).yes == state ? LANDS
                                                                                          : LANDS_LATER;
    expr_t somewhere = expr_bool(run->exprs, false);
    for (size_t i = 0; i < count; i++)
        somewhere = expr_or(run->exprs, somewhere, is_at(run, value, places[i]));
    return run_branch(run, state, somewhere).no == state ? LANDS_NOWHERE : LANDS_LATER;
}

/* ---- functions ---- */

struct places {
    struct value *data;
    size_t count, capacity;
};

static void add_function(struct places *places, const struct object *object)
{
    if (!object || object->kind != OBJECT_FUNCTION)
        return;
    for (size_t i = 0; i < places->count; i++)
        if (value_object(places->data[i]) == object->id)
            return;
    vector_push(places, value_pointer(object->address, object->id));
}

/* The functions that the pointer shows, or else all in its interval. */
static void find_functions(struct run *run, struct state *state, expr_t pointer, struct places *places)
{
    struct pointer_cases cases;
    if (pointer_cases(run->exprs, pointer, &cases)) {
        for (size_t i = 0; i < cases.count; i++)
            if (cases.data[i].object)
                add_function(places, object_get(&run->objects, cases.data[i].object));
            else if (expr_is_const(run->exprs, cases.data[i].offset))
                add_function(places,
                             space_find(&state->space, expr_value(run->exprs, cases.data[i].offset), false));
        pointer_cases_release(&cases);
        return;
    }
    struct interval interval = expr_interval(run->exprs, pointer);
    for (uint32_t i = 0; i < run->program->function_count; i++) {
        const struct object *object =
            run->function_objects[i] ? object_get(&run->objects, run->function_objects[i]) : NULL;
        if (object && object->address >= interval.low && object->address <= interval.high)
            vector_push(places, value_pointer(object->address, object->id));
    }
}

static void no_function(struct run *run, struct state *state, uint64_t address)
{
    if (address < PAGE)
        run_error(run, state, ERROR_NULL_POINTER, NULL, "call of a null function pointer");
    else
        run_error(run, state, ERROR_BAD_CALL, NULL, "call of 0x%llx, which is no function",
                  (unsigned long long)address);
}

static const struct function *function_of(const struct run *run, struct value place)
{
    return &run->program->functions[object_get(&run->objects, value_object(place))->origin];
}

static const struct function *land_at_term(struct run *run, struct state *state, expr_t pointer)
{
    struct places places = {0};
    size_t which;
    find_functions(run, state, pointer, &places);
    enum landing landing = land(run, state, pointer, places.data, places.count, &which);
    const struct function *function = landing == LANDS ? function_of(run, places.data[which]) : NULL;
    vector_release(&places);
    if (landing != LANDS_NOWHERE)
        return function;
    expr_t null = expr_ult(run->exprs, pointer, expr_const(run->exprs, 64, PAGE));
    struct branches sides = run_branch(run, state, null);
    for (unsigned i = 0; i < 2; i++) {
        struct state *side = i ? sides.no : sides.yes;
        if (side)
            no_function(run, side, expr_eval(run->exprs, pointer, side->model));
    }
    return NULL;
}

const struct function *land_in_function(struct run *run, struct state *state, struct value pointer)
{
    if (value_is_term(pointer))
        return land_at_term(run, state, value_term(pointer));
    const struct object *object = value_has_object(pointer) ? object_get(&run->objects, value_object(pointer))
                                                            : space_find(&state->space, pointer.bits, false);
    if (object && object->kind == OBJECT_FUNCTION && object->address == pointer.bits)
        return &run->program->functions[object->origin];
    no_function(run, state, pointer.bits);
    return NULL;
}

/* The call follows: what ends it ends the path here already. */
bool step_signature(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    const struct function *function = land_in_function(run, state, *reg(state, at->a));
    if (!function)
        return false;
    *reg(state, at->dst) = value_plain(function->signature[at->c]);
    return true;
}
