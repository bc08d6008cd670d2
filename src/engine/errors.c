/* The end of a path with a bug: told once per place, with stack and input. */
#include "engine/errors.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/text.h"
#include "engine/memory_check.h"
#include "engine/run.h"

static const struct {
    const char *name, *suffix, *meaning;
} kinds[] = {
#define X(kind, name, suffix, meaning) {name, suffix, meaning},
    ERROR_KINDS(X)
#undef X
};

const char *error_name(enum error_kind kind) { return kinds[kind].name; }
const char *error_suffix(enum error_kind kind) { return kinds[kind].suffix; }
const char *error_meaning(enum error_kind kind) { return kinds[kind].meaning; }

static uint32_t location_of(const struct frame *frame, const struct instruction *pc)
{
    const struct function *function = frame->function;
    return function->locations[pc - function->code];
}

uint32_t state_location(const struct run *run, const struct state *state)
{
    (void)run;
    /* A bug inside our library belongs to the line that called it; a program
     * without debug information has no lines, and is not to be given ours. */
    uint32_t location = NO_LOCATION;
    bool only_library = true;
    const struct instruction *pc = state->pc;
    for (const struct frame *frame = state->top; frame; frame = frame->caller) {
        location = location_of(frame, pc);
        if (!frame->function->is_library && location != NO_LOCATION)
            return location;
        only_library &= frame->function->is_library;
        if (frame->caller)
            pc = frame->resume - 1;
    }
    return only_library ? location : NO_LOCATION;
}

const char *state_library_call(const struct state *state)
{
    const char *name = NULL;
    for (const struct frame *frame = state->top; frame && frame->function->is_library; frame = frame->caller)
        name = frame->function->name;
    while (name && *name == '_')
        name++; /* the library's own name for the same */
    return name;
}

/* The number, among all, of the program's own instruction that is being run. */
static uint64_t users_instruction(const struct state *state)
{
    const struct frame *frame = state->top;
    const struct instruction *pc = state->pc;
    for (; frame->function->is_library && frame->caller; frame = frame->caller)
        pc = frame->resume - 1;
    return frame->function->first_instruction + (uint64_t)(pc - frame->function->code);
}

char *location_text(const struct program *program, uint32_t location)
{
    if (location == NO_LOCATION)
        return mem_string("?");
    const struct location *at = &program->locations[location];
    return text_format("%s:%u", program->files[at->file], at->line);
}

size_t run_stack(const struct run *run, const struct state *state, struct stack_entry *stack, size_t capacity)
{
    (void)run;
    size_t count = 0;
    const struct instruction *pc = state->pc;
    for (const struct frame *frame = state->top; frame && count < capacity;
         pc = frame->resume ? frame->resume - 1 : NULL, frame = frame->caller)
        stack[count++] = (struct stack_entry){frame->function, location_of(frame, pc), frame};
    return count;
}

/* The same kind of error at the same instruction is one error, however many
 * paths lead to it. */
static bool known_place(struct run *run, const struct state *state, enum error_kind kind, const char *message,
                        const char *details)
{
    uint32_t location = state_location(run, state);
    uint64_t place = hash_mix((uint64_t)(uintptr_t)kind, location);
    if (!state->top->function->is_library || location == NO_LOCATION)
        place = hash_mix(place, users_instruction(state));
    if (kind == ERROR_EXTERNAL || kind == ERROR_USER)
        place = hash_mix(place, hash_string(message));
    if (kind == ERROR_LEAK)
        place = hash_mix(place, hash_string(details));
    return (*table_slot(&run->error_places, place, 0))++;
}

static bool ends_run(const struct run *run, enum error_kind kind)
{
    uint32_t wanted = run->options.exit_on_error_kinds;
    return wanted ? wanted >> kind & 1 : run->options.exit_on_error;
}

/* Such an error says what the engine could not do, not what the program did: the
 * rest of the path is left out. NULL: it is the program's own. */
static const char *help_of(enum error_kind kind)
{
    switch (kind) {
    case ERROR_STACK_OVERFLOW:
        return "a greater --max-stack-frames";
    case ERROR_EXTERNAL:
        return "a definition of it";
    case ERROR_UNSUPPORTED:
    case ERROR_MODEL:
        return "";
    default:
        return NULL;
    }
}

/* The error's strings are copied. */
static void tell(struct run *run, struct state *state, enum error_kind kind, const char *suffix,
                 const char *details, const char *message)
{
    if (state->ended || state->undecided) {
        /* Nobody knows whether this side exists: it is asked again before the
         * run ends, and finds the error then. */
        return;
    }
    memory_check_path(run, state);
    bool known = known_place(run, state, kind, message, details);
    if (!known || run->options.emit_all_errors) {
        struct error error = {
            .kind = kind,
            .message = mem_string(message),
            .details = details ? mem_string(details) : NULL,
            .suffix = suffix ? mem_string(suffix) : NULL,
            .location = state_location(run, state),
            .function = state->top->function,
        };
        if (run->observer.ended)
            error.test = run->observer.ended(run->observer.context, run, state, PATH_ERROR, &error);
        run->counters.tests += error.test != 0;
        if (run->error_count == run->error_capacity) {
            run->error_capacity = run->error_capacity ? 2 * run->error_capacity : 16;
            run->errors = mem_resize(run->errors, run->error_capacity * sizeof *run->errors);
        }
        run->errors[run->error_count++] = error;
        if (ends_run(run, kind) && !run->halt_reason)
            run->halt_reason = "an error was found (--exit-on-error)";
    }
    const char *help = help_of(kind);
    if (help)
        run_left_out(run, state_location(run, state), message, *help ? help : NULL, 1);
    run_end(run, state, PATH_ERROR);
}

void run_error(struct run *run, struct state *state, enum error_kind kind, const char *details,
               const char *format, ...)
{
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_v(&message, format, arguments);
    va_end(arguments);
    tell(run, state, kind, NULL, details, text_string(&message));
    text_release(&message);
}

void run_report(struct run *run, struct state *state, const char *suffix, const char *details,
                const char *message)
{
    tell(run, state, ERROR_USER, suffix, details, message);
}
