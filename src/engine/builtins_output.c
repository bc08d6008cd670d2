/* What the program prints, and what it wants said in the run's log.
 *
 * Printed text belongs to the path; symbolic text is kept as terms, and shown
 * at once as the state's model has it: printing neither forks nor constrains. */
#include "engine/builtins.h"

#include "base/vector.h"
#include "engine/printed.h"

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

/* Shows the newest piece of the state, and gives its length under the model. */
static enum call_outcome show(struct call *call)
{
    struct run *run = call->run;
    struct output_piece *piece = call->state->output;
    struct text text = {0};
    printed_piece(run->exprs, piece, call->state->model, &text);
    if (run->observer.printed)
        run->observer.printed(run->observer.context, run, call->state, piece->stream, text_string(&text),
                              text.length);
    call_give(call, value_plain(text.length));
    call->state->printed += text.length;
    text_release(&text);
    if (!run->options.max_output || call->state->printed <= run->options.max_output)
        return CALL_RETURNS;
    run_error(run, call->state, ERROR_MODEL, NULL,
              "the program has written more bytes than --max-output allows");
    return CALL_ENDED;
}

static int stream_of(struct call *call) { return call_peek(call, call->arguments[0], 32) == 2 ? 2 : 1; }

/* long __ramify_write(int stream, const void *bytes, size_t count) */
static enum call_outcome write_bytes(struct call *call)
{
    struct run *run = call->run;
    struct space *space = &call->state->space;
    uint64_t offset = 0, count = call_peek(call, call->arguments[2], 64);
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
    if (space_read_bytes(space, object->id, offset, bytes, count, NULL))
        state_output(call->state, stream_of(call), bytes, count);
    else {
        expr_t *terms = mem_alloc(count * sizeof *terms);
        for (uint64_t i = 0; i < count; i++)
            terms[i] = space_byte(space, object->id, offset + i);
        printed_add(call->state, stream_of(call), SHOWN_BYTES, "", terms, (uint32_t)count);
        mem_free(terms);
    }
    mem_free(bytes);
    return show(call);
}

/* The bytes of a string that is to be shown, as terms, up to a certain end.
 * *plain: they are all constants. That the string may have no end in its
 * object is found out: it becomes a path of its own, with an error. */
typedef VECTOR(expr_t) term_list;

static bool string_terms(struct call *call, uint32_t index, uint64_t limit, term_list *terms, bool *plain)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    struct space *space = &call->state->space;
    uint64_t offset = 0;
    uint32_t id = 0;
    if (value_is_concrete(call->arguments[index])) {
        if (!access_object(run, call->state, call->arguments[index], 1, false, &id, &offset))
            return false;
    } else {
        const struct object *found = peek_object(call, index, &offset);
        if (!found) {
            run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
                      "memory error: out of bound pointer: printing a string");
            return false;
        }
        id = found->id;
    }
    uint64_t left = object_get(&run->objects, id)->size - offset;
    expr_t ends = expr_bool(exprs, limit <= left), zero = expr_const(exprs, 8, 0);
    *plain = true;
    for (uint64_t i = 0; i < left && i < limit; i++) {
        uint8_t byte;
        expr_t term = space_read_bytes(space, id, offset + i, &byte, 1, NULL)
                          ? expr_const(exprs, 8, byte)
                          : space_byte(space, id, offset + i);
        expr_t is_end = expr_eq(exprs, term, zero);
        ends = expr_or(exprs, ends, is_end);
        if (expr_is_true(exprs, is_end))
            break;
        *plain = *plain && expr_is_const(exprs, term);
        vector_push(terms, term);
    }
    bool has_end;
    if (!call_branch(call, ends, &has_end))
        return false;
    if (!has_end)
        run_error(
            run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
            "memory error: out of bound pointer: a printed string has no end in its object of %llu bytes",
            (unsigned long long)object_get(&run->objects, id)->size);
    return has_end;
}

/* long __ramify_show_string(int stream, const char *format, const char *string, size_t limit)
 * returns the length shown; or -1 - length if the string is plain and nothing
 * was shown */
static enum call_outcome show_string(struct call *call)
{
    uint64_t limit = call_peek(call, call->arguments[3], 64);
    term_list terms = {0};
    bool plain = true;
    char *format;
    if (limit && !string_terms(call, 2, limit, &terms, &plain)) {
        vector_release(&terms);
        return call_interrupted(call);
    }
    enum call_outcome outcome = CALL_RETURNS;
    if (plain) {
        call_give(call, value_plain(~(uint64_t)terms.count));
    } else if (access_string(call->run, call->state, call->arguments[1], 48, &format)) {
        printed_add(call->state, stream_of(call), SHOWN_STRING, format, terms.data, (uint32_t)terms.count);
        mem_free(format);
        outcome = show(call);
    } else {
        outcome = call_interrupted(call);
    }
    vector_release(&terms);
    return outcome;
}

/* long __ramify_show(int stream, const char *format, unsigned long value), and
 * the same for double and long double
 * returns the length shown; -1 if the value is plain and nothing was shown */
static enum call_outcome show_number(struct call *call)
{
    expr_t term = call_term(call, 2);
    char *format;
    if (expr_is_const(call->run->exprs, term)) {
        call_give(call, value_plain(UINT64_MAX));
        return CALL_RETURNS;
    }
    if (!access_string(call->run, call->state, call->arguments[1], 48, &format))
        return call_interrupted(call);
    printed_add(call->state, stream_of(call), SHOWN_NUMBER, format, &term, 1);
    mem_free(format);
    return show(call);
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
        log_warning_again(call->run->log, "%s: %s", function, message);
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
    {"__ramify_write", "lipl", write_bytes},
    {"__ramify_show_string", "lippl", show_string},
    {"__ramify_show", "lipl", show_number},
    {"__ramify_show_double", "lipd", show_number},
    {"__ramify_show_long_double", "lipe", show_number},
    INTRINSIC("warning", "vp", warning),
    INTRINSIC("warning_once", "vp", warning_once),
    INTRINSIC("stack_trace", "v", stack_trace),
    {NULL, NULL, NULL},
};
