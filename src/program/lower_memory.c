/* Loads, stores, allocas and pointer arithmetic.
 * A getelementptr that only loads, stores and further getelementptrs use is
 * not computed: its constant part goes into their immediates. */
#include "program/lower.h"

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static bool fits(int64_t offset) { return offset >= INT32_MIN && offset <= INT32_MAX; }

static uint32_t add_offset(struct function_lowering *f, uint32_t reg, int64_t offset)
{
    if (offset == 0)
        return reg;
    if (fits(offset))
        return emit_new(f, OP_POINTER_ADD, 64, reg, (uint32_t)offset, 0);
    return emit_new(f, OP_ADD, 64, reg, integer_register(f, 64, (uint64_t)offset), 0);
}

/* The same address with an offset that can be an immediate. */
static struct address settle(struct function_lowering *f, struct address address)
{
    return fits(address.offset) ? address : (struct address){add_offset(f, address.reg, address.offset), 0};
}

static struct address constant_parts(struct function_lowering *f, struct constant constant)
{
    int64_t offset = (int64_t)constant.value;
    if (constant.kind != CONSTANT_GLOBAL || !fits(offset))
        return (struct address){constant_register(f, constant), 0};
    constant.value = 0;
    return (struct address){constant_register(f, constant), offset};
}

struct address address_of(struct function_lowering *f, LLVMValueRef v, uint32_t lane)
{
    uint64_t *folded = table_find(&f->addresses, key(v));
    if (folded)
        return f->address_list.data[*folded];
    struct constant constant;
    if (LLVMIsAConstant(v) && constant_address(f->module, v, &constant))
        return constant_parts(f, constant);
    return (struct address){operand(f, v, lane), 0};
}

static struct address add_index(struct function_lowering *f, struct address address, LLVMValueRef index,
                                uint32_t lane, int64_t scale)
{
    LLVMValueRef number = index;
    if (is_vector(LLVMTypeOf(index)) && LLVMIsAConstant(index) && !LLVMIsAConstantExpr(index))
        number = LLVMGetAggregateElement(index, lane);
    if (LLVMIsAConstantInt(number)) {
        address.offset += constant_signed(number) * scale;
        return address;
    }
    if (LLVMIsASExtInst(index)) /* the instruction extends the index itself */
        index = LLVMGetOperand(index, 0);
    uint16_t width = type_width(f->module, LLVMTypeOf(index));
    uint32_t reg = operand(f, index, is_vector(LLVMTypeOf(index)) ? lane : 0);
    if (width > 64) {
        reg = emit_new(f, OP_TRUNC, 64, reg, 0, width);
        width = 64;
    }
    if (scale == 0)
        return address;
    if (fits(scale)) {
        address.reg = emit_new(f, OP_POINTER_INDEX, width, address.reg, reg, (uint32_t)scale);
        return address;
    }
    if (width < 64)
        reg = emit_new(f, OP_SEXT, 64, reg, 0, width);
    reg = emit_new(f, OP_MUL, 64, reg, integer_register(f, 64, (uint64_t)scale), 0);
    address.reg = emit_new(f, OP_ADD, 64, address.reg, reg, 0);
    return address;
}

static struct address element_address(struct function_lowering *f, LLVMValueRef v, uint32_t lane)
{
    LLVMValueRef base = LLVMGetOperand(v, 0);
    struct address address = address_of(f, base, is_vector(LLVMTypeOf(base)) ? lane : 0);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
        LLVMValueRef index = LLVMGetOperand(v, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            if (is_vector(LLVMTypeOf(index)))
                index = LLVMGetAggregateElement(index, lane);
            unsigned member = (unsigned)constant_signed(index);
            address.offset += (int64_t)LLVMOffsetOfElement(f->module->target, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        address = add_index(f, address, index, lane, (int64_t)LLVMABISizeOfType(f->module->target, type));
    }
    return address;
}

static bool only_addressed(LLVMValueRef v)
{
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user))
            return false;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMLoad:
            break;
        case LLVMStore:
            if (LLVMGetOperand(user, 0) == v)
                return false;
            break;
        case LLVMGetElementPtr:
            if (LLVMGetOperand(user, 0) != v)
                return false;
            break;
        default:
            return false;
        }
    }
    return true;
}

bool only_indexes(LLVMValueRef v)
{
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) == v)
            return false;
    }
    return true;
}

static void lower_element_pointer(struct function_lowering *f, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (!is_vector(type)) {
        struct address address = element_address(f, v, 0);
        if (LLVMIsAInstruction(v) && fits(address.offset) && only_addressed(v)) {
            table_set(&f->addresses, key(v), f->address_list.count);
            vector_push(&f->address_list, address);
            return;
        }
        uint32_t reg = add_offset(f, address.reg, address.offset);
        define_as(f, v, &reg, 1);
        return;
    }
    uint32_t count = type_count(f->module, type);
    uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
    for (uint32_t i = 0; i < count; i++) {
        struct address address = element_address(f, v, i);
        registers[i] = add_offset(f, address.reg, address.offset);
    }
    define_as(f, v, registers, count);
    mem_free(registers);
}

