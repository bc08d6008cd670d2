/* Arguments of builtins: looking at them, deciding them, naming new inputs.
 *
 * Whatever forks here does so before the builtin has had any effect: the other
 * state executes the whole call again. */
#include "engine/builtins.h"

#include "base/text.h"
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

static const char *kind_words(const struct object *object)
{
    switch ((enum object_kind)object->kind) {
    case OBJECT_GLOBAL:
        return "a global variable";
    case OBJECT_STACK:
        return "a local variable";
    case OBJECT_HEAP:
        return "a heap object";
    case OBJECT_FUNCTION:
        return "a function";
    case OBJECT_VARIADIC:
        return "variadic arguments";
    case OBJECT_FIXED:
        return "a fixed object";
    }
    return "an object";
}

bool call_object(struct call *call, uint32_t index, enum error_kind otherwise, const char *verb,
                 uint32_t *object, bool *live)
{
    struct run *run = call->run;
    struct state *state = call->state;
    struct value pointer = call->arguments[index];
    uint64_t offset = 0;
    *live = true;
    if (value_is_term(pointer)) {
        if (!access_object(run, state, pointer, 0, false, object, &offset))
            return false;
    } else if (value_has_object(pointer)) {
        *object = value_object(pointer);
        *live = space_is_live(&state->space, *object);
        offset = pointer.bits - object_get(&run->objects, *object)->address;
    } else {
        const struct object *found = space_find(&state->space, pointer.bits, true);
        if (!found) {
            run_error(run, state, otherwise, NULL, "%s: 0x%llx points to no object", verb,
                      (unsigned long long)pointer.bits);
            return false;
        }
        *object = found->id;
        offset = pointer.bits - found->address;
    }
    const struct object *found = object_get(&run->objects, *object);
    if (offset) {
        run_error(run, state, otherwise, NULL,
                  "%s: the pointer is %lld bytes from the start of %s of %llu bytes", verb, (long long)offset,
                  kind_words(found), (unsigned long long)found->size);
        return false;
    }
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
