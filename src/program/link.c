/* Several modules into one.
 *
 * LLVM's linker takes a definition that may be dropped (linkonce) only if
 * something needs it, and what that needs in turn. So everything a library
 * defines is made linkonce before it is linked; what the program defines
 * itself wins. What the engine answers itself is turned into a declaration. */
#include "program/read.h"

#include "base/alloc.h"

#include <llvm-c/Linker.h>

#include <string.h>

static void remember(LLVMDiagnosticInfoRef diagnostic, void *context)
{
    struct text *message = context;
    if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError || message->length)
        return;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    text_add(message, "%s", text);
    LLVMDisposeMessage(text);
}

bool link_module(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error)
{
    struct text said = {0};
    LLVMContextRef context = LLVMGetModuleContext(into);
    LLVMContextSetDiagnosticHandler(context, remember, &said);
    bool failed = LLVMLinkModules2(into, from);
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    if (failed) {
        /* "Linking globals named 'f': symbol multiply defined!" */
        const char *name = strstr(text_string(&said), "named '");
        const char *end = name ? strchr(name + 7, '\'') : NULL;
        if (end && strstr(end, "multiply defined"))
            text_add(error, "%s: '%.*s' is already defined in another file", path, (int)(end - name - 7),
                     name + 7);
        else
            text_add(error, "cannot link %s: %s", path, said.length ? text_string(&said) : "unknown reason");
    }
    text_release(&said);
    return !failed;
}

/* A second definition: of two strong ones, the native linker was told to take
 * the first; of two weak ones it does so by itself. */
static void yield_to_first(LLVMModuleRef into, LLVMValueRef v)
{
    if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) != LLVMExternalLinkage)
        return;
    const char *name = LLVMGetValueName(v);
    LLVMValueRef first = LLVMGetNamedFunction(into, name);
    if (!first)
        first = LLVMGetNamedGlobal(into, name);
    if (first && !LLVMIsDeclaration(first) && LLVMGetLinkage(first) == LLVMExternalLinkage)
        LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
}

bool link_module_again(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(from); v; v = LLVMGetNextFunction(v))
        yield_to_first(into, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(from); v; v = LLVMGetNextGlobal(v))
        yield_to_first(into, v);
    return link_module(into, from, path, error);
}

static bool is_droppable(LLVMLinkage linkage)
{
    return linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage ||
           linkage == LLVMCommonLinkage;
}

static void make_droppable(LLVMValueRef v)
{
    if (!LLVMIsDeclaration(v) && is_droppable(LLVMGetLinkage(v)))
        LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
}

static void make_declaration(LLVMModuleRef module, LLVMValueRef function)
{
    char *name = text_format("%s", LLVMGetValueName(function));
    char *unused = text_format("%s.unused", name);
    LLVMSetValueName2(function, unused, strlen(unused));
    LLVMValueRef declaration = LLVMAddFunction(module, name, LLVMGlobalGetValueType(function));
    LLVMReplaceAllUsesWith(function, declaration);
    mem_free(name);
    mem_free(unused);
}

static void prepare_library(LLVMModuleRef module, bool (*is_builtin)(const char *))
{
    LLVMValueRef next;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = next) {
        next = LLVMGetNextFunction(v);
        make_droppable(v);
        if (!LLVMIsDeclaration(v) && is_builtin && is_builtin(LLVMGetValueName(v)))
            make_declaration(module, v);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        make_droppable(v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
        make_droppable(v);
}

/* Grows whenever a round of linking brought something in. */
static size_t defined_count(LLVMModuleRef module)
{
    size_t count = 0;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        count += !LLVMIsDeclaration(v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        count += !LLVMIsDeclaration(v);
    return count;
}

/* Libraries may need each other: around until a round changes nothing. */
bool link_libraries(LLVMModuleRef into, const struct load_options *options, struct text *error)
{
    LLVMContextRef context = LLVMGetModuleContext(into);
    size_t before, after = defined_count(into);
    do {
        before = after;
        for (size_t i = 0; i < options->library_count; i++) {
            LLVMModuleRef library = read_module(context, options->libraries[i], true, true, error);
            if (!library)
                return false;
            prepare_library(library, options->is_builtin);
            if (!link_module(into, library, options->libraries[i], error))
                return false;
        }
        after = defined_count(into);
    } while (options->library_count > 1 && after != before);
    return true;
}
