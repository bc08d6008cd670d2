/* llvm.vector.reduce.*: from the first element to the last, which for floats
 * is the order the language asks for. */
#include "program/lower.h"

#include <string.h>

static const struct {
    const char *name;
    enum opcode op;
    enum { PLAIN, LESS, MORE, FROM_START, FUNCTION } how;
    enum float_function function;
} reductions[] = {
    {"add", OP_ADD, PLAIN, 0},
    {"mul", OP_MUL, PLAIN, 0},
    {"and", OP_AND, PLAIN, 0},
    {"or", OP_OR, PLAIN, 0},
    {"xor", OP_XOR, PLAIN, 0},
    {"smin", OP_SLT, LESS, 0},
    {"smax", OP_SLT, MORE, 0},
    {"umin", OP_ULT, LESS, 0},
    {"umax", OP_ULT, MORE, 0},
    {"fadd", OP_FADD, FROM_START, 0},
    {"fmul", OP_FMUL, FROM_START, 0},
    {"fmin", OP_FCALL2, FUNCTION, FLOAT_FUNCTION_fmin},
    {"fmax", OP_FCALL2, FUNCTION, FLOAT_FUNCTION_fmax},
};

bool lower_reduction(struct function_lowering *f, LLVMValueRef v, const char *name)
{
    size_t length = strcspn(name, ".");
    size_t row = 0;
    while (row < ARRAY_COUNT(reductions) &&
           !(strlen(reductions[row].name) == length && !strncmp(reductions[row].name, name, length)))
        row++;
    if (row == ARRAY_COUNT(reductions))
        return false;
    bool from_start = reductions[row].how == FROM_START;
    enum opcode op = reductions[row].op;
    LLVMValueRef vector = LLVMGetOperand(v, from_start);
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(vector));
    if (layout->leaves[0].float_width == 1)
        return false;
    uint32_t width = layout->leaves[0].width;
    uint32_t result = operand_at(f, v, 0, 0);
    for (uint32_t i = !from_start; i < layout->count; i++) {
        uint32_t element = operand(f, vector, i);
        switch (reductions[row].how) {
        case PLAIN:
        case FROM_START:
            result = emit_new(f, op, width, result, element, 0);
            break;
        case FUNCTION:
            result = emit_new(f, op, width, result, element, reductions[row].function);
            break;
        case LESS:
        case MORE: {
            uint32_t less = emit_new(f, op, width, result, element, 0);
            bool keep = reductions[row].how == LESS;
            result = emit_new(f, OP_SELECT, width, less, keep ? result : element, keep ? element : result);
        }
        }
    }
    define_as(f, v, &result, 1);
    return true;
}
