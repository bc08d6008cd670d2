/* Where the block of a local variable begins and ends, as LLVM's lifetime intrinsics say it. Only what a
 * program can get wrong is kept: the variable's address goes somewhere, and the function goes on behind the
 * block.
 *
 * A variable that is accessed behind its block must not become a register, which has no block. While
 * addresses lie in slots themselves that is not to be seen: so every such variable is pinned, by a use that
 * means nothing, and let go when the addresses have become registers. */
#include "program/scopes.h"

#include "base/hash.h"
#include "program/lower.h"

#include <string.h>

enum { MOST_STEPS = 16, MOST_BLOCKS = 1024 };

static const char pin[] = "llvm.prefetch";

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static bool is_named(LLVMValueRef function, const char *prefix)
{
    return !strncmp(LLVMGetValueName(function), prefix, strlen(prefix));
}

static bool is_intrinsic(LLVMValueRef call, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && is_named(callee, prefix);
}

static bool keeps_no_pointer(LLVMValueRef call)
{
    return is_intrinsic(call, "llvm.mem") || is_intrinsic(call, "klee_");
}

/* What is done with the variable, by way of addresses that are known to be its own. */
struct uses {
    LLVMValueRef variable;
    bool escapes; /* somebody else may have its address */
    bool loads;
    struct table accesses; /* instructions that read or write it */
};

static void find_uses(LLVMValueRef pointer, struct uses *uses)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user)) {
            uses->escapes = true;
            continue;
        }
        LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
        bool accesses =
            opcode == LLVMLoad || opcode == LLVMStore || (opcode == LLVMCall && keeps_no_pointer(user));
        uses->loads |= opcode == LLVMLoad;
        if (opcode == LLVMGetElementPtr)
            find_uses(user, uses);
        else if (accesses && !(opcode == LLVMStore && LLVMGetOperand(user, 0) == pointer))
            table_set(&uses->accesses, key(user), 1);
        else if (opcode != LLVMICmp && !is_intrinsic(user, "llvm.lifetime.") && !is_intrinsic(user, pin))
            uses->escapes = true;
    }
}

/* Does the function return from here on, and touch nothing before it does? */
static bool leads_to_return(const struct uses *uses, LLVMValueRef v)
{
    for (unsigned steps = 0; v && steps < MOST_STEPS; steps++) {
        LLVMValueRef next = LLVMGetNextInstruction(v);
        switch (LLVMGetInstructionOpcode(v)) {
        case LLVMRet:
        case LLVMUnreachable:
            return true;
        case LLVMPHI:
            break;
        case LLVMBr:
            if (LLVMIsConditional(v))
                return false;
            next = LLVMGetFirstInstruction(LLVMGetSuccessor(v, 0));
            break;
        case LLVMLoad: /* of what is returned */
            if (!LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) || table_find(&uses->accesses, key(v)))
                return false;
            break;
        case LLVMCall:
            if (!is_intrinsic(v, "llvm.lifetime.end") && !is_intrinsic(v, "llvm.dbg."))
                return false;
            break;
        default:
            return false;
        }
        v = next;
    }
    return false;
}

/* Is the variable accessed from this instruction on, up to the end of its basic block? *begins: its own block
 * begins anew before that. */
static bool accesses_in_rest(const struct uses *uses, LLVMValueRef v, bool *begins)
{
    for (*begins = false; v && !*begins; v = LLVMGetNextInstruction(v)) {
        if (table_find(&uses->accesses, key(v)))
            return true;
        *begins = is_intrinsic(v, "llvm.lifetime.start") &&
                  LLVMGetOperand(v, LLVMGetNumArgOperands(v) - 1) == uses->variable;
    }
    return false;
}

/* Is it accessed somewhere behind the end of its block? */
static bool accesses_behind(const struct uses *uses, LLVMValueRef end)
{
    VECTOR(LLVMBasicBlockRef) work = {0};
    struct table seen = {0};
    bool begins, found = accesses_in_rest(uses, LLVMGetNextInstruction(end), &begins);
    if (!begins)
        vector_push(&work, LLVMGetInstructionParent(end));
    for (size_t i = 0; i < work.count && !found; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(work.data[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last) && !found; k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            if ((*table_slot(&seen, key(next), 0))++)
                continue;
            found =
                seen.count > MOST_BLOCKS || accesses_in_rest(uses, LLVMGetFirstInstruction(next), &begins);
            if (!begins)
                vector_push(&work, next);
        }
    }
    table_release(&seen);
    vector_release(&work);
    return found;
}

static bool ends_early(const struct uses *uses)
{
    for (LLVMUseRef use = LLVMGetFirstUse(uses->variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_intrinsic(user, "llvm.lifetime.end") || leads_to_return(uses, LLVMGetNextInstruction(user)))
            continue;
        if (uses->escapes || accesses_behind(uses, user))
            return true;
    }
    return false;
}

static bool has(LLVMValueRef function, const char *attribute)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(attribute));
}

/* A function that calls setjmp may come back into a block that it has left; it is marked with optnone. An
 * optimiser may read a variable before and behind its block, where it does not look at what it gets. */
static bool decide(LLVMValueRef function, LLVMValueRef variable)
{
    struct uses uses = {.variable = variable};
    if (has(function, "optnone"))
        return false;
    find_uses(variable, &uses);
    bool matters = (!uses.loads || has(function, "noinline")) && ends_early(&uses);
    table_release(&uses.accesses);
    return matters;
}

bool scope_matters(struct function_lowering *f, LLVMValueRef variable)
{
    if (f->function->is_library || !LLVMIsAFunction(f->value))
        return false;
    uint64_t *known = table_slot(&f->scopes, key(variable), UINT64_MAX);
    if (*known == UINT64_MAX)
        *known = decide(f->value, variable);
    return *known;
}

/* ---- pins ---- */

static void set_pin(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMTypeOf(variable), number = LLVMInt32TypeInContext(context);
    unsigned id = LLVMLookupIntrinsicID(pin, strlen(pin));
    LLVMValueRef zero = LLVMConstInt(number, 0, false), arguments[] = {variable, zero, zero, zero};
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
    LLVMBuildCall2(builder, LLVMIntrinsicGetType(context, id, &pointer, 1),
                   LLVMGetIntrinsicDeclaration(module, id, &pointer, 1), arguments, 4, "");
}

void scopes_pin(LLVMModuleRef module, const struct table *user_names)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !has(f, "noinline") ||
            !table_find(user_names, hash_string(LLVMGetValueName(f))))
            continue;
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
        for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsAAllocaInst(v) && decide(f, v))
                set_pin(module, builder, v);
    }
    LLVMDisposeBuilder(builder);
}

bool scopes_unpin(LLVMModuleRef module)
{
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!is_named(f, pin))
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
            LLVMValueRef user = LLVMGetUser(use), variable = LLVMGetOperand(user, 0);
            next = LLVMGetNextUse(use);
            if (!LLVMIsAAllocaInst(variable) ||
                decide(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), variable))
                continue;
            LLVMInstructionEraseFromParent(user);
            any = true;
        }
    }
    return any;
}
