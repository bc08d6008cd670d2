/* LLVM's intrinsics: one row each, found by name once per program. */
#include "program/lower.h"

#include <string.h>

struct row {
    const char *name; /* without llvm. and types; a final * matches the rest */
    bool (*lower)(struct function_lowering *, LLVMValueRef call, unsigned detail);
    unsigned detail;
};

static bool nothing(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    define_zero(f, v);
    return true;
}

static bool first_argument(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    uint32_t *registers = mem_alloc((count + 1) * sizeof *registers);
    for (uint32_t i = 0; i < count; i++)
        registers[i] = operand_at(f, v, 0, i);
    define_as(f, v, registers, count);
    mem_free(registers);
    return true;
}

static bool number(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    uint32_t reg = integer_register(f, type_width(f->module, LLVMTypeOf(v)), detail);
    define_as(f, v, &reg, 1);
    return true;
}

static bool unary(struct function_lowering *f, LLVMValueRef v, unsigned op)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i);
        emit(f, op, layout->leaves[i].width, dst + i, a, 0, 0);
    }
    return true;
}

static bool binary(struct function_lowering *f, LLVMValueRef v, unsigned op)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        emit(f, op, layout->leaves[i].width, dst + i, a, b, 0);
    }
    return true;
}

/* Result and overflow bit of one lane are neighbours; those of a vector are
 * all results, then all bits. */
static bool overflow(struct function_lowering *f, LLVMValueRef v, unsigned op)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t lanes = layout->count / 2;
    uint32_t *registers = mem_alloc(layout->count * sizeof *registers);
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        uint32_t pair = new_registers(f, 2);
        emit(f, op, layout->leaves[i].width, pair, a, b, 0);
        registers[i] = pair;
        registers[lanes + i] = pair + 1;
    }
    define_as(f, v, registers, layout->count);
    mem_free(registers);
    return true;
}

enum choice { SMALLER_SIGNED, LARGER_SIGNED, SMALLER_UNSIGNED, LARGER_UNSIGNED };

static bool choose(struct function_lowering *f, LLVMValueRef v, unsigned choice)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    enum opcode compare = choice == SMALLER_SIGNED || choice == LARGER_SIGNED ? OP_SLT : OP_ULT;
    bool larger = choice == LARGER_SIGNED || choice == LARGER_UNSIGNED;
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t width = layout->leaves[i].width;
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        uint32_t less = emit_new(f, compare, width, a, b, 0);
        emit(f, OP_SELECT, width, dst + i, less, larger ? b : a, larger ? a : b);
    }
    return true;
}

static bool three_way(struct function_lowering *f, LLVMValueRef v, unsigned compare)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint16_t from = type_width(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t width = layout->leaves[i].width;
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i);
        uint32_t less = emit_new(f, compare, from, a, b, 0), more = emit_new(f, compare, from, b, a, 0);
        less = emit_new(f, OP_SEXT, width, less, 0, 1);
        more = emit_new(f, OP_ZEXT, width, more, 0, 1);
        emit(f, OP_OR, width, dst + i, less, more, 0);
    }
    return true;
}

static bool funnel(struct function_lowering *f, LLVMValueRef v, unsigned op)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t width = layout->leaves[i].width;
        uint32_t parts[3];
        for (unsigned j = 0; j < 3; j++)
            parts[j] = operand_at(f, v, j, i);
        uint32_t run = new_registers(f, 3);
        for (unsigned j = 0; j < 3; j++)
            emit(f, OP_MOVE, width, run + j, parts[j], 0, 0);
        emit(f, op, width, dst + i, run, 0, 0);
    }
    return true;
}

static uint32_t as_length(struct function_lowering *f, LLVMValueRef v)
{
    uint16_t width = type_width(f->module, LLVMTypeOf(v));
    uint32_t reg = operand(f, v, 0);
    return width == 64 ? reg : emit_new(f, width < 64 ? OP_ZEXT : OP_TRUNC, 64, reg, 0, width);
}

static bool memory(struct function_lowering *f, LLVMValueRef v, unsigned op)
{
    uint32_t to = operand_at(f, v, 0, 0), from = operand_at(f, v, 1, 0);
    emit(f, op, 0, 0, to, from, as_length(f, LLVMGetOperand(v, 2)));
    return true;
}

