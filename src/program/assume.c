/* If-conversion of what assumptions are computed from; see assume.h.
 *
 * Invariant: an instruction moves up from block B into its only predecessor A
 * only if executing it without need has no effect and cannot be an error:
 * arithmetic that always has a result, and loads of bytes that are surely
 * there. Surely there are the bytes of a local or global variable at a constant
 * offset, and those that A has itself just loaded from the same address. */
#include "program/assume.h"

#include "base/bug.h"
#include "base/vector.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TRACE_LIMIT = 256, COMPARE_DEPTH = 12, REGION_LIMIT = 64 };

/* Functions whose argument is a condition to assume. */
static const char *const assumptions[] = {"klee_assume", "ramify_assume", "__VERIFIER_assume",
                                          "assume_abort_if_not"};

typedef VECTOR(LLVMBasicBlockRef) block_list;

static bool has_block(const block_list *list, LLVMBasicBlockRef block)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i] == block)
            return true;
    return false;
}

static bool is_assumption(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) || !LLVMGetNumArgOperands(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    if (!LLVMIsAFunction(callee))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(assumptions); i++)
        if (!strcmp(LLVMGetValueName(callee), assumptions[i]))
            return true;
    return false;
}

/* ---- what may be computed without need ---- */

/* The bytes of a variable, 0 if the value is none. */
static uint64_t variable_bytes(LLVMTargetDataRef layout, LLVMValueRef value)
{
    LLVMTypeRef type;
    uint64_t count = 1;
    if (LLVMIsAAllocaInst(value)) {
        LLVMValueRef elements = LLVMGetOperand(value, 0);
        if (!LLVMIsAConstantInt(elements))
            return 0;
        count = LLVMConstIntGetZExtValue(elements);
        type = LLVMGetAllocatedType(value);
    } else if (LLVMIsAGlobalVariable(value) && LLVMGetInitializer(value) && !LLVMIsThreadLocal(value))
        type = LLVMGlobalGetValueType(value);
    else
        return 0;
    return LLVMTypeIsSized(type) ? count * LLVMABISizeOfType(layout, type) : 0;
}

/* Bytes to add for a constant address computation; false if it is not one. */
static bool constant_offset(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    int operands = LLVMGetNumOperands(address);
    for (int i = 1; i < operands; i++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t number = LLVMConstIntGetSExtValue(index);
        if (i == 1) {
            *offset += (uint64_t)number * LLVMABISizeOfType(layout, type);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(layout, type, (unsigned)number);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
            *offset += (uint64_t)number * LLVMABISizeOfType(layout, type);
        } else
            return false;
    }
    return true;
}

static bool inside_variable(LLVMTargetDataRef layout, LLVMValueRef address, LLVMTypeRef loaded)
{
    uint64_t offset = 0;
    for (int depth = 0; depth < COMPARE_DEPTH; depth++) {
        uint64_t bytes = variable_bytes(layout, address), size = LLVMStoreSizeOfType(layout, loaded);
        if (bytes)
            return offset <= bytes && bytes - offset >= size;
        bool computed = LLVMIsAGetElementPtrInst(address) ||
                        (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
        if (!computed || !constant_offset(layout, address, &offset))
            return false;
        address = LLVMGetOperand(address, 0);
    }
    return false;
}

static bool may_write(LLVMValueRef instruction)
{
    if (LLVMIsALoadInst(instruction))
        return LLVMGetVolatile(instruction) || LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    return LLVMIsACallInst(instruction) || LLVMIsAStoreInst(instruction) ||
           LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
           LLVMIsAFenceInst(instruction) || LLVMIsAInvokeInst(instruction) || LLVMIsAVAArgInst(instruction);
}

static bool is_debug_call(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    return LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName(callee), "llvm.dbg.", 9);
}

/* Do both values have the same value whenever both are computed with no write
 * to memory in between? */
