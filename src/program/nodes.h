/* What LLVM's nodes of debug information hold: the C API gives no names of subprograms and no parts of types,
 * but they are operands of the nodes. */
#ifndef PROGRAM_NODES_H
#define PROGRAM_NODES_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

/* Which operand it is. */
enum {
    SCOPE_PARENT = 1,
    VARIABLE_NAME = 1,
    NODE_NAME = 2,
    DERIVED_BASE = 3,
    FUNCTION_TYPES = 3,
    SUBPROGRAM_TYPE = 4,
    SUBPROGRAM_VARIABLES = 7
};

/* NULL: the node, which may be NULL, has none there. */
LLVMValueRef node_operand(LLVMContextRef, LLVMMetadataRef node, unsigned index);
LLVMMetadataRef node_child(LLVMContextRef, LLVMMetadataRef node, unsigned index);

#endif
