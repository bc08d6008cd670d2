/* Global variables: initialisers as bytes and relocations; constructors. */
#include "program/lower.h"

#include <stdlib.h>
#include <string.h>

struct image {
    struct module_lowering *module;
    uint8_t *bytes;
    uint64_t size;
    bool is_zero;
    VECTOR(struct relocation) relocations;
};

static void put_bytes(struct image *image, uint64_t offset, const void *bytes, uint64_t count)
{
    if (offset > image->size || count > image->size - offset)
        return;
    memcpy(image->bytes + offset, bytes, count);
    image->is_zero = false;
}

static void put_number(struct image *image, uint64_t offset, const struct constant *constant)
{
    uint64_t bytes = (constant->width + 7u) / 8;
    put_bytes(image, offset, constant->kind == CONSTANT_WIDE ? constant->words : &constant->value, bytes);
}

/* ptrtoint a - ptrtoint b, perhaps truncated: a table of offsets. */
static bool put_difference(struct image *image, uint64_t offset, LLVMValueRef v)
{
    uint32_t size = (uint32_t)LLVMStoreSizeOfType(image->module->target, LLVMTypeOf(v));
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMTrunc)
        v = LLVMGetOperand(v, 0);
    if (!LLVMIsAConstantExpr(v))
        return false;
    struct relocation relocation = {.offset = offset, .size = size};
    if (constant_address(image->module, v, &relocation.target)) {
        vector_push(&image->relocations, relocation);
        return true;
    }
    if (LLVMGetConstOpcode(v) != LLVMSub ||
        !constant_address(image->module, LLVMGetOperand(v, 0), &relocation.target) ||
        !constant_address(image->module, LLVMGetOperand(v, 1), &relocation.minus))
        return false;
    relocation.has_minus = true;
    vector_push(&image->relocations, relocation);
    return true;
}

static void put(struct image *image, uint64_t offset, LLVMValueRef v);

static void put_elements(struct image *image, uint64_t offset, LLVMValueRef v, LLVMTypeRef type)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    bool vector = is_vector(type);
    uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
    uint64_t bits = vector ? LLVMSizeOfTypeInBits(image->module->target, element)
                           : 8 * LLVMABISizeOfType(image->module->target, element);
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef value = LLVMGetAggregateElement(v, (unsigned)i);
        uint64_t bit = i * bits;
        if (!value)
            return;
        if (bits % 8 == 0) {
            put(image, offset + bit / 8, value);
        } else if (bits == 1 && LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value)) {
            image->bytes[offset + bit / 8] |= (uint8_t)(1u << bit % 8);
            image->is_zero = false;
        }
    }
}

static void put(struct image *image, uint64_t offset, LLVMValueRef v)
{
    struct module_lowering *module = image->module;
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMIsUndef(v) || LLVMIsPoison(v) || LLVMIsNull(v))
        return;
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            LLVMValueRef element = LLVMGetAggregateElement(v, i);
            if (element)
                put(image, offset + LLVMOffsetOfElement(module->target, type, i), element);
        }
        return;
    case LLVMArrayTypeKind:
        if (LLVMIsConstantString(v)) {
            size_t length;
            const char *string = LLVMGetAsString(v, &length);
            put_bytes(image, offset, string, length);
            return;
        }
        put_elements(image, offset, v, type);
        return;
    case LLVMVectorTypeKind:
        put_elements(image, offset, v, type);
        return;
    default:
        break;
    }
    struct constant constant;
    if (!constant_scalar(module, v, &constant)) {
        put_difference(image, offset, v);
        return;
    }
    if (constant.kind == CONSTANT_INTEGER || constant.kind == CONSTANT_WIDE)
        put_number(image, offset, &constant);
    else
        vector_push(&image->relocations,
                    (struct relocation){.offset = offset, .size = 8, .target = constant});
}

void global_lower(struct module_lowering *module, LLVMValueRef v, struct global *global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    bool sized = LLVMTypeIsSized(type);
    global->size = sized ? LLVMABISizeOfType(module->target, type) : 0;
    global->alignment = LLVMGetAlignment(v);
    if (!global->alignment)
        global->alignment = sized ? LLVMPreferredAlignmentOfGlobal(module->target, v) : 1;
    global->constant = LLVMIsGlobalConstant(v);
    global->is_external = LLVMIsDeclaration(v);
    global->location = location_of_global(module, v);
    if (global->is_external || LLVMIsNull(LLVMGetInitializer(v)))
        return;
    struct image image = {.module = module, .size = global->size, .is_zero = true};
    image.bytes = mem_zero(global->size + 16);
    put(&image, 0, LLVMGetInitializer(v));
    if (!image.is_zero) {
        uint8_t *bytes = arena_alloc(module->arena, global->size);
        memcpy(bytes, image.bytes, global->size);
        global->bytes = bytes;
    }
    if (image.relocations.count) {
        size_t size = image.relocations.count * sizeof(struct relocation);
        struct relocation *relocations = arena_alloc(module->arena, size);
        memcpy(relocations, image.relocations.data, size);
        global->relocations = relocations;
        global->relocation_count = (uint32_t)image.relocations.count;
    }
    mem_free(image.bytes);
    vector_release(&image.relocations);
}

struct startup {
    int64_t priority;
    uint32_t function;
    uint32_t order;
};

static int by_priority(const void *left, const void *right)
{
    const struct startup *x = left, *y = right;
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static uint32_t startup_list(struct module_lowering *module, const char *name, bool backwards,
                             const uint32_t **out)
{
    LLVMValueRef list = LLVMGetNamedGlobal(module->module, name);
    if (!list || LLVMIsDeclaration(list))
        return 0;
    LLVMValueRef rows = LLVMGetInitializer(list);
    if (LLVMGetTypeKind(LLVMTypeOf(rows)) != LLVMArrayTypeKind)
        return 0;
    VECTOR(struct startup) found = {0};
    for (uint64_t i = 0; i < LLVMGetArrayLength2(LLVMTypeOf(rows)); i++) {
        LLVMValueRef row = LLVMGetAggregateElement(rows, (unsigned)i);
        struct constant address;
        if (row && constant_address(module, LLVMGetAggregateElement(row, 1), &address) &&
            address.kind == CONSTANT_FUNCTION)
            vector_push(&found, (struct startup){constant_signed(LLVMGetAggregateElement(row, 0)),
                                                 address.index, (uint32_t)i});
    }
    if (found.count)
        qsort(found.data, found.count, sizeof *found.data, by_priority);
    uint32_t *functions = arena_alloc(module->arena, (found.count + 1) * sizeof *functions);
    for (size_t i = 0; i < found.count; i++)
        functions[i] = found.data[backwards ? found.count - 1 - i : i].function;
    uint32_t count = (uint32_t)found.count;
    *out = functions;
    vector_release(&found);
    return count;
}

void lower_constructors(struct module_lowering *module)
{
    struct program *program = module->program;
    program->constructor_count = startup_list(module, "llvm.global_ctors", false, &program->constructors);
    program->destructor_count = startup_list(module, "llvm.global_dtors", true, &program->destructors);
}
