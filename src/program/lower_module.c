/* The whole program: numbers functions and globals, lowers each, and fills in
 * the addresses of blocks at the end, when every block has its place. */
#include "program/lower.h"

#include "base/hash.h"
#include "program/wanted.h"

#include <string.h>

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

const char *value_name(struct module_lowering *module, LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    return arena_string(module->arena, name);
}

static bool is_trap(const char *name)
{
    return !strcmp(name, "llvm.trap") || !strcmp(name, "llvm.debugtrap") || !strcmp(name, "llvm.ubsantrap");
}

static bool is_library(struct module_lowering *module, LLVMValueRef v)
{
    return module->user_names && !table_find(module->user_names, hash_string(LLVMGetValueName(v)));
}

static void describe_function(struct module_lowering *module, LLVMValueRef v, struct function *function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = mem_alloc((count + 1) * sizeof *types);
    LLVMGetParamTypes(type, types);
    struct passing_list passing = {0};
    for (unsigned i = 0; i < count; i++)
        pass_argument(module, &passing, types[i], v, i);
    function->convention = convention_of(module, &passing, LLVMGetReturnType(type));
    function->parameter_count = function->convention->passed_count;
    function->return_count = function->convention->returned_count;
    struct parameter *parameters =
        arena_zero(module->arena, (function->parameter_count + 1) * sizeof *parameters);
    uint32_t next = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct layout *layout = type_layout(module, types[i]);
        for (uint32_t j = 0; j < layout->count; j++)
            parameters[next++] = (struct parameter){.width = layout->leaves[j].width,
                                                    .is_pointer = layout->leaves[j].is_pointer};
    }
    mem_free(types);
    function->parameters = parameters;
    function->variadic = LLVMIsFunctionVarArg(type);
    function->location = NO_LOCATION;
    if (LLVMIsAFunction(v)) {
        function->location = location_of_function(module, v);
        describe_parameters(module, v, parameters);
        signature_note(module, v, function);
    }
}

static void add_function(struct module_lowering *module, LLVMValueRef v, const char *name)
{
    struct program *program = module->program;
    struct program_memory *memory = program->memory;
    uint32_t index = program->function_count++;
    struct function *function = &program->functions[index];
    *function = (struct function){.name = name, .index = index};
    function->is_library = is_library(module, v) && !LLVMIsDeclaration(v);
    table_set(&module->functions, key(v), index);
    table_slot(&memory->functions, hash_string(name), index);
    describe_function(module, v, function);
}

static void add_functions(struct module_lowering *module)
{
    size_t count = 0;
    for (LLVMValueRef v = LLVMGetFirstFunction(module->module); v; v = LLVMGetNextFunction(v))
        count++;
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module->module); v; v = LLVMGetNextGlobalIFunc(v))
        count++;
    module->program->functions = arena_zero(module->arena, (count + 1) * sizeof(struct function));
    for (LLVMValueRef v = LLVMGetFirstFunction(module->module); v; v = LLVMGetNextFunction(v)) {
        bool trap = is_trap(LLVMGetValueName(v));
        if (trap || LLVMGetIntrinsicID(v) == 0)
            add_function(module, v, value_name(module, v));
    }
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module->module); v; v = LLVMGetNextGlobalIFunc(v))
        add_function(module, v, value_name(module, v));
}

static bool is_compiler_data(LLVMValueRef v)
{
    return !strncmp(LLVMGetValueName(v), "llvm.", 5) && LLVMGetLinkage(v) == LLVMAppendingLinkage;
}

static void add_globals(struct module_lowering *module)
{
    struct program *program = module->program;
    struct program_memory *memory = program->memory;
    size_t count = 0;
    for (LLVMValueRef v = LLVMGetFirstGlobal(module->module); v; v = LLVMGetNextGlobal(v))
        count++;
    program->globals = arena_zero(module->arena, (count + 1) * sizeof(struct global));
    for (LLVMValueRef v = LLVMGetFirstGlobal(module->module); v; v = LLVMGetNextGlobal(v)) {
        if (is_compiler_data(v))
            continue;
        uint32_t index = program->global_count++;
        program->globals[index] = (struct global){.name = value_name(module, v)};
        program->globals[index].is_library = is_library(module, v) && !LLVMIsDeclaration(v);
        table_set(&module->globals, key(v), index);
        table_slot(&memory->globals, hash_string(program->globals[index].name), index);
    }
}

/* An ifunc asks its resolver at each call, then calls what it answers. */
static void lower_ifunc(struct module_lowering *module, LLVMValueRef v, struct function *function)
{
    struct function_lowering f;
    function_lowering_init(&f, module, v, function);
    struct constant resolver;
    struct passing_list nothing = {0};
    LLVMTypeRef pointer = LLVMPointerTypeInContext(module->context, 0);
    struct call_site ask = {
        .function = UINT32_MAX, .convention = convention_of(module, &nothing, pointer), .result_count = 1};
    if (constant_address(module, LLVMGetGlobalIFuncResolver(v), &resolver) &&
        resolver.kind == CONSTANT_FUNCTION)
        ask.function = resolver.index;
    else
        ask.pointer = operand(&f, LLVMGetGlobalIFuncResolver(v), 0);
    uint32_t target = new_register(&f);
    emit_call(&f, ask, target);
    uint32_t *arguments = arena_alloc(module->arena, (function->parameter_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < function->parameter_count; i++)
        arguments[i] = i;
    uint32_t dst = new_registers(&f, function->return_count);
    emit_call(&f,
              (struct call_site){.function = UINT32_MAX,
                                 .pointer = target,
                                 .argument_count = function->parameter_count,
                                 .arguments = arguments,
                                 .convention = function->convention,
                                 .result_count = function->return_count},
              dst);
    emit(&f, OP_RETURN, 0, 0, function->return_count ? dst : NO_REGISTER, function->return_count, 0);
    function_lowering_finish(&f);
}

static void settle_block(struct module_lowering *module, struct constant *constant)
{
    if (constant->kind == CONSTANT_BLOCK)
        constant->value = table_get(&module->blocks, constant->value, 0);
}

static void settle_blocks(struct module_lowering *module)
{
    struct program *program = module->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i].constant_count; j++)
            settle_block(module, (struct constant *)&program->functions[i].constants[j]);
    for (uint32_t i = 0; i < program->global_count; i++)
        for (uint32_t j = 0; j < program->globals[i].relocation_count; j++) {
            struct relocation *relocation = (struct relocation *)&program->globals[i].relocations[j];
            settle_block(module, &relocation->target);
            settle_block(module, &relocation->minus);
        }
}

static void number_instructions(struct program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        program->functions[i].first_instruction = program->instruction_count;
        program->instruction_count += program->functions[i].code_count;
    }
}

void module_lower(struct module_lowering *module)
{
    struct program *program = module->program;
    add_functions(module);
    add_globals(module);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module->module); v; v = LLVMGetNextGlobal(v)) {
        uint64_t *index = table_find(&module->globals, key(v));
        if (index)
            global_lower(module, v, &program->globals[*index]);
    }
    for (LLVMValueRef v = LLVMGetFirstFunction(module->module); v; v = LLVMGetNextFunction(v))
        if (!LLVMIsDeclaration(v))
            function_lower(module, v, &program->functions[table_get(&module->functions, key(v), 0)]);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module->module); v; v = LLVMGetNextGlobalIFunc(v))
        lower_ifunc(module, v, &program->functions[table_get(&module->functions, key(v), 0)]);
    lower_constructors(module);
    settle_blocks(module);
    number_instructions(program);
    missing_find(module);
    locations_finish(module);
}
