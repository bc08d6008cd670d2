/* Constants whose value is known before the run: numbers, and addresses of
 * globals, functions and blocks plus an offset. */
#include "program/lower.h"

#include "base/bits.h"

#include <string.h>

int64_t constant_signed(LLVMValueRef integer)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(integer)) <= 64 ? LLVMConstIntGetSExtValue(integer) : 0;
}

/* The C API gives no more than 64 bits of an integer: read its decimal text. */
static void wide_from_text(const char *digits, uint64_t *words, unsigned count)
{
    bool negative = *digits == '-';
    for (digits += negative; *digits >= '0' && *digits <= '9'; digits++) {
        unsigned __int128 carry = (unsigned)(*digits - '0');
        for (unsigned i = 0; i < count; i++) {
            carry += (unsigned __int128)words[i] * 10;
            words[i] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    if (!negative)
        return;
    unsigned carry = 1;
    for (unsigned i = 0; i < count; i++) {
        words[i] = ~words[i] + carry;
        carry = carry && !words[i];
    }
}

static void constant_integer(struct module_lowering *module, LLVMValueRef v, struct constant *out)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    *out = (struct constant){.kind = CONSTANT_INTEGER, .width = (uint16_t)width};
    if (width <= 64) {
        out->value = LLVMConstIntGetZExtValue(v) & low_bits(width);
        return;
    }
    unsigned count = (width + 63) / 64;
    uint64_t *words = arena_zero(module->arena, count * sizeof *words);
    char *text = LLVMPrintValueToString(v);
    const char *digits = strrchr(text, ' ');
    if (digits)
        wide_from_text(digits + 1, words, count);
    LLVMDisposeMessage(text);
    if (width % 64)
        words[count - 1] &= low_bits(width % 64);
    out->kind = CONSTANT_WIDE;
    out->words = words;
}

static struct constant zero(struct module_lowering *module, unsigned width)
{
    if (width <= 64)
        return (struct constant){.kind = CONSTANT_INTEGER, .width = (uint16_t)width};
    uint64_t *words = arena_zero(module->arena, (width + 63) / 64 * sizeof *words);
    return (struct constant){.kind = CONSTANT_WIDE, .width = (uint16_t)width, .words = words};
}

static bool global_address(struct module_lowering *module, LLVMValueRef v, struct constant *out)
{
    *out = (struct constant){.width = 64};
    uint64_t *index = table_find(&module->functions, (uint64_t)(uintptr_t)v);
    if (index)
        out->kind = CONSTANT_FUNCTION;
    else if ((index = table_find(&module->globals, (uint64_t)(uintptr_t)v)))
        out->kind = CONSTANT_GLOBAL;
    else
        return false;
    /* a weak symbol that nobody defines has the address 0 */
    if (LLVMGetLinkage(v) == LLVMExternalWeakLinkage && LLVMIsDeclaration(v) &&
        !(out->kind == CONSTANT_FUNCTION && module->is_builtin && module->is_builtin(LLVMGetValueName(v))))
        *out = (struct constant){.kind = CONSTANT_INTEGER, .width = 64};
    else
        out->index = (uint32_t)*index;
    return true;
}

static bool offset_address(struct module_lowering *module, LLVMValueRef gep, struct constant *out)
{
    if (!constant_address(module, LLVMGetOperand(gep, 0), out))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int64_t offset = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t number = constant_signed(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += (int64_t)LLVMOffsetOfElement(module->target, type, (unsigned)number);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        offset += number * (int64_t)LLVMABISizeOfType(module->target, type);
    }
    out->value += (uint64_t)offset;
    return offset == 0 || out->kind == CONSTANT_GLOBAL || out->kind == CONSTANT_INTEGER;
}

static bool sum_address(struct module_lowering *module, LLVMValueRef v, bool subtract, struct constant *out)
{
    struct constant left, right;
    if (!constant_address(module, LLVMGetOperand(v, 0), &left) ||
        !constant_address(module, LLVMGetOperand(v, 1), &right))
        return false;
    if (right.kind != CONSTANT_INTEGER) {
        if (subtract || left.kind != CONSTANT_INTEGER)
            return false;
        struct constant swap = left;
        left = right;
        right = swap;
    }
    if (left.kind != CONSTANT_GLOBAL && left.kind != CONSTANT_INTEGER)
        return false;
    *out = left;
    out->value += subtract ? -right.value : right.value;
    return true;
}

static bool expression_address(struct module_lowering *module, LLVMValueRef v, struct constant *out)
{
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr:
        return offset_address(module, v, out);
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return constant_address(module, LLVMGetOperand(v, 0), out);
    case LLVMAdd:
        return sum_address(module, v, false, out);
    case LLVMSub:
        return sum_address(module, v, true, out);
    default:
        return false;
    }
}

bool constant_address(struct module_lowering *module, LLVMValueRef v, struct constant *out)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMPointerTypeKind && !(kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64))
        return false;
    switch (LLVMGetValueKind(v)) {
    case LLVMConstantPointerNullValueKind:
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        *out = zero(module, 64);
        return true;
    case LLVMConstantIntValueKind:
        constant_integer(module, v, out);
        return true;
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind:
    case LLVMGlobalIFuncValueKind:
        return global_address(module, v, out);
    case LLVMGlobalAliasValueKind:
        return constant_address(module, LLVMAliasGetAliasee(v), out);
    case LLVMBlockAddressValueKind: {
        uint64_t function =
            table_get(&module->functions, (uint64_t)(uintptr_t)LLVMGetBlockAddressFunction(v), 0);
        /* the block itself for now: module_lower puts the instruction's number here */
        *out = (struct constant){.kind = CONSTANT_BLOCK,
                                 .width = 64,
                                 .index = (uint32_t)function,
                                 .value = (uint64_t)(uintptr_t)LLVMGetBlockAddressBasicBlock(v)};
        return true;
    }
    case LLVMConstantExprValueKind:
        return expression_address(module, v, out);
    default:
        return false;
    }
}

bool constant_scalar(struct module_lowering *module, LLVMValueRef v, struct constant *out)
{
    unsigned width = type_width(module, LLVMTypeOf(v));
    switch (LLVMGetValueKind(v)) {
    case LLVMConstantIntValueKind:
        constant_integer(module, v, out);
        return true;
    case LLVMConstantFPValueKind: {
        LLVMValueRef bits = LLVMConstBitCast(v, LLVMIntTypeInContext(module->context, width));
        if (!LLVMIsAConstantInt(bits))
            return false;
        constant_integer(module, bits, out);
        return true;
    }
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
    case LLVMConstantAggregateZeroValueKind:
    case LLVMConstantPointerNullValueKind:
        *out = zero(module, width);
        return true;
    default:
        return constant_address(module, v, out);
    }
}
