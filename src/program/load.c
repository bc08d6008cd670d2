/* program_load: compile, read, link, promote, lower. */
#include "program/load.h"

#include "base/hash.h"
#include "program/assume.h"
#include "program/check.h"
#include "program/cleanups.h"
#include "program/entry.h"
#include "program/lines.h"
#include "program/lower.h"
#include "program/read.h"
#include "program/scopes.h"
#include "program/uses.h"
#include "program/wanted.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>
#include <unistd.h>

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && !strcmp(path + length - wanted, ending);
}

static LLVMModuleRef load_file(LLVMContextRef context, const struct load_options *options, const char *path,
                               struct text *error)
{
    if (!has_ending(path, ".c") && !has_ending(path, ".i"))
        return module_for_target(read_module(context, path, false, false, error), path, error);
    if (access(path, R_OK)) {
        text_add(error, "cannot read %s: no such file", path);
        return NULL;
    }
    struct text bitcode = {0};
    LLVMModuleRef module = compile_file(options, path, &bitcode, error)
                               ? read_module_bytes(context, path, bitcode.data, bitcode.length, error)
                               : NULL;
    text_release(&bitcode);
    return module;
}

static LLVMModuleRef load_noting(LLVMContextRef context, const struct load_options *options, const char *path,
                                 struct wanted *wanted, struct text *error)
{
    if (embedded_is_program(path))
        return embedded_load(context, path, wanted, options->log, error);
    LLVMModuleRef module = load_file(context, options, path, error);
    if (module)
        wanted_note(wanted, module, path);
    return module;
}

static LLVMModuleRef load_files(LLVMContextRef context, const struct load_options *options,
                                struct wanted *wanted, struct text *error)
{
    LLVMModuleRef whole = NULL;
    for (size_t i = 0; i < options->file_count; i++) {
        LLVMModuleRef module = load_noting(context, options, options->files[i], wanted, error);
        if (module && whole && link_module(whole, module, options->files[i], error))
            continue;
        if (module && !whole) {
            whole = module;
            continue;
        }
        if (whole)
            LLVMDisposeModule(whole);
        return NULL;
    }
    if (!whole)
        text_add(error, "no program given");
    return whole;
}

static bool has_entry(LLVMModuleRef module, const struct load_options *options, struct text *error)
{
    LLVMValueRef entry = LLVMGetNamedFunction(module, options->entry);
    if (entry && !LLVMIsDeclaration(entry))
        return true;
    text_add(error, "no function '%s' is defined in %s", options->entry, options->files[0]);
    if (options->file_count > 1)
        text_add(error, " or the other files");
    return false;
}

/* The library's start calls the entry by a name of its own, so that the entry
 * may have any name and any of the types of main. */
static bool connect_start(LLVMModuleRef module, const struct load_options *options, LLVMValueRef entry,
                          struct text *error)
{
    if (!options->start)
        return true;
    LLVMValueRef start = LLVMGetNamedFunction(module, options->start);
    LLVMValueRef called = LLVMGetNamedFunction(module, "__ramify_main");
    if (!start || LLVMIsDeclaration(start) || !called) {
        text_add(error, "the C library has no function '%s'", options->start);
        return false;
    }
    LLVMReplaceAllUsesWith(called, entry);
    LLVMDeleteFunction(called);
    return true;
}

static void note_names(LLVMModuleRef module, struct table *names)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (!LLVMIsDeclaration(v))
            table_set(names, hash_string(LLVMGetValueName(v)), 1);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v))
            table_set(names, hash_string(LLVMGetValueName(v)), 1);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v))
        table_set(names, hash_string(LLVMGetValueName(v)), 1);
}

static bool calls_twice_returning(LLVMValueRef function, unsigned kind)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
            if (!LLVMIsACallInst(v))
                continue;
            LLVMValueRef callee = LLVMGetCalledValue(v);
            if (LLVMGetCallSiteEnumAttribute(v, LLVMAttributeFunctionIndex, kind) ||
                (LLVMIsAFunction(callee) &&
                 LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind)))
                return true;
        }
    return false;
}

static bool declares_twice_returning(LLVMModuleRef module, unsigned kind)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, kind))
            return true;
    return false;
}

/* Variables of a function that calls setjmp stay in memory, where a longjmp
 * finds them as they were last written: such a function is not optimised. */
