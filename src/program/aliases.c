/* A library's aliases, resolved before it is linked: whoever uses the alias
 * uses what it stands for.
 *
 * LLVM's linker may copy what an alias of a droppable definition stands for,
 * and a body can be moved only once: the copy, or the original, is left empty. */
#include "program/read.h"

#include "base/alloc.h"

#include <string.h>

static bool is_local(LLVMValueRef v)
{
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static LLVMValueRef named(LLVMModuleRef module, LLVMValueRef like, const char *name)
{
    return LLVMIsAFunction(like) ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);
}

static LLVMValueRef declare(LLVMModuleRef module, LLVMValueRef like)
{
    const char *name = LLVMGetValueName(like);
    LLVMValueRef known = named(module, like, name);
    if (known)
        return known;
    if (LLVMIsAFunction(like))
        return LLVMAddFunction(module, name, LLVMGlobalGetValueType(like));
    LLVMValueRef global = LLVMAddGlobal(module, LLVMGlobalGetValueType(like), name);
    LLVMSetLinkage(global, LLVMExternalLinkage);
    return global;
}

/* What the program declares by the alias's name becomes what it stands for. */
static void redirect(LLVMModuleRef program, LLVMValueRef target, const char *name)
{
    LLVMValueRef declared = named(program, target, name);
    if (!declared || !LLVMIsDeclaration(declared))
        return;
    LLVMReplaceAllUsesWith(declared, declare(program, target));
    if (LLVMIsAFunction(declared))
        LLVMDeleteFunction(declared);
    else
        LLVMDeleteGlobal(declared);
}

void resolve_aliases(LLVMModuleRef program, LLVMModuleRef library, bool (*is_builtin)(const char *))
{
    for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(library); alias;
         alias = LLVMGetNextGlobalAlias(alias)) {
        LLVMValueRef target = LLVMAliasGetAliasee(alias);
        char *name = text_format("%s", LLVMGetValueName(alias));
        bool answered = is_builtin && is_builtin(name);
        if (!answered && (LLVMIsAFunction(target) || LLVMIsAGlobalVariable(target))) {
            LLVMReplaceAllUsesWith(alias, target);
            if (is_local(target) && !is_local(alias)) {
                /* only the alias has a name that others know: the target takes it */
                char *unused = text_format("%s.alias", name);
                LLVMSetValueName2(alias, unused, strlen(unused));
                LLVMSetValueName2(target, name, strlen(name));
                LLVMSetLinkage(target, LLVMLinkOnceAnyLinkage);
                mem_free(unused);
            } else {
                redirect(program, target, name);
            }
        }
        mem_free(name);
    }
}
