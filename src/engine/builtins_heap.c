/* The malloc family. An object is never reused nor moved in place: realloc
 * always gives a new one, so that stale pointers are found out.
 *
 * A symbolic size is decided: small sizes first, each possible size becomes a
 * state of its own; sizes above HUGE_SIZE are refused with NULL, as malloc may. */
#include "engine/builtins.h"

#include "engine/contexts.h"
#include "engine/dereference.h"
#include "engine/placement.h"
#include "expr/eval.h"

#define HUGE_SIZE ((uint64_t)1 << 31)
#define ADDRESS_SPACE ((uint64_t)1 << 47) /* of a process natively */

enum { USUAL_ALIGNMENT = 16, SMALL_SIZE = 128 };

/* The size under the state's model, after replacing the model by others in
 * which the size is at most half, until there is none or it is small enough.
 * The chosen size is then what the model says, so the state itself goes on
 * with it and the state for all other sizes waits its turn. */
static uint64_t small_size(struct call *call, expr_t term)
{
    struct exprs *exprs = call->run->exprs;
    struct state *state = call->state;
    uint64_t size = run_choose(call->run, state, term);
    while (size > SMALL_SIZE) {
        struct model *smaller = NULL;
        expr_t half = expr_ule(exprs, term, expr_const(exprs, expr_width(exprs, term), size / 2));
        if (chain_may(call->run->chain, state->constraints, half, state->model, 1, &smaller) != VERDICT_YES)
            break;
        struct model *model = model_copy(state->model);
        model_overlay(model, smaller);
        model_unref(smaller);
        model_unref(state->model);
        state->model = model;
        size = expr_eval(exprs, term, model);
    }
    return size;
}

/* No machine gives what has no room among its addresses; smaller sizes a machine might give. */
static void say_refused(struct call *call, expr_t size)
{
    struct exprs *exprs = call->run->exprs;
    struct state *state = call->state;
    expr_t possible = expr_ult(exprs, size, expr_const(exprs, expr_width(exprs, size), ADDRESS_SPACE));
    possible = constraints_simplify(state->constraints, possible);
    if (expr_is_false(exprs, possible) ||
        (!expr_eval(exprs, possible, state->model) &&
         chain_may(call->run->chain, state->constraints, possible, state->model, 1, NULL) == VERDICT_NO))
        return;
    run_partial(call->run, state, "an allocation of more than 2 GiB is refused: it returns NULL", NULL);
}

/* The size of a new object; *refused: NULL is to be returned. */
static bool decide_size(struct call *call, expr_t term, uint64_t *size, bool *refused)
{
    struct exprs *exprs = call->run->exprs;
    unsigned width = expr_width(exprs, term);
    term = constraints_simplify(call->state->constraints, term);
    if (!call_branch(call, expr_ult(exprs, expr_const(exprs, width, HUGE_SIZE), term), refused))
        return false;
    if (*refused) {
        say_refused(call, term);
        return true;
    }
    if (expr_is_const(exprs, term)) {
        *size = expr_value(exprs, term);
        return true;
    }
    *size = small_size(call, term);
    bool chosen;
    return call_branch(call, expr_eq(exprs, term, expr_const(exprs, width, *size)), &chosen) && chosen;
}

/* The argument as a size of 64 bits. */
static expr_t size_term(struct call *call, uint32_t index)
{
    return expr_resize(call->run->exprs, call_term(call, index), 64);
}

/* The product of two arguments; *overflow: it has no place in 64 bits. */
static bool product(struct call *call, uint32_t first, expr_t *result, bool *overflow)
{
    struct exprs *exprs = call->run->exprs;
    expr_t wide = expr_mul(exprs, expr_zext(exprs, size_term(call, first), 128),
                           expr_zext(exprs, size_term(call, first + 1), 128));
    *result = expr_extract(exprs, wide, 0, 64);
    expr_t none = expr_eq(exprs, expr_extract(exprs, wide, 64, 64), expr_const(exprs, 64, 0));
    if (!call_branch(call, none, overflow))
        return false;
    *overflow = !*overflow;
    return true;
}

