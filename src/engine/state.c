/* States and frames: making, sharing, giving back. */
#include "engine/state.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "engine/jump.h"
#include "engine/printed.h"

struct state *state_new(struct exprs *exprs, struct objects *objects)
{
    struct state *state = NEW(struct state);
    space_init(&state->space, exprs, objects);
    state->constraints = constraints_new(exprs);
    state->model = model_new();
    return state;
}

static void *copy_array(const void *from, size_t bytes)
{
    return bytes ? memcpy(mem_alloc(bytes), from, bytes) : NULL;
}

struct state *state_fork(struct state *state)
{
    struct state *child = mem_alloc(sizeof *child);
    *child = *state;
    space_copy(&child->space, &state->space);
    child->top->references++;
    constraints_ref(child->constraints);
    model_ref(child->model);
    child->symbolics = copy_array(state->symbolics, state->symbolic_count * sizeof *state->symbolics);
    child->preferences = copy_array(state->preferences, state->preference_count * sizeof *state->preferences);
    if (child->output)
        child->output->references++;
    if (child->jumps)
        child->jumps->references++;
    trail_ref(child->trail);
    child->covered_new = false; /* what was new is the parent's to show */
    child->search_data = 0;
    return child;
}

/* One reference less; without any, the frame and its hold on its caller go. */
static void frame_unref(struct frame *frame)
{
    while (frame && !--frame->references) {
        struct frame *caller = frame->caller;
        mem_free(frame->objects);
        mem_free(frame);
        frame = caller;
    }
}

static void output_unref(struct output_piece *piece)
{
    while (piece && !--piece->references) {
        struct output_piece *older = piece->older;
        mem_free(piece);
        piece = older;
    }
}

void state_free(struct state *state, struct windows *windows)
{
    windows_flush(windows);
    frame_unref(state->top);
    space_release(&state->space);
    constraints_unref(state->constraints);
    model_unref(state->model);
    mem_free(state->symbolics);
    mem_free(state->preferences);
    output_unref(state->output);
    jump_points_unref(state->jumps);
    trail_unref(state->trail);
    mem_free(state);
}

struct frame *frame_push(struct state *state, const struct function *function, const struct value *constants)
{
    size_t fixed = function->constant_count, all = function->register_count;
    struct frame *frame = mem_alloc(sizeof *frame + all * sizeof(struct value));
    *frame = (struct frame){
        .references = 1,
        .depth = state->top ? state->top->depth + 1 : 1,
        .caller = state->top,
        .function = function,
        .resume = state->pc,
        .result = NO_REGISTER,
    };
    memcpy(frame->registers, constants, fixed * sizeof(struct value));
    memset(frame->registers + fixed, 0, (all - fixed) * sizeof(struct value));
    state->top = frame;
    state->pc = function->code;
    return frame;
}

void frame_pop(struct state *state, struct windows *windows)
{
    struct frame *frame = state->top;
    for (uint32_t i = frame->object_count; i-- > 0;)
        space_discard(&state->space, windows, frame->objects[i]);
    state->top = frame->caller;
    if (frame->references == 1) {
        mem_free(frame->objects);
        mem_free(frame); /* its reference on the caller becomes the state's */
    } else {
        frame->references--;
        if (state->top)
            state->top->references++;
    }
    if (unlikely(state->jumps))
        jump_points_forget(state);
    if (state->top)
        frame_own(state);
}

void frame_own(struct state *state)
{
    struct frame *old = state->top;
    if (likely(old->references == 1))
        return;
    size_t size = sizeof *old + old->function->register_count * sizeof(struct value);
    struct frame *own = memcpy(mem_alloc(size), old, size);
    own->references = 1;
    own->object_capacity = own->object_count;
    own->objects = copy_array(old->objects, old->object_count * sizeof *old->objects);
    if (own->caller)
        own->caller->references++;
    old->references--;
    state->top = own;
}

void frame_adopt(struct frame *frame, uint32_t object)
{
    if (frame->object_count == frame->object_capacity) {
        frame->object_capacity = frame->object_capacity ? 2 * frame->object_capacity : 4;
        frame->objects = mem_resize(frame->objects, frame->object_capacity * sizeof *frame->objects);
    }
    frame->objects[frame->object_count++] = object;
}

uint64_t state_calls(const struct state *state)
{
    enum { FRAMES = 64 }; /* deep recursion must not make every step slow */
    uint64_t hash = 0;
    int left = FRAMES;
    for (const struct frame *frame = state->top; frame && left--; frame = frame->caller) {
        uint64_t site = frame->caller ? (uint64_t)(frame->resume - frame->caller->function->code) : 0;
        hash = hash_mix(hash, hash_mix(frame->function->index, site));
    }
    return hash;
}

void state_output(struct state *state, int stream, const char *bytes, size_t count)
{
    struct output_piece *piece = mem_alloc(sizeof *piece + count);
    piece->references = 1;
    piece->length = (uint32_t)count;
    piece->stream = stream;
    piece->is_symbolic = false;
    piece->symbolic = state->output ? state->output->symbolic : NULL;
    piece->older = state->output;
    memcpy(piece->bytes, bytes, count);
    state->output = piece;
}

void state_mark(const struct state *state, struct objects *objects)
{
    struct exprs *exprs = state->space.exprs;
    for (const struct frame *frame = state->top; frame; frame = frame->caller) {
        for (uint32_t i = 0; i < frame->function->register_count; i++) {
            struct value value = frame->registers[i];
            if (value_is_term(value))
                exprs_mark(exprs, value_term(value));
            else if (value_has_object(value))
                objects_mark(objects, value_object(value));
        }
        for (uint32_t i = 0; i < frame->object_count; i++)
            objects_mark(objects, frame->objects[i]);
    }
    space_mark(&state->space, objects);
    constraints_mark(state->constraints);
    for (uint32_t i = 0; i < state->preference_count; i++)
        exprs_mark(exprs, state->preferences[i]);
    printed_mark(exprs, state->output);
}

void state_check(const struct state *state)
{
    BUG_ON(!state->top);
    const struct function *function = state->top->function;
    BUG_ON(state->pc < function->code || state->pc >= function->code + function->code_count);
    uint32_t depth = state->top->depth;
    for (const struct frame *frame = state->top; frame; frame = frame->caller, depth--) {
        BUG_ON(frame->depth != depth || !frame->references);
        for (uint32_t i = 0; i < frame->function->register_count; i++) {
            struct value value = frame->registers[i];
            BUG_ON(value_is_term(value) && (value.bits || value_has_object(value)));
            BUG_ON(value_is_term(value) && expr_width(state->space.exprs, value_term(value)) <= 64 &&
                   expr_is_const(state->space.exprs, value_term(value)));
        }
    }
    BUG_ON(depth);
    space_check(&state->space);
    if (!state->undecided)
        BUG_ON(!expr_all_true(state->space.exprs, constraints_terms(state->constraints),
                              constraints_count(state->constraints), state->model));
}
