/* Vectors and aggregates: rearranging lists of registers. Only an index that
 * is not known before the run, and a change of the element width, cost
 * instructions. */
#include "program/lower.h"

static uint32_t *components(struct function_lowering *f, LLVMValueRef v)
{
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
    for (uint32_t i = 0; i < count; i++)
        registers[i] = operand(f, v, i);
    return registers;
}

/* The first scalar of the member that the indices name. */
static uint32_t member_start(struct function_lowering *f, LLVMTypeRef type, LLVMValueRef v)
{
    const unsigned *indices = LLVMGetIndices(v);
    uint32_t start = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned j = 0; j < indices[i]; j++)
                start += type_count(f->module, LLVMStructGetTypeAtIndex(type, j));
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            start += indices[i] * type_count(f->module, type);
        }
    }
    return start;
}

static void lower_extract_value(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef whole = LLVMGetOperand(v, 0);
    uint32_t start = member_start(f, LLVMTypeOf(whole), v);
    uint32_t *registers = components(f, whole);
    define_as(f, v, registers + start, type_count(f->module, LLVMTypeOf(v)));
    mem_free(registers);
}

static void lower_insert_value(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef member = LLVMGetOperand(v, 1);
    uint32_t start = member_start(f, LLVMTypeOf(v), v);
    uint32_t *registers = components(f, LLVMGetOperand(v, 0));
    for (uint32_t i = 0; i < type_count(f->module, LLVMTypeOf(member)); i++)
        registers[start + i] = operand(f, member, i);
    define_as(f, v, registers, type_count(f->module, LLVMTypeOf(v)));
    mem_free(registers);
}

static uint32_t is_index(struct function_lowering *f, LLVMValueRef index, uint32_t number)
{
    uint16_t width = type_width(f->module, LLVMTypeOf(index));
    uint32_t a = operand(f, index, 0);
    return emit_new(f, OP_EQ, width, a, integer_register(f, width, number), 0);
}

static void lower_extract_element(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef vector = LLVMGetOperand(v, 0), index = LLVMGetOperand(v, 1);
    uint32_t count = type_count(f->module, LLVMTypeOf(vector));
    uint32_t *registers = components(f, vector);
    uint16_t width = type_width(f->module, LLVMTypeOf(v));
    uint32_t result = registers[0];
    if (LLVMIsAConstantInt(index)) {
        uint64_t number = (uint64_t)constant_signed(index);
        result = registers[number < count ? number : 0];
    } else {
        for (uint32_t i = 1; i < count; i++) {
            uint32_t here = is_index(f, index, i);
            result = emit_new(f, OP_SELECT, width, here, registers[i], result);
        }
    }
    define_as(f, v, &result, 1);
    mem_free(registers);
}

static void lower_insert_element(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef index = LLVMGetOperand(v, 2);
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    uint32_t *registers = components(f, LLVMGetOperand(v, 0));
    uint32_t element = operand_at(f, v, 1, 0);
    uint16_t width = type_width(f->module, LLVMTypeOf(v));
    if (LLVMIsAConstantInt(index)) {
        uint64_t number = (uint64_t)constant_signed(index);
        if (number < count)
            registers[number] = element;
    } else {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t here = is_index(f, index, i);
            registers[i] = emit_new(f, OP_SELECT, width, here, element, registers[i]);
        }
    }
    define_as(f, v, registers, count);
    mem_free(registers);
}

static void lower_shuffle(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef left = LLVMGetOperand(v, 0), right = LLVMGetOperand(v, 1);
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    int split = (int)type_count(f->module, LLVMTypeOf(left));
    uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
    for (uint32_t i = 0; i < count; i++) {
        int from = LLVMGetMaskValue(v, i);
        if (from == LLVMGetUndefMaskElem() || from < 0)
            registers[i] = integer_register(f, type_width(f->module, LLVMTypeOf(v)), 0);
        else
            registers[i] =
                from < split ? operand(f, left, (uint32_t)from) : operand(f, right, (uint32_t)(from - split));
    }
    define_as(f, v, registers, count);
    mem_free(registers);
}

uint32_t pack(struct function_lowering *f, const uint32_t *parts, uint32_t count, uint32_t width)
{
    if (count == 1)
        return parts[0];
    uint32_t whole_width = count * width;
    uint32_t whole = emit_new(f, OP_ZEXT, whole_width, parts[0], 0, width);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t part = emit_new(f, OP_ZEXT, whole_width, parts[i], 0, width);
        uint32_t amount = integer_register(f, whole_width, (uint64_t)i * width);
        part = emit_new(f, OP_SHL, whole_width, part, amount, 0);
        whole = emit_new(f, OP_OR, whole_width, whole, part, 0);
    }
    return whole;
}

void unpack(struct function_lowering *f, uint32_t whole, uint32_t whole_width, uint32_t *parts,
            uint32_t count, uint32_t width)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = whole;
        if (i) {
            uint32_t amount = integer_register(f, whole_width, (uint64_t)i * width);
            part = emit_new(f, OP_LSHR, whole_width, whole, amount, 0);
        }
        parts[i] = width < whole_width ? emit_new(f, OP_TRUNC, width, part, 0, whole_width) : part;
    }
}

/* Elements of m bits become elements of n bits. Where one divides the other,
 * work element by element, else through one integer of all the bits. */
void lower_bitcast(struct function_lowering *f, LLVMValueRef v, LLVMValueRef from_value)
{
    const struct layout *to = type_layout(f->module, LLVMTypeOf(v));
    const struct layout *from = type_layout(f->module, LLVMTypeOf(from_value));
    uint32_t *old = components(f, from_value);
    if (to->count == from->count) {
        define_as(f, v, old, to->count);
        mem_free(old);
        return;
    }
    uint32_t m = from->leaves[0].width, n = to->leaves[0].width;
    uint32_t *new = mem_alloc((to->count + 1) * sizeof *new);
    if (n % m == 0) {
        for (uint32_t i = 0; i < to->count; i++)
            new[i] = pack(f, old + i * (n / m), n / m, m);
    } else if (m % n == 0) {
        for (uint32_t i = 0; i < from->count; i++)
            unpack(f, old[i], m, new + i *(m / n), m / n, n);
    } else {
        uint32_t whole = pack(f, old, from->count, m);
        unpack(f, whole, m * from->count, new, to->count, n);
    }
    define_as(f, v, new, to->count);
    mem_free(new);
    mem_free(old);
}

static void lower_copy(struct function_lowering *f, LLVMValueRef v)
{
    uint32_t *registers = components(f, LLVMGetOperand(v, 0));
    define_as(f, v, registers, type_count(f->module, LLVMTypeOf(v)));
    mem_free(registers);
}

bool lower_aggregate(struct function_lowering *f, LLVMValueRef v, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMExtractValue:
        lower_extract_value(f, v);
        return true;
    case LLVMInsertValue:
        lower_insert_value(f, v);
        return true;
    case LLVMExtractElement:
        lower_extract_element(f, v);
        return true;
    case LLVMInsertElement:
        lower_insert_element(f, v);
        return true;
    case LLVMShuffleVector:
        if (LLVMIsAConstantExpr(v))
            return false;
        lower_shuffle(f, v);
        return true;
    case LLVMBitCast:
        lower_bitcast(f, v, LLVMGetOperand(v, 0));
        return true;
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
        lower_copy(f, v);
        return true;
    default:
        return false;
    }
}