/* NULL: none could be had; the program is told so. */
static const struct object *allocate(struct call *call, uint64_t size, uint64_t alignment, bool zeroed)
{
    struct state *state = call->state;
    const struct function *function = state->top->function;
    uint32_t origin = function->first_instruction + (uint32_t)(call->at - function->code);
    if (alignment < USUAL_ALIGNMENT)
        alignment = USUAL_ALIGNMENT;
    const struct object *made = space_allocate(&state->space, OBJECT_HEAP, size, (uint32_t)alignment, origin,
                                               state_location(call->run, state), zeroed);
    if (made)
        placement_note(call->run->placement, state, made);
    if (made && call->run->options.use_contexts)
        state->space.objects->by_id[made->id]->context =
            context_here(state, call->run->options.context_depth);
    if (!made)
        run_partial(call->run, state, "out of addresses: an allocation returns NULL", NULL);
    return made;
}

static enum call_outcome give_object(struct call *call, const struct object *made)
{
    call_give(call, made ? value_pointer(made->address, made->id) : value_plain(0));
    return CALL_RETURNS;
}

/* --null-on-zero-malloc; the operating system inside, which asks by a name of its own, is not meant. */
static bool gives_nothing(const struct call *call, uint64_t size)
{
    return !size && call->run->options.null_on_zero_malloc && call->name[0] != '_';
}

static enum call_outcome give_new(struct call *call, expr_t size_wanted, uint64_t alignment, bool zeroed)
{
    uint64_t size;
    bool refused;
    if (!decide_size(call, size_wanted, &size, &refused))
        return call_interrupted(call);
    return give_object(call,
                       refused || gives_nothing(call, size) ? NULL : allocate(call, size, alignment, zeroed));
}

static enum call_outcome answer_malloc(struct call *call)
{
    struct value size = call->arguments[0];
    if (value_is_concrete(size) && size.bits <= HUGE_SIZE && size.bits)
        return give_object(call, allocate(call, size.bits, USUAL_ALIGNMENT, false));
    return give_new(call, size_term(call, 0), USUAL_ALIGNMENT, false);
}

/* void *__ramify_given(size_t size): memory that the program finds when it starts */
static enum call_outcome answer_given(struct call *call)
{
    const struct object *made =
        allocate(call, call_peek(call, call->arguments[0], 64), USUAL_ALIGNMENT, false);
    if (made)
        call->run->objects.by_id[made->id]->context = CONTEXT_GIVEN;
    return give_object(call, made);
}

static enum call_outcome answer_calloc(struct call *call)
{
    expr_t size;
    bool overflow;
    if (!product(call, 0, &size, &overflow))
        return call_interrupted(call);
    return overflow ? give_object(call, NULL) : give_new(call, size, USUAL_ALIGNMENT, true);
}

/* A heap object that may be freed now; the state ends if it is none. */
static bool freeable(struct call *call, uint32_t index, uint32_t *object)
{
    static const struct misuse misuse = {"invalid free", "double free of", ERROR_DOUBLE_FREE,
                                         ERROR_INVALID_FREE};
    struct run *run = call->run;
    if (!call_object(call, index, &misuse, object))
        return false;
    const struct object *found = object_get(&run->objects, *object);
    bool given = found->context == CONTEXT_GIVEN && call->name[0] != '_'; /* the system inside may */
    if (found->kind != OBJECT_HEAP || given) {
        const char *what = given                            ? "the program's arguments or environment, "
                                                              "which malloc did not return"
                           : found->kind == OBJECT_STACK    ? "a local variable"
                           : found->kind == OBJECT_FUNCTION ? "a function"
                           : found->kind == OBJECT_GLOBAL   ? "a global variable"
                                                            : "memory that malloc did not return";
        run_error(run, call->state, ERROR_INVALID_FREE, NULL, "invalid free: free of %s", what);
        return false;
    }
    return true;
}

static enum call_outcome answer_free(struct call *call)
{
    bool nothing;
    uint32_t object;
    if (!call_is_zero(call, 0, &nothing))
        return call_interrupted(call);
    if (nothing)
        return CALL_RETURNS;
    if (!freeable(call, 0, &object))
        return call_interrupted(call);
    space_free(&call->state->space, &call->run->windows, object);
    return CALL_RETURNS;
}

