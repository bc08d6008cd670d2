/* For tests: runs a lowered program on the memory of this process, with
 * nothing symbolic and no checks. Independent of the engine, so that a wrong
 * lowering and a wrong engine cannot agree with each other. */
#ifndef TESTS_UNIT_PROGRAM_RUN_H
#define TESTS_UNIT_PROGRAM_RUN_H

#include "base/alloc.h"
#include "base/bug.h"
#include "base/vector.h"
#include "program/code.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 word;
typedef __int128 signed_word;

struct machine {
    const struct program *program;
    uint8_t **globals;
    struct text *output; /* what printf printed */
    uint64_t steps, limit;
    bool gave_up; /* too long, or an integer too wide for us: no verdict */
};

struct va_list_tag {
    uint32_t gp_offset, fp_offset;
    void *overflow_area, *register_area;
};

static word run_function(struct machine *, const struct function *, const word *arguments,
                         const struct va_list_tag *variadic, word *results);

static word cut(word value, unsigned width)
{
    return width >= 128 ? value : value & (((word)1 << width) - 1);
}

static signed_word extend(word value, unsigned width)
{
    return width >= 128 ? (signed_word)value : (signed_word)(value << (128 - width)) >> (128 - width);
}

static long double to_float(word value, unsigned width)
{
    float single;
    double pair;
    long double extended = 0;
    switch (width) {
    case 32:
        memcpy(&single, &value, 4);
        return single;
    case 64:
        memcpy(&pair, &value, 8);
        return pair;
    default:
        memcpy(&extended, &value, 10);
        return extended;
    }
}

static word from_float(long double value, unsigned width)
{
    word bits = 0;
    float single = (float)value;
    double pair = (double)value;
    memcpy(&bits, width == 32 ? (void *)&single : width == 64 ? (void *)&pair : &value, width / 8);
    return bits;
}

/* One rounding only, in the precision of the operation. */
static word float_binary(enum opcode op, word a, word b, unsigned width)
{
#define COMPUTE(type, remainder)                                         \
    {                                                                    \
        type x = (type)to_float(a, width), y = (type)to_float(b, width); \
        return from_float(op == OP_FADD   ? (type)(x + y)                \
                          : op == OP_FSUB ? (type)(x - y)                \
                          : op == OP_FMUL ? (type)(x * y)                \
                          : op == OP_FDIV ? (type)(x / y)                \
                                          : remainder(x, y),             \
                          width);                                        \
    }
    if (width == 32)
        COMPUTE(float, fmodf)
    if (width == 64)
        COMPUTE(double, fmod)
    COMPUTE(long double, fmodl)
#undef COMPUTE
}

static word float_call(enum float_function function, const word *arguments, unsigned width)
{
    long double x = to_float(arguments[0], width);
    long double y = to_float(arguments[1], width);
    switch (function) {
    case FLOAT_FUNCTION_sqrt:
        return from_float(width == 32 ? sqrtf((float)x) : width == 64 ? sqrt((double)x) : sqrtl(x), width);
    case FLOAT_FUNCTION_fabs:
        return from_float(fabsl(x), width);
    case FLOAT_FUNCTION_floor:
        return from_float(floorl(x), width);
    case FLOAT_FUNCTION_ceil:
        return from_float(ceill(x), width);
    case FLOAT_FUNCTION_trunc:
        return from_float(truncl(x), width);
    case FLOAT_FUNCTION_rint:
        return from_float(rintl(x), width);
    case FLOAT_FUNCTION_round:
        return from_float(roundl(x), width);
    case FLOAT_FUNCTION_copysign:
        return from_float(copysignl(x, y), width);
    case FLOAT_FUNCTION_fmin:
        return from_float(fminl(x, y), width);
    case FLOAT_FUNCTION_fmax:
        return from_float(fmaxl(x, y), width);
    default:
        BUG("float function %d", (int)function);
    }
}

static bool float_compare(enum float_predicate predicate, word a, word b, unsigned width)
{
    long double x = to_float(a, width), y = to_float(b, width);
    unsigned outcome = isunordered(x, y) ? 8 : x < y ? 4 : x > y ? 2 : 1;
    return predicate & outcome;
}

