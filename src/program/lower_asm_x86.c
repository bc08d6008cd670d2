/* Inline assembly of x86-64 that C programs have for long numbers: sums with
 * carry, products of full width, searches for bits. And cpuid, which says that
 * this is a plain processor: what asks it has a way without its extensions.
 *
 * A place is what an operand or a register holds at the moment: a register of
 * ours, or nothing that we know. Whatever else is there, a place in memory or
 * another instruction, makes the whole unsupported. */
#include "program/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 24, FULL = 64 };

struct place {
    char name[4]; /* of the register, without r or e: "ax"; empty: any */
    bool known;
    uint32_t reg;
    uint32_t width;
};

struct machine {
    struct function_lowering *f;
    struct place places[PLACES]; /* that constraints name, in their order, then other registers */
    int operand[PLACES];         /* $N -> place: a tied input is the output's */
    int operands, places_count;
    bool has_carry;
    uint32_t carry; /* 1 bit */
};

/* ---- places ---- */

static struct place *new_place(struct machine *machine)
{
    return machine->places_count < PLACES ? &machine->places[machine->places_count++] : NULL;
}

static struct place *named_place(struct machine *machine, const char *name, size_t length)
{
    for (int i = 0; i < machine->places_count; i++)
        if (strlen(machine->places[i].name) == length && !strncmp(machine->places[i].name, name, length))
            return &machine->places[i];
    struct place *place = length < sizeof place->name ? new_place(machine) : NULL;
    if (place)
        memcpy(place->name, name, length);
    return place;
}

static void put(struct place *place, uint32_t reg, uint32_t width)
{
    place->known = true;
    place->reg = reg;
    place->width = width;
}

static uint32_t get(struct machine *machine, const struct place *place, uint32_t width)
{
    if (place->width == width)
        return place->reg;
    return emit_new(machine->f, place->width > width ? OP_TRUNC : OP_ZEXT, width, place->reg, 0,
                    place->width);
}

/* ---- instructions: places in the order of the text, the destination last ---- */

static bool add(struct machine *machine, struct place **at, uint32_t width, bool with_carry, bool subtract)
{
    if (!at[0]->known || !at[1]->known || (with_carry && !machine->has_carry))
        return false;
    struct function_lowering *f = machine->f;
    unsigned op = subtract ? OP_USUB_OVERFLOW : OP_UADD_OVERFLOW;
    uint32_t source = get(machine, at[0], width), pair = new_registers(f, 2);
    emit(f, op, width, pair, get(machine, at[1], width), source, 0);
    uint32_t result = pair, carry = pair + 1;
    if (with_carry) {
        uint32_t more = emit_new(f, OP_ZEXT, width, machine->carry, 0, 1), second = new_registers(f, 2);
        emit(f, op, width, second, result, more, 0);
        result = second;
        carry = emit_new(f, OP_OR, 1, carry, second + 1, 0);
    }
    put(at[1], result, width);
    machine->has_carry = true;
    machine->carry = carry;
    return true;
}

static bool do_add(struct machine *m, struct place **at, uint32_t w) { return add(m, at, w, false, false); }
static bool do_adc(struct machine *m, struct place **at, uint32_t w) { return add(m, at, w, true, false); }
static bool do_sub(struct machine *m, struct place **at, uint32_t w) { return add(m, at, w, false, true); }
static bool do_sbb(struct machine *m, struct place **at, uint32_t w) { return add(m, at, w, true, true); }

static bool do_mul(struct machine *machine, struct place **at, uint32_t width)
{
    struct place *low = named_place(machine, "ax", 2), *high = named_place(machine, "dx", 2);
    if (!low || !high || !low->known || !at[0]->known)
        return false;
    struct function_lowering *f = machine->f;
    uint32_t a = emit_new(f, OP_ZEXT, 2 * width, get(machine, low, width), 0, width);
    uint32_t b = emit_new(f, OP_ZEXT, 2 * width, get(machine, at[0], width), 0, width);
    uint32_t product = emit_new(f, OP_MUL, 2 * width, a, b, 0), parts[2];
    unpack(f, product, 2 * width, parts, 2, width);
    put(low, parts[0], width);
    put(high, parts[1], width);
    machine->has_carry = false;
    return true;
}