/* realloc to `size_wanted` bytes of the pointer that is argument 0 */
static enum call_outcome resize(struct call *call, expr_t size_wanted)
{
    struct space *space = &call->state->space;
    struct windows *windows = &call->run->windows;
    bool fresh, refused;
    uint32_t old = 0;
    uint64_t size;
    if (!call_is_zero(call, 0, &fresh) || (!fresh && !freeable(call, 0, &old)) ||
        !decide_size(call, size_wanted, &size, &refused))
        return call_interrupted(call);
    if (refused)
        return give_object(call, NULL);
    if (!fresh && !size)
        space_free(space, windows, old);
    if (!size && (!fresh || gives_nothing(call, size)))
        return give_object(call, NULL);
    const struct object *made = allocate(call, size, USUAL_ALIGNMENT, false);
    if (made && !fresh) {
        uint64_t before = object_get(&call->run->objects, old)->size;
        space_move(space, windows, made->id, 0, old, 0, before < size ? before : size);
        space_free(space, windows, old);
    }
    return give_object(call, made);
}

static enum call_outcome answer_realloc(struct call *call) { return resize(call, size_term(call, 1)); }

static enum call_outcome answer_reallocarray(struct call *call)
{
    expr_t size;
    bool overflow;
    if (!product(call, 1, &size, &overflow))
        return call_interrupted(call);
    return overflow ? give_object(call, NULL) : resize(call, size);
}

static bool usable_alignment(uint64_t alignment)
{
    return alignment && !(alignment & (alignment - 1)) && alignment <= HUGE_SIZE;
}

/* memalign, aligned_alloc (alignment, size) */
static enum call_outcome answer_memalign(struct call *call)
{
    uint64_t alignment;
    if (!call_decide(call, 0, &alignment))
        return call_interrupted(call);
    return usable_alignment(alignment) ? give_new(call, size_term(call, 1), alignment, false)
                                       : give_object(call, NULL);
}

static enum call_outcome answer_valloc(struct call *call)
{
    return give_new(call, size_term(call, 0), PAGE, false);
}

/* int posix_memalign(void **result, size_t alignment, size_t size) */
static enum call_outcome answer_posix_memalign(struct call *call)
{
    enum { INVALID = 22, NO_MEMORY = 12 };
    struct run *run = call->run;
    uint64_t alignment, size, offset;
    uint32_t target;
    bool refused;
    if (!call_decide(call, 1, &alignment))
        return call_interrupted(call);
    if (!usable_alignment(alignment) || alignment % sizeof(void *)) {
        call_give(call, value_plain(INVALID));
        return CALL_RETURNS;
    }
    if (!decide_size(call, size_term(call, 2), &size, &refused) ||
        !access_object(run, call->state, call->arguments[0], sizeof(void *), true, &target, &offset))
        return call_interrupted(call);
    const struct object *made = refused ? NULL : allocate(call, size, alignment, false);
    if (!made) {
        call_give(call, value_plain(NO_MEMORY));
        return CALL_RETURNS;
    }
    space_store(&call->state->space, &run->windows, target, offset, 64,
                value_pointer(made->address, made->id));
    call_give(call, value_plain(0));
    return CALL_RETURNS;
}

static enum call_outcome answer_usable_size(struct call *call)
{
    bool nothing;
    uint32_t object;
    if (!call_is_zero(call, 0, &nothing) || (!nothing && !freeable(call, 0, &object)))
        return call_interrupted(call);
    call_give(call, value_plain(nothing ? 0 : object_get(&call->run->objects, object)->size));
    return CALL_RETURNS;
}

const struct builtin builtins_heap[] = {
    {"malloc", "pl", answer_malloc},
    {"calloc", "pll", answer_calloc},
    {"realloc", "ppl", answer_realloc},
    {"reallocarray", "ppll", answer_reallocarray},
    {"free", "vp", answer_free},
    {"cfree", "vp", answer_free},
    {"memalign", "pll", answer_memalign},
    {"aligned_alloc", "pll", answer_memalign},
    {"posix_memalign", "ipll", answer_posix_memalign},
    {"valloc", "pl", answer_valloc},
    {"pvalloc", "pl", answer_valloc},
    {"malloc_usable_size", "lp", answer_usable_size},
    /* of the operating system inside, whatever malloc the program has */
    {"__ramify_malloc", "pl", answer_malloc},
    {"__ramify_given", "pl", answer_given},
    {"__ramify_memalign", "pll", answer_memalign},
    {"__ramify_free", "vp", answer_free},
    {NULL, NULL, NULL},
};