static bool computes(struct function_lowering *f, LLVMValueRef v)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    return layout->count && layout->leaves[0].float_width > 1;
}

static bool float_function(struct function_lowering *f, LLVMValueRef v, unsigned function)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    if (!computes(f, v))
        return false;
    unsigned arguments = LLVMGetNumArgOperands(v);
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t width = layout->leaves[i].width, parts[3] = {0};
        for (unsigned j = 0; j < arguments && j < 3; j++)
            parts[j] = operand_at(f, v, j, i);
        if (arguments == 1) {
            emit(f, OP_FCALL1, width, dst + i, parts[0], 0, function);
        } else if (arguments == 2) {
            emit(f, OP_FCALL2, width, dst + i, parts[0], parts[1], function);
        } else {
            uint32_t run = new_registers(f, 3);
            for (unsigned j = 0; j < 3; j++)
                emit(f, OP_MOVE, width, run + j, parts[j], 0, 0);
            emit(f, OP_FCALL3, width, dst + i, run, 0, function);
        }
    }
    return true;
}

/* On the machine we mirror (x86-64 without FMA) it is rounded twice. */
static bool multiply_add(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(v));
    if (!computes(f, v))
        return false;
    uint32_t dst = define_new(f, v, false);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t width = layout->leaves[i].width;
        uint32_t a = operand_at(f, v, 0, i), b = operand_at(f, v, 1, i), c = operand_at(f, v, 2, i);
        uint32_t product = emit_new(f, OP_FMUL, width, a, b, 0);
        emit(f, OP_FADD, width, dst + i, product, c, 0);
    }
    return true;
}

/* lrint and its like: round as a float, then convert. */
static bool round_to_integer(struct function_lowering *f, LLVMValueRef v, unsigned function)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (!computes(f, from) || type_count(f->module, LLVMTypeOf(v)) != 1)
        return false;
    uint16_t width = type_width(f->module, LLVMTypeOf(from));
    uint32_t rounded = emit_new(f, OP_FCALL1, width, operand(f, from, 0), 0, function);
    uint32_t dst = define_new(f, v, false);
    emit(f, OP_FTOS, type_width(f->module, LLVMTypeOf(v)), dst, rounded, 0, width);
    return true;
}

static uint32_t float_bits(struct function_lowering *f, unsigned width, uint64_t low, uint64_t high)
{
    if (width <= 64)
        return integer_register(f, width, low);
    uint64_t *words = arena_zero(f->module->arena, 2 * sizeof *words);
    words[0] = low;
    words[1] = high;
    return constant_register(
        f, (struct constant){.kind = CONSTANT_WIDE, .width = (uint16_t)width, .words = words});
}

