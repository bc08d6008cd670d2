/* Masked vector accesses: an element whose mask bit is not set is not touched,
 * so that it may lie outside of its object. One branch per element. */
#include "program/lower.h"

#include <string.h>

struct masked {
    struct function_lowering *f;
    const struct layout *layout; /* of the vector in registers */
    LLVMValueRef pointer, mask;
};

static struct address element(const struct masked *masked, uint32_t i)
{
    if (is_vector(LLVMTypeOf(masked->pointer)))
        return (struct address){operand(masked->f, masked->pointer, i), 0};
    return (struct address){operand(masked->f, masked->pointer, 0),
                            (int64_t)(masked->layout->leaves[i].bit / 8)};
}

/* What is emitted until the label is placed happens only if the bit is set. */
static uint32_t guard(const struct masked *masked, uint32_t i)
{
    struct function_lowering *f = masked->f;
    uint32_t label = new_label(f);
    emit(f, OP_BRANCH_EQ, 1, 0, operand(f, masked->mask, i), integer_register(f, 1, 0), label);
    return label;
}

static void load(const struct masked *masked, LLVMValueRef v, LLVMValueRef otherwise)
{
    struct function_lowering *f = masked->f;
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < masked->layout->count; i++) {
        uint32_t width = masked->layout->leaves[i].width;
        emit(f, OP_MOVE, width, dst + i, operand(f, otherwise, i), 0, 0);
        struct address address = element(masked, i); /* before the branch: others use it too */
        uint32_t label = guard(masked, i);
        emit(f, OP_MOVE, width, dst + i, emit_load(f, address, width), 0, 0);
        place_label(f, label);
    }
}

static void store(const struct masked *masked, LLVMValueRef value)
{
    struct function_lowering *f = masked->f;
    for (uint32_t i = 0; i < masked->layout->count; i++) {
        uint32_t reg = operand(f, value, i);
        struct address address = element(masked, i);
        uint32_t label = guard(masked, i);
        emit_store(f, address, reg, masked->layout->leaves[i].width);
        place_label(f, label);
    }
}

bool lower_masked(struct function_lowering *f, LLVMValueRef v, const char *name)
{
    bool loads = !strncmp(name, "load", 4) || !strncmp(name, "gather", 6);
    if (!loads && strncmp(name, "store", 5) && strncmp(name, "scatter", 7))
        return false;
    /* load, gather: pointer, alignment, mask, otherwise; store, scatter: value, pointer, alignment, mask */
    LLVMTypeRef type = loads ? LLVMTypeOf(v) : LLVMTypeOf(LLVMGetOperand(v, 0));
    struct masked masked = {
        .f = f,
        .layout = type_layout(f->module, type),
        .pointer = LLVMGetOperand(v, loads ? 0 : 1),
        .mask = LLVMGetOperand(v, loads ? 2 : 3),
    };
    if (!masked.layout->fits || (masked.layout->count && masked.layout->leaves[0].width % 8))
        return false;
    if (loads)
        load(&masked, v, LLVMGetOperand(v, 3));
    else
        store(&masked, LLVMGetOperand(v, 0));
    return true;
}
