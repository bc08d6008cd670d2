/* -fsanitize=function: clang puts a mark and a hash of its type before each function, and before a call
 * through a pointer reads both there. Functions have no bytes here: the words are kept with the function,
 * and such a read is an instruction of its own. */
#include "program/lower.h"

#include <string.h>

enum { MARK = (int)0xc105cafe, WORDS = 2 };

static unsigned metadata_kind(LLVMContextRef context, const char *name)
{
    return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

void signature_note(struct module_lowering *module, LLVMValueRef v, struct function *function)
{
    unsigned kind = metadata_kind(module->context, "func_sanitize");
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &count);
    for (size_t i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) != kind)
            continue;
        LLVMValueRef node =
            LLVMMetadataAsValue(module->context, LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i));
        LLVMValueRef words[WORDS];
        if (LLVMGetMDNodeNumOperands(node) != WORDS)
            continue;
        LLVMGetMDNodeOperands(node, words);
        for (unsigned k = 0; k < WORDS; k++)
            if (words[k] && LLVMIsAConstantInt(words[k]))
                function->signature[k] = (uint32_t)LLVMConstIntGetZExtValue(words[k]);
    }
    LLVMDisposeValueMetadataEntries(entries);
}

/* base + a constant, which the sanitizer writes as an element of <{i32, i32}>, an optimiser in bytes. */
static bool constant_offset(LLVMValueRef v, LLVMTargetDataRef target, LLVMValueRef *base, int64_t *offset)
{
    if (!LLVMIsAGetElementPtrInst(v) &&
        !(LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr))
        return false;
    *base = LLVMGetOperand(v, 0);
    *offset = 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
        LLVMValueRef index = LLVMGetOperand(v, i);
        if (i > 2 || !LLVMIsAConstantInt(index))
            return false;
        if (i == 1)
            *offset = constant_signed(index) * (int64_t)LLVMABISizeOfType(target, type);
        else if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
            *offset += (int64_t)LLVMOffsetOfElement(target, type, (unsigned)constant_signed(index));
        else
            return false;
    }
    return true;
}

/* Is it only compared, the mark with the mark? */
static bool is_compared(LLVMValueRef load, unsigned word)
{
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAICmpInst(user) || !LLVMIsAConstantInt(LLVMGetOperand(user, 1)) ||
            (LLVMGetICmpPredicate(user) != LLVMIntEQ && LLVMGetICmpPredicate(user) != LLVMIntNE))
            return false;
        if (word == 0 && constant_signed(LLVMGetOperand(user, 1)) != MARK)
            return false;
    }
    return true;
}

bool signature_is_read(LLVMValueRef load, LLVMValueRef *pointer, unsigned *word)
{
    if (!LLVMHasMetadata(load))
        return false;
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
    LLVMTypeRef type = LLVMTypeOf(load);
    int64_t offset;
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 32 ||
        !LLVMGetMetadata(load, metadata_kind(LLVMGetModuleContext(module), "nosanitize")) ||
        !constant_offset(LLVMGetOperand(load, 0), LLVMGetModuleDataLayout(module), pointer, &offset))
        return false;
    *word = offset == -4;
    return (offset == -8 || offset == -4) && is_compared(load, *word);
}
