/* How a type of the LLVM program is spread over registers and where its
 * scalars lie in memory. Each type is worked out once. */
#include "program/lower.h"

bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

struct leaves {
    VECTOR(struct leaf) list;
    bool fits;
};

static void add_leaf(struct leaves *leaves, unsigned width, bool is_pointer, unsigned float_width,
                     uint64_t bit)
{
    if (leaves->list.count >= LARGEST_AGGREGATE || width > UINT16_MAX)
        leaves->fits = false;
    else
        vector_push(&leaves->list, (struct leaf){.width = (uint16_t)width,
                                                 .is_pointer = is_pointer,
                                                 .float_width = (uint8_t)float_width,
                                                 .bit = bit});
}

static void add_type(struct module_lowering *module, LLVMTypeRef type, uint64_t bit, struct leaves *leaves)
{
    if (!leaves->fits)
        return;
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        break;
    case LLVMIntegerTypeKind:
        add_leaf(leaves, LLVMGetIntTypeWidth(type), false, 0, bit);
        break;
    case LLVMPointerTypeKind:
        add_leaf(leaves, 64, true, 0, bit);
        break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        add_leaf(leaves, 16, false, 1, bit);
        break;
    case LLVMFloatTypeKind:
        add_leaf(leaves, 32, false, 32, bit);
        break;
    case LLVMDoubleTypeKind:
        add_leaf(leaves, 64, false, 64, bit);
        break;
    case LLVMX86_FP80TypeKind:
        add_leaf(leaves, 80, false, 80, bit);
        break;
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        add_leaf(leaves, 128, false, 1, bit);
        break;
    case LLVMX86_MMXTypeKind:
        add_leaf(leaves, 64, false, 0, bit);
        break;
    case LLVMStructTypeKind:
        if (LLVMIsOpaqueStruct(type)) {
            leaves->fits = false;
            break;
        }
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            add_type(module, LLVMStructGetTypeAtIndex(type, i),
                     bit + 8 * LLVMOffsetOfElement(module->target, type, i), leaves);
        break;
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t size = 8 * LLVMABISizeOfType(module->target, element);
        for (uint64_t i = 0; i < LLVMGetArrayLength2(type) && leaves->fits; i++)
            add_type(module, element, bit + i * size, leaves);
        break;
    }
    case LLVMVectorTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t size = LLVMSizeOfTypeInBits(module->target, element);
        for (unsigned i = 0; i < LLVMGetVectorSize(type) && leaves->fits; i++)
            add_type(module, element, bit + i * size, leaves);
        break;
    }
    default:
        leaves->fits = false;
    }
}

const struct layout *type_layout(struct module_lowering *module, LLVMTypeRef type)
{
    uint64_t *known = table_find(&module->layouts, (uint64_t)(uintptr_t)type);
    if (known)
        return (const struct layout *)(uintptr_t)*known;
    struct leaves leaves = {.fits = true};
    add_type(module, type, 0, &leaves);
    struct layout *layout = arena_zero(module->arena, sizeof *layout);
    layout->fits = leaves.fits;
    layout->count = leaves.fits ? (uint32_t)leaves.list.count : 0;
    struct leaf *copy = arena_zero(module->arena, (layout->count + 1) * sizeof *copy);
    for (uint32_t i = 0; i < layout->count; i++)
        copy[i] = leaves.list.data[i];
    layout->leaves = copy;
    vector_release(&leaves.list);
    table_set(&module->layouts, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)layout);
    return layout;
}

uint32_t type_count(struct module_lowering *module, LLVMTypeRef type)
{
    return type_layout(module, type)->count;
}

uint16_t type_width(struct module_lowering *module, LLVMTypeRef type)
{
    const struct layout *layout = type_layout(module, type);
    return layout->count ? layout->leaves[0].width : 0;
}