static bool same_value(LLVMValueRef a, LLVMValueRef b, int depth)
{
    if (a == b)
        return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
    if (opcode != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    switch (opcode) {
    case LLVMGetElementPtr:
        if (LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
            return false;
        break;
    case LLVMLoad:
        if (may_write(a) || may_write(b))
            return false;
        break;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
        break;
    default:
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(a); i++)
        if (!same_value(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i), depth - 1))
            return false;
    return true;
}

/* Has the block, after its last write to memory, loaded as many bytes from the
 * same address? */
static bool loaded_before(LLVMTargetDataRef layout, LLVMValueRef load, LLVMBasicBlockRef block)
{
    uint64_t size = LLVMStoreSizeOfType(layout, LLVMTypeOf(load));
    for (LLVMValueRef v = LLVMGetLastInstruction(block); v; v = LLVMGetPreviousInstruction(v)) {
        if (may_write(v) && !is_debug_call(v))
            return false;
        if (LLVMIsALoadInst(v) && LLVMStoreSizeOfType(layout, LLVMTypeOf(v)) >= size &&
            same_value(LLVMGetOperand(v, 0), LLVMGetOperand(load, 0), COMPARE_DEPTH))
            return true;
    }
    return false;
}

static bool is_constant(LLVMValueRef value)
{
    return LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

/* May the instruction be executed at the end of `above`? */
static bool speculatable(LLVMTargetDataRef layout, LLVMValueRef v, LLVMBasicBlockRef above)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMGetElementPtr:
    case LLVMSelect:
    case LLVMFreeze:
        return true;
    case LLVMUDiv:
    case LLVMURem:
        return is_constant(LLVMGetOperand(v, 1)) && LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
    case LLVMSDiv:
    case LLVMSRem:
        return is_constant(LLVMGetOperand(v, 1)) && LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1)) > 0;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return is_constant(LLVMGetOperand(v, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) < LLVMGetIntTypeWidth(LLVMTypeOf(v));
    case LLVMLoad:
        return !may_write(v) && (inside_variable(layout, LLVMGetOperand(v, 0), LLVMTypeOf(v)) ||
                                 loaded_before(layout, v, above));
    default:
        return false;
    }
}

/* Is B, entered from A alone, one whose instructions may all move into A? */
static bool block_speculatable(LLVMTargetDataRef layout, LLVMBasicBlockRef b, LLVMBasicBlockRef a)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
    if (!use || LLVMGetNextUse(use) || LLVMGetUser(use) != LLVMGetBasicBlockTerminator(a))
        return false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != last; v = LLVMGetNextInstruction(v))
        if (!is_debug_call(v) && !speculatable(layout, v, a))
            return false;
    return true;
}

/* ---- folding one block into its predecessor ---- */

/* Is it a branch? Then its successors; `no` is NULL if it has no condition. */
static bool branch_of(LLVMBasicBlockRef block, LLVMBasicBlockRef *yes, LLVMBasicBlockRef *no)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (!last || !LLVMIsABranchInst(last))
        return false;
    *yes = LLVMGetSuccessor(last, 0);
    *no = LLVMIsConditional(last) ? LLVMGetSuccessor(last, 1) : NULL;
    return true;
}

static void move_instructions(LLVMBuilderRef builder, LLVMBasicBlockRef from, LLVMValueRef before)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(from), v;
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, NULL);
    while ((v = LLVMGetFirstInstruction(from)) != last) {
        if (is_debug_call(v)) {
            LLVMInstructionEraseFromParent(v);
            continue;
        }
        LLVMInstructionRemoveFromParent(v);
        LLVMInsertIntoBuilder(builder, v);
    }
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* In every phi of the block, the edges from `gone` and `kept` become one from
 * `kept`, with the value `condition ? the one from gone : the one from kept`.
 * If there was no edge from `kept`, the edge only changes its origin. The
 * builder stands where the value can be computed. */
static void join_edges(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef gone,
                       LLVMBasicBlockRef kept, LLVMValueRef condition)
{
    LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
    LLVMBuilderRef phis = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(condition)));
    for (; phi && LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        LLVMValueRef from_gone = incoming(phi, gone), from_kept = incoming(phi, kept), joined = from_gone;
        if (from_kept && from_kept != from_gone)
            joined = LLVMBuildSelect(builder, condition, from_gone, from_kept, "assumed");
        LLVMPositionBuilderBefore(phis, phi);
        LLVMSetCurrentDebugLocation2(phis, LLVMInstructionGetDebugLoc(phi));
        LLVMValueRef made = LLVMBuildPhi(phis, LLVMTypeOf(phi), "");
        LLVMAddIncoming(made, &joined, &kept, 1);
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
            LLVMValueRef value = LLVMGetIncomingValue(phi, i);
            if (from != gone && from != kept)
                LLVMAddIncoming(made, &value, &from, 1);
        }
        if (joined == phi) /* in code that is never reached */
            joined = LLVMGetUndef(LLVMTypeOf(phi));
        LLVMReplaceAllUsesWith(phi, LLVMCountIncoming(made) == 1 ? joined : made);
        LLVMInstructionEraseFromParent(phi);
        if (LLVMCountIncoming(made) == 1)
            LLVMInstructionEraseFromParent(made);
    }
    LLVMDisposeBuilder(phis);
}

/* match:  A: branch to B or D;  B: moves up;  B: goes to D, or branches to D or X
 * result: A: goes to D, or branches to D or X */
