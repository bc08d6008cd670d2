/* From values of the LLVM program to registers. */
#include "program/lower.h"

#include "base/hash.h"

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static bool same_constant(const struct constant *x, const struct constant *y)
{
    if (x->kind != y->kind || x->width != y->width || x->index != y->index || x->value != y->value)
        return false;
    for (unsigned i = 0; x->kind == CONSTANT_WIDE && i < (x->width + 63u) / 64; i++)
        if (x->words[i] != y->words[i])
            return false;
    return true;
}

uint32_t constant_register(struct function_lowering *f, struct constant constant)
{
    uint64_t hash =
        hash_mix(hash_mix(constant.kind, constant.width), hash_mix(constant.index, constant.value));
    for (;; hash++) {
        uint64_t index = *table_slot(&f->constant_indices, hash, f->constants.count);
        if (index == f->constants.count) {
            vector_push(&f->constants, constant);
            return CONSTANT_TAG | (uint32_t)index;
        }
        if (same_constant(&f->constants.data[index], &constant))
            return CONSTANT_TAG | (uint32_t)index;
    }
}

uint32_t integer_register(struct function_lowering *f, uint32_t width, uint64_t value)
{
    if (width <= 64) {
        uint64_t kept = width == 64 ? value : value & ((UINT64_C(1) << width) - 1);
        return constant_register(
            f, (struct constant){.kind = CONSTANT_INTEGER, .width = (uint16_t)width, .value = kept});
    }
    uint64_t *words = arena_zero(f->module->arena, (width + 63) / 64 * sizeof *words);
    words[0] = value;
    return constant_register(
        f, (struct constant){.kind = CONSTANT_WIDE, .width = (uint16_t)width, .words = words});
}

bool defined(struct function_lowering *f, LLVMValueRef v) { return table_find(&f->values, key(v)) != NULL; }

void define_as(struct function_lowering *f, LLVMValueRef v, const uint32_t *registers, uint32_t count)
{
    table_set(&f->values, key(v), f->components.count);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&f->components, registers[i]);
}

uint32_t define_new(struct function_lowering *f, LLVMValueRef v, bool side_by_side)
{
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    uint32_t first = (uint32_t)f->group.count;
    table_set(&f->values, key(v), f->components.count);
    if (side_by_side)
        new_registers(f, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!side_by_side)
            new_register(f);
        vector_push(&f->components, first + i);
    }
    return first;
}

void define_zero(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    table_set(&f->values, key(v), f->components.count);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t reg = integer_register(f, layout->leaves[i].width, 0);
        vector_push(&f->components, reg);
    }
}

/* A constant expression is computed where it is used: the one use may not
 * be reached from the other. */
static uint32_t expression_operand(struct function_lowering *f, LLVMValueRef v, uint32_t component)
{
    lower_instruction(f, v, LLVMGetConstOpcode(v));
    uint64_t first = table_get(&f->values, key(v), UINT64_MAX);
    BUG_ON(first == UINT64_MAX);
    table_remove(&f->values, key(v));
    return f->components.data[first + component];
}

static uint32_t constant_operand(struct function_lowering *f, LLVMValueRef v, uint32_t component)
{
    struct constant constant;
    LLVMTypeRef type = LLVMTypeOf(v);
    const struct layout *layout = type_layout(f->module, type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        if (LLVMIsNull(v) || LLVMIsUndef(v) || LLVMIsPoison(v))
            return integer_register(f, layout->leaves[component].width, 0);
        if (LLVMIsAConstantExpr(v))
            break;
        for (unsigned i = 0;; i++) {
            LLVMValueRef element = LLVMGetAggregateElement(v, i);
            BUG_ON(!element);
            uint32_t count = type_count(f->module, LLVMTypeOf(element));
            if (component < count)
                return operand(f, element, component);
            component -= count;
        }
    }
    default:
        if (constant_scalar(f->module, v, &constant))
            return constant_register(f, constant);
    }
    if (LLVMIsAConstantExpr(v))
        return expression_operand(f, v, component);
    emit_unsupported(f, v);
    return integer_register(f, layout->leaves[component].width, 0);
}

uint32_t operand(struct function_lowering *f, LLVMValueRef v, uint32_t component)
{
    uint64_t *found = table_find(&f->values, key(v));
    if (found)
        return f->components.data[*found + component];
    if (LLVMIsAConstant(v))
        return constant_operand(f, v, component);
    if (LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMGetElementPtr) {
        /* folded into loads and stores so far; here the pointer itself is asked for */
        struct address address = address_of(f, v, 0);
        return address.offset ? emit_new(f, OP_POINTER_ADD, 64, address.reg, (uint32_t)address.offset, 0)
                              : address.reg;
    }
    /* a phi that is not reached yet, or a value of code that never runs */
    return define_new(f, v, false) + component;
}

uint32_t operand_at(struct function_lowering *f, LLVMValueRef user, unsigned index, uint32_t component)
{
    return operand(f, LLVMGetOperand(user, index), component);
}
