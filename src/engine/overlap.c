/* Do the source and the target of a copy overlap? Objects lie apart: the question is only asked where both
 * pointers may be in the same one. */
#include "engine/overlap.h"

#include "engine/interpret.h"
#include "memory/cases.h"

/* What the program calls it. */
static const char *copier(const struct run *run, const struct state *state)
{
    const char *name = state_library_call(state);
    if (name || state->pc->op != OP_CALL)
        return name ? name : "memcpy";
    uint32_t function = state->top->function->calls[state->pc->a].function;
    return function < run->program->function_count ? run->program->functions[function].name : "memcpy";
}

static void overlap_error(struct run *run, struct state *state, uint64_t to, uint64_t from)
{
    run_error(run, state, ERROR_OVERLAP, NULL, "%s: source and target overlap: they begin %llu bytes apart",
              copier(run, state), (unsigned long long)(to < from ? from - to : to - from));
}

/* from_size bytes at `from` meet to_size bytes at `to`: neither of them ends before the other begins. */
static expr_t meet(struct exprs *exprs, expr_t to, uint64_t to_size, expr_t from, uint64_t from_size,
                   bool same_allowed)
{
    expr_t back = expr_sub(exprs, from, to);
    expr_t inside = expr_ult(exprs, expr_add(exprs, back, expr_const(exprs, 64, from_size - 1)),
                             expr_const(exprs, 64, from_size - 1 + to_size));
    return same_allowed
               ? expr_and(exprs, inside, expr_not(exprs, expr_eq(exprs, back, expr_const(exprs, 64, 0))))
               : inside;
}

/* Is the offset that of an element of an array whose elements have this size? */
static bool is_multiple(struct exprs *exprs, expr_t offset, uint64_t size)
{
    const struct expr_node node = *expr_node(exprs, offset);
    switch (node.kind) {
    case EXPR_CONST:
        return expr_value(exprs, offset) % size == 0;
    case EXPR_MUL:
        return is_multiple(exprs, node.arg[0], size) || is_multiple(exprs, node.arg[1], size);
    case EXPR_SHL:
        return expr_is_const(exprs, node.arg[1]) && expr_value(exprs, node.arg[1]) < 64 &&
               ((uint64_t)1 << expr_value(exprs, node.arg[1])) % size == 0;
    case EXPR_CONCAT: /* a product by a power of two: zeros below */
        return expr_is_const(exprs, node.arg[1]) && expr_width(exprs, node.arg[1]) < 64 &&
               expr_value(exprs, node.arg[1]) == 0 &&
               ((uint64_t)1 << expr_width(exprs, node.arg[1])) % size == 0;
    case EXPR_ADD:
    case EXPR_SUB:
        return is_multiple(exprs, node.arg[0], size) && is_multiple(exprs, node.arg[1], size);
    default:
        return false;
    }
}

static expr_t cases_meet(struct exprs *exprs, const struct pointer_case *to, uint64_t to_size,
                         const struct pointer_case *from, uint64_t from_size, bool same_allowed)
{
    if (to->object != from->object || (same_allowed && is_multiple(exprs, to->offset, to_size) &&
                                       is_multiple(exprs, from->offset, to_size)))
        return expr_bool(exprs, false);
    return expr_and(exprs, expr_and(exprs, to->guard, from->guard),
                    meet(exprs, to->offset, to_size, from->offset, from_size, same_allowed));
}

static expr_t terms_meet(struct exprs *exprs, expr_t to, uint64_t to_size, expr_t from, uint64_t from_size,
                         bool same_allowed)
{
    struct pointer_cases targets, sources;
    if (!pointer_cases(exprs, to, &targets))
        return meet(exprs, to, to_size, from, from_size, same_allowed);
    if (!pointer_cases(exprs, from, &sources)) {
        pointer_cases_release(&targets);
        return meet(exprs, to, to_size, from, from_size, same_allowed);
    }
    expr_t any = expr_bool(exprs, false);
    for (size_t i = 0; i < targets.count; i++)
        for (size_t k = 0; k < sources.count; k++)
            any = expr_or(
                exprs, any,
                cases_meet(exprs, &targets.data[i], to_size, &sources.data[k], from_size, same_allowed));
    pointer_cases_release(&targets);
    pointer_cases_release(&sources);
    return any;
}

bool overlap_check(struct run *run, struct state *state, struct value to, uint64_t to_size, struct value from,
                   uint64_t from_size, bool same_allowed)
{
    if (!to_size || !from_size)
        return true;
    if (value_is_concrete(to) && value_is_concrete(from)) {
        if (from.bits - to.bits + from_size - 1 >= from_size - 1 + to_size ||
            (same_allowed && from.bits == to.bits))
            return true;
        overlap_error(run, state, to.bits, from.bits);
        return false;
    }
    expr_t to_term = term_of(run, to, 64), from_term = term_of(run, from, 64);
    expr_t bad = terms_meet(run->exprs, to_term, to_size, from_term, from_size, same_allowed);
    if (expr_is_false(run->exprs, bad))
        return true;
    struct branches sides = run_branch(run, state, bad);
    if (sides.yes)
        overlap_error(run, sides.yes, expr_eval(run->exprs, to_term, sides.yes->model),
                      expr_eval(run->exprs, from_term, sides.yes->model));
    return sides.no == state;
}