static word constant_value(struct machine *machine, const struct constant *constant)
{
    switch (constant->kind) {
    case CONSTANT_INTEGER:
        return constant->value;
    case CONSTANT_WIDE:
        return cut((word)constant->words[1] << 64 | constant->words[0], constant->width);
    case CONSTANT_GLOBAL:
        return (uint64_t)(uintptr_t)machine->globals[constant->index] + constant->value;
    case CONSTANT_FUNCTION:
        return (uintptr_t)&machine->program->functions[constant->index];
    case CONSTANT_BLOCK:
        return (uintptr_t)&machine->program->functions[constant->index].code[constant->value];
    }
    return 0;
}

static bool compare(enum opcode op, word a, word b, unsigned width)
{
    switch (op) {
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
    case OP_ULT:
        return a < b;
    case OP_ULE:
        return a <= b;
    case OP_SLT:
        return extend(a, width) < extend(b, width);
    default:
        return extend(a, width) <= extend(b, width);
    }
}

static word arithmetic(enum opcode op, word a, word b, unsigned width)
{
    /* optimisers compute such a shift ahead and then do not use it */
    if (op >= OP_SHL && op <= OP_ASHR && b >= width)
        return 0;
    switch (op) {
    case OP_ADD:
        return cut(a + b, width);
    case OP_SUB:
        return cut(a - b, width);
    case OP_MUL:
        return cut(a * b, width);
    case OP_UDIV:
        return a / b;
    case OP_SDIV:
        return cut((word)(extend(a, width) / extend(b, width)), width);
    case OP_UREM:
        return a % b;
    case OP_SREM:
        return cut((word)(extend(a, width) % extend(b, width)), width);
    case OP_AND:
        return a & b;
    case OP_OR:
        return a | b;
    case OP_XOR:
        return a ^ b;
    case OP_SHL:
        return cut(a << b, width);
    case OP_LSHR:
        return a >> b;
    case OP_ASHR:
        return cut((word)(extend(a, width) >> b), width);
    default:
        BUG("no arithmetic: %s", opcode_name(op));
    }
}

/* Widths up to 64 only. */
static word with_overflow(enum opcode op, word a, word b, unsigned width, bool *over)
{
    bool is_signed = op == OP_SADD_OVERFLOW || op == OP_SSUB_OVERFLOW || op == OP_SMUL_OVERFLOW ||
                     op == OP_SADD_SATURATE || op == OP_SSUB_SATURATE;
    signed_word x = is_signed ? extend(a, width) : (signed_word)a,
                y = is_signed ? extend(b, width) : (signed_word)b;
    signed_word exact;
    bool wrapped = false;
    switch (op) {
    case OP_SADD_OVERFLOW:
    case OP_UADD_OVERFLOW:
    case OP_SADD_SATURATE:
    case OP_UADD_SATURATE:
        exact = x + y;
        break;
    case OP_SSUB_OVERFLOW:
    case OP_USUB_OVERFLOW:
    case OP_SSUB_SATURATE:
    case OP_USUB_SATURATE:
        exact = x - y;
        break;
    default:
        wrapped = __builtin_mul_overflow(x, y, &exact);
    }
    word result = cut((word)exact, width);
    *over = wrapped || (is_signed ? extend(result, width) != exact : (signed_word)result != exact);
    if (*over && op >= OP_SADD_SATURATE) {
        word top = (word)1 << (width - 1);
        if (is_signed)
            return exact < 0 ? top : top - 1;
        return exact < 0 ? 0 : cut(~(word)0, width);
    }
    return result;
}

static word funnel(bool left, const word *parts, unsigned width)
{
    unsigned amount = (unsigned)(parts[2] % width);
    if (!amount)
        return left ? parts[0] : parts[1];
    return left ? cut(parts[0] << amount | parts[1] >> (width - amount), width)
                : cut(parts[1] >> amount | parts[0] << (width - amount), width);
}