/* The classes are ranges of the bits without the sign. */
static uint32_t float_class(struct function_lowering *f, uint32_t value, unsigned width, unsigned wanted)
{
    unsigned fraction = width == 32 ? 23 : width == 64 ? 52 : 63;
    uint64_t one = UINT64_C(1);
    uint32_t magnitude_mask, infinity, quiet, normal;
    if (width == 80) {
        magnitude_mask = float_bits(f, 80, UINT64_MAX, 0x7fff);
        infinity = float_bits(f, 80, one << 63, 0x7fff);
        quiet = float_bits(f, 80, one << 63 | one << 62, 0x7fff);
        normal = float_bits(f, 80, one << 63, 1);
    } else {
        uint64_t all = (one << (width - 1)) - 1, infinite = all >> fraction << fraction;
        magnitude_mask = float_bits(f, width, all, 0);
        infinity = float_bits(f, width, infinite, 0);
        quiet = float_bits(f, width, infinite | one << (fraction - 1), 0);
        normal = float_bits(f, width, one << fraction, 0);
    }
    uint32_t zero = integer_register(f, width, 0), top = integer_register(f, width, width - 1);
    uint32_t sign = emit_new(f, OP_TRUNC, 1, emit_new(f, OP_LSHR, width, value, top, 0), 0, width);
    uint32_t positive = emit_new(f, OP_XOR, 1, sign, integer_register(f, 1, 1), 0);
    uint32_t magnitude = emit_new(f, OP_AND, width, value, magnitude_mask, 0);
    /* lowest and one past the highest of: zero, subnormal, normal, infinite, signalling, quiet */
    uint32_t least = integer_register(f, width, 1);
    uint32_t above = emit_new(f, OP_ADD, width, infinity, least, 0);
    struct {
        unsigned minus, plus;
        uint32_t from, below;
    } ranges[] = {{1u << 5, 1u << 6, zero, least},      {1u << 4, 1u << 7, least, normal},
                  {1u << 3, 1u << 8, normal, infinity}, {1u << 2, 1u << 9, infinity, above},
                  {1u << 0, 1u << 0, above, quiet},     {1u << 1, 1u << 1, quiet, NO_REGISTER}};
    uint32_t result = integer_register(f, 1, 0);
    for (unsigned i = 0; i < ARRAY_COUNT(ranges); i++) {
        bool minus = wanted & ranges[i].minus, plus = wanted & ranges[i].plus;
        if (!minus && !plus)
            continue;
        uint32_t here = emit_new(f, OP_ULE, width, ranges[i].from, magnitude, 0);
        if (ranges[i].below != NO_REGISTER) {
            uint32_t below = emit_new(f, OP_ULT, width, magnitude, ranges[i].below, 0);
            here = emit_new(f, OP_AND, 1, here, below, 0);
        }
        if (minus != plus)
            here = emit_new(f, OP_AND, 1, here, minus ? sign : positive, 0);
        result = emit_new(f, OP_OR, 1, result, here, 0);
    }
    return result;
}

static bool is_class(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (!computes(f, from))
        return false;
    uint32_t count = type_count(f->module, LLVMTypeOf(v));
    uint32_t *registers = mem_alloc(count * sizeof *registers);
    for (uint32_t i = 0; i < count; i++)
        registers[i] = float_class(f, operand(f, from, i), type_width(f->module, LLVMTypeOf(from)),
                                   (unsigned)constant_signed(LLVMGetOperand(v, 1)));
    define_as(f, v, registers, count);
    mem_free(registers);
    return true;
}

static bool object_size(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    bool minimum = constant_signed(LLVMGetOperand(v, 1)) != 0;
    bool null_is_unknown = constant_signed(LLVMGetOperand(v, 2)) != 0;
    uint32_t pointer = operand_at(f, v, 0, 0);
    uint32_t dst = define_new(f, v, false);
    emit(f, OP_OBJECT_SIZE, type_width(f->module, LLVMTypeOf(v)), dst, pointer, 0,
         (uint32_t)minimum | (uint32_t)null_is_unknown << 1);
    return true;
}

/* What is left of these the compiler answers with no, unless it is a literal;
 * that a value is concrete on some path must not change what the program does. */
static bool is_constant(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    LLVMValueRef value = LLVMGetOperand(v, 0);
    bool literal = LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) || LLVMIsAConstantPointerNull(value);
    uint32_t result = integer_register(f, 1, literal);
    define_as(f, v, &result, 1);
    return true;
}

static bool stack_save(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    emit(f, OP_STACK_SAVE, 64, define_new(f, v, false), 0, 0, 0);
    return true;
}

static bool stack_restore(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    emit(f, OP_STACK_RESTORE, 64, 0, operand_at(f, v, 0, 0), 0, 0);
    return true;
}

/* lifetime.start and .end: the last operand is the pointer */
static bool scope(struct function_lowering *f, LLVMValueRef v, unsigned begins)
{
    LLVMValueRef variable = LLVMGetOperand(v, LLVMGetNumArgOperands(v) - 1);
    if (LLVMIsAAllocaInst(variable) && scope_matters(f, variable))
        emit(f, OP_SCOPE, 0, 0, operand(f, variable, 0), begins, 0);
    return true;
}

static bool variadic_start(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    emit(f, OP_VA_START, 0, 0, operand_at(f, v, 0, 0), 0, 0);
    return true;
}

static bool variadic_copy(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    uint32_t to = operand_at(f, v, 0, 0), from = operand_at(f, v, 1, 0);
    emit(f, OP_COPY, 0, 0, to, from, integer_register(f, 64, 24));
    return true;
}

