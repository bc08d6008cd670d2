/* The program's way to memory: every pointer is checked here before a byte
 * moves. A concrete pointer belongs to the object it was made from; what a
 * symbolic one does is dereference.c's business. */
#include "engine/dereference.h"

#include "base/alloc.h"
#include "base/text.h"
#include "engine/memory_check.h"
#include "engine/overlap.h"
#include "expr/eval.h"
#include "expr/support.h"

enum { MOST_AT_ONCE = 64 }; /* bytes that are copied as one value */

bool check_never(struct run *run, struct state *state, expr_t bad, enum error_kind kind, const char *message)
{
    struct branches sides = run_branch(run, state, bad);
    if (sides.yes)
        run_error(run, sides.yes, kind, NULL, "%s", message);
    return sides.no == state;
}

bool fork_value(struct run *run, struct state *state, struct value value, unsigned width, uint64_t *concrete)
{
    *concrete = value.bits;
    if (value_is_concrete(value))
        return true;
    expr_t term = value_term(value);
    *concrete = run_choose(run, state, term);
    /* The model says yes: this state takes it, another one the rest. */
    run_branch(run, state, expr_eq(run->exprs, term, expr_const(run->exprs, width, *concrete)));
    return true;
}

/* ---- concrete pointers ---- */

/* What is made of the addresses of several objects, and of no input, is a number: its object is the one that
 * lies there. */
static struct value settled(struct run *run, const struct state *state, struct value pointer)
{
    if (value_is_concrete(pointer))
        return pointer;
    expr_t term = value_term(pointer);
    return expr_has_base(run->exprs, term) && !expr_support(run->exprs, term)->count
               ? value_plain(expr_eval(run->exprs, term, state->model))
               : pointer;
}

/* With --pointers=numbers what leaves one object and meets another is in that other one. */
static const struct object *object_of(struct state *state, struct value pointer, uint64_t size)
{
    const struct object *object, *met;
    if (!value_has_object(pointer)) /* an integer that nobody remembers to be a pointer */
        return space_find(&state->space, pointer.bits, size == 0);
    object = object_get(state->space.objects, value_object(pointer));
    if (!space_is_live(&state->space, object->id))
        return NULL;
    bool left = state->space.objects->as_numbers && pointer.bits - object->address >= object->size;
    return left && (met = space_find(&state->space, pointer.bits, size == 0)) ? met : object;
}

/* The object and offset of a concrete pointer, if `size` bytes there may be accessed. */
static const struct object *find_target(struct state *state, struct value pointer, uint64_t size, bool write,
                                        uint64_t *offset)
{
    const struct object *object = object_of(state, pointer, size);
    if (!object)
        return NULL;
    *offset = pointer.bits - object->address;
    if (*offset > object->size || object->size - *offset < size || (write && object->constant && size) ||
        (object->kind == OBJECT_FUNCTION && size))
        return NULL;
    return object;
}

/* ---- the accesses ---- */

bool access_load(struct run *run, struct state *state, struct value pointer, unsigned width,
                 struct value *result)
{
    uint64_t size = (width + 7) / 8, offset;
    pointer = settled(run, state, pointer);
    if (value_is_concrete(pointer)) {
        const struct object *object = find_target(state, pointer, size, false, &offset);
        if (unlikely(!object)) {
            pointer_error(run, state, pointer, size, false);
            return false;
        }
        if (space_load(&state->space, &run->windows, object->id, offset, width, result) ==
            ACCESS_UNINITIALISED)
            return uninitialised_error(run, state, width);
    } else if (!dereference_load(run, state, value_term(pointer), width, result)) {
        return false;
    }
    memory_check_loaded(run, state, pointer, width, *result);
    return true;
}

bool access_store(struct run *run, struct state *state, struct value pointer, unsigned width,
                  struct value value)
{
    uint64_t size = (width + 7) / 8, offset;
    pointer = settled(run, state, pointer);
    if (value_is_concrete(pointer)) {
        const struct object *object = find_target(state, pointer, size, true, &offset);
        if (unlikely(!object)) {
            pointer_error(run, state, pointer, size, true);
            return false;
        }
        space_store(&state->space, &run->windows, object->id, offset, width, value);
        return true;
    }
    return dereference_store(run, state, value_term(pointer), width, value);
}

