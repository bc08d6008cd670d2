/* One function: its parameters, its instructions, and the finished code. */
#include "program/lower.h"

#include <stdlib.h>
#include <string.h>

static bool fits_registers(struct function_lowering *f, LLVMValueRef v)
{
    if (!type_layout(f->module, LLVMTypeOf(v))->fits)
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, i));
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind && !type_layout(f->module, type)->fits)
            return false;
    }
    return true;
}

void lower_instruction(struct function_lowering *f, LLVMValueRef v, LLVMOpcode opcode)
{
    if (!fits_registers(f, v)) {
        emit_unsupported(f, v);
        define_zero(f, v);
    } else if (opcode == LLVMCall) {
        lower_call(f, v);
    } else if (opcode == LLVMPHI) {
        uint32_t count = type_count(f->module, LLVMTypeOf(v));
        uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
        for (uint32_t i = 0; i < count; i++)
            registers[i] = operand(f, LLVMGetIncomingValue(v, 0), i);
        define_as(f, v, registers, count);
        mem_free(registers);
    } else if (!lower_scalar(f, v, opcode) && !lower_memory(f, v, opcode) && !lower_aggregate(f, v, opcode) &&
               !lower_atomic(f, v, opcode)) {
        emit_unsupported(f, v);
        define_zero(f, v);
    }
}

void function_lowering_init(struct function_lowering *f, struct module_lowering *module, LLVMValueRef value,
                            struct function *function)
{
    *f = (struct function_lowering){.module = module, .function = function, .value = value};
    f->parameter_count = function->parameter_count;
    f->location = function->location;
    f->optimised =
        !LLVMIsAFunction(value) || /* an ifunc */
        !LLVMGetEnumAttributeAtIndex(value, LLVMAttributeFunctionIndex, attribute_kind("noinline"));
    for (uint32_t i = 0; i < function->parameter_count; i++)
        new_register(f);
}

/* A parameter that is passed by value in memory is copied first. */
static void define_parameters(struct function_lowering *f)
{
    uint32_t next = 0;
    unsigned byval = attribute_kind("byval"), align = attribute_kind("align");
    for (unsigned i = 0; i < LLVMCountParams(f->value); i++) {
        LLVMValueRef parameter = LLVMGetParam(f->value, i);
        uint32_t count = type_count(f->module, LLVMTypeOf(parameter));
        uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
        for (uint32_t j = 0; j < count; j++)
            registers[j] = next++;
        LLVMAttributeRef copied = LLVMGetEnumAttributeAtIndex(f->value, i + 1, byval);
        if (copied) {
            LLVMAttributeRef alignment = LLVMGetEnumAttributeAtIndex(f->value, i + 1, align);
            uint64_t bytes = LLVMABISizeOfType(f->module->target, LLVMGetTypeAttributeValue(copied));
            registers[0] = emit_new(f, OP_PARAMETER_COPY, 64, registers[0], (uint32_t)bytes,
                                    alignment ? (uint32_t)LLVMGetEnumAttributeValue(alignment) : 8);
        }
        define_as(f, parameter, registers, count);
        mem_free(registers);
    }
}

static uint32_t position(struct function_lowering *f, uint32_t label)
{
    uint32_t at = f->label_positions.data[label];
    BUG_ON(at == UINT32_MAX);
    return at;
}

static void resolve_labels(struct function_lowering *f)
{
    for (size_t i = 0; i < f->code.count; i++) {
        struct instruction *instruction = &f->code.data[i];
        if (opcode_operands(instruction->op)[3] == 't')
            instruction->c = position(f, instruction->c);
    }
    for (size_t i = 0; i < f->switches.count; i++) {
        struct switch_table *table = &f->switches.data[i];
        for (uint32_t j = 0; j < table->count; j++)
            ((uint32_t *)table->targets)[j] = position(f, table->targets[j]);
        table->otherwise = position(f, table->otherwise);
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        f->address_labels.data[i] = position(f, f->address_labels.data[i]);
}

static int ascending(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

void function_lowering_finish(struct function_lowering *f)
{
    struct function *function = f->function;
    resolve_labels(f);
    coalesce_moves(f);
    tidy_code(f);
    rotate_loops(f);
    allocate_registers(f);
    for (size_t i = 0; i < f->address_blocks.count; i++)
        table_set(&f->module->blocks, (uint64_t)(uintptr_t)f->address_blocks.data[i],
                  f->address_labels.data[i]);
    function->defined = true;
    function->constant_count = (uint32_t)f->constants.count;
    function->constants = keep_bytes(f, f->constants.data, f->constants.count * sizeof(struct constant));
    function->code_count = (uint32_t)f->code.count;
    function->code = keep_bytes(f, f->code.data, f->code.count * sizeof(struct instruction));
    function->locations = keep_bytes(f, f->locations.data, f->locations.count * sizeof(uint32_t));
    function->call_count = (uint32_t)f->calls.count;
    function->calls = keep_bytes(f, f->calls.data, f->calls.count * sizeof(struct call_site));
    function->switch_count = (uint32_t)f->switches.count;
    function->switches = keep_bytes(f, f->switches.data, f->switches.count * sizeof(struct switch_table));
    if (f->address_labels.count)
        qsort(f->address_labels.data, f->address_labels.count, sizeof(uint32_t), ascending);
    function->label_count = (uint32_t)f->address_labels.count;
    function->labels = keep_bytes(f, f->address_labels.data, f->address_labels.count * sizeof(uint32_t));
    function->message_count = (uint32_t)f->messages.count;
    function->messages = keep_bytes(f, f->messages.data, f->messages.count * sizeof(const char *));
    struct silent_line *silent = arena_alloc(f->module->arena, (f->marks.count + 1) * sizeof *silent);
    for (size_t i = 0; i < f->marks.count; i++)
        silent[i] = (struct silent_line){f->marks.data[i].at, f->marks.data[i].location};
    function->silent_count = (uint32_t)f->marks.count;
    function->silent = silent;
    vector_release(&f->marks);
    vector_release(&f->code);
    vector_release(&f->locations);
    vector_release(&f->group);
    vector_release(&f->constants);
    table_release(&f->constant_indices);
    table_release(&f->values);
    vector_release(&f->components);
    table_release(&f->addresses);
    vector_release(&f->address_list);
    table_release(&f->labels);
    table_release(&f->scopes);
    table_release(&f->shadows);
    vector_release(&f->label_positions);
    vector_release(&f->address_labels);
    vector_release(&f->address_blocks);
    vector_release(&f->stubs);
    vector_release(&f->calls);
    vector_release(&f->switches);
    vector_release(&f->messages);
}

void function_lower(struct module_lowering *module, LLVMValueRef value, struct function *function)
{
    struct function_lowering f;
    function_lowering_init(&f, module, value, function);
    define_parameters(&f);
    lower_blocks(&f);
    function_lowering_finish(&f);
}
