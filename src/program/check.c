/* The checker beside the lowering: every operand is what OPCODES says. */
#include "program/check.h"

#include "program/lower.h"

struct check {
    const struct program *program;
    const struct function *function;
    uint32_t at;
    struct text *error;
    bool good;
};

static void complain(struct check *check, const char *what, uint32_t number)
{
    if (!check->good)
        return;
    check->good = false;
    text_add(check->error, "%s, instruction %u (%s): %s (%u)", check->function->name, check->at,
             check->at < check->function->code_count ? opcode_name(check->function->code[check->at].op)
                                                     : "end",
             what, number);
}

static void check_register(void *context, uint32_t *reg, bool written)
{
    struct check *check = context;
    const struct function *function = check->function;
    if (*reg >= function->register_count)
        complain(check, "no such register", *reg);
    if (written && *reg < function->constant_count + function->parameter_count)
        complain(check, "writes a constant or a parameter", *reg);
}

static void check_target(struct check *check, uint32_t target)
{
    if (target >= check->function->code_count)
        complain(check, "no such target", target);
}

static void check_call(struct check *check, const struct call_site *call)
{
    if (call->function != UINT32_MAX && call->function >= check->program->function_count)
        complain(check, "no such function", call->function);
    for (uint32_t i = 0; i < call->variadic_count; i++)
        if (call->variadic[i].at % 8 || call->variadic[i].at >= call->area.bytes)
            complain(check, "place of a variadic argument", call->variadic[i].at);
}

static void check_table(struct check *check, const struct instruction *instruction)
{
    const struct function *function = check->function;
    switch (instruction->op) {
    case OP_CALL:
        if (instruction->a >= function->call_count)
            complain(check, "no such call site", instruction->a);
        else
            check_call(check, &function->calls[instruction->a]);
        break;
    case OP_SWITCH:
        if (instruction->b >= function->switch_count) {
            complain(check, "no such switch", instruction->b);
            break;
        }
        for (uint32_t i = 0; i < function->switches[instruction->b].count; i++) {
            const struct switch_table *table = &function->switches[instruction->b];
            check_target(check, table->targets[i]);
            if (i && table->values[i - 1] >= table->values[i])
                complain(check, "cases that do not ascend", i);
        }
        check_target(check, function->switches[instruction->b].otherwise);
        break;
    case OP_UNSUPPORTED:
        if (instruction->a >= function->message_count)
            complain(check, "no such message", instruction->a);
        break;
    default:
        break;
    }
}

/* Operations on a value need to know how wide it is. */
static bool needs_width(enum opcode op)
{
    return op <= OP_LOAD || (op >= OP_STORE8 && op <= OP_STORE) || (op >= OP_BRANCH_EQ && op <= OP_SWITCH) ||
           (op >= OP_COUNT_ONES && op <= OP_SIGNATURE);
}

static void check_instruction(struct check *check)
{
    struct instruction instruction = check->function->code[check->at];
    if (instruction.op >= OPCODE_COUNT) {
        check->good = false;
        text_add(check->error, "%s, instruction %u: no such opcode", check->function->name, check->at);
        return;
    }
    check_table(check, &instruction);
    if (!check->good)
        return;
    if (needs_width(instruction.op) && !instruction.width)
        complain(check, "no width", 0);
    if (opcode_operands(instruction.op)[3] == 't')
        check_target(check, instruction.c);
    visit_operands(&instruction, check->function->calls, check_register, check);
    uint32_t location = check->function->locations[check->at];
    if (location != NO_LOCATION && location >= check->program->location_count)
        complain(check, "no such location", location);
}

static void check_constant(struct check *check, const struct constant *constant)
{
    const struct program *program = check->program;
    switch (constant->kind) {
    case CONSTANT_INTEGER:
        if (constant->width == 0 || constant->width > 64 ||
            (constant->width < 64 && constant->value >> constant->width))
            complain(check, "an integer wider than it says", constant->width);
        break;
    case CONSTANT_WIDE:
        if (constant->width <= 64 || !constant->words)
            complain(check, "a wide integer that is not", constant->width);
        break;
    case CONSTANT_GLOBAL:
        if (constant->index >= program->global_count)
            complain(check, "no such global", constant->index);
        break;
    case CONSTANT_FUNCTION:
        if (constant->index >= program->function_count)
            complain(check, "no such function", constant->index);
        break;
    case CONSTANT_BLOCK:
        if (constant->index >= program->function_count ||
            constant->value >= program->functions[constant->index].code_count)
            complain(check, "no such block", constant->index);
        break;
    }
}

static bool is_end(enum opcode op)
{
    return op == OP_RETURN || op == OP_JUMP || op == OP_SWITCH || op == OP_JUMP_INDIRECT ||
           op == OP_UNREACHABLE || op == OP_UNSUPPORTED;
}

static void check_function(struct check *check)
{
    const struct function *function = check->function;
    if (!function->defined)
        return;
    if (function->constant_count + function->parameter_count > function->register_count)
        complain(check, "too few registers", function->register_count);
    for (uint32_t i = 0; i < function->constant_count; i++)
        check_constant(check, &function->constants[i]);
    for (check->at = 0; check->at < function->code_count && check->good; check->at++)
        check_instruction(check);
    if (check->good && (!function->code_count || !is_end(function->code[function->code_count - 1].op)))
        complain(check, "runs off its end", function->code_count);
}

static void check_global(struct check *check, const struct global *global)
{
    for (uint32_t i = 0; i < global->relocation_count && check->good; i++) {
        const struct relocation *relocation = &global->relocations[i];
        if (relocation->size > global->size || relocation->offset > global->size - relocation->size) {
            check->good = false;
            text_add(check->error, "%s: a relocation outside", global->name);
        }
    }
}

bool program_check(const struct program *program, struct text *error)
{
    struct check check = {.program = program, .error = error, .good = true};
    for (uint32_t i = 0; i < program->function_count && check.good; i++) {
        check.function = &program->functions[i];
        check_function(&check);
    }
    for (uint32_t i = 0; i < program->global_count && check.good; i++)
        check_global(&check, &program->globals[i]);
    return check.good;
}
