/* What the program prints, and what it wants said in the run's log.
 *
 * Printed text belongs to the path. Symbolic bytes are shown as the state's
 * model has them: printing neither forks nor constrains. */
#include "engine/builtins.h"

#include "base/text.h"
#include "expr/eval.h"

#include <string.h>

enum { TEXT_LIMIT = 1 << 20 };

/* Where the pointer points under the model; NULL if nowhere. */
static const struct object *peek_object(struct call *call, uint32_t index, uint64_t *offset)
{
    struct value pointer = call->arguments[index];
    struct state *state = call->state;
    const struct object *object;
    if (value_has_object(pointer))
        object = space_is_live(&state->space, value_object(pointer))
                     ? object_get(&call->run->objects, value_object(pointer))
                     : NULL;
    else
        object = space_find(&state->space, call_peek(call, pointer, 64), true);
    if (!object || object->kind == OBJECT_FUNCTION)
        return NULL;
    *offset = call_peek(call, pointer, 64) - object->address;
    return *offset <= object->size ? object : NULL;
}

static void peek_bytes(struct call *call, uint32_t object, uint64_t offset, char *bytes, uint64_t count)
{
    struct space *space = &call->state->space;
    if (space_read_bytes(space, object, offset, bytes, count, NULL))
        return;
    for (uint64_t i = 0; i < count; i++)
        if (!space_read_bytes(space, object, offset + i, bytes + i, 1, NULL))
            bytes[i] =
                (char)expr_eval(call->run->exprs, space_byte(space, object, offset + i), call->state->model);
}

/* long __ramify_write(int stream, const void *bytes, size_t count) */
static enum call_outcome write_bytes(struct call *call)
{
    struct run *run = call->run;
    uint64_t offset = 0;
    int stream = (int)call_peek(call, call->arguments[0], 32);
    uint64_t count = call_peek(call, call->arguments[2], 64);
    call_give(call, value_plain(count));
    if (!count)
        return CALL_RETURNS;
    const struct object *object = peek_object(call, 1, &offset);
    if (!object || object->size - offset < count) {
        run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
                  "memory error: out of bound pointer: printing %llu bytes", (unsigned long long)count);
        return CALL_ENDED;
    }
    char *bytes = mem_alloc(count);
    peek_bytes(call, object->id, offset, bytes, count);
    state_output(call->state, stream, bytes, count);
    if (run->observer.printed)
        run->observer.printed(run->observer.context, run, call->state, stream, bytes, count);
    mem_free(bytes);
    return CALL_RETURNS;
}

/* size_t __ramify_peek_length(const char *string, size_t limit): the length
 * under the model. That the string may have no end in its object is found out:
 * it becomes a path of its own, with an error. */
static enum call_outcome peek_length(struct call *call)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    struct space *space = &call->state->space;
    uint64_t offset = 0, limit = call_peek(call, call->arguments[1], 64), length = 0, i;
    uint32_t id;
    if (!limit) {
        call_give(call, value_plain(0));
        return CALL_RETURNS;
    }
    if (value_is_concrete(call->arguments[0])) {
        if (!access_object(run, call->state, call->arguments[0], 1, false, &id, &offset))
            return call_interrupted(call);
    } else {
        const struct object *found = peek_object(call, 0, &offset);
        if (!found) {
            run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
                      "memory error: out of bound pointer: printing a string");
            return CALL_ENDED;
        }
        id = found->id;
    }
    uint64_t left = object_get(&run->objects, id)->size - offset;
    expr_t ends = expr_bool(exprs, limit <= left);
    bool found_end = false, has_end;
    for (i = 0; i < left && i < limit && !expr_is_true(exprs, ends); i++) {
        char byte;
        expr_t term = space_read_bytes(space, id, offset + i, &byte, 1, NULL)
                          ? expr_const(exprs, 8, (uint8_t)byte)
                          : space_byte(space, id, offset + i);
        ends = expr_or(exprs, ends, expr_eq(exprs, term, expr_const(exprs, 8, 0)));
    }
    if (!call_branch(call, ends, &has_end))
        return call_interrupted(call);
    if (!has_end) {
        run_error(
            run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
            "memory error: out of bound pointer: a printed string has no end in its object of %llu bytes",
            (unsigned long long)object_get(&run->objects, id)->size);
        return CALL_ENDED;
    }
    for (; length < left && length < limit && !found_end; length += !found_end) {
        char byte;
        peek_bytes(call, id, offset + length, &byte, 1);
        found_end = !byte;
    }
    call_give(call, value_plain(length));
    return CALL_RETURNS;
}

/* ---- the log ---- */

static enum call_outcome say(struct call *call, bool once)
{
    char *message;
    if (!access_string(call->run, call->state, call->arguments[0], TEXT_LIMIT, &message))
        return call_interrupted(call);
    const char *function = call->state->top->function->name;
    if (once)
        log_warning(call->run->log, "%s: %s", function, message);
    else
        log_message(call->run->log, "warning: %s: %s", function, message);
    mem_free(message);
    return CALL_RETURNS;
}

static enum call_outcome warning(struct call *call) { return say(call, false); }
static enum call_outcome warning_once(struct call *call) { return say(call, true); }

static enum call_outcome stack_trace(struct call *call)
{
    struct run *run = call->run;
    struct stack_entry entries[64];
    size_t count = run_stack(run, call->state, entries, ARRAY_COUNT(entries));
    log_message(run->log, "stack of state %u:", call->state->id);
    for (size_t i = 0; i < count; i++) {
        char *place = location_text(run->program, entries[i].location);
        log_message(run->log, "  #%zu %s at %s", i, entries[i].function->name, place);
        mem_free(place);
    }
    return CALL_RETURNS;
}

const struct builtin builtins_output[] = {
    {"__ramify_write", 3, write_bytes},       {"__ramify_peek_length", 2, peek_length},
    INTRINSIC("warning", 1, warning),         INTRINSIC("warning_once", 1, warning_once),
    INTRINSIC("stack_trace", 0, stack_trace), {NULL, 0, NULL},
};