bool access_object(struct run *run, struct state *state, struct value pointer, uint64_t size, bool write,
                   uint32_t *object, uint64_t *offset)
{
    pointer = settled(run, state, pointer);
    if (!value_is_concrete(pointer)) {
        expr_t at;
        if (!dereference_object(run, state, value_term(pointer), size, write, NULL, object, &at))
            return false;
        return fork_value(run, state, value_of(run, at), 64, offset);
    }
    const struct object *found = find_target(state, pointer, size, write, offset);
    if (!found) {
        pointer_error(run, state, pointer, size, write);
        return false;
    }
    *object = found->id;
    return true;
}

bool access_string(struct run *run, struct state *state, struct value pointer, size_t limit, char **string)
{
    return access_text(run, state, pointer, limit, NULL, string);
}

bool access_text(struct run *run, struct state *state, struct value pointer, size_t limit, const char *help,
                 char **string)
{
    struct text text = {0};
    uint32_t object;
    uint64_t offset;
    for (size_t i = 0; i < limit; i++) {
        struct value at = pointer, byte;
        if (!value_is_concrete(pointer) || i == 0) {
            if (!access_object(run, state, pointer, 1, false, &object, &offset)) {
                text_release(&text);
                return false;
            }
            pointer = value_pointer(object_get(&run->objects, object)->address + offset, object);
        }
        at = pointer;
        at.bits += i;
        if (!access_load(run, state, at, 8, &byte)) {
            text_release(&text);
            return false;
        }
        uint64_t character = run_concretise(run, state, byte, 8,
                                            "the engine reads a symbolic string: one value is taken", help);
        if (!character)
            break;
        text_add_char(&text, (char)character);
    }
    *string = mem_string(text_string(&text));
    text_release(&text);
    return true;
}

/* ---- the instructions ---- */

bool step_load(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct value pointer = *reg(state, at->a);
    if (at->b)
        pointer =
            value_is_concrete(pointer)
                ? (struct value){pointer.bits + (uint64_t)(int64_t)(int32_t)at->b, pointer.tag}
                : value_of(run, expr_add(run->exprs, value_term(pointer),
                                         expr_const(run->exprs, 64, (uint64_t)(int64_t)(int32_t)at->b)));
    struct windows *windows = &run->windows;
    if (value_has_object(pointer) && at->width <= 64 &&
        space_window(&state->space, windows, pointer, false)) {
        struct value word;
        if (at->width == 64 && window_load_word(windows, pointer, &word)) {
            *reg(state, at->dst) = word;
            return true;
        }
        unsigned size = (at->width + 7u) / 8;
        const uint8_t *bytes = window_read(windows, pointer, size);
        if (bytes) {
            uint64_t bits = 0;
            memcpy(&bits, bytes, size);
            *reg(state, at->dst) = value_plain(bits & width_mask(at->width));
            return true;
        }
    }
    struct value result;
    if (!access_load(run, state, pointer, at->width, &result))
        return false;
    *reg(state, at->dst) = result;
    return true;
}

bool step_store(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct value pointer = *reg(state, at->a);
    if (at->c)
        pointer =
            value_is_concrete(pointer)
                ? (struct value){pointer.bits + (uint64_t)(int64_t)(int32_t)at->c, pointer.tag}
                : value_of(run, expr_add(run->exprs, value_term(pointer),
                                         expr_const(run->exprs, 64, (uint64_t)(int64_t)(int32_t)at->c)));
    struct value value = *reg(state, at->b);
    struct windows *windows = &run->windows;
    if (value_has_object(pointer) && value_is_concrete(value) &&
        space_window(&state->space, windows, pointer, true)) {
        if (at->width == 64 && window_store_word(windows, pointer, value))
            return true;
        unsigned size = (at->width + 7u) / 8;
        uint8_t *bytes = value.tag ? NULL : window_write(windows, pointer, size);
        if (bytes) {
            memcpy(bytes, &value.bits, size);
            return true;
        }
    }
    return access_store(run, state, pointer, at->width, value);
}

/* A symbolic length is cut to what the object has room for, the rest is one
 * error; only then is every length a state of its own. */
