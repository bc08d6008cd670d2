/* The caller is built in LLVM's terms, so that passing structures and pointers by value is the usual
 * lowering's business. */
#include "program/entry.h"

#include "base/alloc.h"
#include "base/text.h"
#include "program/load.h"
#include "program/nodes.h"

#include <llvm-c/Target.h>

#include <string.h>

enum { PLAIN_BYTES = 16 }; /* behind a pointer to characters, or to what nobody knows */

struct entry {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef entry;
    struct text said;
};

/* ---- is it like main? ---- */

static bool is_called(LLVMValueRef parameter, const char *name, LLVMTypeKind kind)
{
    return !strcmp(LLVMGetValueName(parameter), name) && LLVMGetTypeKind(LLVMTypeOf(parameter)) == kind;
}

static bool is_like_main(LLVMValueRef entry)
{
    unsigned count = LLVMCountParams(entry);
    if (!count || !strcmp(LLVMGetValueName(entry), "main"))
        return true;
    return count <= 3 && is_called(LLVMGetParam(entry, 0), "argc", LLVMIntegerTypeKind) &&
           (count < 2 || is_called(LLVMGetParam(entry, 1), "argv", LLVMPointerTypeKind)) &&
           (count < 3 || LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(entry, 2))) == LLVMPointerTypeKind);
}

/* ---- what debug information knows ---- */

static bool is_derived(LLVMMetadataRef type)
{
    return type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind;
}

/* Bytes of what the parameter points to; 0: unknown. */
static uint64_t pointee_size(struct entry *e, unsigned number)
{
    LLVMMetadataRef type = node_child(e->context, LLVMGetSubprogram(e->entry), SUBPROGRAM_TYPE);
    LLVMMetadataRef types = node_child(e->context, type, FUNCTION_TYPES);
    LLVMMetadataRef at = node_child(e->context, types, number + 1);
    if (!types ||
        LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(e->context, types)) != LLVMCountParams(e->entry) + 1)
        return 0;
    for (; is_derived(at); at = node_child(e->context, at, DERIVED_BASE))
        if (LLVMDITypeGetSizeInBits(at)) { /* the pointer: typedefs and qualifiers have no size */
            at = node_child(e->context, at, DERIVED_BASE);
            break;
        }
    while (is_derived(at) && !LLVMDITypeGetSizeInBits(at))
        at = node_child(e->context, at, DERIVED_BASE);
    return at ? LLVMDITypeGetSizeInBits(at) / 8 : 0;
}

/* ---- making the arguments ---- */

static LLVMTypeRef word(struct entry *e) { return LLVMInt64TypeInContext(e->context); }

static void make_symbolic(struct entry *e, LLVMValueRef object, uint64_t size, const char *name)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0), types[] = {pointer, word(e), pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, 3, false);
    LLVMValueRef function = LLVMGetNamedFunction(e->module, "klee_make_symbolic");
    if (!function)
        function = LLVMAddFunction(e->module, "klee_make_symbolic", type);
    LLVMValueRef arguments[] = {object, LLVMConstInt(word(e), size, false),
                                LLVMBuildGlobalStringPtr(e->builder, name, "name")};
    LLVMBuildCall2(e->builder, type, function, arguments, 3, "");
}

static LLVMValueRef symbolic_object(struct entry *e, LLVMTypeRef type, const char *name)
{
    LLVMValueRef object = LLVMBuildAlloca(e->builder, type, "");
    make_symbolic(e, object, LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), type), name);
    return object;
}

static LLVMValueRef symbolic_pointer(struct entry *e, unsigned number, const char *name)
{
    uint64_t size = pointee_size(e, number);
    if (size < 2)
        size = PLAIN_BYTES;
    LLVMTypeRef byte = LLVMInt8TypeInContext(e->context);
    LLVMValueRef object = symbolic_object(e, LLVMArrayType2(byte, size), name);
    char *flag = text_format("%s_is_null", name);
    LLVMValueRef null = LLVMBuildLoad2(e->builder, byte, symbolic_object(e, byte, flag), "");
    mem_free(flag);
    text_add(&e->said, "%s is null or points to %llu symbolic bytes", name, (unsigned long long)size);
    LLVMValueRef is_null = LLVMBuildICmp(e->builder, LLVMIntNE, null, LLVMConstInt(byte, 0, false), "");
    return LLVMBuildSelect(e->builder, is_null, LLVMConstNull(LLVMTypeOf(object)), object, "");
}

static LLVMAttributeRef attribute_of(LLVMValueRef function, unsigned number, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, number + 1,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static LLVMValueRef make_argument(struct entry *e, unsigned number)
{
    LLVMValueRef parameter = LLVMGetParam(e->entry, number);
    LLVMTypeRef type = LLVMTypeOf(parameter);
    char *name = *LLVMGetValueName(parameter) ? mem_string(LLVMGetValueName(parameter))
                                              : text_format("argument%u", number + 1);
    LLVMAttributeRef by_value = attribute_of(e->entry, number, "byval");
    LLVMAttributeRef result = attribute_of(e->entry, number, "sret");
    LLVMValueRef made;
    if (e->said.length && !result)
        text_add_string(&e->said, ", ");
    if (result) {
        made = LLVMBuildAlloca(e->builder, LLVMGetTypeAttributeValue(result), "");
    } else if (by_value || LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
        made = symbolic_object(e, by_value ? LLVMGetTypeAttributeValue(by_value) : type, name);
        made = by_value ? made : LLVMBuildLoad2(e->builder, type, made, "");
        text_add(&e->said, "%s is symbolic", name);
    } else {
        made = symbolic_pointer(e, number, name);
    }
    mem_free(name);
    return made;
}

static void build(struct entry *e)
{
    unsigned count = LLVMCountParams(e->entry);
    LLVMValueRef arguments[count];
    for (unsigned i = 0; i < count; i++)
        arguments[i] = make_argument(e, i);
    LLVMValueRef call =
        LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(e->entry), e->entry, arguments, count, "");
    for (unsigned i = 0; i < count; i++) {
        LLVMAttributeRef by_value = attribute_of(e->entry, i, "byval"),
                         align = attribute_of(e->entry, i, "align");
        if (by_value)
            LLVMAddCallSiteAttribute(call, i + 1, by_value);
        if (by_value && align)
            LLVMAddCallSiteAttribute(call, i + 1, align);
    }
    LLVMBuildRet(e->builder, LLVMConstInt(LLVMInt32TypeInContext(e->context), 0, false));
}

LLVMValueRef entry_prepare(LLVMModuleRef module, LLVMValueRef entry, struct log *log)
{
    if (is_like_main(entry))
        return entry;
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct entry e = {
        .module = module, .context = context, .builder = LLVMCreateBuilderInContext(context), .entry = entry};
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(context), NULL, 0, false);
    LLVMValueRef caller = LLVMAddFunction(module, ENTRY_CALLER, type);
    LLVMPositionBuilderAtEnd(e.builder, LLVMAppendBasicBlockInContext(context, caller, ""));
    build(&e);
    LLVMDisposeBuilder(e.builder);
    if (log)
        log_warning(log, "%s is called with symbolic values: %s", LLVMGetValueName(entry),
                    text_string(&e.said));
    text_release(&e.said);
    return caller;
}
