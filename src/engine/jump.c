/* The jmp_buf holds the number of a jump point of the state; a point dies with
 * its frame. Registers are as they are when longjmp is called, which is what C
 * promises for variables that did not change and leaves open for others. */
#include "engine/jump.h"

#include "base/alloc.h"
#include "engine/adapt.h"
#include "engine/interpret.h"
#include "engine/landing.h"

void jump_points_unref(struct jump_point *point)
{
    while (point && !--point->references) {
        struct jump_point *older = point->older;
        mem_free(point);
        point = older;
    }
}

void jump_points_forget(struct state *state)
{
    uint32_t depth = state->top ? state->top->depth : 0;
    while (state->jumps && state->jumps->depth > depth) {
        struct jump_point *gone = state->jumps;
        state->jumps = gone->older;
        if (state->jumps)
            state->jumps->references++;
        jump_points_unref(gone);
    }
}

enum call_outcome jump_set(struct call *call)
{
    struct state *state = call->state;
    if (call->site == &no_call_site) {
        run_error(call->run, state, ERROR_UNSUPPORTED, NULL, "%s is called when the program ends",
                  call->name);
        return CALL_ENDED;
    }
    struct jump_point *older = state->jumps;
    struct jump_point *point = mem_alloc(sizeof *point);
    *point = (struct jump_point){
        .references = 1,
        .id = older ? older->id + 1 : 1,
        .depth = state->top->depth,
        .resume = call->at + 1,
        .older = older,
    };
    if (!access_store(call->run, state, call->arguments[0], 64, value_plain(point->id))) {
        mem_free(point);
        return call_interrupted(call);
    }
    state->jumps = point; /* the state's reference on the older ones becomes the point's */
    return CALL_RETURNS;
}

/* The point that the word of a jmp_buf names. */
static enum landing find_point(struct run *run, struct state *state, struct value id,
                               const struct jump_point **point)
{
    size_t count = 0, which = 0;
    for (*point = state->jumps; *point; *point = (*point)->older, count++)
        if (value_is_plain(id) && (*point)->id == id.bits)
            return LANDS;
    if (value_is_concrete(id))
        return LANDS_NOWHERE;
    struct value *places = mem_alloc((count + 1) * sizeof *places);
    count = 0;
    for (*point = state->jumps; *point; *point = (*point)->older)
        places[count++] = value_plain((*point)->id);
    enum landing landing = land(run, state, value_term(id), places, count, &which);
    mem_free(places);
    for (*point = state->jumps; landing == LANDS && which--;)
        *point = (*point)->older;
    return landing;
}

enum call_outcome jump_long(struct call *call)
{
    struct run *run = call->run;
    struct state *state = call->state;
    struct value id, value = call->arguments[1];
    if (!access_load(run, state, call->arguments[0], 64, &id))
        return call_interrupted(call);
    const struct jump_point *point;
    enum landing landing = find_point(run, state, id, &point);
    if (landing == LANDS_LATER)
        return call_interrupted(call);
    if (landing == LANDS_NOWHERE) {
        run_error(run, state, ERROR_BAD_CALL, NULL, "longjmp to a place whose function has returned");
        return CALL_ENDED;
    }
    if (value_is_term(value)) { /* 0 arrives as 1 */
        struct exprs *exprs = run->exprs;
        expr_t one = expr_const(exprs, 32, 1), term = value_term(value);
        value = value_of(run, expr_ite(exprs, expr_eq(exprs, term, expr_const(exprs, 32, 0)), one, term));
    } else if (!value.bits) {
        value = value_plain(1);
    }
    struct jump_point to = *point; /* popping frames may drop newer points */
    while (state->top->depth > to.depth)
        frame_pop(state, &run->windows);
    give_call_result(run, state, to.resume - 1, &convention_int_pointers, value);
    state->pc = to.resume;
    return CALL_ENDED;
}
