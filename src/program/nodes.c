/* Operands of metadata nodes, one at a time: see nodes.h. */
#include "program/nodes.h"

#include "base/alloc.h"

LLVMValueRef node_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
    if (!node)
        return NULL;
    LLVMValueRef value = LLVMMetadataAsValue(context, node);
    unsigned count = LLVMGetMDNodeNumOperands(value);
    if (index >= count)
        return NULL;
    LLVMValueRef *operands = mem_zero(count * sizeof *operands);
    LLVMGetMDNodeOperands(value, operands);
    LLVMValueRef found = operands[index];
    mem_free(operands);
    return found;
}

LLVMMetadataRef node_child(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef value = node_operand(context, node, index);
    return value ? LLVMValueAsMetadata(value) : NULL;
}
