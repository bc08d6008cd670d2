/* Variadic arguments: where each lies in the area that va_arg reads. The
 * convention decides by the registers that the fixed arguments have left. */
#include "program/convention.h"
#include "program/lower.h"

struct variadics {
    VECTOR(struct variadic_argument) list;
};

/* A vector is one argument: its bits side by side. */
static void add_vector(struct function_lowering *f, struct variadics *variadics, struct passing_list *passing,
                       LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t width = layout->leaves[0].width, *parts = mem_alloc(layout->count * sizeof *parts);
    for (uint32_t i = 0; i < layout->count; i++)
        parts[i] = operand(f, v, i);
    uint32_t bits = width * layout->count;
    vector_push(&variadics->list,
                ((struct variadic_argument){.reg = pack(f, parts, layout->count, width), .bits = bits}));
    passing->list.count -= layout->count - 1;
    passing->list.data[passing->list.count - 1].width = (uint16_t)bits;
    passing->list.data[passing->list.count - 1].is_aligned = bits > 64;
    mem_free(parts);
}

static void add_variadic(struct function_lowering *f, struct variadics *variadics,
                         struct passing_list *passing, LLVMValueRef call, unsigned index)
{
    LLVMValueRef v = LLVMGetOperand(call, index);
    size_t first = passing->list.count;
    pass_argument(f->module, passing, LLVMTypeOf(v), call, index);
    if (is_vector(LLVMTypeOf(v))) {
        add_vector(f, variadics, passing, v);
        return;
    }
    for (size_t i = first; i < passing->list.count; i++) {
        const struct passed *passed = &passing->list.data[i];
        vector_push(&variadics->list, ((struct variadic_argument){.reg = operand(f, v, (uint32_t)(i - first)),
                                                                  .bits = passed->width,
                                                                  .byval_bytes = passed->bytes}));
    }
}

void lower_variadic(struct function_lowering *f, struct call_site *call, struct passing_list *passing,
                    LLVMValueRef v, unsigned fixed)
{
    struct variadics variadics = {0};
    struct passing before = passing->used;
    size_t first = passing->list.count;
    for (unsigned i = fixed; i < LLVMGetNumArgOperands(v); i++)
        add_variadic(f, &variadics, passing, v, i);
    uint32_t count = (uint32_t)variadics.list.count;
    const struct passed *passed = count ? passing->list.data + first : NULL;
    call->area = lay_out_variadic(passed, count, before, variadics.list.data);
    call->variadic_count = count;
    call->variadic = keep_bytes(f, variadics.list.data, count * sizeof(struct variadic_argument));
    call->variadic_passed = keep_bytes(f, passed, count * sizeof(struct passed));
    vector_release(&variadics.list);
    passing->list.count = first;
    passing->used = before;
}
