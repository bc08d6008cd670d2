/* Atomic operations: nothing runs in between, so a load, the operation and a
 * store do. */
#include "program/lower.h"

static uint32_t choose(struct function_lowering *f, enum opcode less, uint32_t width, uint32_t x, uint32_t y,
                       bool greater)
{
    uint32_t first = emit_new(f, less, width, x, y, 0);
    return greater ? emit_new(f, OP_SELECT, width, first, y, x) : emit_new(f, OP_SELECT, width, first, x, y);
}

static uint32_t wrap_up(struct function_lowering *f, uint32_t width, uint32_t old, uint32_t limit)
{
    uint32_t next = emit_new(f, OP_ADD, width, old, integer_register(f, width, 1), 0);
    uint32_t over = emit_new(f, OP_ULE, width, limit, old, 0);
    return emit_new(f, OP_SELECT, width, over, integer_register(f, width, 0), next);
}

static uint32_t wrap_down(struct function_lowering *f, uint32_t width, uint32_t old, uint32_t limit)
{
    uint32_t zero = integer_register(f, width, 0);
    uint32_t next = emit_new(f, OP_SUB, width, old, integer_register(f, width, 1), 0);
    uint32_t is_zero = emit_new(f, OP_EQ, width, old, zero, 0);
    uint32_t over = emit_new(f, OP_ULT, width, limit, old, 0);
    uint32_t restart = emit_new(f, OP_OR, 1, is_zero, over, 0);
    return emit_new(f, OP_SELECT, width, restart, limit, next);
}

static uint32_t updated(struct function_lowering *f, LLVMAtomicRMWBinOp operation, uint32_t width,
                        uint32_t old, uint32_t value)
{
    switch (operation) {
    case LLVMAtomicRMWBinOpXchg:
        return value;
    case LLVMAtomicRMWBinOpAdd:
        return emit_new(f, OP_ADD, width, old, value, 0);
    case LLVMAtomicRMWBinOpSub:
        return emit_new(f, OP_SUB, width, old, value, 0);
    case LLVMAtomicRMWBinOpAnd:
        return emit_new(f, OP_AND, width, old, value, 0);
    case LLVMAtomicRMWBinOpOr:
        return emit_new(f, OP_OR, width, old, value, 0);
    case LLVMAtomicRMWBinOpXor:
        return emit_new(f, OP_XOR, width, old, value, 0);
    case LLVMAtomicRMWBinOpNand: {
        uint32_t both = emit_new(f, OP_AND, width, old, value, 0);
        uint32_t ones =
            emit_new(f, OP_SUB, width, integer_register(f, width, 0), integer_register(f, width, 1), 0);
        return emit_new(f, OP_XOR, width, both, ones, 0);
    }
    case LLVMAtomicRMWBinOpMax:
        return choose(f, OP_SLE, width, value, old, true);
    case LLVMAtomicRMWBinOpMin:
        return choose(f, OP_SLE, width, value, old, false);
    case LLVMAtomicRMWBinOpUMax:
        return choose(f, OP_ULE, width, value, old, true);
    case LLVMAtomicRMWBinOpUMin:
        return choose(f, OP_ULE, width, value, old, false);
    case LLVMAtomicRMWBinOpFAdd:
        return emit_new(f, OP_FADD, width, old, value, 0);
    case LLVMAtomicRMWBinOpFSub:
        return emit_new(f, OP_FSUB, width, old, value, 0);
    case LLVMAtomicRMWBinOpFMax:
        return emit_new(f, OP_FCALL2, width, old, value, FLOAT_FUNCTION_fmax);
    case LLVMAtomicRMWBinOpFMin:
        return emit_new(f, OP_FCALL2, width, old, value, FLOAT_FUNCTION_fmin);
    case LLVMAtomicRMWBinOpUIncWrap:
        return wrap_up(f, width, old, value);
    case LLVMAtomicRMWBinOpUDecWrap:
        return wrap_down(f, width, old, value);
    default:
        return NO_REGISTER;
    }
}

static void lower_update(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(v);
    bool computes = operation < LLVMAtomicRMWBinOpFAdd || operation > LLVMAtomicRMWBinOpFMin ||
                    layout->leaves[0].float_width > 1;
    if (layout->count != 1 || operation > LLVMAtomicRMWBinOpUDecWrap || !computes) {
        emit_unsupported(f, v);
        define_zero(f, v);
        return;
    }
    uint32_t width = layout->leaves[0].width;
    struct address address = address_of(f, LLVMGetOperand(v, 0), 0);
    uint32_t value = operand_at(f, v, 1, 0);
    uint32_t old = emit_load(f, address, width);
    emit_store(f, address, updated(f, operation, width, old, value), width);
    define_as(f, v, &old, 1);
}

static void lower_exchange(struct function_lowering *f, LLVMValueRef v)
{
    uint32_t width = type_width(f->module, LLVMTypeOf(LLVMGetOperand(v, 1)));
    struct address address = address_of(f, LLVMGetOperand(v, 0), 0);
    uint32_t expected = operand_at(f, v, 1, 0), new = operand_at(f, v, 2, 0);
    uint32_t old = emit_load(f, address, width);
    uint32_t same = emit_new(f, OP_EQ, width, old, expected, 0);
    emit_store(f, address, emit_new(f, OP_SELECT, width, same, new, old), width);
    define_as(f, v, (uint32_t[]){old, same}, 2);
}

bool lower_atomic(struct function_lowering *f, LLVMValueRef v, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMAtomicRMW:
        lower_update(f, v);
        return true;
    case LLVMAtomicCmpXchg:
        lower_exchange(f, v);
        return true;
    case LLVMFence:
        return true;
    default:
        return false;
    }
}