static bool fold_into(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMBasicBlockRef a,
                      LLVMBasicBlockRef b)
{
    LLVMBasicBlockRef yes, no, b_yes, b_no;
    if (!branch_of(a, &yes, &no) || !no || yes == no || !branch_of(b, &b_yes, &b_no))
        return false;
    LLVMBasicBlockRef d = b == yes ? no : yes, x = NULL;
    if (b_no)
        x = b_yes == d ? b_no : b_yes;
    if ((b_yes != d && b_no != d) || x == d || x == a || x == b || d == a || d == b ||
        !block_speculatable(layout, b, a))
        return false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(a), b_last = LLVMGetBasicBlockTerminator(b);
    move_instructions(builder, b, last);
    LLVMValueRef to_b = LLVMGetCondition(last);
    if (b != yes)
        to_b = LLVMBuildNot(builder, to_b, "");
    join_edges(builder, d, b, a, to_b);
    if (x) {
        LLVMValueRef to_x = LLVMGetCondition(b_last);
        if (x != b_yes)
            to_x = LLVMBuildNot(builder, to_x, "");
        to_x = LLVMBuildSelect(builder, to_b, to_x, LLVMConstNull(LLVMTypeOf(to_b)), "assumed");
        join_edges(builder, x, b, a, to_b);
        LLVMBuildCondBr(builder, to_x, x, d);
    } else
        LLVMBuildBr(builder, d);
    LLVMInstructionEraseFromParent(last);
    LLVMDeleteBasicBlock(b);
    return true;
}

/* match:  A: branch to B or D;  both move up and go to E
 * result: A: goes to E */
static bool fold_both(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMBasicBlockRef a)
{
    LLVMBasicBlockRef b, d, b_next, d_next, b_other, d_other;
    if (!branch_of(a, &b, &d) || !d || b == d || !branch_of(b, &b_next, &b_other) || b_other ||
        !branch_of(d, &d_next, &d_other) || d_other || b_next != d_next || b_next == a ||
        !block_speculatable(layout, b, a) || !block_speculatable(layout, d, a))
        return false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(a), condition = LLVMGetCondition(last);
    move_instructions(builder, b, last);
    move_instructions(builder, d, last);
    join_edges(builder, b_next, b, d, condition);
    join_edges(builder, b_next, d, a, condition);
    LLVMBuildBr(builder, b_next);
    LLVMInstructionEraseFromParent(last);
    LLVMDeleteBasicBlock(b);
    LLVMDeleteBasicBlock(d);
    return true;
}

/* ---- where to fold ---- */

/* Blocks that lead to `end` and nowhere else, by branches alone. */
static void collect_region(LLVMBasicBlockRef end, block_list *region)
{
    vector_clear(region);
    vector_push(region, end);
    for (size_t i = 0; i < region->count && region->count < REGION_LIMIT; i++) {
        LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(region->data[i]));
        for (; use && region->count < REGION_LIMIT; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            LLVMBasicBlockRef yes, no, block;
            if (!LLVMIsABranchInst(user))
                continue;
            block = LLVMGetInstructionParent(user);
            if (!has_block(region, block) && branch_of(block, &yes, &no) && has_block(region, yes) &&
                (!no || has_block(region, no)))
                vector_push(region, block);
        }
    }
}

/* Fold once what leads to `end`. */
static bool fold_region(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMBasicBlockRef end,
                        block_list *region)
{
    collect_region(end, region);
    for (size_t i = 0; i < region->count; i++) {
        LLVMBasicBlockRef a = region->data[i], yes, no;
        if (a == end || !branch_of(a, &yes, &no) || !no)
            continue;
        if ((yes != end && fold_into(builder, layout, a, yes)) ||
            (no != end && fold_into(builder, layout, a, no)) ||
            (yes != end && no != end && fold_both(builder, layout, a)))
            return true;
    }
    return false;
}

/* Fold once what the value is chosen by. At most *budget values are looked at:
 * they may share operands and form cycles. */
static bool flatten(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef value, int *budget,
                    block_list *region)
{
    if (!LLVMIsAInstruction(value) || --*budget < 0)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMPHI:
        if (fold_region(builder, layout, LLVMGetInstructionParent(value), region))
            return true;
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (flatten(builder, layout, LLVMGetIncomingValue(value, i), budget, region))
                return true;
        return false;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMICmp:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMSelect:
    case LLVMFreeze:
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            if (flatten(builder, layout, LLVMGetOperand(value, (unsigned)i), budget, region))
                return true;
        return false;
    default:
        return false;
    }
}

/* Fold all that the condition of an assumption is chosen by. */
static void flatten_assumption(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef call,
                               block_list *region)
{
    int budget;
    do
        budget = TRACE_LIMIT;
    while (flatten(builder, layout, LLVMGetOperand(call, 0), &budget, region));
}

static void flatten_function(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef function,
                             block_list *region)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
            if (is_assumption(v))
                flatten_assumption(builder, layout, v, region);
}

static bool has_assumptions(LLVMModuleRef module)
{
    for (size_t i = 0; i < ARRAY_COUNT(assumptions); i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, assumptions[i]);
        if (function && LLVMGetFirstUse(function))
            return true;
    }
    return false;
}

void program_flatten_assumes(LLVMModuleRef module)
{
    if (!has_assumptions(module))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    block_list region = {0};
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function))
        flatten_function(builder, layout, function, &region);
    vector_release(&region);
    LLVMDisposeBuilder(builder);
}
