/* Arguments take registers in order, each kind its own; what finds none left
 * lies on the stack. */
#include "program/convention.h"

enum { GENERAL_REGISTERS = 6, VECTOR_REGISTERS = 8, GENERAL_BITS = 64, VECTOR_BITS = 128 };

static unsigned aligned(unsigned at, unsigned alignment)
{
    return (at + alignment - 1) / alignment * alignment;
}

uint32_t pass_bytes(struct passing *used, unsigned bytes, unsigned alignment)
{
    unsigned at = aligned(used->stack, alignment < 8 ? 8 : alignment);
    used->stack = at + aligned(bytes, 8);
    return PLACE_STACK + 8 * at;
}

uint32_t pass_scalar(struct passing *used, unsigned bits, enum scalar_class class)
{
    unsigned general = (bits + GENERAL_BITS - 1) / GENERAL_BITS;
    if (class == SCALAR_FLOAT && bits <= VECTOR_BITS && used->vectors < VECTOR_REGISTERS)
        return PLACE_VECTOR + VECTOR_BITS * used->vectors++;
    if (class != SCALAR_INTEGER || general > 2 || used->general + general > GENERAL_REGISTERS)
        return pass_bytes(used, (bits + 7) / 8, bits > 64 ? 16 : 8);
    uint32_t place = PLACE_GENERAL + GENERAL_BITS * used->general;
    used->general += general;
    return place;
}

uint32_t return_scalar(struct passing *used, unsigned bits, enum scalar_class class)
{
    uint32_t place;
    switch (class) {
    case SCALAR_FLOAT:
        place = PLACE_VECTOR + VECTOR_BITS * used->vectors;
        used->vectors += (bits + VECTOR_BITS - 1) / VECTOR_BITS;
        return place;
    case SCALAR_LONG_DOUBLE: /* the other stack, of the x87 */
        return pass_bytes(used, 10, 16);
    case SCALAR_INTEGER:
        break;
    }
    place = PLACE_GENERAL + GENERAL_BITS * used->general;
    used->general += (bits + GENERAL_BITS - 1) / GENERAL_BITS;
    return place;
}

enum { IN_GENERAL, IN_VECTORS, IN_MEMORY };

static int kind_of(uint32_t place)
{
    return place >= PLACE_STACK ? IN_MEMORY : place >= PLACE_VECTOR ? IN_VECTORS : IN_GENERAL;
}

struct variadic_area lay_out_variadic(const struct passed *passed, uint32_t count, struct passing fixed,
                                      struct variadic_argument *arguments)
{
    unsigned next[] = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        unsigned bytes = passed[i].bytes ? passed[i].bytes : (passed[i].width + 7u) / 8;
        int kind = kind_of(passed[i].place);
        bool wide = kind == IN_MEMORY && passed[i].place / 8 % 16 == 0 && passed[i].is_aligned;
        unsigned at = kind == IN_GENERAL   ? (passed[i].place - PLACE_GENERAL) / 8 - 8 * fixed.general
                      : kind == IN_VECTORS ? (passed[i].place - PLACE_VECTOR) / 8 - 16 * fixed.vectors
                                           : aligned(next[kind], wide ? 16 : 8);
        arguments[i].at = at;
        next[kind] = at + aligned(bytes, kind == IN_VECTORS ? 16 : 8);
    }
    struct variadic_area area = {.general = (uint16_t)(VARIADIC_GENERAL_END - next[IN_GENERAL]),
                                 .floats = (uint16_t)(VARIADIC_FLOAT_END - next[IN_VECTORS]),
                                 .bytes = VARIADIC_FLOAT_END + next[IN_MEMORY]};
    const unsigned starts[] = {area.general, area.floats, VARIADIC_FLOAT_END};
    for (uint32_t i = 0; i < count; i++)
        arguments[i].at += starts[kind_of(passed[i].place)];
    return area;
}