/* Of zero, both leave the destination as it was or undefined. */
static bool search_bits(struct machine *machine, struct place **at, uint32_t width, bool last)
{
    if (!at[0]->known)
        return false;
    struct function_lowering *f = machine->f;
    uint32_t source = get(machine, at[0], width);
    uint32_t found = emit_new(f, last ? OP_LEADING_ZEROS : OP_TRAILING_ZEROS, width, source, 0, 0);
    if (last)
        found = emit_new(f, OP_SUB, width, integer_register(f, width, width - 1), found, 0);
    put(at[1], found, width);
    machine->has_carry = false;
    return true;
}

static bool do_bsf(struct machine *m, struct place **at, uint32_t w) { return search_bits(m, at, w, false); }
static bool do_bsr(struct machine *m, struct place **at, uint32_t w) { return search_bits(m, at, w, true); }

static bool do_xchg(struct machine *machine, struct place **at, uint32_t width)
{
    struct place first = *at[0], second = *at[1];
    *at[0] = second;
    *at[1] = first;
    memcpy(at[0]->name, first.name, sizeof first.name);
    memcpy(at[1]->name, second.name, sizeof second.name);
    return true;
}

static bool do_cpuid(struct machine *machine, struct place **at, uint32_t width)
{
    static const char *const names[] = {"ax", "bx", "cx", "dx"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct place *place = named_place(machine, names[i], 2);
        if (!place)
            return false;
        put(place, integer_register(machine->f, 32, 0), 32);
    }
    return true;
}

static const struct {
    const char *name;
    int operands;
    bool (*run)(struct machine *, struct place **, uint32_t width);
} instructions[] = {
    {"add", 2, do_add}, {"adc", 2, do_adc}, {"sub", 2, do_sub},   {"sbb", 2, do_sbb},     {"mul", 1, do_mul},
    {"bsf", 2, do_bsf}, {"bsr", 2, do_bsr}, {"xchg", 2, do_xchg}, {"cpuid", 0, do_cpuid},
};

/* ---- their text, as LLVM has it: "addq $5,${1:q}" ---- */

static const char *skip_blanks(const char *text) { return text + strspn(text, " \t"); }

/* "$1", "${1:q}", "%rbx"; *width becomes what it says, if it does.
 * returns what follows, NULL if it is something else */
static const char *read_place(struct machine *machine, const char *text, struct place **place,
                              uint32_t *width)
{
    text = skip_blanks(text);
    if (text[0] == '%' && (text[1] == 'r' || text[1] == 'e')) {
        size_t length = strspn(text + 2, "abcdipsx0123456789");
        *place = length == 2 ? named_place(machine, text + 2, length) : NULL;
        *width = text[1] == 'r' ? FULL : FULL / 2;
        return *place ? text + 2 + length : NULL;
    }
    bool braces = text[0] == '$' && text[1] == '{';
    text += 1 + braces;
    if (text[-1 - braces] != '$' || !isdigit((unsigned char)*text))
        return NULL;
    char *end;
    long number = strtol(text, &end, 10);
    if (number >= machine->operands)
        return NULL;
    *place = &machine->places[machine->operand[number]];
    if (braces && end[0] == ':') {
        if (end[1] != 'q' && end[1] != 'k')
            return NULL;
        *width = end[1] == 'q' ? FULL : FULL / 2;
        end += 2;
    }
    if (braces && *end++ != '}')
        return NULL;
    return end;
}

