/* Calls: which function, with which arguments. Those after the last named
 * parameter are the business of lower_variadic.c. */
#include "program/lower.h"

#include <string.h>

unsigned attribute_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

void emit_call(struct function_lowering *f, struct call_site call, uint32_t dst)
{
    vector_push(&f->calls, call);
    emit(f, OP_CALL, 0, call.result_count ? dst : NO_REGISTER, (uint32_t)f->calls.count - 1, 0, 0);
}

struct arguments {
    VECTOR(uint32_t) registers;
    VECTOR(uint16_t) widths;
};

static void add_fixed(struct function_lowering *f, struct arguments *arguments, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t reg = operand(f, v, i);
        vector_push(&arguments->registers, reg);
        vector_push(&arguments->widths, layout->leaves[i].width);
    }
}

static bool has_attribute(LLVMValueRef call, LLVMValueRef callee, const char *name)
{
    unsigned kind = attribute_kind(name);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) ||
           (callee && LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind));
}

/* How many arguments (not flattened) are fixed. A callee we know decides. A
 * call through `...` alone is one of a function without a prototype. */
static unsigned fixed_arguments(LLVMValueRef call, LLVMValueRef callee)
{
    unsigned given = LLVMGetNumArgOperands(call);
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    if (callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee))
        type = LLVMGlobalGetValueType(callee);
    if (!LLVMIsFunctionVarArg(type))
        return given;
    unsigned fixed = LLVMCountParamTypes(type);
    return fixed == 0 || fixed > given ? given : fixed;
}

static LLVMValueRef resolved(LLVMValueRef callee)
{
    for (;;) {
        if (LLVMIsAGlobalAlias(callee))
            callee = LLVMAliasGetAliasee(callee);
        else if (LLVMIsAConstantExpr(callee) && LLVMGetConstOpcode(callee) == LLVMBitCast)
            callee = LLVMGetOperand(callee, 0);
        else
            return callee;
    }
}

static void lower_real_call(struct function_lowering *f, LLVMValueRef v, LLVMValueRef callee)
{
    struct arguments arguments = {0};
    unsigned fixed = fixed_arguments(v, callee);
    for (unsigned i = 0; i < fixed; i++)
        add_fixed(f, &arguments, LLVMGetOperand(v, i));
    struct constant address = {.kind = CONSTANT_INTEGER};
    struct call_site call = {.function = UINT32_MAX, .pointer = NO_REGISTER};
    if (constant_address(f->module, callee, &address) && address.kind == CONSTANT_FUNCTION)
        call.function = address.index;
    else
        call.pointer = operand(f, callee, 0);
    const struct layout *result = type_layout(f->module, LLVMTypeOf(v));
    uint16_t *widths = arena_zero(f->module->arena, (result->count + 1) * sizeof *widths);
    for (uint32_t i = 0; i < result->count; i++)
        widths[i] = result->leaves[i].width;
    call.argument_count = (uint32_t)arguments.registers.count;
    call.arguments = keep_bytes(f, arguments.registers.data, arguments.registers.count * sizeof(uint32_t));
    call.argument_widths = keep_bytes(f, arguments.widths.data, arguments.widths.count * sizeof(uint16_t));
    lower_variadic(f, &call, v, fixed);
    call.result_count = result->count;
    call.result_widths = widths;
    call.never_returns = has_attribute(v, callee, "noreturn");
    if (has_attribute(v, callee, "returns_twice"))
        f->keeps_registers = true;
    emit_call(f, call, define_new(f, v, true));
    vector_release(&arguments.registers);
    vector_release(&arguments.widths);
}

void lower_call(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef callee = resolved(LLVMGetCalledValue(v));
    if (LLVMIsAInlineAsm(callee)) {
        lower_asm(f, v);
    } else if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0) {
        if (!lower_intrinsic(f, v, callee)) {
            emit_unsupported(f, v);
            define_zero(f, v);
        }
    } else {
        lower_real_call(f, v, callee);
    }
}
