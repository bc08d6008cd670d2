/* Calls, returns, frames and the jumps whose target is not plain. */
#include "engine/interpret.h"

#include "base/alloc.h"
#include "engine/adapt.h"
#include "engine/landing.h"
#include "engine/placement.h"
#include "expr/eval.h"
#include "solver/truths.h"

/* ---- calling ---- */

/* The C library's doors to the system fetch an argument also where the caller
 * gives none, and do not look at it then. */
enum { SYSTEM_CALL_BYTES = 48 };

static bool reads_more(const char *name)
{
    static const char *const names[] = {"fcntl", "ioctl", "prctl", "ptrace", "semctl", "mremap", "syscall"};
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

void call_variadic(struct run *run, struct state *state, struct variadic_area laid_out)
{
    struct frame *frame = state->top;
    frame->area = laid_out;
    if (frame->function->is_library && reads_more(frame->function->name))
        frame->area.bytes += SYSTEM_CALL_BYTES;
    const struct object *area = space_allocate(&state->space, OBJECT_VARIADIC, frame->area.bytes, 16,
                                               frame->function->index, NO_LOCATION, true);
    BUG_ON(!area);
    placement_note(run->placement, state, area);
    frame->variadic = area->id;
    frame_adopt(frame, area->id);
}

static bool may_nest(struct run *run, struct state *state, const struct function *callee)
{
    if (likely(state->top->depth < run->options.max_stack_frames || !run->options.max_stack_frames))
        return true;
    run_error(run, state, ERROR_STACK_OVERFLOW, NULL, "stack overflow: more than %u nested calls, in %s",
              run->options.max_stack_frames, callee->name);
    return false;
}

void enter_given(struct run *run, struct state *state, const struct function *function,
                 const struct given *given, uint32_t count)
{
    struct frame *frame = frame_push(state, function, run->constants[function->index]);
    if (adapt_parameters(run, state, given, count, function->convention,
                         frame->registers + function->constant_count) &&
        function->variadic)
        adapt_variadic(run, state, given, count, function->convention);
}

/* The callee has another type than the call, or bytes are passed by value. */
static void enter_otherwise(struct run *run, struct state *state, const struct instruction *at,
                            const struct call_site *site, const struct function *callee)
{
    uint32_t count = site->argument_count + site->variadic_count;
    struct given given[count + 1];
    if (!given_by(run, state, site, given))
        return;
    enter_given(run, state, callee, given, count);
    if (state->ended)
        return;
    state->top->resume = at + 1;
    state->top->result = at->dst;
    state->top->adapts_result = site->convention != callee->convention;
}

static bool agrees(const struct call_site *site, const struct function *callee)
{
    if (unlikely(site->convention != callee->convention))
        return false;
    for (uint32_t i = 0; i < site->variadic_count && callee->variadic; i++)
        if (site->variadic[i].byval_bytes)
            return false;
    return true;
}

static void pass_variadic(struct run *run, struct state *state, const struct frame *caller,
                          const struct call_site *site)
{
    call_variadic(run, state, site->area);
    for (uint32_t i = 0; i < site->variadic_count; i++)
        space_store(&state->space, &run->windows, state->top->variadic, site->variadic[i].at,
                    site->variadic[i].bits, caller->registers[site->variadic[i].reg]);
}

static void enter(struct run *run, struct state *state, const struct instruction *at,
                  const struct call_site *site, const struct function *callee)
{
    if (!may_nest(run, state, callee))
        return;
    if (unlikely(!agrees(site, callee))) {
        enter_otherwise(run, state, at, site, callee);
        return;
    }
    struct frame *caller = state->top;
    struct frame *frame = frame_push(state, callee, run->constants[callee->index]);
    frame->resume = at + 1;
    frame->result = at->dst;
    struct value *parameters = frame->registers + callee->constant_count;
    for (uint32_t i = 0; i < callee->parameter_count; i++)
        parameters[i] = caller->registers[site->arguments[i]];
    if (callee->variadic)
        pass_variadic(run, state, caller, site);
}

/* ---- calls the engine answers itself ---- */

/* Arguments as the builtin declares them, then what it takes as it comes. */
static uint32_t adapt_arguments(struct run *run, struct state *state, const struct builtin *builtin,
                                const struct convention *convention, const struct given *given,
                                uint32_t count, struct value *arguments, uint16_t *widths)
{
    uint32_t typed = convention->passed_count;
    for (uint32_t i = 0; i < typed; i++) {
        bool there = is_given(given, count, &convention->passed[i]);
        if (!there && (i >= builtin_required(builtin) || count < builtin_required(builtin)))
            return i;
        widths[i] = convention->passed[i].width;
        adapt_parameters(run, state, given, count,
                         &(struct convention){.passed_count = 1, .passed = &convention->passed[i]},
                         &arguments[i]);
    }
    for (uint32_t i = typed; i < count; i++) {
        arguments[i] = given[i].value;
        widths[i] = given[i].passed.width;
    }
    return count > typed ? count : typed;
}

void give_call_result(struct run *run, struct state *state, const struct instruction *at,
                      const struct convention *convention, struct value value)
{
    const struct call_site *site = &state->top->function->calls[at->a];
    const struct passed *wanted = site->convention->returned;
    if (!site->result_count)
        return;
    if (!convention || (convention->returned_count == 1 && convention->returned[0].width == wanted->width &&
                        convention->returned[0].place == wanted->place)) {
        bool fits = !value_is_term(value) || expr_width(run->exprs, value_term(value)) == wanted->width;
        *reg(state, at->dst) =
            fits ? value : value_of(run, expr_resize(run->exprs, value_term(value), wanted->width));
        return;
    }
    struct given result = {.value = value};
    if (convention->returned_count)
        result.passed = convention->returned[0];
    adapt_results(run, state, &result, convention->returned_count, site->convention, reg(state, at->dst));
}

static const struct convention no_convention = {0};
const struct call_site no_call_site = {.function = UINT32_MAX, .convention = &no_convention};

/* true: the builtin has returned, and call->result is its answer. */
static bool ask(struct call *call, const struct function *callee, const struct builtin *builtin,
                const struct convention *convention)
{
    const struct call_site *site = call->site;
    if (call->count < builtin_required(builtin)) {
        run_error(call->run, call->state, ERROR_UNSUPPORTED, NULL, "%s is called with too few arguments",
                  callee->name);
        return false;
    }
    call->name = callee->name;
    if (convention && convention->returned_count)
        call->result_width = convention->returned[0].width;
    else if (!convention && site->result_count)
        call->result_width = site->convention->returned[0].width;
    return builtin->answer(call) == CALL_RETURNS && !call->state->ended;
}

bool answer_given(struct run *run, struct state *state, const struct instruction *at,
                  const struct call_site *site, const struct function *callee, const struct given *given,
                  uint32_t count, struct value *result)
{
    const struct builtin *builtin = run->builtins[callee->index];
    const struct convention *convention = run->builtin_conventions[callee->index];
    uint32_t room = 1 + count + (convention ? convention->passed_count : 0);
    struct value arguments[room];
    uint16_t widths[room];
    count = adapt_arguments(run, state, builtin, convention ? convention : &no_convention, given, count,
                            arguments, widths);
    struct call call = {.run = run,
                        .state = state,
                        .at = at,
                        .site = site,
                        .arguments = arguments,
                        .widths = widths,
                        .count = count};
    bool returned = !state->ended && ask(&call, callee, builtin, convention);
    *result = call.result;
    return returned;
}

/* The arguments are as the builtin wants them. */
static bool answer_plain(struct run *run, struct state *state, const struct instruction *at,
                         const struct call_site *site, const struct function *callee, struct value *result)
{
    uint32_t fixed = site->argument_count, count = fixed + site->variadic_count;
    struct value arguments[count + 1];
    uint16_t widths[count + 1];
    for (uint32_t i = 0; i < fixed; i++) {
        arguments[i] = *reg(state, site->arguments[i]);
        widths[i] = site->convention->passed[i].width;
    }
    for (uint32_t i = fixed; i < count; i++) {
        arguments[i] = *reg(state, site->variadic[i - fixed].reg);
        widths[i] = site->variadic_passed[i - fixed].width;
    }
    struct call call = {.run = run,
                        .state = state,
                        .at = at,
                        .site = site,
                        .arguments = arguments,
                        .widths = widths,
                        .count = count};
    bool returned = ask(&call, callee, run->builtins[callee->index], run->builtin_conventions[callee->index]);
    *result = call.result;
    return returned;
}

static bool answer_otherwise(struct run *run, struct state *state, const struct instruction *at,
                             const struct call_site *site, const struct function *callee,
                             struct value *result)
{
    uint32_t count = site->argument_count + site->variadic_count;
    struct given given[count + 1];
    return given_by(run, state, site, given) &&
           answer_given(run, state, at, site, callee, given, count, result);
}

/* A call the engine answers itself. */
static void answer(struct run *run, struct state *state, const struct instruction *at,
                   const struct call_site *site, const struct function *callee)
{
    const struct convention *convention = run->builtin_conventions[callee->index];
    bool agreed = !convention || site->convention == convention;
    struct value result;
    if (!(agreed ? answer_plain : answer_otherwise)(run, state, at, site, callee, &result))
        return;
    if (site->result_count)
        give_call_result(run, state, at, convention, result);
    if (site->never_returns)
        run_error(run, state, ERROR_UNREACHABLE, NULL, "%s returned although it must not", callee->name);
    else
        state->pc = at + 1;
}

void step_call(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    const struct call_site *site = &state->top->function->calls[at->a];
    const struct function *callee = site->function != UINT32_MAX
                                        ? &run->program->functions[site->function]
                                        : land_in_function(run, state, *reg(state, site->pointer));
    if (!callee)
        return;
    if (run->builtins[callee->index])
        answer(run, state, at, site, callee);
    else if (callee->defined)
        enter(run, state, at, site, callee);
    else
        run_error(run, state, ERROR_EXTERNAL, NULL, "call of %s, which is not defined", callee->name);
}

/* Leaving the first frame is exit(): handlers run, and come back here. */
static void leave_program(struct run *run, struct state *state, const struct instruction *at)
{
    static const uint16_t width = 32;
    const struct convention *convention = state->top->function->convention;
    uint32_t count = at->b < convention->returned_count ? at->b : convention->returned_count;
    struct given results[count + 1];
    for (uint32_t i = 0; i < count; i++)
        results[i] = (struct given){convention->returned[i], *reg(state, at->a + i)};
    struct value status = value_plain(0);
    if (count)
        adapt_results(run, state, results, count, &convention_int_pointers, &status);
    struct call call = {
        .run = run,
        .state = state,
        .at = at,
        .site = &no_call_site,
        .name = "exit",
        .arguments = &status,
        .widths = &width,
        .count = 1,
    };
    run->exit->answer(&call);
}

static void return_otherwise(struct run *run, struct state *state, const struct convention *convention,
                             const struct value *values, uint32_t count)
{
    const struct instruction *call = state->pc - 1;
    const struct call_site *site = &state->top->function->calls[call->a];
    struct given given[count + 1];
    for (uint32_t i = 0; i < count; i++)
        given[i] = (struct given){convention->returned[i], values[i]};
    if (site->result_count)
        adapt_results(run, state, given, count, site->convention, reg(state, call->dst));
}

void step_return(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    struct frame *frame = state->top;
    if (unlikely(!frame->caller)) {
        leave_program(run, state, at);
        return;
    }
    const struct convention *adapted = frame->adapts_result ? frame->function->convention : NULL;
    uint32_t result = frame->result, count = result == NO_REGISTER ? 0 : at->b;
    struct value values[count + 1];
    memcpy(values, &frame->registers[at->a], count * sizeof *values);
    for (uint32_t i = 0; i < count; i++)
        if (value_has_object(values[i])) /* it outlives the frame, perhaps as a dangling pointer */
            run->objects.by_id[value_object(values[i])]->escaped = true;
    state->pc = frame->resume;
    frame_pop(state, &run->windows);
    if (unlikely(adapted))
        return_otherwise(run, state, adapted, values, count);
    else
        memcpy(&state->top->registers[result == NO_REGISTER ? 0 : result], values, count * sizeof *values);
}

/* ---- the frame's own memory ---- */

static bool allocate_local(struct run *run, struct state *state, uint64_t size, uint32_t alignment)
{
    const struct instruction *at = state->pc;
    uint32_t location = state->top->function->locations[at - state->top->function->code];
    const struct object *object = space_allocate(&state->space, OBJECT_STACK, size, alignment,
                                                 instruction_number(state), location, false);
    if (!object) {
        run_error(run, state, ERROR_MODEL, NULL, "no room for a local variable of %llu bytes",
                  (unsigned long long)size);
        return false;
    }
    placement_note(run->placement, state, object);
    frame_adopt(state->top, object->id);
    *reg(state, at->dst) = value_pointer(object->address, object->id);
    return true;
}

/* Fills in a va_list of x86-64. */
static bool start_variadic(struct run *run, struct state *state)
{
    struct value list = *reg(state, state->pc->a);
    uint32_t id = state->top->variadic;
    if (!id) {
        run_error(run, state, ERROR_UNSUPPORTED, NULL, "va_start without variadic arguments");
        return false;
    }
    uint32_t object;
    uint64_t offset;
    if (!access_object(run, state, list, 24, true, &object, &offset))
        return false;
    struct variadic_area area = state->top->area;
    uint64_t saved = object_get(&run->objects, id)->address;
    struct space *space = &state->space;
    space_store(space, &run->windows, object, offset, 32, value_plain(area.general));
    space_store(space, &run->windows, object, offset + 4, 32, value_plain(area.floats));
    space_store(space, &run->windows, object, offset + 8, 64, value_pointer(saved + VARIADIC_FLOAT_END, id));
    space_store(space, &run->windows, object, offset + 16, 64, value_pointer(saved, id));
    return true;
}

bool step_frame(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    switch (at->op) {
    case OP_ALLOCA: {
        uint64_t count = 1;
        if (at->a != NO_REGISTER && !fork_value(run, state, *reg(state, at->a), 64, &count))
            return false;
        uint64_t size;
        if (__builtin_mul_overflow(count, (uint64_t)at->b, &size))
            size = UINT64_MAX;
        return allocate_local(run, state, size, at->c);
    }
    case OP_PARAMETER_COPY: {
        struct value from = *reg(state, at->a);
        if (!allocate_local(run, state, at->b, at->c))
            return false;
        return access_copy(run, state, *reg(state, at->dst), from, value_plain(at->b), true);
    }
    case OP_STACK_SAVE: /* the number of objects so far */
        *reg(state, at->dst) = value_plain(state->top->object_count);
        return true;
    case OP_STACK_RESTORE: {
        struct frame *frame = state->top;
        uint64_t keep = reg(state, at->a)->bits;
        while (frame->object_count > keep)
            space_free(&state->space, &run->windows, frame->objects[--frame->object_count]);
        return true;
    }
    case OP_SCOPE:
        space_hide(&state->space, &run->windows, value_object(*reg(state, at->a)), !at->b);
        return true;
    default:
        return start_variadic(run, state);
    }
}

/* ---- jumps on terms ---- */

static uint32_t position(const struct state *state)
{
    return (uint32_t)(state->pc - state->top->function->code);
}

enum edge { EDGE_FALL = 1, EDGE_JUMP = 2, EDGE_OTHER = 0 };

/* The state goes on at target; a conditional branch notes which way it went. */
static void go(struct run *run, struct state *state, uint32_t target, enum edge edge)
{
    const struct function *function = state->top->function;
    if (state->undecided) {
        state->aside_branch = instruction_number(state);
        state->aside_edge = edge;
    } else {
        run->branch_taken[instruction_number(state)] |= edge;
    }
    state->pc = function->code + target;
}

void step_branch(struct run *run, struct state *state)
{
    const struct instruction *at = state->pc;
    expr_t condition = at->op == OP_BRANCH
                           ? term_of(run, *reg(state, at->a), 1)
                           : compare_term(run, at->op, term_of(run, *reg(state, at->a), at->width),
                                          term_of(run, *reg(state, at->b), at->width));
    uint32_t next = position(state) + 1;
    struct branches sides = run_branch(run, state, condition);
    if (sides.yes)
        go(run, sides.yes, at->c, EDGE_JUMP);
    if (sides.no)
        go(run, sides.no, next, EDGE_FALL);
}

/* ---- switches ---- */

/* A place that a switch may lead to. */
struct exit {
    uint32_t target;
    expr_t condition;
    enum { EXIT_MAY, EXIT_DOES, EXIT_NEVER } taken;
};

/* One for each distinct target but that of all other values, in the order of the table. */
static uint32_t find_exits(struct run *run, struct state *state, struct exit *exits)
{
    const struct instruction *at = state->pc;
    struct exprs *exprs = run->exprs;
    const struct switch_table *table = &state->top->function->switches[at->b];
    expr_t value = term_of(run, *reg(state, at->a), at->width);
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t target = table->targets[i], k = 0;
        while (k < count && exits[k].target != target)
            k++;
        if (target == table->otherwise)
            continue;
        if (k == count)
            exits[count++] = (struct exit){target, expr_bool(exprs, false), EXIT_MAY};
        expr_t equal = expr_eq(exprs, value, expr_const(exprs, at->width, table->values[i]));
        exits[k].condition = expr_or(exprs, exits[k].condition, equal);
    }
    return count;
}