static bool trap(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    uint64_t function =
        table_get(&f->module->functions, (uint64_t)(uintptr_t)LLVMGetCalledValue(v), UINT32_MAX);
    struct passing_list passing = {0};
    struct call_site call = {.function = (uint32_t)function, .pointer = NO_REGISTER, .never_returns = true};
    if (LLVMGetNumArgOperands(v)) { /* ubsantrap says which check failed */
        uint32_t *check = arena_alloc(f->module->arena, sizeof *check);
        *check = operand_at(f, v, 0, 0);
        call.argument_count = 1;
        call.arguments = check;
        pass_argument(f->module, &passing, LLVMTypeOf(LLVMGetOperand(v, 0)), v, 0);
    }
    call.convention = convention_of(f->module, &passing, LLVMTypeOf(v));
    emit_call(f, call, NO_REGISTER);
    return function != UINT32_MAX;
}

static bool load_relative(struct function_lowering *f, LLVMValueRef v, unsigned detail)
{
    uint32_t base = operand_at(f, v, 0, 0);
    uint16_t width = type_width(f->module, LLVMTypeOf(LLVMGetOperand(v, 1)));
    uint32_t place = emit_new(f, OP_POINTER_INDEX, width, base, operand_at(f, v, 1, 0), 1);
    uint32_t offset = emit_load(f, (struct address){place, 0}, 32);
    /* where it leads is another object: a number is found by its address */
    uint32_t minus = emit_new(f, OP_SUB, 64, integer_register(f, 64, 0), base, 0);
    uint32_t wide = emit_new(f, OP_SEXT, 64, offset, 0, 32);
    uint32_t dst = define_new(f, v, false);
    emit(f, OP_SUB, 64, dst, wide, minus, 0);
    return true;
}

#define FLOAT(name, function) {name, float_function, FLOAT_FUNCTION_##function}

