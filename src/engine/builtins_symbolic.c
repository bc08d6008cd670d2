/* Intrinsics that make inputs and constrain them. */
#include "engine/builtins.h"

#include "base/text.h"
#include "engine/dereference.h"

static enum call_outcome make_symbolic(struct call *call)
{
    struct run *run = call->run;
    struct state *state = call->state;
    uint32_t object;
    bool no_name = true, right_size;
    static const struct misuse misuse = {
        "invalid pointer given to klee_make_symbolic",
        "klee_make_symbolic of an object that is gone:", ERROR_USE_AFTER_FREE, ERROR_OUT_OF_BOUNDS};
    if (!call_object(call, 0, &misuse, &object))
        return call_interrupted(call);
    const struct object *made = object_get(&run->objects, object);
    if (made->constant || made->kind == OBJECT_FUNCTION) {
        run_error(run, state, ERROR_USER, NULL, "cannot make readonly object symbolic");
        return CALL_ENDED;
    }
    expr_t size = expr_const(run->exprs, call->widths[1], made->size);
    if (!call_branch(call, expr_eq(run->exprs, call_term(call, 1), size), &right_size))
        return call_interrupted(call);
    if (!right_size || made->size > UINT32_MAX) {
        run_error(run, state, ERROR_USER, NULL,
                  "wrong size given to klee_make_symbolic: %llu bytes, the object has %llu",
                  (unsigned long long)call_peek(call, call->arguments[1], call->widths[1]),
                  (unsigned long long)made->size);
        return CALL_ENDED;
    }
    char *name = NULL;
    if (call->count > 2) {
        if (!call_is_zero(call, 2, &no_name))
            return call_interrupted(call);
        if (!no_name && !access_string(run, state, call->arguments[2], 4096, &name))
            return call_interrupted(call);
    }
    if (made->size)
        space_make_symbolic(&state->space, &run->windows, object, 0, made->size,
                            state_add_symbolic(run, state, name && *name ? name : "unnamed", made->size));
    mem_free(name);
    return CALL_RETURNS;
}

/* int klee_int(const char *name) */
static enum call_outcome new_int(struct call *call)
{
    char *name;
    if (!access_string(call->run, call->state, call->arguments[0], 4096, &name))
        return call_interrupted(call);
    call_give_term(call, state_add_symbolic_value(call->run, call->state, *name ? name : "unnamed", 4));
    mem_free(name);
    return CALL_RETURNS;
}

/* The new value, of which this is known. It can hold: that only the solver
 * might not say. */
static enum call_outcome give_assumed(struct call *call, expr_t made, expr_t known)
{
    if (!run_assume(call->run, call->state, known))
        return CALL_ENDED;
    call_give_term(call, made);
    return CALL_RETURNS;
}

/* int klee_range(int begin, int end, const char *name): begin <= result < end */
static enum call_outcome new_in_range(struct call *call)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    expr_t begin = expr_resize(exprs, call_term(call, 0), 32),
           end = expr_resize(exprs, call_term(call, 1), 32);
    bool possible;
    if (!call_branch(call, expr_slt(exprs, begin, end), &possible))
        return call_interrupted(call);
    if (!possible) {
        run_error(run, call->state, ERROR_USER, NULL, "invalid range: klee_range with begin >= end");
        return CALL_ENDED;
    }
    char *name;
    if (!access_string(run, call->state, call->arguments[2], 4096, &name))
        return call_interrupted(call);
    if (expr_is_true(exprs, expr_eq(exprs, expr_add(exprs, begin, expr_const(exprs, 32, 1)), end))) {
        mem_free(name);
        call_give_term(call, begin);
        return CALL_RETURNS;
    }
    expr_t made = state_add_symbolic_value(run, call->state, *name ? name : "unnamed", 4);
    mem_free(name);
    expr_t inside = expr_and(exprs, expr_sle(exprs, begin, made), expr_slt(exprs, made, end));
    return give_assumed(call, made, inside);
}

/* uintptr_t klee_choose(uintptr_t n): any value below n */
static enum call_outcome choose(struct call *call)
{
    struct run *run = call->run;
    bool none;
    if (!call_is_zero(call, 0, &none))
        return call_interrupted(call);
    if (none) {
        run_end(run, call->state, PATH_SILENT);
        return CALL_ENDED;
    }
    expr_t below = expr_resize(run->exprs, call_term(call, 0), 64);
    expr_t made = state_add_symbolic_value(run, call->state, "klee_choose", 8);
    return give_assumed(call, made, expr_ult(run->exprs, made, below));
}

static expr_t not_zero(struct call *call, uint32_t index)
{
    struct exprs *exprs = call->run->exprs;
    return expr_not(exprs, expr_eq(exprs, call_term(call, index), expr_const(exprs, call->widths[index], 0)));
}

static enum call_outcome suppose(struct call *call, bool quietly)
{
    if (run_assume(call->run, call->state, not_zero(call, 0)))
        return CALL_RETURNS;
    if (call->run->running == call->state && quietly)
        run_end(call->run, call->state, PATH_SILENT);
    else if (call->run->running == call->state)
        run_error(call->run, call->state, ERROR_USER, NULL, "invalid klee_assume call (provably false)");
    return CALL_ENDED;
}

static enum call_outcome assume(struct call *call) { return suppose(call, call->run->options.silent_assume); }

/* Of SV-COMP: a path on which the condition cannot hold is none. */
static enum call_outcome assume_quietly(struct call *call) { return suppose(call, true); }

static enum call_outcome prefer(struct call *call)
{
    struct state *state = call->state;
    expr_t wanted = not_zero(call, 1);
    if (expr_is_const(call->run->exprs, wanted))
        return CALL_RETURNS;
    state->preferences =
        mem_resize(state->preferences, (state->preference_count + 1) * sizeof *state->preferences);
    state->preferences[state->preference_count++] = wanted;
    return CALL_RETURNS;
}

/* The C library's own preferences: only when readable tests are asked for. */
static enum call_outcome prefer_readable(struct call *call)
{
    return call->run->options.readable_inputs ? prefer(call) : CALL_RETURNS;
}

/* long __ramify_environment(const char *name, long least, long most, long otherwise): a number that is
 * another in each run; see runtime/runtime.h */
static enum call_outcome environment(struct call *call)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    char *name;
    if (!access_string(run, call->state, call->arguments[0], 256, &name))
        return call_interrupted(call);
    enum call_outcome outcome = CALL_RETURNS;
    if (run->options.symbolic_environment) {
        expr_t made = state_add_symbolic_value(run, call->state, name, 8);
        outcome = give_assumed(call, made,
                               expr_and(exprs, expr_sle(exprs, call_term(call, 1), made),
                                        expr_sle(exprs, made, call_term(call, 2))));
    } else {
        char *why = text_format("%s: one value of several is taken", name);
        run_partial(run, call->state, why, "--symbolic-environment");
        mem_free(why);
        call_give(call, call->arguments[3]);
    }
    mem_free(name);
    return outcome;
}

const struct builtin builtins_symbolic[] = {
    {"__ramify_environment", "lplll", environment},
    INTRINSIC("make_symbolic", "vpl|p", make_symbolic),
    INTRINSIC("int", "ip", new_int),
    INTRINSIC("range", "iiip", new_in_range),
    INTRINSIC("choose", "ll", choose),
    INTRINSIC("assume", "vl", assume),
    INTRINSIC("prefer_cex", "vpl", prefer),
    INTRINSIC("posix_prefer_cex", "vpl", prefer_readable),
    {"__VERIFIER_assume", "vi", assume_quietly},
    {NULL, NULL, NULL},
};
