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
    VECTOR(uint32_t) arguments = {0};
    struct passing_list passing = {0};
    unsigned fixed = fixed_arguments(v, callee);
    for (unsigned i = 0; i < fixed; i++) {
        LLVMValueRef argument = LLVMGetOperand(v, i);
        for (uint32_t k = 0; k < type_count(f->module, LLVMTypeOf(argument)); k++)
            vector_push(&arguments, operand(f, argument, k));
        pass_argument(f->module, &passing, LLVMTypeOf(argument), v, i);
    }
    struct constant address = {.kind = CONSTANT_INTEGER};
    struct call_site call = {.function = UINT32_MAX, .pointer = NO_REGISTER};
    if (constant_address(f->module, callee, &address) && address.kind == CONSTANT_FUNCTION)
        call.function = address.index;
    else
        call.pointer = operand(f, callee, 0);
    call.argument_count = (uint32_t)arguments.count;
    call.arguments = keep_bytes(f, arguments.data, arguments.count * sizeof(uint32_t));
    lower_variadic(f, &call, &passing, v, fixed);
    call.convention = convention_of(f->module, &passing, LLVMTypeOf(v));
    call.result_count = call.convention->returned_count;
    call.never_returns = has_attribute(v, callee, "noreturn");
    call.ignores_result = !LLVMGetFirstUse(v);
    if (has_attribute(v, callee, "returns_twice"))
        f->keeps_registers = true;
    emit_call(f, call, define_new(f, v, true));
    vector_release(&arguments);
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