static word bits(enum opcode op, word a, unsigned width)
{
    word result = 0;
    switch (op) {
    case OP_COUNT_ONES:
        for (; a; a &= a - 1)
            result++;
        return result;
    case OP_LEADING_ZEROS:
        for (unsigned i = width; i-- > 0 && !(a >> i & 1);)
            result++;
        return result;
    case OP_TRAILING_ZEROS:
        for (unsigned i = 0; i < width && !(a >> i & 1); i++)
            result++;
        return result;
    case OP_BYTE_SWAP:
        for (unsigned i = 0; i < width / 8; i++)
            result = result << 8 | (a >> 8 * i & 0xff);
        return result;
    case OP_BIT_REVERSE:
        for (unsigned i = 0; i < width; i++)
            result = result << 1 | (a >> i & 1);
        return result;
    default:
        return extend(a, width) < 0 ? cut(-a, width) : a;
    }
}

static uint8_t *variadic_area(const struct call_site *call, const word *registers)
{
    size_t size = (call->area.bytes + 31) / 16 * 16;
    uint8_t *area = aligned_alloc(16, size);
    memset(area, 0, size);
    for (uint32_t i = 0; i < call->variadic_count; i++) {
        const struct variadic_argument *argument = &call->variadic[i];
        uint8_t *at = area + argument->at;
        if (argument->byval_bytes)
            memcpy(at, (void *)(uintptr_t)registers[argument->reg], argument->byval_bytes);
        else
            memcpy(at, &registers[argument->reg], (argument->bits + 7) / 8);
    }
    return area;
}

static word call_host(struct machine *machine, const struct function *function, const word *arguments,
                      const struct va_list_tag *variadic)
{
    if (!strcmp(function->name, "printf")) {
        va_list list;
        memcpy(&list, variadic, sizeof *variadic);
        size_t before = machine->output->length;
        text_add_v(machine->output, (const char *)(uintptr_t)arguments[0], list);
        return machine->output->length - before;
    }
    if (!strcmp(function->name, "puts")) {
        text_add(machine->output, "%s\n", (const char *)(uintptr_t)arguments[0]);
        return 0;
    }
    if (!strcmp(function->name, "putchar")) {
        text_add_char(machine->output, (char)arguments[0]);
        return arguments[0];
    }
    typedef uint64_t native(uint64_t, uint64_t, uint64_t, uint64_t);
    native *address = (native *)dlsym(RTLD_DEFAULT, function->name);
    if (!address)
        BUG("the test has no function %s", function->name);
    word padded[4] = {0};
    for (uint32_t i = 0; i < function->parameter_count && i < 4; i++)
        padded[i] = arguments[i];
    return address((uint64_t)padded[0], (uint64_t)padded[1], (uint64_t)padded[2], (uint64_t)padded[3]);
}

static void run_call(struct machine *machine, const struct call_site *call, word *registers, uint32_t dst)
{
    const struct function *callee;
    if (call->function != UINT32_MAX)
        callee = &machine->program->functions[call->function];
    else
        callee = (const struct function *)(uintptr_t)registers[call->pointer];
    word *arguments = mem_zero((call->argument_count + callee->parameter_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < call->argument_count; i++)
        arguments[i] = registers[call->arguments[i]];
    uint8_t *area = variadic_area(call, registers);
    struct va_list_tag variadic = {call->area.general, call->area.floats, area + VARIADIC_FLOAT_END, area};
    word *results = mem_zero((call->result_count + callee->return_count + 1) * sizeof *results);
    if (machine->gave_up)
        results[0] = 0;
    else if (callee->defined)
        run_function(machine, callee, arguments, &variadic, results);
    else
        results[0] = call_host(machine, callee, arguments, &variadic);
    for (uint32_t i = 0; i < call->result_count; i++)
        registers[dst + i] = cut(results[i], call->convention->returned[i].width);
    mem_free(results);
    mem_free(arguments);
    free(area);
}

static uint32_t switch_target(const struct switch_table *table, word value)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (table->values[i] == value)
            return table->targets[i];
    return table->otherwise;
}

static void *allocate(size_t bytes, size_t alignment)
{
    alignment = alignment < 16 ? 16 : alignment;
    return aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
}

