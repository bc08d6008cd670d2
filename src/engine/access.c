/* The program's way to memory: every pointer is checked here before a byte
 * moves. A concrete pointer belongs to the object it was made from; a symbolic
 * one is resolved with the solver (`--memory=fork`: a state per target, and
 * one more for the addresses in no object). */
#include "engine/interpret.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/vector.h"
#include "memory/resolve.h"

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
    *concrete = expr_eval(run->exprs, term, state->model);
    /* The model says yes: this state takes it, another one the rest. */
    run_branch(run, state, expr_eq(run->exprs, term, expr_const(run->exprs, width, *concrete)));
    return true;
}

/* ---- what went wrong, in words ---- */

static void describe_object(struct run *run, const struct object *object, struct text *text)
{
    static const char *const names[] = {
        [OBJECT_GLOBAL] = "global",
        [OBJECT_STACK] = "local",
        [OBJECT_HEAP] = "heap",
        [OBJECT_FUNCTION] = "function",
        [OBJECT_VARIADIC] = "variadic argument",
        [OBJECT_FIXED] = "fixed",
    };
    text_add(text, "%s object of %llu bytes", names[object->kind], (unsigned long long)object->size);
    if (object->kind == OBJECT_GLOBAL && object->origin < run->program->global_count)
        text_add(text, " (%s)", run->program->globals[object->origin].name);
    else if (object->kind == OBJECT_FUNCTION)
        text_add(text, " (%s)", run->program->functions[object->origin].name);
    if (object->site != NO_LOCATION) {
        char *where = location_text(run->program, object->site);
        text_add(text, " allocated at %s", where);
        mem_free(where);
    }
}

static void pointer_error(struct run *run, struct state *state, struct value pointer, uint64_t size,
                          bool write)
{
    const char *what = write ? "write" : "read";
    const char *plural = size == 1 ? "" : "s";
    unsigned long long bytes = size;
    const struct object *object =
        value_has_object(pointer) ? object_get(&run->objects, value_object(pointer)) : NULL;
    if (!object) {
        if (pointer.bits < PAGE)
            run_error(run, state, ERROR_NULL_POINTER, NULL,
                      "null pointer: %s of %llu byte%s at address 0x%llx", what, bytes, plural,
                      (unsigned long long)pointer.bits);
        else
            run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                      "out of bounds: %s of %llu byte%s at address 0x%llx, which is in no object", what,
                      bytes, plural, (unsigned long long)pointer.bits);
        return;
    }
    struct text text = {0};
    describe_object(run, object, &text);
    long long offset = (long long)(pointer.bits - object->address);
    bool live = space_is_live(&state->space, object->id);
    if (!live && object->kind == OBJECT_HEAP)
        run_error(run, state, ERROR_USE_AFTER_FREE, NULL,
                  "use after free: %s of %llu byte%s at offset %lld of a freed %s", what, bytes, plural,
                  offset, text_string(&text));
    else if (!live)
        run_error(run, state, ERROR_USE_AFTER_RETURN, NULL,
                  "use after return: %s of %llu byte%s at offset %lld of a dead %s", what, bytes, plural,
                  offset, text_string(&text));
    else if (write && object->constant && (uint64_t)offset < object->size)
        run_error(run, state, ERROR_READ_ONLY, NULL,
                  "write of %llu byte%s to constant memory: offset %lld of a %s", bytes, plural, offset,
                  text_string(&text));
    else if (object->kind == OBJECT_VARIADIC)
        run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                  "out of bounds: %s of %llu byte%s beyond the last variadic argument", what, bytes, plural);
    else
        run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                  "out of bounds: %s of %llu byte%s at offset %lld of a %s", what, bytes, plural, offset,
                  text_string(&text));
    text_release(&text);
}

/* ---- concrete pointers ---- */

/* The object and offset of a concrete pointer, if `size` bytes there may be accessed. */
static const struct object *find_target(struct state *state, struct value pointer, uint64_t size, bool write,
                                        uint64_t *offset)
{
    const struct object *object;
    if (value_has_object(pointer)) {
        object = object_get(state->space.objects, value_object(pointer));
        if (!space_is_live(&state->space, object->id))
            return NULL;
    } else {
        /* an integer that nobody remembers to be a pointer */
        object = space_find(&state->space, pointer.bits, size == 0);
        if (!object)
            return NULL;
    }
    *offset = pointer.bits - object->address;
    if (*offset > object->size || object->size - *offset < size || (write && object->constant && size) ||
        (object->kind == OBJECT_FUNCTION && size))
        return NULL;
    return object;
}

/* ---- symbolic pointers ---- */

/* The one object whose base the pointer is computed from, dead or alive; 0: none or several. */
static uint32_t only_base(struct run *run, expr_t pointer)
{
    struct table seen = {0};
    VECTOR(expr_t) work = {0};
    uint32_t found = 0;
    bool several = false;
    vector_push(&work, pointer);
    while (work.count && !several) {
        expr_t term = vector_pop(&work);
        if (!expr_has_base(run->exprs, term) || (*table_slot(&seen, term, 0))++)
            continue;
        const struct expr_node *node = expr_node(run->exprs, term);
        if (node->kind == EXPR_BASE) {
            several = found && found != node->arg[0];
            found = node->arg[0];
        }
        for (unsigned i = 0; i < expr_children(node->kind); i++)
            vector_push(&work, node->arg[i]);
    }
    vector_release(&work);
    table_release(&seen);
    return several ? 0 : found;
}

/* The state's pointer is in no object: its model says where it is, as seen
 * from the object it might have pointed into. */
