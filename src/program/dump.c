/* The lowered program as text. Registers: cN constant, pN parameter, rN
 * temporary; constants are shown by value where they are used. */
#include "program/dump.h"

#include "program/code.h"

static void add_constant(const struct program *program, const struct constant *constant, struct text *out)
{
    switch (constant->kind) {
    case CONSTANT_INTEGER:
        text_add(out, "%llu", (unsigned long long)constant->value);
        break;
    case CONSTANT_WIDE:
        text_add(out, "0x");
        for (unsigned i = (constant->width + 63u) / 64; i-- > 0;)
            text_add(out, "%016llx", (unsigned long long)constant->words[i]);
        break;
    case CONSTANT_GLOBAL:
        text_add(out, "@%s", program->globals[constant->index].name);
        if (constant->value)
            text_add(out, "%+lld", (long long)constant->value);
        break;
    case CONSTANT_FUNCTION:
        text_add(out, "@%s", program->functions[constant->index].name);
        break;
    case CONSTANT_BLOCK:
        text_add(out, "@%s:%llu", program->functions[constant->index].name,
                 (unsigned long long)constant->value);
        break;
    }
}

static void add_register(const struct program *program, const struct function *function, uint32_t reg,
                         struct text *out)
{
    if (reg == NO_REGISTER)
        text_add(out, "-");
    else if (reg < function->constant_count)
        add_constant(program, &function->constants[reg], out);
    else if (reg < function->constant_count + function->parameter_count)
        text_add(out, "p%u", reg - function->constant_count);
    else
        text_add(out, "r%u", reg - function->constant_count - function->parameter_count);
}

static void add_call(const struct program *program, const struct function *function,
                     const struct call_site *call, struct text *out)
{
    text_add_char(out, ' ');
    if (call->function != UINT32_MAX)
        text_add(out, "@%s", program->functions[call->function].name);
    else
        add_register(program, function, call->pointer, out);
    text_add_char(out, '(');
    for (uint32_t i = 0; i < call->argument_count; i++) {
        text_add(out, "%si%u ", i ? ", " : "", call->convention->passed[i].width);
        add_register(program, function, call->arguments[i], out);
    }
    for (uint32_t i = 0; i < call->variadic_count; i++) {
        const struct variadic_argument *argument = &call->variadic[i];
        text_add(out, "%s%s", i + call->argument_count ? ", " : "", i ? "" : "... ");
        if (argument->byval_bytes)
            text_add(out, "byval(%u) ", argument->byval_bytes);
        else
            text_add(out, "i%u ", argument->bits);
        add_register(program, function, argument->reg, out);
    }
    text_add_char(out, ')');
    for (uint32_t i = 0; i < call->result_count; i++)
        text_add(out, "%si%u", i ? ", " : " -> ", call->convention->returned[i].width);
    if (call->never_returns)
        text_add(out, " noreturn");
}

static void add_switch(const struct switch_table *table, struct text *out)
{
    text_add(out, " [");
    for (uint32_t i = 0; i < table->count; i++)
        text_add(out, "%llu: %u, ", (unsigned long long)table->values[i], table->targets[i]);
    text_add(out, "else: %u]", table->otherwise);
}

static void add_table(const struct program *program, const struct function *function,
                      const struct instruction *instruction, uint32_t index, struct text *out)
{
    switch (instruction->op) {
    case OP_CALL:
        add_call(program, function, &function->calls[index], out);
        break;
    case OP_SWITCH:
        add_switch(&function->switches[index], out);
        break;
    default:
        text_add(out, " \"%s\"", function->messages[index]);
    }
}

static void add_instruction(const struct program *program, const struct function *function, uint32_t at,
                            struct text *out)
{
    const struct instruction *instruction = &function->code[at];
    const char *letters = opcode_operands(instruction->op);
    text_add(out, "%5u: ", at);
    if (letters[0] == 'd' && instruction->dst != NO_REGISTER) {
        add_register(program, function, instruction->dst, out);
        text_add(out, " <- ");
    }
    text_add(out, "%s", opcode_name(instruction->op));
    if (instruction->width)
        text_add(out, " i%u", instruction->width);
    const uint32_t fields[] = {instruction->dst, instruction->a, instruction->b, instruction->c};
    for (int i = 1; i < 4; i++) {
        if (letters[i] == 'r') {
            text_add_char(out, ' ');
            add_register(program, function, fields[i], out);
        } else if (letters[i] == 'i') {
            text_add(out, " #%d", (int)fields[i]);
        } else if (letters[i] == 't') {
            text_add(out, " to %u", fields[i]);
        } else if (letters[i] == 'x') {
            add_table(program, function, instruction, fields[i], out);
        }
    }
    uint32_t location = function->locations[at];
    if (location != NO_LOCATION)
        text_add(out, "  ; %u:%u", program->locations[location].line, program->locations[location].column);
    text_add_char(out, '\n');
}

void function_dump(const struct program *program, const struct function *function, struct text *out)
{
    text_add(out, "%s @%s(", function->defined ? "function" : "declare", function->name);
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct parameter *parameter = &function->parameters[i];
        text_add(out, "%s%s%u", i ? ", " : "",
                 parameter->is_pointer  ? "p"
                 : parameter->is_signed ? "s"
                                        : "i",
                 parameter->width);
        if (parameter->name)
            text_add(out, " %s", parameter->name);
    }
    text_add(out, "%s%s) -> %u%s", function->variadic && function->parameter_count ? ", " : "",
             function->variadic ? "..." : "", function->return_count, function->is_library ? " library" : "");
    if (!function->defined) {
        text_add_char(out, '\n');
        return;
    }
    text_add(out, ", %u registers\n", function->register_count);
    for (uint32_t i = 0; i < function->code_count; i++)
        add_instruction(program, function, i, out);
}

static void global_dump(const struct program *program, const struct global *global, struct text *out)
{
    text_add(out, "global @%s %llu bytes, alignment %u%s%s%s", global->name, (unsigned long long)global->size,
             global->alignment, global->constant ? ", constant" : "", global->is_external ? ", external" : "",
             global->is_library ? ", library" : "");
    if (global->bytes) {
        text_add(out, " =");
        for (uint64_t i = 0; i < global->size && i < 64; i++)
            text_add(out, " %02x", global->bytes[i]);
        if (global->size > 64)
            text_add(out, " ...");
    }
    text_add_char(out, '\n');
    for (uint32_t i = 0; i < global->relocation_count; i++) {
        const struct relocation *relocation = &global->relocations[i];
        text_add(out, "  +%llu, %u bytes: ", (unsigned long long)relocation->offset, relocation->size);
        add_constant(program, &relocation->target, out);
        if (relocation->has_minus) {
            text_add(out, " - ");
            add_constant(program, &relocation->minus, out);
        }
        text_add_char(out, '\n');
    }
}

void program_dump(const struct program *program, struct text *out)
{
    for (uint32_t i = 0; i < program->global_count; i++)
        global_dump(program, &program->globals[i], out);
    for (uint32_t i = 0; i < program->constructor_count; i++)
        text_add(out, "constructor @%s\n", program->functions[program->constructors[i]].name);
    for (uint32_t i = 0; i < program->destructor_count; i++)
        text_add(out, "destructor @%s\n", program->functions[program->destructors[i]].name);
    for (uint32_t i = 0; i < program->function_count; i++)
        function_dump(program, &program->functions[i], out);
}