static word run_function(struct machine *machine, const struct function *function, const word *arguments,
                         const struct va_list_tag *variadic, word *results)
{
    word *r = mem_zero((function->register_count + 1) * sizeof *r);
    VECTOR(void *) stack = {0};
    for (uint32_t i = 0; i < function->constant_count; i++)
        r[i] = constant_value(machine, &function->constants[i]);
    for (uint32_t i = 0; i < function->parameter_count; i++)
        r[function->constant_count + i] = arguments[i];
    for (uint32_t pc = 0;;) {
        const struct instruction *in = &function->code[pc++];
        uint32_t dst = in->dst, a = in->a, b = in->b, c = in->c;
        unsigned width = in->width;
        bool over;
        if (++machine->steps > machine->limit || width > 128) {
            machine->gave_up = true;
            return 0;
        }
        switch (in->op) {
        case OP_MOVE:
            r[dst] = r[a];
            break;
        case OP_ADD ... OP_ASHR:
            r[dst] = arithmetic(in->op, r[a], r[b], width);
            break;
        case OP_EQ ... OP_SLE:
            r[dst] = compare(in->op, r[a], r[b], width);
            break;
        case OP_TRUNC:
            r[dst] = cut(r[a], width);
            break;
        case OP_ZEXT:
            r[dst] = r[a];
            break;
        case OP_SEXT:
            r[dst] = cut((word)extend(r[a], c), width);
            break;
        case OP_SELECT:
            r[dst] = r[a] ? r[b] : r[c];
            break;
        case OP_FADD ... OP_FREM:
            r[dst] = float_binary(in->op, r[a], r[b], width);
            break;
        case OP_FNEG:
            r[dst] = r[a] ^ (word)1 << (width - 1);
            break;
        case OP_FCMP:
            r[dst] = float_compare(c, r[a], r[b], width);
            break;
        case OP_FTOS:
            r[dst] = cut((word)(signed_word)to_float(r[a], c), width);
            break;
        case OP_FTOU:
            r[dst] = cut((word)to_float(r[a], c), width);
            break;
        case OP_STOF: {
            signed_word value = extend(r[a], c);
            r[dst] = width == 32   ? from_float((float)value, 32)
                     : width == 64 ? from_float((double)value, 64)
                                   : from_float((long double)value, 80);
            break;
        }
        case OP_UTOF:
            r[dst] = width == 32   ? from_float((float)r[a], 32)
                     : width == 64 ? from_float((double)r[a], 64)
                                   : from_float((long double)r[a], 80);
            break;
        case OP_FCAST:
            r[dst] = from_float(to_float(r[a], c), width);
            break;
        case OP_FCALL1:
            r[dst] = float_call(c, (word[]){r[a], 0}, width);
            break;
        case OP_FCALL2:
            r[dst] = float_call(c, (word[]){r[a], r[b]}, width);
            break;
        case OP_LOAD8 ... OP_LOAD: {
            word value = 0;
            memcpy(&value, (uint8_t *)(uintptr_t)r[a] + (int32_t)b, width / 8);
            r[dst] = value;
            break;
        }
        case OP_STORE8 ... OP_STORE:
            memcpy((uint8_t *)(uintptr_t)r[a] + (int32_t)c, &r[b], width / 8);
            break;
        case OP_POINTER_ADD:
            r[dst] = cut(r[a] + (word)(signed_word)(int32_t)b, 64);
            break;
        case OP_POINTER_INDEX:
            r[dst] = cut(r[a] + (word)(extend(r[b], width) * (int32_t)c), 64);
            break;
        case OP_ALLOCA: {
            void *memory = allocate((a == NO_REGISTER ? 1 : (size_t)r[a]) * b, c);
            vector_push(&stack, memory);
            r[dst] = (uintptr_t)memory;
            break;
        }
        case OP_STACK_SAVE:
            r[dst] = 0;
            break;
        case OP_STACK_RESTORE:
        case OP_SCOPE:
            break;
        case OP_PARAMETER_COPY: {
            void *memory = allocate(b, c);
            memcpy(memory, (void *)(uintptr_t)r[a], b);
            vector_push(&stack, memory);
            r[dst] = (uintptr_t)memory;
            break;
        }
        case OP_CALL:
            run_call(machine, &function->calls[a], r, dst);
            break;
        case OP_RETURN: {
            for (uint32_t i = 0; i < b; i++)
                results[i] = r[a + i];
            while (stack.count)
                free(vector_pop(&stack));
            vector_release(&stack);
            mem_free(r);
            return b ? results[0] : 0;
        }
        case OP_JUMP:
            pc = c;
            break;
        case OP_BRANCH:
            pc = r[a] ? c : pc;
            break;
        case OP_BRANCH_EQ ... OP_BRANCH_SLE:
            pc = compare(OP_EQ + (in->op - OP_BRANCH_EQ), r[a], r[b], width) ? c : pc;
            break;
        case OP_SWITCH:
            pc = switch_target(&function->switches[b], r[a]);
            break;
        case OP_JUMP_INDIRECT:
            pc = (uint32_t)((const struct instruction *)(uintptr_t)r[a] - function->code);
            break;
        case OP_COPY:
            memcpy((void *)(uintptr_t)r[a], (void *)(uintptr_t)r[b], (size_t)r[c]);
            break;
        case OP_MOVE_MEMORY:
            memmove((void *)(uintptr_t)r[a], (void *)(uintptr_t)r[b], (size_t)r[c]);
            break;
        case OP_FILL:
            memset((void *)(uintptr_t)r[a], (int)r[b], (size_t)r[c]);
            break;
        case OP_VA_START:
            memcpy((void *)(uintptr_t)r[a], variadic, sizeof *variadic);
            break;
        case OP_COUNT_ONES ... OP_ABS:
            r[dst] = bits(in->op, r[a], width);
            break;
        case OP_SADD_OVERFLOW ... OP_UMUL_OVERFLOW: {
            word value = with_overflow(in->op, r[a], r[b], width, &over);
            r[dst] = value;
            r[dst + 1] = over;
            break;
        }
        case OP_SADD_SATURATE ... OP_USUB_SATURATE:
            r[dst] = with_overflow(in->op, r[a], r[b], width, &over);
            break;
        case OP_FUNNEL_LEFT:
            r[dst] = funnel(true, &r[a], width);
            break;
        case OP_FUNNEL_RIGHT:
            r[dst] = funnel(false, &r[a], width);
            break;
        case OP_OBJECT_SIZE:
            r[dst] = c & 1 ? 0 : cut(~(word)0, width);
            break;
        case OP_UNSUPPORTED:
            BUG("unsupported: %s", function->messages[a]);
        default:
            BUG("%s at %u: %s", function->name, pc - 1, opcode_name(in->op));
        }
    }
}

