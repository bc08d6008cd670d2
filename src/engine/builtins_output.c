/* What the program prints, and what it wants said in the run's log.
 *
 * Printed text belongs to the path; symbolic text is kept as terms, and shown
 * at once as the state's model has it: printing neither forks nor constrains.
 * What the program can notice of it holds for all values: the bytes that are
 * read (engine/reach.h), and the lengths that it is told. */
#include "engine/builtins.h"

#include "engine/interpret.h"
#include "engine/printed.h"
#include "engine/reach.h"

#include <stdio.h>

enum { TEXT_LIMIT = 1 << 20, FORMAT_LIMIT = 48 };

/* Shows the newest piece of the state, of *length bytes under the model. */
static enum call_outcome show_piece(struct call *call, uint64_t *length)
{
    struct run *run = call->run;
    struct output_piece *piece = call->state->output;
    struct text text = {0};
    printed_piece(run->exprs, piece, call->state->model, &text);
    if (run->observer.printed)
        run->observer.printed(run->observer.context, run, call->state, piece->stream, text_string(&text),
                              text.length);
    *length = text.length;
    call->state->printed += text.length;
    text_release(&text);
    if (!run->options.max_output || call->state->printed <= run->options.max_output)
        return CALL_RETURNS;
    run_error(run, call->state, ERROR_MODEL, NULL,
              "the program has written more bytes than --max-output allows");
    return CALL_ENDED;
}

static int stream_of(struct call *call) { return call_peek(call, call->arguments[0], 32) == 2 ? 2 : 1; }

/* long __ramify_write(int stream, const void *bytes, size_t count)
 * returns the count; where it is symbolic, so many bytes are shown as the model has it */
static enum call_outcome write_bytes(struct call *call)
{
    struct space *space = &call->state->space;
    struct reached from;
    uint64_t count, shown;
    bool nothing;
    if (!call_is_zero(call, 2, &nothing) || (!nothing && !reach_bytes(call, 1, 2, &from)))
        return call_interrupted(call);
    call_give(call, call->arguments[2]);
    count = call_peek(call, call->arguments[2], 64);
    if (!count)
        return CALL_RETURNS;
    char *bytes = mem_alloc(count);
    if (space_read_bytes(space, from.object, from.offset, bytes, count, NULL))
        state_output(call->state, stream_of(call), bytes, count);
    else {
        expr_t *terms = mem_alloc(count * sizeof *terms);
        for (uint64_t i = 0; i < count; i++)
            terms[i] = space_byte(space, from.object, from.offset + i);
        printed_add(call->state, stream_of(call), SHOWN_BYTES, "", terms, (uint32_t)count);
        mem_free(terms);
    }
    mem_free(bytes);
    return show_piece(call, &shown);
}

/* int __ramify_show_string(int stream, int width, const char *string, size_t limit, size_t *length)
 * *length is that of what was shown; returns 0 if all is plain and nothing was: then it is the string's */
static enum call_outcome show_string(struct call *call)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    struct reached_string string = {.plain = true, .length = expr_const(exprs, 64, 0)};
    enum call_outcome outcome = CALL_RETURNS;
    bool nothing, plain;
    if (!call_is_zero(call, 3, &nothing) || (!nothing && !reach_string(call, 2, 3, &string)))
        return call_interrupted(call);
    plain = string.plain && value_is_concrete(call->arguments[1]);
    expr_t length = plain ? string.length : printed_width(exprs, string.length, call_term(call, 1));
    if (!access_store(run, call->state, call->arguments[4], 64, value_of(run, length))) {
        outcome = call_interrupted(call);
    } else if (!plain) {
        char format[FORMAT_LIMIT];
        uint64_t shown;
        snprintf(format, sizeof format, "%%%ds", (int)call_peek(call, call->arguments[1], 32));
        printed_add(call->state, stream_of(call), SHOWN_STRING, format, string.example.data,
                    (uint32_t)string.example.count);
        outcome = show_piece(call, &shown);
    }
    call_give(call, value_plain(!plain));
    reached_string_release(&string);
    return outcome;
}

/* size_t __ramify_show(int stream, const char *format, int width, int precision, unsigned long value)
 * returns the length, for all values */
static enum call_outcome show_integer(struct call *call)
{
    expr_t term = call_term(call, 4);
    char *format;
    uint64_t shown;
    if (!access_string(call->run, call->state, call->arguments[1], FORMAT_LIMIT, &format))
        return call_interrupted(call);
    call_give_term(call,
                   printed_length(call->run->exprs, format, call_term(call, 2), call_term(call, 3), term));
    printed_add(call->state, stream_of(call), SHOWN_NUMBER, format, &term, 1);
    mem_free(format);
    return show_piece(call, &shown);
}

/* long __ramify_show_double(int stream, const char *format, double value), and
 * the same for long double
 * returns the length shown; -1 if the value is plain and nothing was shown */
static enum call_outcome show_float(struct call *call)
{
    expr_t term = call_term(call, 2);
    char *format;
    uint64_t length = UINT64_MAX;
    enum call_outcome outcome = CALL_RETURNS;
    if (!expr_is_const(call->run->exprs, term)) {
        if (!access_string(call->run, call->state, call->arguments[1], FORMAT_LIMIT, &format))
            return call_interrupted(call);
        printed_add(call->state, stream_of(call), SHOWN_NUMBER, format, &term, 1);
        mem_free(format);
        outcome = show_piece(call, &length);
    }
    call_give(call, value_plain(length));
    return outcome;
}

/* The call that made this frame may be none of an instruction. */
static bool ignores_result(const struct frame *frame)
{
    const struct function *caller = frame->caller->function;
    const struct instruction *at = frame->resume ? frame->resume - 1 : NULL;
    return at && at >= caller->code && at < caller->code + caller->code_count && at->op == OP_CALL &&
           caller->calls[at->a].ignores_result;
}

/* int __ramify_result_is_used(void): does the program look at what the library's function returns, in
 * which this is called? */
static enum call_outcome result_is_used(struct call *call)
{
    const struct frame *frame = call->state->top;
    bool used = true;
    for (; frame && frame->function->is_library && frame->caller; frame = frame->caller)
        if (!frame->caller->function->is_library)
            used = !ignores_result(frame);
    call_give(call, value_plain(used));
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
    {"__ramify_show_string", "iiiplp", show_string},
    {"__ramify_result_is_used", "i", result_is_used},
    {"__ramify_show", "lipiil", show_integer},
    {"__ramify_show_double", "lipd", show_float},
    {"__ramify_show_long_double", "lipe", show_float},
    INTRINSIC("warning", "vp", warning),
    INTRINSIC("warning_once", "vp", warning_once),
    INTRINSIC("stack_trace", "v", stack_trace),
    {NULL, NULL, NULL},
};