static const struct row rows[] = {
    {"dbg.*", nothing, 0},
    {"lifetime.start", scope, 1},
    {"lifetime.end", scope, 0},
    {"invariant.*", nothing, 0},
    {"assume", nothing, 0},
    {"prefetch", nothing, 0},
    {"donothing", nothing, 0},
    {"sideeffect", nothing, 0},
    {"pseudoprobe", nothing, 0},
    {"var.annotation", nothing, 0},
    {"va_end", nothing, 0},
    {"experimental.noalias.scope.decl", nothing, 0},
    {"frameaddress", nothing, 0},
    {"returnaddress", nothing, 0},
    {"addressofreturnaddress", nothing, 0},
    {"sponentry", nothing, 0},
    {"get.rounding", number, 1},
    {"allow.runtime.check", number, 1},
    {"allow.ubsan.check", number, 1},
    {"expect", first_argument, 0},
    {"expect.with.probability", first_argument, 0},
    {"annotation", first_argument, 0},
    {"ptr.annotation", first_argument, 0},
    {"launder.invariant.group", first_argument, 0},
    {"strip.invariant.group", first_argument, 0},
    {"threadlocal.address", first_argument, 0},
    {"ssa.copy", first_argument, 0},
    {"arithmetic.fence", first_argument, 0},
    {"canonicalize", first_argument, 0},
    {"ptrmask", binary, OP_AND},
    {"ctpop", unary, OP_COUNT_ONES},
    {"ctlz", unary, OP_LEADING_ZEROS},
    {"cttz", unary, OP_TRAILING_ZEROS},
    {"bswap", unary, OP_BYTE_SWAP},
    {"bitreverse", unary, OP_BIT_REVERSE},
    {"abs", unary, OP_ABS},
    {"sadd.sat", binary, OP_SADD_SATURATE},
    {"uadd.sat", binary, OP_UADD_SATURATE},
    {"ssub.sat", binary, OP_SSUB_SATURATE},
    {"usub.sat", binary, OP_USUB_SATURATE},
    {"sshl.sat", binary, OP_SSHL_SATURATE},
    {"ushl.sat", binary, OP_USHL_SATURATE},
    {"sadd.with.overflow", overflow, OP_SADD_OVERFLOW},
    {"uadd.with.overflow", overflow, OP_UADD_OVERFLOW},
    {"ssub.with.overflow", overflow, OP_SSUB_OVERFLOW},
    {"usub.with.overflow", overflow, OP_USUB_OVERFLOW},
    {"smul.with.overflow", overflow, OP_SMUL_OVERFLOW},
    {"umul.with.overflow", overflow, OP_UMUL_OVERFLOW},
    {"smin", choose, SMALLER_SIGNED},
    {"smax", choose, LARGER_SIGNED},
    {"umin", choose, SMALLER_UNSIGNED},
    {"umax", choose, LARGER_UNSIGNED},
    {"scmp", three_way, OP_SLT},
    {"ucmp", three_way, OP_ULT},
    {"fshl", funnel, OP_FUNNEL_LEFT},
    {"fshr", funnel, OP_FUNNEL_RIGHT},
    {"memcpy", memory, OP_COPY},
    {"memcpy.inline", memory, OP_COPY},
    {"memmove", memory, OP_MOVE_MEMORY},
    {"memset", memory, OP_FILL},
    {"memset.inline", memory, OP_FILL},
    {"objectsize", object_size, 0},
    {"is.constant", is_constant, 0},
    {"is.fpclass", is_class, 0},
    {"stacksave", stack_save, 0},
    {"stackrestore", stack_restore, 0},
    {"va_start", variadic_start, 0},
    {"va_copy", variadic_copy, 0},
    {"trap", trap, 0},
    {"debugtrap", trap, 0},
    {"ubsantrap", trap, 0},
    {"load.relative", load_relative, 0},
    {"fmuladd", multiply_add, 0},
    {"lrint", round_to_integer, FLOAT_FUNCTION_rint},
    {"llrint", round_to_integer, FLOAT_FUNCTION_rint},
    {"lround", round_to_integer, FLOAT_FUNCTION_round},
    {"llround", round_to_integer, FLOAT_FUNCTION_round},
    FLOAT("sqrt", sqrt),
    FLOAT("fabs", fabs),
    FLOAT("floor", floor),
    FLOAT("ceil", ceil),
    FLOAT("trunc", trunc),
    FLOAT("rint", rint),
    FLOAT("nearbyint", nearbyint),
    FLOAT("round", round),
    FLOAT("roundeven", roundeven),
    FLOAT("sin", sin),
    FLOAT("cos", cos),
    FLOAT("tan", tan),
    FLOAT("exp", exp),
    FLOAT("exp2", exp2),
    FLOAT("log", log),
    FLOAT("log2", log2),
    FLOAT("log10", log10),
    FLOAT("copysign", copysign),
    FLOAT("minnum", fmin),
    FLOAT("maxnum", fmax),
    FLOAT("pow", pow),
    FLOAT("fma", fma),
};

static bool matches(const char *pattern, const char *name, size_t length)
{
    size_t fixed = strlen(pattern);
    if (fixed && pattern[fixed - 1] == '*')
        return length >= fixed - 1 && !strncmp(pattern, name, fixed - 1);
    return length == fixed && !strncmp(pattern, name, length);
}

static size_t find_row(const char *name, size_t length)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (matches(rows[i].name, name, length))
            return i;
    return ARRAY_COUNT(rows);
}

bool lower_intrinsic(struct function_lowering *f, LLVMValueRef call, LLVMValueRef callee)
{
    unsigned id = LLVMGetIntrinsicID(callee);
    size_t length;
    const char *name = LLVMIntrinsicGetName(id, &length) + strlen("llvm.");
    uint64_t *row = table_find(&f->module->intrinsics, id);
    if (!row) {
        table_set(&f->module->intrinsics, id, find_row(name, length - strlen("llvm.")));
        row = table_find(&f->module->intrinsics, id);
    }
    if (*row < ARRAY_COUNT(rows))
        return rows[*row].lower(f, call, rows[*row].detail);
    if (!strncmp(name, "experimental.constrained.", 25))
        return lower_constrained(f, call, name + 25);
    if (!strncmp(name, "masked.", 7))
        return lower_masked(f, call, name + 7);
    return !strncmp(name, "vector.reduce.", 14) && lower_reduction(f, call, name + 14);
}