static void fill_global(struct machine *machine, uint32_t index)
{
    const struct global *global = &machine->program->globals[index];
    if (global->bytes)
        memcpy(machine->globals[index], global->bytes, global->size);
    for (uint32_t i = 0; i < global->relocation_count; i++) {
        const struct relocation *relocation = &global->relocations[i];
        word value = constant_value(machine, &relocation->target);
        if (relocation->has_minus)
            value -= constant_value(machine, &relocation->minus);
        memcpy(machine->globals[index] + relocation->offset, &value, relocation->size);
    }
}

/* Runs constructors and main(0, NULL, NULL); returns its result, or -1 if it gave up. */
static int run_program(const struct program *program, struct text *output)
{
    struct machine machine = {.program = program, .output = output, .limit = 200000000};
    machine.globals = mem_zero((program->global_count + 1) * sizeof *machine.globals);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct global *global = &program->globals[i];
        machine.globals[i] = allocate(global->size, global->alignment);
        memset(machine.globals[i], 0, global->size);
    }
    for (uint32_t i = 0; i < program->global_count; i++)
        fill_global(&machine, i);
    word arguments[8] = {0}, results[8] = {0};
    for (uint32_t i = 0; i < program->constructor_count; i++)
        run_function(&machine, &program->functions[program->constructors[i]], arguments, NULL, results);
    uint32_t main_index = program_find_function(program, "main");
    run_function(&machine, &program->functions[main_index], arguments, NULL, results);
    for (uint32_t i = 0; i < program->global_count; i++)
        free(machine.globals[i]);
    mem_free(machine.globals);
    return machine.gave_up ? -1 : (int)results[0];
}

#endif
