/* llvm.experimental.constrained.*: float arithmetic of code that may change
 * the rounding mode. Here it is always to nearest, and no exception flag is
 * ever read, so they are the plain operations. */
#include "program/lower.h"

#include <string.h>

static const struct {
    const char *name;
    enum opcode op;
} operations[] = {
    {"fadd", OP_FADD},     {"fsub", OP_FSUB},   {"fmul", OP_FMUL},   {"fdiv", OP_FDIV},   {"frem", OP_FREM},
    {"fptosi", OP_FTOS},   {"fptoui", OP_FTOU}, {"sitofp", OP_STOF}, {"uitofp", OP_UTOF}, {"fpext", OP_FCAST},
    {"fptrunc", OP_FCAST}, {"fcmp", OP_FCMP},   {"fcmps", OP_FCMP},
};

static const struct {
    const char *name;
    enum float_function function;
    unsigned arguments;
} functions[] = {
#define X(name, arguments) {#name, FLOAT_FUNCTION_##name, arguments},
    FLOAT_FUNCTIONS(X)
#undef X
};

/* The predicate is metadata: a string, as in textual IR. */
static int predicate_of(LLVMValueRef call)
{
    static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                        "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
    unsigned length = 0;
    const char *text = LLVMGetMDString(LLVMGetOperand(call, 2), &length);
    for (int i = 0; text && i < (int)ARRAY_COUNT(names); i++)
        if (strlen(names[i]) == length && !strncmp(names[i], text, length))
            return i;
    return -1;
}

static bool computes(const struct layout *layout)
{
    return layout->fits && layout->count && layout->leaves[0].float_width != 1;
}

static bool lower_operation(struct function_lowering *f, LLVMValueRef v, enum opcode op)
{
    const struct layout *to = type_layout(f->module, LLVMTypeOf(v));
    const struct layout *from = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    bool is_cast = op >= OP_FTOS && op <= OP_FCAST;
    int predicate = op == OP_FCMP ? predicate_of(v) : 0;
    if (!computes(to) || !computes(from) || predicate < 0)
        return false;
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < to->count; i++) {
        uint32_t a = operand_at(f, v, 0, i);
        if (is_cast)
            emit(f, op, to->leaves[i].width, dst + i, a, 0, from->leaves[i].width);
        else
            emit(f, op, from->leaves[i].width, dst + i, a, operand_at(f, v, 1, i), (uint32_t)predicate);
    }
    return true;
}

static bool lower_function(struct function_lowering *f, LLVMValueRef v, size_t row)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    if (!computes(layout) || functions[row].arguments > 2)
        return false;
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i), width = layout->leaves[i].width;
        if (functions[row].arguments == 1)
            emit(f, OP_FCALL1, width, dst + i, a, 0, functions[row].function);
        else
            emit(f, OP_FCALL2, width, dst + i, a, operand_at(f, v, 1, i), functions[row].function);
    }
    return true;
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !strncmp(name, text, length);
}

bool lower_constrained(struct function_lowering *f, LLVMValueRef v, const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < ARRAY_COUNT(operations); i++)
        if (is_name(operations[i].name, name, length))
            return lower_operation(f, v, operations[i].op);
    for (size_t i = 0; i < ARRAY_COUNT(functions); i++)
        if (is_name(functions[i].name, name, length))
            return lower_function(f, v, i);
    return false;
}