static bool make_room(struct run *run, struct state *state, struct value *pointer, struct value length,
                      bool write)
{
    uint32_t object;
    uint64_t offset;
    if (value_is_concrete(length))
        return true;
    if (!access_object(run, state, *pointer, 1, write, &object, &offset))
        return false;
    const struct object *target = object_get(&run->objects, object);
    *pointer = value_pointer(target->address + offset, object);
    expr_t room = expr_const(run->exprs, 64, target->size - offset);
    struct branches sides = run_branch(run, state, expr_ult(run->exprs, room, value_term(length)));
    if (sides.yes)
        pointer_error(run, sides.yes, *pointer, expr_eval(run->exprs, value_term(length), sides.yes->model),
                      write);
    return sides.no == state;
}

/* Is there nothing to do? A symbolic length is decided to be zero or not. */
static bool is_empty(struct run *run, struct state *state, struct value length)
{
    if (value_is_concrete(length))
        return !length.bits;
    expr_t zero = expr_const(run->exprs, 64, 0);
    return run_branch(run, state, expr_eq(run->exprs, value_term(length), zero)).yes == state;
}

/* Few bytes through a pointer with several targets or places are one value: it is
 * read and written as the memory model has it, and no target is a state of its own.
 * Bytes that were never written would not stay so. */
static bool is_one_value(const struct run *run, struct value pointer, uint64_t count)
{
    return !value_is_concrete(pointer) && count <= MOST_AT_ONCE && run->options.memory != MEMORY_FORK &&
           !run->options.check_uninit;
}

bool access_copy(struct run *run, struct state *state, struct value to, struct value from,
                 struct value length, bool may_overlap)
{
    uint64_t count, to_offset, from_offset;
    uint32_t to_object, from_object;
    if (is_empty(run, state, length))
        return true;
    if (!make_room(run, state, &from, length, false) || !make_room(run, state, &to, length, true) ||
        !fork_value(run, state, length, 64, &count))
        return false;
    if (is_one_value(run, from, count) || is_one_value(run, to, count)) {
        struct value bytes;
        return (may_overlap || overlap_check(run, state, to, count, from, count, true)) &&
               access_load(run, state, from, 8 * (unsigned)count, &bytes) &&
               access_store(run, state, to, 8 * (unsigned)count, bytes);
    }
    if (!access_object(run, state, from, count, false, &from_object, &from_offset) ||
        !access_object(run, state, to, count, true, &to_object, &to_offset))
        return false;
    if (!may_overlap && from_object == to_object &&
        !overlap_check(run, state, value_plain(to_offset), count, value_plain(from_offset), count, true))
        return false;
    space_move(&state->space, &run->windows, to_object, to_offset, from_object, from_offset, count);
    return true;
}

bool access_fill(struct run *run, struct state *state, struct value to, struct value byte,
                 struct value length)
{
    uint64_t count, offset;
    uint32_t object;
    if (is_empty(run, state, length))
        return true;
    if (!make_room(run, state, &to, length, true) || !fork_value(run, state, length, 64, &count))
        return false;
    if (is_one_value(run, to, count)) {
        expr_t one = term_of(run, byte, 8), all = one;
        for (uint64_t i = 1; i < count; i++)
            all = expr_concat(run->exprs, one, all);
        return access_store(run, state, to, 8 * (unsigned)count, value_of(run, all));
    }
    if (!access_object(run, state, to, count, true, &object, &offset))
        return false;
    space_fill(&state->space, &run->windows, object, offset, count, byte);
    return true;
}

/* Bytes from the pointer to the end of its object; 0 or -1 where nobody knows. */
static void object_size(struct run *run, struct state *state, const struct instruction *at)
{
    struct value pointer = *reg(state, at->a);
    uint64_t offset, size = at->c & 1 ? 0 : width_mask(at->width);
    const struct object *object = value_is_concrete(pointer) && value_has_object(pointer)
                                      ? find_target(state, pointer, 0, false, &offset)
                                      : NULL;
    if (object)
        size = object->size - offset;
    *reg(state, at->dst) = value_plain(size & width_mask(at->width));
}

/* The length operand may be narrower than 64 bits; it is zero-extended. */
static struct value length_of(struct run *run, struct value length)
{
    return value_is_term(length) ? value_of(run, expr_zext(run->exprs, value_term(length), 64)) : length;
}

bool step_memory(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    if (at->op == OP_OBJECT_SIZE) {
        object_size(run, state, at);
        return true;
    }
    struct value a = *reg(state, at->a), b = *reg(state, at->b), length = length_of(run, *reg(state, at->c));
    return at->op == OP_FILL ? access_fill(run, state, a, b, length)
                             : access_copy(run, state, a, b, length, at->op == OP_MOVE_MEMORY);
}