static bool run_line(struct machine *machine, const char *line)
{
    line = skip_blanks(line);
    if (!*line)
        return true;
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        size_t plain = strlen(instructions[i].name);
        if (length < plain || length > plain + 1 || strncmp(line, instructions[i].name, plain))
            continue;
        struct place *at[2] = {NULL, NULL};
        uint32_t width = 0;
        const char *rest = line + length;
        for (int j = 0; j < instructions[i].operands; j++) {
            if (j && *(rest = skip_blanks(rest)) == ',')
                rest++;
            rest = read_place(machine, rest, &at[j], &width);
            if (!rest)
                return false;
        }
        char suffix = length > plain ? line[plain] : 0;
        if (suffix)
            width = suffix == 'q' ? FULL : suffix == 'l' ? FULL / 2 : 0;
        else if (!width)
            width = at[0] ? at[0]->width : FULL;
        return width && !*skip_blanks(rest) && instructions[i].run(machine, at, width);
    }
    return false;
}

static bool run_text(struct machine *machine, const char *text, size_t length)
{
    for (size_t i = 0; i <= length;) {
        char line[80];
        size_t end = i;
        while (end < length && text[end] != '\n' && text[end] != ';')
            end++;
        if (end - i >= sizeof line)
            return false;
        memcpy(line, text + i, end - i);
        line[end - i] = '\0';
        if (!run_line(machine, line))
            return false;
        i = end + 1;
    }
    return true;
}

/* ---- constraints: "={ax},=&r,%0,rme,~{flags}" ---- */

static bool read_constraint(struct machine *machine, const char *text, size_t length, LLVMValueRef call,
                            int *argument)
{
    bool is_output = *text == '=';
    while (length && strchr("=&%", *text)) {
        text++;
        length--;
    }
    if (machine->operands == PLACES || !length || memchr(text, '*', length))
        return false;
    struct place *place;
    if (!is_output && isdigit((unsigned char)*text)) {
        if (length > 1 || *text - '0' >= machine->operands)
            return false;
        place = &machine->places[machine->operand[*text - '0']];
    } else if (*text == '{') {
        const char *name = text + 1;
        size_t letters = length > 2 ? length - 2 : 0;
        if (letters == 3 && strchr("re", *name))
            name++, letters--;
        place = letters == 2 ? named_place(machine, name, 2) : NULL;
    } else {
        place = new_place(machine);
    }
    if (!place)
        return false;
    machine->operand[machine->operands++] = (int)(place - machine->places);
    if (is_output)
        return true;
    LLVMValueRef value = LLVMGetOperand(call, (unsigned)(*argument)++);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    put(place, operand(machine->f, value, 0), type_width(machine->f->module, LLVMTypeOf(value)));
    return place->width == FULL || place->width == FULL / 2;
}

static bool read_constraints(struct machine *machine, const char *text, size_t length, LLVMValueRef call)
{
    int argument = 0;
    for (size_t i = 0; i < length;) {
        const char *comma = memchr(text + i, ',', length - i);
        size_t end = comma ? (size_t)(comma - text) : length;
        if (text[i] != '~' && !read_constraint(machine, text + i, end - i, call, &argument))
            return false;
        i = end + 1;
    }
    return true;
}

bool lower_asm_x86(struct function_lowering *f, LLVMValueRef call)
{
    LLVMValueRef code = LLVMGetCalledValue(call);
    size_t text_length, constraints_length;
    const char *text = LLVMGetInlineAsmAsmString(code, &text_length);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraints_length);
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(call));
    struct machine machine = {.f = f};
    if (layout->count > PLACES || !read_constraints(&machine, constraints, constraints_length, call) ||
        machine.operands < (int)layout->count || !run_text(&machine, text, text_length))
        return false;
    uint32_t registers[PLACES];
    for (uint32_t i = 0; i < layout->count; i++) {
        const struct place *place = &machine.places[machine.operand[i]];
        if (!place->known)
            return false;
        registers[i] = get(&machine, place, layout->leaves[i].width);
    }
    define_as(f, call, registers, layout->count);
    return true;
}