/* Marks the exits that the model takes; false: there is none that was not known. */
static bool mark_taken(struct run *run, struct exit *exits, uint32_t count, const struct model *model)
{
    bool some = false;
    for (uint32_t i = 0; i < count; i++)
        if (exits[i].taken == EXIT_MAY && expr_eval(run->exprs, exits[i].condition, model)) {
            exits[i].taken = EXIT_DOES;
            some = true;
        }
    return some;
}

/* Of many exits most are often never taken: they are asked about all at once, as long as an
 * answer shows one that is, and a few times only. A question about one byte costs nothing. */
static void rule_out(struct run *run, struct state *state, struct exit *exits, uint32_t count)
{
    enum { FEW = 6, MOST_ASKED = 6 };
    if (count < FEW || is_one_byte(expr_support(run->exprs, exits[0].condition)))
        return;
    enum verdict verdict = VERDICT_YES;
    mark_taken(run, exits, count, state->model);
    for (unsigned asked = 0; verdict == VERDICT_YES && asked < MOST_ASKED; asked++) {
        expr_t any = expr_bool(run->exprs, false);
        for (uint32_t i = 0; i < count; i++)
            if (exits[i].taken == EXIT_MAY)
                any = expr_or(run->exprs, any, exits[i].condition);
        struct model *model = NULL;
        verdict = chain_may(run->chain, state->constraints, any, state->model, 1, &model);
        if (verdict == VERDICT_YES) {
            struct model *whole = model_copy(state->model);
            model_overlay(whole, model);
            if (!mark_taken(run, exits, count, whole))
                verdict = VERDICT_UNKNOWN;
            model_unref(whole);
        }
        model_unref(model);
    }
    for (uint32_t i = 0; i < count; i++)
        if (verdict == VERDICT_NO && exits[i].taken == EXIT_MAY)
            exits[i].taken = EXIT_NEVER;
}

