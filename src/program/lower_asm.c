/* Inline assembly that does nothing: empty, or only comments. It is a barrier
 * for compilers, and hands an input on where one is tied to an output. */
#include "program/lower.h"

#include <string.h>

static bool does_nothing(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '#' || (text[i] == '/' && i + 1 < length && text[i + 1] == '/')) {
            while (i < length && text[i] != '\n')
                i++;
        } else if (!strchr(" \t\r\n;", text[i])) {
            return false;
        }
    }
    return true;
}

/* "=r,=r,0,1,~{memory}": for each output the argument tied to it, or -1. An
 * indirect output ("=*m") is an argument of its own.
 * returns the number of direct outputs, -1 if we cannot say */
static int tied_arguments(const char *constraints, size_t length, int *tied, int room)
{
    int outputs = 0, argument = 0, position = 0;
    int output_at[32];
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && constraints[end] != ',')
            end++;
        const char *part = constraints + i;
        if (part[0] == '=') {
            bool indirect = memchr(part, '*', end - i) != NULL;
            if (outputs >= room || position >= 32)
                return -1;
            output_at[position++] = indirect ? -1 : outputs;
            if (indirect)
                argument++;
            else
                tied[outputs++] = -1;
        } else if (part[0] != '~') {
            if (part[0] >= '0' && part[0] <= '9') {
                int to = part[0] - '0';
                if (end - i > 1 && part[1] >= '0' && part[1] <= '9')
                    to = 10 * to + part[1] - '0';
                if (to < position && output_at[to] >= 0)
                    tied[output_at[to]] = argument;
            }
            argument++;
        }
        i = end + 1;
    }
    return outputs;
}

void lower_asm(struct function_lowering *f, LLVMValueRef v)
{
    LLVMValueRef code = LLVMGetCalledValue(v);
    size_t text_length, constraints_length;
    const char *text = LLVMGetInlineAsmAsmString(code, &text_length);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraints_length);
    int tied[32];
    int outputs = tied_arguments(constraints, constraints_length, tied, 32);
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    if (!does_nothing(text, text_length) || outputs < 0 || (uint32_t)outputs != layout->count) {
        if (!lower_asm_x86(f, v)) {
            emit_unsupported(f, v);
            define_zero(f, v);
        }
        return;
    }
    uint32_t registers[32];
    for (int i = 0; i < outputs; i++) {
        LLVMValueRef from = tied[i] >= 0 ? LLVMGetOperand(v, (unsigned)tied[i]) : NULL;
        bool same = from && type_count(f->module, LLVMTypeOf(from)) == 1 &&
                    type_width(f->module, LLVMTypeOf(from)) == layout->leaves[i].width;
        registers[i] = same ? operand(f, from, 0) : integer_register(f, layout->leaves[i].width, 0);
    }
    define_as(f, v, registers, layout->count);
}
