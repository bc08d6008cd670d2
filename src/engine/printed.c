/* Symbolic text: see printed.h. */
#include "engine/printed.h"

#include "base/vector.h"
#include "expr/eval.h"

#include <stdio.h>
#include <string.h>

static const struct shown *shown_of(const struct output_piece *piece)
{
    return (const struct shown *)(const void *)piece->bytes;
}

void printed_add(struct state *state, int stream, enum shown_kind kind, const char *format,
                 const expr_t *terms, uint32_t count)
{
    size_t size = sizeof(struct shown) + count * sizeof *terms;
    struct shown *shown = mem_zero(size);
    shown->kind = kind;
    shown->count = count;
    snprintf(shown->format, sizeof shown->format, "%s", format);
    if (count)
        memcpy(shown->terms, terms, count * sizeof *terms);
    state_output(state, stream, (const char *)shown, size);
    state->output->is_symbolic = true;
    state->output->symbolic = state->output;
    mem_free(shown);
}

/* The format with a length modifier before its conversion, e.g. %5d to %5ld. */
static void add_modifier(const char *format, const char *modifier, char *result, size_t size)
{
    size_t length = strlen(format);
    snprintf(result, size, "%.*s%s%s", (int)length - 1, format, modifier, format + length - 1);
}

static void add_number(struct exprs *exprs, const struct shown *shown, const struct model *model,
                       struct text *text)
{
    char format[sizeof shown->format + 4];
    char conversion = shown->format[strlen(shown->format) - 1];
    expr_t term = shown->terms[0];
    if (expr_width(exprs, term) > 64) {
        uint64_t words[2] = {0};
        long double number = 0;
        expr_words(exprs, expr_eval_term(exprs, term, model), words);
        memcpy(&number, words, 10); /* an x87 float is the low ten bytes */
        add_modifier(shown->format, "L", format, sizeof format);
        text_add(text, format, number);
        return;
    }
    uint64_t bits = expr_eval(exprs, term, model);
    if (strchr("eEfFgGaA", conversion)) {
        double number;
        memcpy(&number, &bits, sizeof number);
        text_add(text, shown->format, number);
    } else if (conversion == 'p')
        text_add(text, shown->format, (void *)(uintptr_t)bits);
    else {
        add_modifier(shown->format, "l", format, sizeof format);
        text_add(text, format, (unsigned long)bits);
    }
}

/* ---- lengths ---- */

static expr_t greater(struct exprs *exprs, expr_t a, expr_t b)
{
    return expr_ite(exprs, expr_ult(exprs, a, b), b, a);
}

static expr_t one_if(struct exprs *exprs, expr_t condition) { return expr_zext(exprs, condition, 64); }

/* Zero has none. */
static expr_t count_digits(struct exprs *exprs, expr_t value, uint64_t base)
{
    expr_t count = expr_const(exprs, 64, 0);
    uint64_t power = 1;
    do
        count = expr_add(exprs, count, one_if(exprs, expr_ule(exprs, expr_const(exprs, 64, power), value)));
    while (!__builtin_mul_overflow(power, base, &power));
    return count;
}

static expr_t magnitude(struct exprs *exprs, expr_t value, expr_t is_negative)
{
    return expr_ite(exprs, is_negative, expr_sub(exprs, expr_const(exprs, 64, 0), value), value);
}

expr_t printed_width(struct exprs *exprs, expr_t length, expr_t width)
{
    expr_t wide = expr_sext(exprs, width, 64);
    expr_t is_negative = expr_slt(exprs, wide, expr_const(exprs, 64, 0));
    return greater(exprs, length, magnitude(exprs, wide, is_negative));
}

expr_t printed_length(struct exprs *exprs, const char *format, expr_t width, expr_t precision, expr_t value)
{
    size_t flags = 1 + strspn(format + 1, "-+ #0");
    bool has_sign = memchr(format, '+', flags) || memchr(format, ' ', flags);
    bool alternate = memchr(format, '#', flags);
    char conversion = format[strlen(format) - 1];
    bool is_signed = conversion == 'd' || conversion == 'i', is_pointer = conversion == 'p';
    uint64_t base = conversion == 'o' ? 8 : is_pointer || conversion == 'x' || conversion == 'X' ? 16 : 10;
    expr_t zero = expr_const(exprs, 64, 0), one = expr_const(exprs, 64, 1);
    expr_t is_zero = expr_eq(exprs, value, zero);
    expr_t is_negative = is_signed ? expr_slt(exprs, value, zero) : expr_bool(exprs, false);
    expr_t digits = count_digits(exprs, magnitude(exprs, value, is_negative), base);
    expr_t has_precision = expr_sle(exprs, expr_const(exprs, 32, 0), precision);
    expr_t least = expr_ite(exprs, has_precision, expr_zext(exprs, precision, 64), one);
    if (base == 8 && alternate)
        least = greater(exprs, least, expr_add(exprs, digits, one));
    expr_t length = greater(exprs, digits, least);
    if (is_signed)
        length = expr_add(exprs, length, has_sign ? one : one_if(exprs, is_negative));
    if (base == 16 && (alternate || is_pointer))
        length = expr_add(exprs, length,
                          is_pointer ? expr_const(exprs, 64, 2)
                                     : expr_ite(exprs, is_zero, zero, expr_const(exprs, 64, 2)));
    if (is_pointer)
        length = expr_ite(exprs, is_zero, expr_const(exprs, 64, strlen("(nil)")), length);
    return printed_width(exprs, length, width);
}

static void add_string(struct exprs *exprs, const struct shown *shown, const struct model *model,
                       struct text *text)
{
    struct text string = {0};
    for (uint32_t i = 0; i < shown->count; i++) {
        char byte = (char)expr_eval(exprs, shown->terms[i], model);
        if (!byte)
            break;
        text_add_char(&string, byte);
    }
    text_add(text, shown->format, text_string(&string));
    text_release(&string);
}

void printed_piece(struct exprs *exprs, const struct output_piece *piece, const struct model *model,
                   struct text *text)
{
    if (!piece->is_symbolic) {
        text_add_bytes(text, piece->bytes, piece->length);
        return;
    }
    const struct shown *shown = shown_of(piece);
    switch (shown->kind) {
    case SHOWN_BYTES:
        for (uint32_t i = 0; i < shown->count; i++)
            text_add_char(text, (char)expr_eval(exprs, shown->terms[i], model));
        break;
    case SHOWN_STRING:
        add_string(exprs, shown, model, text);
        break;
    case SHOWN_NUMBER:
        add_number(exprs, shown, model, text);
        break;
    }
}

void printed_text(struct exprs *exprs, const struct output_piece *newest, const struct model *model,
                  struct text *text)
{
    VECTOR(const struct output_piece *) pieces = {0};
    for (; newest; newest = newest->older)
        vector_push(&pieces, newest);
    while (pieces.count) {
        const struct output_piece *piece = vector_pop(&pieces);
        printed_piece(exprs, piece, model, text);
    }
    vector_release(&pieces);
}

void printed_mark(struct exprs *exprs, const struct output_piece *newest)
{
    const struct output_piece *piece = newest ? newest->symbolic : NULL;
    while (piece) {
        const struct shown *shown = shown_of(piece);
        for (uint32_t i = 0; i < shown->count; i++)
            exprs_mark(exprs, shown->terms[i]);
        piece = piece->older ? piece->older->symbolic : NULL;
    }
}