static void choose_functions_to_promote(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned optnone = attribute_kind("optnone"), noinline_ = attribute_kind("noinline");
    unsigned twice = attribute_kind("returns_twice");
    bool any_twice = declares_twice_returning(module, twice);
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) {
        if (LLVMIsDeclaration(v))
            continue;
        LLVMRemoveEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, optnone);
        if (!any_twice || !calls_twice_returning(v, twice))
            continue;
        LLVMAddAttributeAtIndex(v, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(context, noinline_, 0));
        LLVMAddAttributeAtIndex(v, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, optnone, 0));
    }
}

/* Vectors would only be taken apart again. */
static bool run_passes(LLVMModuleRef module, const char *passes, const char *what, struct text *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, false);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, false);
    LLVMPassBuilderOptionsSetSLPVectorization(options, false);
    LLVMErrorRef failure = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return true;
    char *message = LLVMGetErrorMessage(failure);
    text_add(error, "cannot %s: %s", what, message);
    LLVMDisposeErrorMessage(message);
    return false;
}

static bool promote(LLVMModuleRef module, const struct table *user_names, struct text *error)
{
    static const char pass[] = "function(mem2reg)", what[] = "promote stack slots";
    cleanups_thread(module, user_names);
    scopes_pin(module, user_names);
    if (!run_passes(module, pass, what, error) ||
        (scopes_unpin(module) && !run_passes(module, pass, what, error)))
        return false;
    program_flatten_assumes(module);
    return true;
}

/* What clang -O0 says of every function keeps it from being optimised: there "noinline" comes with
 * "optnone". */
static bool optimize(LLVMModuleRef module, struct text *error)
{
    unsigned optnone = attribute_kind("optnone"), noinline_ = attribute_kind("noinline");
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, optnone))
            LLVMRemoveEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, noinline_);
    choose_functions_to_promote(module);
    return run_passes(module, "default<O2>", "optimise the program", error);
}

static void write_module(LLVMModuleRef module, const struct load_options *options)
{
    if (options->assembly) {
        char *text = LLVMPrintModuleToString(module);
        text_add_string(options->assembly, text);
        LLVMDisposeMessage(text);
    }
    if (options->bitcode) {
        LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
        text_add_bytes(options->bitcode, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
        LLVMDisposeMemoryBuffer(buffer);
    }
}

static struct program *lower(LLVMModuleRef module, const struct load_options *options,
                             const struct table *names, const struct wanted *wanted,
                             const struct lines *lines)
{
    struct program *program = NEW(struct program);
    struct program_memory *memory = NEW(struct program_memory);
    program->memory = memory;
    struct module_lowering lowering = {.module = module,
                                       .context = LLVMGetModuleContext(module),
                                       .target = LLVMGetModuleDataLayout(module),
                                       .arena = &memory->arena,
                                       .program = program,
                                       .is_builtin = options->is_builtin,
                                       .wanted = wanted,
                                       .lines = lines,
                                       .user_names = names};
    module_lower(&lowering);
    table_release(&lowering.functions);
    table_release(&lowering.globals);
    table_release(&lowering.layouts);
    table_release(&lowering.blocks);
    table_release(&lowering.intrinsics);
    table_release(&lowering.location_indices);
    table_release(&lowering.file_indices);
    table_release(&lowering.name_indices);
    vector_release(&lowering.locations);
    vector_release(&lowering.files);
    vector_release(&lowering.checksums);
    vector_release(&lowering.names);
    return program;
}

struct program *program_load(const struct load_options *options, struct text *error)
{
    LLVMContextRef context = LLVMContextCreate();
    struct wanted wanted = {0};
    struct lines lines = {0};
    LLVMModuleRef module = load_files(context, options, &wanted, error);
    struct table names = {0};
    struct program *program = NULL;
    if (module && has_entry(module, options, error) && (!options->optimize || optimize(module, error))) {
        note_names(module, &names);
        bool wants_better = options->is_better && module_uses(module, options->is_better);
        LLVMValueRef entry =
            entry_prepare(module, LLVMGetNamedFunction(module, options->entry), options->log);
        bool linked = link_libraries(module, options, error) && connect_start(module, options, entry, error);
        if (linked) {
            choose_functions_to_promote(module);
            lines_note(&lines, module, &names);
        }
        if (linked && (!options->promote || promote(module, &names, error))) {
            write_module(module, options);
            program = lower(module, options, &names, &wanted, &lines);
            program->wants_better = wants_better;
        }
    }
#ifdef RAMIFY_DEBUG
    if (program && !program_check(program, error))
        BUG("the lowered program is broken: %s", text_string(error));
#endif
    table_release(&names);
    wanted_release(&wanted);
    lines_release(&lines);
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return program;
}
