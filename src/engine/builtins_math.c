/* The mathematical functions on concrete floats, computed by the host as the
 * C library would; and floats to text and back.
 *
 * What rounds, compares and takes roots stays symbolic; for the others a
 * symbolic argument is made concrete, which counts as partial. */
#include "engine/builtins.h"

#include "base/ieee.h"
#include "base/text.h"
#include "expr/eval.h"
#include "expr/rounding.h"
#include "program/mathematics.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those that are terms: with what makes them. */
#define ROUNDING_FUNCTIONS(X) \
    X(floor, ROUND_FLOOR)     \
    X(ceil, ROUND_CEIL)       \
    X(trunc, ROUND_TRUNC)     \
    X(round, ROUND_AWAY)      \
    X(roundeven, ROUND_EVEN)  \
    X(rint, ROUND_EVEN)       \
    X(nearbyint, ROUND_EVEN)
#define CHOOSING_FUNCTIONS(X) \
    X(fmin, expr_float_min)   \
    X(fmax, expr_float_max)   \
    X(fdim, expr_float_difference) X(copysign, expr_copy_sign)

static uint64_t concrete(struct call *call, uint32_t index)
{
    struct value value = call->arguments[index];
    return value_is_concrete(value)
               ? value.bits
               : run_concretise(call->run, call->state, value, call->widths[index],
                                "a mathematical function of a symbolic number: one value is taken",
                                "--libc=musl");
}

