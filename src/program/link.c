/* Several modules into one.
 *
 * LLVM's linker takes a definition that may be dropped (linkonce) only if
 * something needs it, and what that needs in turn. So everything a library
 * defines is made linkonce before it is linked; what the program defines
 * itself wins. What the engine answers itself is turned into a declaration. */
#include "program/read.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/table.h"

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

/* A declaration takes the name and the uses. What it replaces is left without
 * users, and so is not linked. */
static void make_declaration(LLVMModuleRef module, LLVMValueRef defined)
{
    char *name = text_format("%s", LLVMGetValueName(defined));
    char *unused = text_format("%s.unused", name);
    LLVMSetValueName2(defined, unused, strlen(unused));
    LLVMValueRef declaration = LLVMAddFunction(module, name, LLVMGlobalGetValueType(defined));
    LLVMReplaceAllUsesWith(defined, declaration);
    mem_free(name);
    mem_free(unused);
}

static bool is_answered(LLVMValueRef v, bool (*is_builtin)(const char *))
{
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return !LLVMIsDeclaration(v) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
           is_builtin && is_builtin(LLVMGetValueName(v));
}

static void prepare_library(LLVMModuleRef module, bool (*is_builtin)(const char *))
{
    LLVMValueRef next;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = next) {
        next = LLVMGetNextFunction(v);
        make_droppable(v);
        if (is_answered(v, is_builtin))
            make_declaration(module, v);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        make_droppable(v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = next) {
        next = LLVMGetNextGlobalAlias(v);
        make_droppable(v);
        if (LLVMGetTypeKind(LLVMGlobalGetValueType(v)) == LLVMFunctionTypeKind && is_answered(v, is_builtin))
            make_declaration(module, v);
    }
}

/* ---- which library next ---- */

/* Puts each name that the module uses, nobody has defined and the engine does
 * not answer into the table. true if one of them is new to it. */
static bool offer(LLVMModuleRef module, const struct load_options *options, struct table *offered)
{
    bool fresh = false;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) {
        if (!LLVMIsDeclaration(v) || LLVMGetIntrinsicID(v))
            continue;
        const char *name = LLVMGetValueName(v);
        uint64_t key = hash_string(name);
        if (table_find(offered, key) || (options->is_builtin && options->is_builtin(name)))
            continue;
        table_set(offered, key, 1);
        fresh = true;
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
        uint64_t key = hash_string(LLVMGetValueName(v));
        if (!LLVMIsDeclaration(v) || table_find(offered, key))
            continue;
        table_set(offered, key, 1);
        fresh = true;
    }
    return fresh;
}

static bool link_library(LLVMModuleRef into, const struct load_options *options, const char *path,
                         struct text *error)
{
    LLVMModuleRef library = read_module(LLVMGetModuleContext(into), path, true, true, error);
    if (!library)
        return false;
    resolve_aliases(into, library, options->is_builtin);
    prepare_library(library, options->is_builtin);
    return link_module(into, library, path, error);
}

/* Libraries may need each other: around, until none is asked for a name that it
 * has not been asked for before. */
bool link_libraries(LLVMModuleRef into, const struct load_options *options, struct text *error)
{
    struct table *offered = mem_zero((options->library_count + 1) * sizeof *offered);
    bool good = true;
    if (options->start && !LLVMGetNamedFunction(into, options->start))
        LLVMAddFunction(into, options->start,
                        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(into)), NULL, 0, false));
    for (bool changed = true; good && changed;) {
        changed = false;
        for (size_t i = 0; good && i < options->library_count; i++) {
            if (!offer(into, options, &offered[i]))
                continue;
            good = link_library(into, options, options->libraries[i], error);
            changed = true;
        }
    }
    for (size_t i = 0; i < options->library_count; i++)
        table_release(&offered[i]);
    mem_free(offered);
    return good;
}
