/* Arguments of builtins: looking at them, deciding them, naming new inputs.
 *
 * Whatever forks here does so before the builtin has had any effect: the other
 * state executes the whole call again. */
#include "engine/builtins.h"

#include "base/text.h"
#include "engine/dereference.h"
#include "expr/eval.h"

#include <ctype.h>
#include <string.h>

expr_t call_term(const struct call *call, uint32_t index)
{
    return value_to_term(call->run->exprs, &call->run->objects, call->arguments[index], call->widths[index]);
}

uint64_t call_peek(const struct call *call, struct value value, unsigned width)
{
    if (value_is_concrete(value))
        return value.bits;
    struct exprs *exprs = call->run->exprs;
    return expr_eval(exprs, expr_resize(exprs, value_term(value), width < 64 ? width : 64),
                     call->state->model);
}

bool call_branch(struct call *call, expr_t condition, bool *holds)
{
    if (expr_is_const(call->run->exprs, condition)) {
        *holds = expr_is_true(call->run->exprs, condition);
        return true;
    }
    struct branches sides = run_branch(call->run, call->state, condition);
    *holds = sides.yes == call->state;
    return *holds || sides.no == call->state;
}

bool call_decide_value(struct call *call, struct value value, unsigned width, uint64_t *decided)
{
    *decided = value.bits;
    if (value_is_concrete(value))
        return true;
    struct exprs *exprs = call->run->exprs;
    *decided = run_choose(call->run, call->state, value_term(value));
    bool holds;
    return call_branch(call, expr_eq(exprs, value_term(value), expr_const(exprs, width, *decided)), &holds) &&
           holds;
}

bool call_decide(struct call *call, uint32_t index, uint64_t *value)
{
    return call_decide_value(call, call->arguments[index], call->widths[index], value);
}

bool call_is_zero(struct call *call, uint32_t index, bool *zero)
{
    struct value value = call->arguments[index];
    if (value_is_concrete(value)) {
        *zero = value.bits == 0;
        return true;
    }
    struct exprs *exprs = call->run->exprs;
    expr_t nothing = expr_const(exprs, call->widths[index], 0);
    return call_branch(call, expr_eq(exprs, value_term(value), nothing), zero);
}

void call_give(struct call *call, struct value value)
{
    if (value_is_plain(value))
        value.bits &= width_mask(call->result_width);
    call->result = value;
}

void call_give_term(struct call *call, expr_t term)
{
    struct run *run = call->run;
    if (call->result_width)
        call->result =
            value_from_term(run->exprs, &run->objects, expr_resize(run->exprs, term, call->result_width));
}

bool call_object(struct call *call, uint32_t index, const struct misuse *misuse, uint32_t *object)
{
    struct run *run = call->run;
    struct state *state = call->state;
    struct value pointer = call->arguments[index];
    const struct object *found = NULL;
    if (value_is_term(pointer)) {
        expr_t at;
        uint64_t offset;
        if (!dereference_object(run, state, value_term(pointer), 0, false, misuse, object, &at) ||
            !fork_value(run, state, value_of(run, at), 64, &offset))
            return false;
        found = object_get(&run->objects, *object);
        pointer = value_pointer(found->address + offset, found->id);
    } else if (value_has_object(pointer) && !run->objects.as_numbers) {
        found = object_get(&run->objects, value_object(pointer));
    } else {
        found = space_find(&state->space, pointer.bits, true);
        if (found)
            pointer = value_pointer(pointer.bits, found->id);
    }
    if (!found || pointer.bits != found->address || !space_is_live(&state->space, found->id))
        return misuse_error(run, state, pointer, misuse);
    *object = found->id;
    return true;
}

/* Is this name the base name, or made from it by a number? */
static bool same_family(const char *name, const char *base, size_t base_length)
{
    if (strncmp(name, base, base_length))
        return false;
    if (!name[base_length])
        return true;
    return name[base_length] == '_' && isdigit((unsigned char)name[base_length + 1]);
}

static bool name_taken(const struct state *state, const char *name)
{
    for (uint32_t i = 0; i < state->symbolic_count; i++)
        if (!strcmp(state->symbolics[i].name, name))
            return true;
    return false;
}

/* x, x_1, x_2 … in order of creation on this path; the caller frees it. */
static char *unique_name(const struct state *state, const char *base)
{
    size_t length = strlen(base), family = 0;
    for (uint32_t i = 0; i < state->symbolic_count; i++)
        family += same_family(state->symbolics[i].name, base, length);
    if (!family || !name_taken(state, base))
        return mem_string(base);
    for (;; family++) {
        char *name = text_format("%s_%zu", base, family);
        if (!name_taken(state, name))
            return name;
        mem_free(name);
    }
}

expr_t state_add_symbolic(struct run *run, struct state *state, const char *name, uint32_t size)
{
    char *unique = unique_name(state, name);
    expr_t array = expr_input(run->exprs, unique, size);
    mem_free(unique);
    uint32_t input = expr_node(run->exprs, array)->arg[0];
    state->symbolics = mem_resize(state->symbolics, (state->symbolic_count + 1) * sizeof *state->symbolics);
    state->symbolics[state->symbolic_count++] =
        (struct symbolic){exprs_input(run->exprs, input)->name, input};
    return array;
}

expr_t state_add_symbolic_value(struct run *run, struct state *state, const char *name, uint32_t size)
{
    struct exprs *exprs = run->exprs;
    expr_t array = state_add_symbolic(run, state, name, size);
    expr_t term = expr_read(exprs, array, expr_const(exprs, 64, 0));
    for (uint32_t i = 1; i < size; i++)
        term = expr_concat(exprs, expr_read(exprs, array, expr_const(exprs, 64, i)), term);
    return term;
}
