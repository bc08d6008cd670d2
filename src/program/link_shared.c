/* Modules of shared libraries: what one hides is its own, and a program gets
 * from them what it needs and does not define itself. */
#include "program/read.h"

static void each_definition(LLVMModuleRef module, void (*change)(LLVMValueRef))
{
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (!LLVMIsDeclaration(v))
            change(v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v))
            change(v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
        change(v);
}

static void hide(LLVMValueRef v)
{
    if (LLVMGetVisibility(v) != LLVMHiddenVisibility)
        return;
    LLVMSetLinkage(v, LLVMInternalLinkage);
    LLVMSetVisibility(v, LLVMDefaultVisibility);
}

void link_hide(LLVMModuleRef library) { each_definition(library, hide); }

/* LLVM's linker takes a linkonce definition only where it is needed. */
static void make_droppable(LLVMValueRef v)
{
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage ||
        linkage == LLVMCommonLinkage)
        LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
}

bool link_module_by_need(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error)
{
    each_definition(from, make_droppable);
    return link_module(into, from, path, error);
}
