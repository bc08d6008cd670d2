/* Ways out of blocks, as clang writes them where variables have scopes: break, return and goto store the
 * number of their target in a slot and go to the block's clean-up, which ends the variables' scopes, loads
 * the number and switches. Each of those jumps knows its number: it does the clean-up's work itself and goes
 * where the switch would. What is left is what the program says, branch by branch.
 *
 * This is done while variables are in memory: there is no phi to be mended. */
#include "program/cleanups.h"

#include "base/hash.h"

#include <stdbool.h>
#include <string.h>

/* The clean-up: ends of scopes, a load of the slot, a switch on it. */
struct cleanup {
    LLVMValueRef slot, choice;
};

static bool ends_scope(LLVMValueRef instruction)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    static const char name[] = "llvm.lifetime.end";
    return callee && LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName(callee), name, strlen(name));
}

/* NULL in the slot: the block is something else. */
static struct cleanup cleanup_of(LLVMBasicBlockRef block)
{
    struct cleanup none = {0}, found = {.choice = LLVMGetBasicBlockTerminator(block)};
    if (!found.choice || !LLVMIsASwitchInst(found.choice))
        return none;
    LLVMValueRef load = LLVMGetOperand(found.choice, 0);
    if (!LLVMIsALoadInst(load) || LLVMGetInstructionParent(load) != block ||
        !LLVMIsAAllocaInst(LLVMGetOperand(load, 0)) || LLVMGetVolatile(load))
        return none;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v != found.choice; v = LLVMGetNextInstruction(v))
        if (v != load && !ends_scope(v))
            return none;
    LLVMUseRef use = LLVMGetFirstUse(load);
    if (!use || LLVMGetNextUse(use))
        return none;
    found.slot = LLVMGetOperand(load, 0);
    return found;
}

/* The number that the slot has at the end of the block; NULL: not known. */
static LLVMValueRef number_in(LLVMBasicBlockRef block, LLVMValueRef slot)
{
    for (LLVMValueRef v = LLVMGetLastInstruction(block); v; v = LLVMGetPreviousInstruction(v))
        if (LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == slot)
            return LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
    return NULL;
}

/* Where the switch goes with the number. Equal constants are one value. */
static LLVMBasicBlockRef target_of(LLVMValueRef choice, LLVMValueRef number)
{
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(choice); i += 2)
        if (LLVMGetOperand(choice, i) == number)
            return LLVMValueAsBasicBlock(LLVMGetOperand(choice, i + 1));
    return LLVMGetSwitchDefaultDest(choice);
}

static void copy_ends(LLVMBuilderRef builder, LLVMBasicBlockRef cleanup, LLVMValueRef jump)
{
    LLVMPositionBuilderBefore(builder, jump);
    for (LLVMValueRef v = LLVMGetFirstInstruction(cleanup); v; v = LLVMGetNextInstruction(v))
        if (ends_scope(v))
            LLVMInsertIntoBuilder(builder, LLVMInstructionClone(v));
}

/* Where a block goes that only ends scopes; NULL: it does something else. */
static LLVMBasicBlockRef behind_ends(LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (!last || !LLVMIsABranchInst(last) || LLVMIsConditional(last))
        return NULL;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v != last; v = LLVMGetNextInstruction(v))
        if (!ends_scope(v))
            return NULL;
    return LLVMGetSuccessor(last, 0);
}

/* A jump of the source: it says where it goes. */
static bool stores_number(LLVMValueRef v)
{
    return v && LLVMIsAStoreInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
           LLVMIsAAllocaInst(LLVMGetOperand(v, 1));
}

/* The jump at the end of the block goes from one clean-up to the next, while its number is known, and on. */
static void thread(LLVMBuilderRef builder, LLVMBasicBlockRef block)
{
    enum { MOST_NESTED = 64 };
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    if (!jump || !LLVMIsABranchInst(jump) || LLVMIsConditional(jump) ||
        !stores_number(LLVMGetPreviousInstruction(jump)))
        return;
    for (unsigned i = 0; i < MOST_NESTED; i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(jump, 0);
        bool ends = i || ends_scope(LLVMGetFirstInstruction(next));
        struct cleanup cleanup = cleanup_of(next);
        LLVMValueRef number = cleanup.slot ? number_in(block, cleanup.slot) : NULL;
        LLVMBasicBlockRef target = number ? target_of(cleanup.choice, number)
                                   : ends ? behind_ends(next)
                                          : NULL;
        if (!target || LLVMIsAPHINode(LLVMGetFirstInstruction(target)))
            return;
        copy_ends(builder, next, jump);
        LLVMSetSuccessor(jump, 0, target);
    }
}

/* A block that only ends scopes, on the way out of a loop. */
static bool is_way_out(LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (!last || !LLVMIsABranchInst(last) || LLVMIsConditional(last))
        return false;
    bool ends = false;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v != last; v = LLVMGetNextInstruction(v)) {
        if (!stores_number(v) && !ends_scope(v))
            return false;
        ends |= ends_scope(v);
    }
    return ends;
}

static bool comes_later(LLVMBasicBlockRef block, LLVMBasicBlockRef other)
{
    while (block && block != other)
        block = LLVMGetNextBasicBlock(block);
    return block;
}

/* clang writes it between a loop's test and its body. The body follows the test, as loops have it that
 * begin no scope. */
static void place_way_out(LLVMBasicBlockRef test)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(test);
    LLVMBasicBlockRef out = LLVMGetNextBasicBlock(test);
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        LLVMGetSuccessor(branch, 1) != out || !is_way_out(out))
        return;
    LLVMBasicBlockRef target = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(out), 0);
    if (comes_later(out, target))
        LLVMMoveBasicBlockBefore(out, target);
}

void cleanups_thread(LLVMModuleRef module, const struct table *user_names)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !table_find(user_names, hash_string(LLVMGetValueName(f))))
            continue;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            thread(builder, block);
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            place_way_out(block);
    }
    LLVMDisposeBuilder(builder);
}
