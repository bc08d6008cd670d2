/* Variadic arguments: where each lies in the area that va_arg reads. The ABI
 * of x86-64 decides by the registers that are still free, those of the fixed
 * arguments counted; clang has already split structs accordingly. */
#include "program/lower.h"

#include <string.h>

enum { GENERAL_REGISTERS = 6, FLOAT_REGISTERS = 8, GENERAL_SLOT = 8, FLOAT_SLOT = 16 };

struct registers {
    unsigned general, floats; /* in use */
};

enum place { PLACE_GENERAL, PLACE_FLOAT, PLACE_MEMORY };

struct variadics {
    struct registers used;
    VECTOR(struct variadic_argument) list; /* `at` counts from the start of its place */
    VECTOR(enum place) places;
    unsigned general, floats, memory; /* bytes of each place */
};

/* Takes the registers of one scalar, if there are enough. */
static enum place take(struct registers *used, unsigned bits, bool is_float)
{
    if (is_float) {
        if (bits > 128 || bits == 80 || used->floats == FLOAT_REGISTERS)
            return PLACE_MEMORY;
        used->floats++;
        return PLACE_FLOAT;
    }
    unsigned count = (bits + 63) / 64;
    if (count > 2 || used->general + count > GENERAL_REGISTERS)
        return PLACE_MEMORY;
    used->general += count;
    return PLACE_GENERAL;
}

static LLVMAttributeRef byval_of(LLVMValueRef call, unsigned index)
{
    return LLVMGetCallSiteEnumAttribute(call, index + 1, attribute_kind("byval"));
}

static void count_fixed(struct function_lowering *f, struct registers *used, LLVMValueRef call,
                        unsigned index)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, index));
    const struct layout *layout = type_layout(f->module, type);
    if (byval_of(call, index))
        return;
    if (is_vector(type))
        take(used, layout->leaves[0].width * layout->count, true);
    else
        for (uint32_t i = 0; i < layout->count; i++)
            take(used, layout->leaves[i].width, layout->leaves[i].float_width != 0);
}

static unsigned aligned(unsigned at, unsigned alignment) { return (at + alignment - 1) & ~(alignment - 1); }

static void add(struct variadics *variadics, struct variadic_argument argument, enum place place,
                unsigned alignment)
{
    unsigned bytes = argument.byval_bytes ? argument.byval_bytes : (argument.bits + 7) / 8;
    switch (place) {
    case PLACE_GENERAL:
        argument.at = variadics->general;
        variadics->general += aligned(bytes, GENERAL_SLOT);
        break;
    case PLACE_FLOAT:
        argument.at = variadics->floats;
        variadics->floats += FLOAT_SLOT;
        break;
    case PLACE_MEMORY:
        argument.at = aligned(variadics->memory, alignment);
        variadics->memory = argument.at + aligned(bytes, 8);
        break;
    }
    vector_push(&variadics->list, argument);
    vector_push(&variadics->places, place);
}

static void add_scalar(struct variadics *variadics, uint32_t reg, unsigned bits, bool is_float)
{
    enum place place = take(&variadics->used, bits, is_float);
    add(variadics, (struct variadic_argument){.reg = reg, .bits = bits}, place, bits > 64 ? 16 : 8);
}

static void add_variadic(struct function_lowering *f, struct variadics *variadics, LLVMValueRef call,
                         unsigned index)
{
    LLVMValueRef v = LLVMGetOperand(call, index);
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    LLVMAttributeRef byval = byval_of(call, index);
    if (byval) {
        LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, attribute_kind("align"));
        struct variadic_argument argument = {
            .reg = operand(f, v, 0),
            .bits = 64,
            .byval_bytes = (uint32_t)LLVMABISizeOfType(f->module->target, LLVMGetTypeAttributeValue(byval))};
        add(variadics, argument, PLACE_MEMORY, align && LLVMGetEnumAttributeValue(align) >= 16 ? 16 : 8);
    } else if (is_vector(LLVMTypeOf(v))) {
        /* a vector is one argument: its bits side by side */
        uint32_t width = layout->leaves[0].width;
        uint32_t *parts = mem_alloc(layout->count * sizeof *parts);
        for (uint32_t i = 0; i < layout->count; i++)
            parts[i] = operand(f, v, i);
        add_scalar(variadics, pack(f, parts, layout->count, width), width * layout->count, true);
        mem_free(parts);
    } else {
        for (uint32_t i = 0; i < layout->count; i++)
            add_scalar(variadics, operand(f, v, i), layout->leaves[i].width,
                       layout->leaves[i].float_width != 0);
    }
}

void lower_variadic(struct function_lowering *f, struct call_site *call, LLVMValueRef v, unsigned fixed)
{
    struct variadics variadics = {0};
    for (unsigned i = 0; i < fixed; i++)
        count_fixed(f, &variadics.used, v, i);
    for (unsigned i = fixed; i < LLVMGetNumArgOperands(v); i++)
        add_variadic(f, &variadics, v, i);
    call->area = (struct variadic_area){.general = (uint16_t)(VARIADIC_GENERAL_END - variadics.general),
                                        .floats = (uint16_t)(VARIADIC_FLOAT_END - variadics.floats),
                                        .bytes = VARIADIC_FLOAT_END + variadics.memory};
    const uint32_t starts[] = {[PLACE_GENERAL] = call->area.general,
                               [PLACE_FLOAT] = call->area.floats,
                               [PLACE_MEMORY] = VARIADIC_FLOAT_END};
    for (size_t i = 0; i < variadics.list.count; i++)
        variadics.list.data[i].at += starts[variadics.places.data[i]];
    call->variadic_count = (uint32_t)variadics.list.count;
    call->variadic =
        keep_bytes(f, variadics.list.data, variadics.list.count * sizeof(struct variadic_argument));
    vector_release(&variadics.list);
    vector_release(&variadics.places);
}
