/* Intrinsics that look at a value: is it symbolic, an example of it, its
 * range, its term. None of them constrains the path or forks it. */
#include "engine/builtins.h"

#include "base/text.h"
#include "expr/eval.h"
#include "expr/print.h"

/* klee_get_value…: what the present model says, also for float and double */
static enum call_outcome get_value(struct call *call)
{
    struct value value = call->arguments[0];
    if (value_is_concrete(value))
        call_give(call, value);
    else
        call_give_term(call, expr_eval_term(call->run->exprs, value_term(value), call->state->model));
    return CALL_RETURNS;
}

/* The argument under what the path has fixed. */
static expr_t known_term(struct call *call, uint32_t index)
{
    return constraints_simplify(call->state->constraints, call_term(call, index));
}

static enum call_outcome is_symbolic(struct call *call)
{
    bool symbolic =
        value_is_term(call->arguments[0]) && !expr_is_const(call->run->exprs, known_term(call, 0));
    call_give(call, value_plain(symbolic));
    return CALL_RETURNS;
}

/* klee_print_expr(const char *message, value): said once per call executed */
static enum call_outcome print_expr(struct call *call)
{
    char *message;
    if (!access_string(call->run, call->state, call->arguments[0], 4096, &message))
        return call_interrupted(call);
    struct text text = {0};
    expr_print_kquery(call->run->exprs, &text, known_term(call, 1));
    log_message(call->run->log, "%s:%s", message, text_string(&text));
    text_release(&text);
    mem_free(message);
    return CALL_RETURNS;
}

/* The least value at or above `low` for which the path is feasible, or the
 * greatest at or below `high`: by bisection over what the solver allows.
 * false: the solver could not say. */
static bool extreme(struct call *call, expr_t term, uint64_t example, bool least, uint64_t *found)
{
    struct exprs *exprs = call->run->exprs;
    unsigned width = expr_width(exprs, term);
    uint64_t low = least ? 0 : example, high = least ? example : width_mask(width);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        expr_t bound = expr_const(exprs, width, middle);
        expr_t below = expr_ule(exprs, term, bound);
        enum verdict verdict = chain_may(call->run->chain, call->state->constraints,
                                         least ? below : expr_not(exprs, below), call->state->model, 1, NULL);
        if (verdict == VERDICT_UNKNOWN)
            return false;
        if ((verdict == VERDICT_YES) == least)
            high = middle;
        else
            low = middle + 1;
    }
    *found = low;
    return true;
}

/* klee_print_range(const char *name, value) */
static enum call_outcome print_range(struct call *call)
{
    char *name;
    if (!access_string(call->run, call->state, call->arguments[0], 4096, &name))
        return call_interrupted(call);
    struct exprs *exprs = call->run->exprs;
    struct text text = {0};
    expr_t term = known_term(call, 1);
    uint64_t low, high, example;
    expr_print_kquery(exprs, &text, term);
    if (expr_width(exprs, term) > 64)
        log_message(call->run->log, "%s:%s", name, text_string(&text));
    else if (expr_is_const(exprs, term))
        log_message(call->run->log, "%s:%s == %llu", name, text_string(&text),
                    (unsigned long long)expr_value(exprs, term));
    else {
        example = expr_eval(exprs, term, call->state->model);
        if (extreme(call, term, example, true, &low) && extreme(call, term, example, false, &high))
            log_message(call->run->log, "%s:%s in [%llu, %llu]", name, text_string(&text),
                        (unsigned long long)low, (unsigned long long)high);
        else
            log_message(call->run->log, "%s:%s, range not decided by the solver", name, text_string(&text));
    }
    text_release(&text);
    mem_free(name);
    return CALL_RETURNS;
}

const struct builtin builtins_value[] = {
    INTRINSIC("get_value*", "?x", get_value),   INTRINSIC("is_symbolic", "il", is_symbolic),
    INTRINSIC("print_expr", "vpx", print_expr), INTRINSIC("print_range", "vpx", print_range),
    {"__ramify_peek", "ll", get_value},         {NULL, NULL, NULL},
};