#define X(name)                                                                                 \
    static enum call_outcome answer_##name(struct call *call)                                   \
    {                                                                                           \
        call_give(call, value_plain(bits_of_double(name(double_of_bits(concrete(call, 0))))));  \
        return CALL_RETURNS;                                                                    \
    }                                                                                           \
    static enum call_outcome answer_##name##f(struct call *call)                                \
    {                                                                                           \
        call_give(call, value_plain(bits_of_float(name##f(float_of_bits(concrete(call, 0)))))); \
        return CALL_RETURNS;                                                                    \
    }
MATHEMATICS_OF_ONE(X)
#undef X

#define X(name)                                                                                     \
    static enum call_outcome answer_##name(struct call *call)                                       \
    {                                                                                               \
        double left = double_of_bits(concrete(call, 0)), right = double_of_bits(concrete(call, 1)); \
        call_give(call, value_plain(bits_of_double(name(left, right))));                            \
        return CALL_RETURNS;                                                                        \
    }                                                                                               \
    static enum call_outcome answer_##name##f(struct call *call)                                    \
    {                                                                                               \
        float left = float_of_bits(concrete(call, 0)), right = float_of_bits(concrete(call, 1));    \
        call_give(call, value_plain(bits_of_float(name##f(left, right))));                          \
        return CALL_RETURNS;                                                                        \
    }
MATHEMATICS_OF_TWO(X)
#undef X

static enum call_outcome give_rounded(struct call *call, enum rounding how)
{
    call_give_term(call, expr_round(call->run->exprs, how, call_term(call, 0)));
    return CALL_RETURNS;
}

#define X(name, how)                                                                            \
    static enum call_outcome answer_##name(struct call *call)                                   \
    {                                                                                           \
        if (value_is_term(call->arguments[0]))                                                  \
            return give_rounded(call, how);                                                     \
        call_give(call, value_plain(bits_of_double(name(double_of_bits(concrete(call, 0))))));  \
        return CALL_RETURNS;                                                                    \
    }                                                                                           \
    static enum call_outcome answer_##name##f(struct call *call)                                \
    {                                                                                           \
        if (value_is_term(call->arguments[0]))                                                  \
            return give_rounded(call, how);                                                     \
        call_give(call, value_plain(bits_of_float(name##f(float_of_bits(concrete(call, 0)))))); \
        return CALL_RETURNS;                                                                    \
    }
ROUNDING_FUNCTIONS(X)
#undef X

static bool any_is_term(const struct call *call)
{
    return value_is_term(call->arguments[0]) || value_is_term(call->arguments[1]);
}

static enum call_outcome give_chosen(struct call *call, expr_t (*chosen)(struct exprs *, expr_t, expr_t))
{
    call_give_term(call, chosen(call->run->exprs, call_term(call, 0), call_term(call, 1)));
    return CALL_RETURNS;
}

#define X(name, term)                                                                               \
    static enum call_outcome answer_##name(struct call *call)                                       \
    {                                                                                               \
        if (any_is_term(call))                                                                      \
            return give_chosen(call, term);                                                         \
        double left = double_of_bits(concrete(call, 0)), right = double_of_bits(concrete(call, 1)); \
        call_give(call, value_plain(bits_of_double(name(left, right))));                            \
        return CALL_RETURNS;                                                                        \
    }                                                                                               \
    static enum call_outcome answer_##name##f(struct call *call)                                    \
    {                                                                                               \
        if (any_is_term(call))                                                                      \
            return give_chosen(call, term);                                                         \
        float left = float_of_bits(concrete(call, 0)), right = float_of_bits(concrete(call, 1));    \
        call_give(call, value_plain(bits_of_float(name##f(left, right))));                          \
        return CALL_RETURNS;                                                                        \
    }
CHOOSING_FUNCTIONS(X)
#undef X

static enum call_outcome answer_fma(struct call *call)
{
    double a = double_of_bits(concrete(call, 0)), b = double_of_bits(concrete(call, 1)),
           c = double_of_bits(concrete(call, 2));
    call_give(call, value_plain(bits_of_double(fma(a, b, c))));
    return CALL_RETURNS;
}

static enum call_outcome answer_fmaf(struct call *call)
{
    float a = float_of_bits(concrete(call, 0)), b = float_of_bits(concrete(call, 1)),
          c = float_of_bits(concrete(call, 2));
    call_give(call, value_plain(bits_of_float(fmaf(a, b, c))));
    return CALL_RETURNS;
}

static enum call_outcome answer_ldexp(struct call *call)
{
    double value = double_of_bits(concrete(call, 0));
    call_give(call, value_plain(bits_of_double(ldexp(value, (int)concrete(call, 1)))));
    return CALL_RETURNS;
}

static enum call_outcome answer_ldexpf(struct call *call)
{
    float value = float_of_bits(concrete(call, 0));
    call_give(call, value_plain(bits_of_float(ldexpf(value, (int)concrete(call, 1)))));
    return CALL_RETURNS;
}

static enum call_outcome answer_sqrt(struct call *call)
{
    struct value value = call->arguments[0];
    unsigned width = call->widths[0];
    if (value_is_term(value))
        call_give_term(call, expr_float_unary(call->run->exprs, EXPR_FSQRT, value_term(value), width));
    else if (width == 32)
        call_give(call, value_plain(bits_of_float(sqrtf(float_of_bits(value.bits)))));
    else
        call_give(call, value_plain(bits_of_double(sqrt(double_of_bits(value.bits)))));
    return CALL_RETURNS;
}

static enum call_outcome answer_fabs(struct call *call)
{
    struct exprs *exprs = call->run->exprs;
    unsigned width = call->widths[0];
    expr_t no_sign = expr_extract(exprs, call_term(call, 0), 0, width - 1);
    call_give_term(call, expr_zext(exprs, no_sign, width));
    return CALL_RETURNS;
}

/* To the nearest integer in the present rounding mode, of float and double. */
static enum call_outcome give_integer(struct call *call, enum rounding how)
{
    struct exprs *exprs = call->run->exprs;
    expr_t rounded = expr_round(exprs, how, call_term(call, 0));
    call_give_term(call, expr_float_unary(exprs, EXPR_FTOS, rounded, 64));
    return CALL_RETURNS;
}

static enum call_outcome answer_lrint(struct call *call)
{
    if (value_is_term(call->arguments[0]))
        return give_integer(call, ROUND_EVEN);
    double value =
        call->widths[0] == 32 ? float_of_bits(concrete(call, 0)) : double_of_bits(concrete(call, 0));
    call_give(call, value_plain((uint64_t)llrint(value)));
    return CALL_RETURNS;
}

static enum call_outcome answer_lround(struct call *call)
{
    if (value_is_term(call->arguments[0]))
        return give_integer(call, ROUND_AWAY);
    double value =
        call->widths[0] == 32 ? float_of_bits(concrete(call, 0)) : double_of_bits(concrete(call, 0));
    call_give(call, value_plain((uint64_t)llround(value)));
    return CALL_RETURNS;
}

/* ---- text ---- */

/* An x87 float is the low ten bytes of a long double. */
static long double to_long_double(struct call *call, uint32_t index)
{
    struct exprs *exprs = call->run->exprs;
    expr_t term = call_term(call, index);
    expr_t known = expr_eval_term(exprs, term, call->state->model);
    if (known != term) {
        expr_t chosen = constraints_simplify(call->state->constraints, expr_eq(exprs, term, known));
        if (!expr_is_const(exprs, chosen)) {
            state_learn(call->state, chosen, NULL);
            run_partial(call->run, call->state, "a symbolic long double is printed: one value is taken",
                        "--libc=musl");
        }
    }
    uint64_t words[2] = {0};
    expr_words(exprs, known, words);
    long double value = 0;
    memcpy(&value, words, 10);
    return value;
}

/* int __ramify_format_double(char *buffer, size_t size, const char *format, double value)
 * and …_long_double: snprintf of one value; format is a single conversion
 * without a length modifier. */
static enum call_outcome format_double(struct call *call)
{
    struct run *run = call->run;
    uint64_t size, offset = 0;
    uint32_t object = 0;
    char *format;
    if (!call_decide(call, 1, &size) ||
        (size && !access_object(run, call->state, call->arguments[0], size, true, &object, &offset)) ||
        !access_string(run, call->state, call->arguments[2], 64, &format))
        return call_interrupted(call);
    size_t length = strlen(format);
    char *text = NULL;
    int written = -1;
    if (length && strchr("eEfFgGaA", format[length - 1]) && !strchr(format + 1, '%')) {
        if (call->widths[3] == 80) {
            char *extended = text_format("%.*sL%c", (int)length - 1, format, format[length - 1]);
            written = asprintf(&text, extended, to_long_double(call, 3));
            mem_free(extended);
        } else
            written = asprintf(&text, format, double_of_bits(concrete(call, 3)));
    }
    mem_free(format);
    if (written >= 0 && size) {
        uint64_t count = (uint64_t)written < size ? (uint64_t)written : size - 1;
        text[count] = 0;
        space_write_bytes(&call->state->space, &run->windows, object, offset, text, count + 1);
    }
    if (written >= 0)
        free(text);
    call_give(call, value_plain((uint64_t)(int64_t)written));
    return CALL_RETURNS;
}

/* double __ramify_parse_double(const char *text, size_t *used) */
static enum call_outcome parse_double(struct call *call)
{
    struct run *run = call->run;
    char *string, *end;
    uint32_t object;
    uint64_t offset;
    if (!access_object(run, call->state, call->arguments[1], 8, true, &object, &offset) ||
        !access_text(run, call->state, call->arguments[0], 1 << 20, "--libc=musl", &string))
        return call_interrupted(call);
    double value = strtod(string, &end);
    uint64_t used = (uint64_t)(end - string);
    mem_free(string);
    space_store(&call->state->space, &run->windows, object, offset, 64, value_plain(used));
    call_give(call, value_plain(bits_of_double(value)));
    return CALL_RETURNS;
}

const struct builtin builtins_math[] = {
#define X(name) {#name, "dd", answer_##name}, {#name "f", "ff", answer_##name##f},
    MATHEMATICS_OF_ONE(X)
#undef X
#define X(name) {#name, "ddd", answer_##name}, {#name "f", "fff", answer_##name##f},
        MATHEMATICS_OF_TWO(X)
#undef X
#define X(name, how) {#name, "dd", answer_##name}, {#name "f", "ff", answer_##name##f},
            ROUNDING_FUNCTIONS(X)
#undef X
#define X(name, term) {#name, "ddd", answer_##name}, {#name "f", "fff", answer_##name##f},
                CHOOSING_FUNCTIONS(X)
#undef X
                    {"fma", "dddd", answer_fma},
    {"fmaf", "ffff", answer_fmaf},
    {"ldexp", "ddi", answer_ldexp},
    {"ldexpf", "ffi", answer_ldexpf},
    {"scalbn", "ddi", answer_ldexp},
    {"scalbnf", "ffi", answer_ldexpf},
    {"sqrt", "dd", answer_sqrt},
    {"sqrtf", "ff", answer_sqrt},
    {"fabs", "dd", answer_fabs},
    {"fabsf", "ff", answer_fabs},
    {"fabsl", "ee", answer_fabs},
    {"lrint", "ld", answer_lrint},
    {"lrintf", "lf", answer_lrint},
    {"llrint", "ld", answer_lrint},
    {"llrintf", "lf", answer_lrint},
    {"lround", "ld", answer_lround},
    {"lroundf", "lf", answer_lround},
    {"llround", "ld", answer_lround},
    {"llroundf", "lf", answer_lround},
    {"__ramify_format_double", "iplpd", format_double},
    {"__ramify_format_long_double", "iplpe", format_double},
    {"__ramify_parse_double", "dpp", parse_double},
    {NULL, NULL, NULL},
};
