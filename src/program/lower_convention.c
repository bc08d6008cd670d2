/* From LLVM's types and attributes to places of the calling convention. clang has
 * split structures into what goes into registers already; a vector is one
 * argument, though it is several of our scalars. */
#include "program/convention.h"
#include "program/lower.h"

static enum scalar_class class_of(const struct leaf *leaf)
{
    return leaf->float_width == 80 ? SCALAR_LONG_DOUBLE : leaf->float_width ? SCALAR_FLOAT : SCALAR_INTEGER;
}

/* Of a call, of a function, or (an ifunc) of neither. */
static LLVMAttributeRef attribute_of(LLVMValueRef of, unsigned index, const char *name)
{
    if (LLVMIsACallInst(of))
        return LLVMGetCallSiteEnumAttribute(of, index, attribute_kind(name));
    return LLVMIsAFunction(of) ? LLVMGetEnumAttributeAtIndex(of, index, attribute_kind(name)) : NULL;
}

typedef uint32_t take(struct passing *, unsigned bits, enum scalar_class);

static void add_scalars(struct module_lowering *module, struct passing_list *to, LLVMTypeRef type,
                        bool is_signed, take *take)
{
    const struct layout *layout = type_layout(module, type);
    uint32_t place = 0;
    for (uint32_t i = 0; i < layout->count; i++) {
        const struct leaf *leaf = &layout->leaves[i];
        if (!is_vector(type))
            place = take(&to->used, leaf->width, class_of(leaf));
        else if (i == 0)
            place = take(&to->used, leaf->width * layout->count, SCALAR_FLOAT);
        else
            place += leaf->width;
        vector_push(&to->list, ((struct passed){.place = place,
                                                .width = leaf->width,
                                                .is_signed = is_signed,
                                                .is_aligned = leaf->width > 64}));
    }
}

void pass_argument(struct module_lowering *module, struct passing_list *to, LLVMTypeRef type, LLVMValueRef of,
                   unsigned number)
{
    LLVMAttributeRef byval = attribute_of(of, number + 1, "byval");
    if (!byval) {
        add_scalars(module, to, type, attribute_of(of, number + 1, "signext") != NULL, pass_scalar);
        return;
    }
    LLVMAttributeRef align = attribute_of(of, number + 1, "align");
    uint64_t alignment = align ? LLVMGetEnumAttributeValue(align) : 8;
    struct passed passed = {
        .bytes = (uint32_t)LLVMABISizeOfType(module->target, LLVMGetTypeAttributeValue(byval)),
        .width = 64,
        .is_aligned = alignment >= 16,
    };
    passed.place = pass_bytes(&to->used, passed.bytes, passed.is_aligned ? 16 : 8);
    vector_push(&to->list, passed);
}

const struct convention *convention_of(struct module_lowering *module, struct passing_list *arguments,
                                       LLVMTypeRef result)
{
    struct passing_list results = {0};
    add_scalars(module, &results, result, false, return_scalar); /* who returns extends nothing */
    struct convention like = {.passed_count = (uint32_t)arguments->list.count,
                              .passed = arguments->list.data,
                              .returned_count = (uint32_t)results.list.count,
                              .returned = results.list.data,
                              .used = arguments->used};
    const struct convention *convention = program_convention(module->program, &like);
    vector_release(&arguments->list);
    vector_release(&results.list);
    return convention;
}