static void outside_error(struct run *run, struct state *state, expr_t pointer, const struct targets *targets,
                          uint64_t size, bool write)
{
    uint64_t address = expr_eval(run->exprs, pointer, state->model);
    uint32_t meant = targets->count ? targets->data[0].object : only_base(run, pointer);
    pointer_error(run, state, meant && address >= PAGE ? value_pointer(address, meant) : value_plain(address),
                  size, write);
}

/* Leave this state with one target; others get states of their own, which
 * execute the instruction again. false: the state has ended. */
static bool resolve(struct run *run, struct state *state, expr_t pointer, uint64_t size, bool write,
                    uint32_t *object, expr_t *offset)
{
    struct targets targets = {0};
    double before = clock_seconds();
    resolve_pointer(&state->space, run->chain, state->constraints, state->model, pointer, size, 0, &targets);
    run->resolution_seconds += clock_seconds() - before;

    if (targets.may_fail != VERDICT_NO && targets.count) {
        struct model *model = targets.may_fail == VERDICT_YES ? targets.fail_model : NULL;
        outside_error(run, run_fork(run, state, targets.outside, model), pointer, &targets, size, write);
    }
    if (targets.incomplete)
        log_warning(run->log, "a pointer has targets the solver could not decide about");
    for (size_t i = 1; i < targets.count; i++)
        if (run_may_fork(run, state))
            run_fork(run, state, targets.data[i].inside, targets.data[i].model);
    bool resolved = targets.count > 0;
    if (resolved) {
        struct target *first = &targets.data[0];
        *object = first->object;
        *offset = first->offset;
        if (targets.count > 1 || targets.may_fail != VERDICT_NO) {
            state->depth++;
            state_learn(state, first->inside, first->model);
        }
    } else if (targets.may_fail == VERDICT_UNKNOWN) {
        run_end(run, state, PATH_UNDECIDED);
    } else {
        outside_error(run, state, pointer, &targets, size, write);
    }
    targets_release(&targets);
    if (resolved && object_get(&run->objects, *object)->size > SPACE_ARRAY_LIMIT) {
        uint64_t one; /* an array of that size is beyond any solver: offset by offset */
        fork_value(run, state, value_of(run, *offset), 64, &one);
        *offset = expr_const(run->exprs, 64, one);
    }
    if (resolved && write && object_get(&run->objects, *object)->constant) {
        run_error(run, state, ERROR_READ_ONLY, NULL, "write to constant memory through a symbolic pointer");
        return false;
    }
    return resolved;
}

/* ---- the accesses ---- */

static bool uninitialised(struct run *run, struct state *state, unsigned width)
{
    run_error(run, state, ERROR_UNINITIALISED, NULL, "read of %u bytes that were never written",
              (width + 7) / 8);
    return false;
}

bool access_load(struct run *run, struct state *state, struct value pointer, unsigned width,
                 struct value *result)
{
    uint64_t size = (width + 7) / 8, offset;
    if (value_is_concrete(pointer)) {
        const struct object *object = find_target(state, pointer, size, false, &offset);
        if (unlikely(!object)) {
            pointer_error(run, state, pointer, size, false);
            return false;
        }
        if (space_load(&state->space, &run->windows, object->id, offset, width, result) ==
            ACCESS_UNINITIALISED)
            return uninitialised(run, state, width);
        return true;
    }
    uint32_t object;
    expr_t at;
    if (!resolve(run, state, value_term(pointer), size, false, &object, &at))
        return false;
    if (expr_is_const(run->exprs, at))
        return space_load(&state->space, &run->windows, object, expr_value(run->exprs, at), width, result) ==
                       ACCESS_UNINITIALISED
                   ? uninitialised(run, state, width)
                   : true;
    *result = value_of(run, space_read_symbolic(&state->space, object, at, width));
    return true;
}

bool access_store(struct run *run, struct state *state, struct value pointer, unsigned width,
                  struct value value)
{
    uint64_t size = (width + 7) / 8, offset;
    if (value_is_concrete(pointer)) {
        const struct object *object = find_target(state, pointer, size, true, &offset);
        if (unlikely(!object)) {
            pointer_error(run, state, pointer, size, true);
            return false;
        }
        space_store(&state->space, &run->windows, object->id, offset, width, value);
        return true;
    }
    uint32_t object;
    expr_t at;
    if (!resolve(run, state, value_term(pointer), size, true, &object, &at))
        return false;
    if (expr_is_const(run->exprs, at))
        space_store(&state->space, &run->windows, object, expr_value(run->exprs, at), width, value);
    else
        space_write_symbolic(&state->space, &run->windows, object, at, width, value);
    return true;
}

bool access_object(struct run *run, struct state *state, struct value pointer, uint64_t size, bool write,
                   uint32_t *object, uint64_t *offset)
{
    if (!value_is_concrete(pointer)) {
        expr_t at;
        if (!resolve(run, state, value_term(pointer), size, write, object, &at))
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
        uint64_t character = run_concretise(run, state, byte, 8, "a symbolic string is read by the engine");
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

bool access_move(struct run *run, struct state *state, struct value to, struct value from,
                 struct value length)
{
    uint64_t count, to_offset, from_offset;
    uint32_t to_object, from_object;
    if (is_empty(run, state, length))
        return true;
    if (!make_room(run, state, &from, length, false) || !make_room(run, state, &to, length, true) ||
        !fork_value(run, state, length, 64, &count))
        return false;
    if (!access_object(run, state, from, count, false, &from_object, &from_offset) ||
        !access_object(run, state, to, count, true, &to_object, &to_offset))
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
    if (!make_room(run, state, &to, length, true) || !fork_value(run, state, length, 64, &count) ||
        !access_object(run, state, to, count, true, &object, &offset))
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
    return at->op == OP_FILL ? access_fill(run, state, a, b, length) : access_move(run, state, a, b, length);
}
