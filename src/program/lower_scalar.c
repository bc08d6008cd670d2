/* Arithmetic, comparisons, casts and select, scalar by scalar. */
#include "program/lower.h"

static enum opcode binary_opcode(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMAdd:
        return OP_ADD;
    case LLVMSub:
        return OP_SUB;
    case LLVMMul:
        return OP_MUL;
    case LLVMUDiv:
        return OP_UDIV;
    case LLVMSDiv:
        return OP_SDIV;
    case LLVMURem:
        return OP_UREM;
    case LLVMSRem:
        return OP_SREM;
    case LLVMAnd:
        return OP_AND;
    case LLVMOr:
        return OP_OR;
    case LLVMXor:
        return OP_XOR;
    case LLVMShl:
        return OP_SHL;
    case LLVMLShr:
        return OP_LSHR;
    case LLVMAShr:
        return OP_ASHR;
    case LLVMFAdd:
        return OP_FADD;
    case LLVMFSub:
        return OP_FSUB;
    case LLVMFMul:
        return OP_FMUL;
    case LLVMFDiv:
        return OP_FDIV;
    case LLVMFRem:
        return OP_FREM;
    default:
        return OPCODE_COUNT;
    }
}

static enum opcode cast_opcode(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMTrunc:
        return OP_TRUNC;
    case LLVMZExt:
        return OP_ZEXT;
    case LLVMSExt:
        return OP_SEXT;
    case LLVMFPToUI:
        return OP_FTOU;
    case LLVMFPToSI:
        return OP_FTOS;
    case LLVMUIToFP:
        return OP_UTOF;
    case LLVMSIToFP:
        return OP_STOF;
    case LLVMFPTrunc:
    case LLVMFPExt:
        return OP_FCAST;
    default:
        return OPCODE_COUNT;
    }
}

enum opcode integer_comparison(LLVMIntPredicate predicate, bool *swap)
{
    *swap = predicate == LLVMIntUGT || predicate == LLVMIntUGE || predicate == LLVMIntSGT ||
            predicate == LLVMIntSGE;
    switch (predicate) {
    case LLVMIntEQ:
        return OP_EQ;
    case LLVMIntNE:
        return OP_NE;
    case LLVMIntULT:
    case LLVMIntUGT:
        return OP_ULT;
    case LLVMIntULE:
    case LLVMIntUGE:
        return OP_ULE;
    case LLVMIntSLT:
    case LLVMIntSGT:
        return OP_SLT;
    default:
        return OP_SLE;
    }
}

/* half, bfloat and quad floats have no arithmetic in the engine */
static bool computes(const struct layout *layout)
{
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->leaves[i].float_width == 1)
            return false;
    return layout->fits;
}

static void lower_binary(struct function_lowering *f, LLVMValueRef v, enum opcode op)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    bool speculative = f->optimised && (op == OP_SHL || op == OP_LSHR || op == OP_ASHR);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        emit(f, op, layout->leaves[i].width, dst + i, a, b, speculative);
    }
}

static void lower_cast(struct function_lowering *f, LLVMValueRef v, enum opcode op)
{
    const struct layout *to = type_layout(f->module, LLVMTypeOf(v));
    const struct layout *from = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < to->count; i++) {
        uint32_t a = operand_at(f, v, 0, i);
        emit(f, op, to->leaves[i].width, dst + i, a, 0, from->leaves[i].width);
    }
}

/* ptrtoint and inttoptr: the bits stay, the width may change. */
static void lower_pointer_cast(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *to = type_layout(f->module, LLVMTypeOf(v));
    const struct layout *from = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t *registers = mem_alloc((to->count + 1) * sizeof *registers);
    for (uint32_t i = 0; i < to->count; i++) {
        uint16_t width = to->leaves[i].width, old = from->leaves[i].width;
        registers[i] = operand_at(f, v, 0, i);
        if (width != old)
            registers[i] = emit_new(f, width < old ? OP_TRUNC : OP_ZEXT, width, registers[i], 0, old);
    }
    define_as(f, v, registers, to->count);
    mem_free(registers);
}

static void lower_compare(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    bool swap;
    enum opcode op = integer_comparison(LLVMGetICmpPredicate(v), &swap);
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, swap, i), b = operand_at(f, v, !swap, i);
        emit(f, op, layout->leaves[i].width, dst + i, a, b, 0);
    }
}

static void lower_float_compare(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        emit(f, OP_FCMP, layout->leaves[i].width, dst + i, a, b, (uint32_t)LLVMGetFCmpPredicate(v));
    }
}

static void lower_select(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    bool lanes = is_vector(LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t condition = operand_at(f, v, 0, lanes ? i : 0);
        uint32_t yes = operand_at(f, v, 1, i), no = operand_at(f, v, 2, i);
        emit(f, OP_SELECT, layout->leaves[i].width, dst + i, condition, yes, no);
    }
}

static void lower_negation(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i);
        emit(f, OP_FNEG, layout->leaves[i].width, dst + i, a, 0, 0);
    }
}

static bool is_float_operation(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMFCmp:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
        return true;
    default:
        return false;
    }
}

bool lower_scalar(struct function_lowering *f, LLVMValueRef v, LLVMOpcode opcode)
{
    enum opcode op;
    if (is_float_operation(opcode) && (!computes(type_layout(f->module, LLVMTypeOf(v))) ||
                                       !computes(type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)))))) {
        emit_unsupported(f, v);
        define_zero(f, v);
    } else if ((op = binary_opcode(opcode)) != OPCODE_COUNT)
        lower_binary(f, v, op);
    else if ((op = cast_opcode(opcode)) != OPCODE_COUNT)
        lower_cast(f, v, op);
    else if (opcode == LLVMPtrToInt || opcode == LLVMIntToPtr)
        lower_pointer_cast(f, v);
    else if (opcode == LLVMICmp)
        lower_compare(f, v);
    else if (opcode == LLVMFCmp)
        lower_float_compare(f, v);
    else if (opcode == LLVMSelect)
        lower_select(f, v);
    else if (opcode == LLVMFNeg)
        lower_negation(f, v);
    else
        return false;
    return true;
}