static uint32_t whole_bytes(uint32_t width) { return (width + 7) / 8 * 8; }

/* Memory holds whole bytes: the bits above an odd width are zero there. */
uint32_t emit_load(struct function_lowering *f, struct address address, uint32_t width)
{
    uint32_t bits = whole_bytes(width);
    enum opcode op = bits == 8    ? OP_LOAD8
                     : bits == 16 ? OP_LOAD16
                     : bits == 32 ? OP_LOAD32
                     : bits == 64 ? OP_LOAD64
                                  : OP_LOAD;
    address = settle(f, address);
    uint32_t reg = emit_new(f, op, bits, address.reg, (uint32_t)address.offset, 0);
    return bits == width ? reg : emit_new(f, OP_TRUNC, width, reg, 0, bits);
}

void emit_store(struct function_lowering *f, struct address address, uint32_t value, uint32_t width)
{
    uint32_t bits = whole_bytes(width);
    enum opcode op = bits == 8    ? OP_STORE8
                     : bits == 16 ? OP_STORE16
                     : bits == 32 ? OP_STORE32
                     : bits == 64 ? OP_STORE64
                                  : OP_STORE;
    address = settle(f, address);
    if (bits != width)
        value = emit_new(f, OP_ZEXT, bits, value, 0, width);
    emit(f, op, bits, 0, address.reg, value, (uint32_t)address.offset);
}

/* Elements that are no whole bytes lie in memory without gaps. */
static bool is_bit_packed(LLVMTypeRef type, const struct layout *layout)
{
    return is_vector(type) && layout->count && layout->leaves[0].width % 8;
}

static struct address moved(struct address address, const struct leaf *leaf)
{
    address.offset += (int64_t)(leaf->bit / 8);
    return address;
}

static void lower_load(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef function;
    unsigned word;
    if (signature_is_read(v, &function, &word)) {
        uint32_t pointer = operand(f, function, 0);
        emit(f, OP_SIGNATURE, 32, define_new(f, v, false), pointer, 0, word);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(v);
    const struct layout *layout = type_layout(f->module, type);
    struct address address = address_of(f, LLVMGetOperand(v, 0), 0);
    uint32_t *registers = mem_alloc((layout->count + 1) * sizeof *registers);
    if (is_bit_packed(type, layout)) {
        uint32_t width = layout->leaves[0].width, bits = whole_bytes(width * layout->count);
        unpack(f, emit_load(f, address, bits), bits, registers, layout->count, width);
    } else {
        for (uint32_t i = 0; i < layout->count; i++)
            registers[i] = emit_load(f, moved(address, &layout->leaves[i]), layout->leaves[i].width);
    }
    define_as(f, v, registers, layout->count);
    mem_free(registers);
}

static void lower_store(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef value = LLVMGetOperand(v, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    const struct layout *layout = type_layout(f->module, type);
    struct address address = address_of(f, LLVMGetOperand(v, 1), 0);
    if (!is_bit_packed(type, layout)) {
        for (uint32_t i = 0; i < layout->count; i++) {
            uint32_t reg = operand(f, value, i);
            emit_store(f, moved(address, &layout->leaves[i]), reg, layout->leaves[i].width);
        }
        return;
    }
    uint32_t width = layout->leaves[0].width;
    uint32_t *registers = mem_alloc(layout->count * sizeof *registers);
    for (uint32_t i = 0; i < layout->count; i++)
        registers[i] = operand(f, value, i);
    emit_store(f, address, pack(f, registers, layout->count, width), width * layout->count);
    mem_free(registers);
}

static void lower_alloca(struct function_lowering *f, LLVMValueRef v)
{
    uint64_t size = LLVMABISizeOfType(f->module->target, LLVMGetAllocatedType(v));
    LLVMValueRef number = LLVMGetOperand(v, 0);
    uint32_t alignment = LLVMGetAlignment(v);
    uint32_t dst = define_new(f, v, false);
    uint32_t count = NO_REGISTER;
    if (LLVMIsAConstantInt(number)) {
        size *= (uint64_t)constant_signed(number);
        if (size > INT32_MAX) {
            count = integer_register(f, 64, size);
            size = 1;
        }
    } else {
        uint16_t width = type_width(f->module, LLVMTypeOf(number));
        count = operand(f, number, 0);
        if (width < 64)
            count = emit_new(f, OP_ZEXT, 64, count, 0, width);
        else if (width > 64)
            count = emit_new(f, OP_TRUNC, 64, count, 0, width);
        if (size > INT32_MAX) {
            count = emit_new(f, OP_MUL, 64, count, integer_register(f, 64, size), 0);
            size = 1;
        }
    }
    emit(f, OP_ALLOCA, 64, dst, count, (uint32_t)size, alignment ? alignment : 1);
}

bool lower_memory(struct function_lowering *f, LLVMValueRef v, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMLoad:
        lower_load(f, v);
        return true;
    case LLVMStore:
        lower_store(f, v);
        return true;
    case LLVMAlloca:
        lower_alloca(f, v);
        return true;
    case LLVMGetElementPtr:
        lower_element_pointer(f, v);
        return true;
    default:
        return false;
    }
}