void step_switch(struct run *run, struct state *state)
{
    const struct switch_table *table = &state->top->function->switches[state->pc->b];
    struct exit *exits = mem_alloc((table->count + 1) * sizeof *exits);
    uint32_t count = find_exits(run, state, exits), otherwise = table->otherwise;
    struct state *rest = state;
    rule_out(run, state, exits, count);
    for (uint32_t i = 0; i < count && rest; i++) {
        if (exits[i].taken == EXIT_NEVER)
            continue;
        struct branches sides = run_branch(run, rest, exits[i].condition);
        if (sides.yes)
            go(run, sides.yes, exits[i].target, EDGE_OTHER);
        rest = sides.no;
    }
    if (rest)
        go(run, rest, otherwise, EDGE_OTHER);
    mem_free(exits);
}

static void no_label(struct run *run, struct state *state, uint64_t address)
{
    run_error(run, state, ERROR_BAD_CALL, NULL, "jump to 0x%llx, which is no label of %s",
              (unsigned long long)address, state->top->function->name);
}

static bool is_label(const struct function *function, uint64_t target)
{
    for (uint32_t i = 0; i < function->label_count; i++)
        if (function->labels[i] == target)
            return true;
    return false;
}

static void jump_to_term(struct run *run, struct state *state, expr_t address, const struct object *object)
{
    const struct function *function = state->top->function;
    struct value *labels = mem_alloc((function->label_count + 1) * sizeof *labels);
    for (uint32_t i = 0; i < function->label_count; i++)
        labels[i] = value_pointer(object->address + 1 + function->labels[i], object->id);
    size_t which;
    enum landing landing = land(run, state, address, labels, function->label_count, &which);
    mem_free(labels);
    if (landing == LANDS)
        go(run, state, function->labels[which], EDGE_OTHER);
    else if (landing == LANDS_NOWHERE)
        no_label(run, state, expr_eval(run->exprs, address, state->model));
}

void step_jump_indirect(struct run *run, struct state *state)
{
    const struct function *function = state->top->function;
    const struct object *object = object_get(&run->objects, run->function_objects[function->index]);
    struct value address = *reg(state, state->pc->a);
    uint64_t target = address.bits - object->address - 1;
    if (value_is_term(address))
        jump_to_term(run, state, value_term(address), object);
    else if (is_label(function, target))
        go(run, state, (uint32_t)target, EDGE_OTHER);
    else
        no_label(run, state, address.bits);
}
