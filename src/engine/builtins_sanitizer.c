/* UBSan's handlers: clang has put the check and its branch into the program;
 * whoever gets here has failed it. Every handler ends its path with an error
 * whose text is made from the handler's data, which is read from the program's
 * memory without any check of ours: what cannot be read is left out.
 *
 * Rows match the recoverable, the _abort and the _minimal variants alike. The
 * minimal ones have no data. */
#include "engine/builtins.h"

#include "base/text.h"
#include "engine/landing.h"

#include <string.h>

/* ---- the program's memory, looked at from outside ---- */

static bool peek_object(struct call *call, struct value pointer, uint64_t size, uint64_t *offset)
{
    if (!value_has_object(pointer) || !space_is_live(&call->state->space, value_object(pointer)))
        return false;
    const struct object *object = object_get(&call->run->objects, value_object(pointer));
    *offset = pointer.bits - object->address;
    return *offset <= object->size && object->size - *offset >= size;
}

/* The word at pointer + at; plain 0 if there is none. */
static struct value peek_word(struct call *call, struct value pointer, uint64_t at, unsigned width)
{
    struct value value = value_plain(0);
    uint64_t offset;
    pointer.bits += at;
    if (peek_object(call, pointer, width / 8, &offset))
        space_load(&call->state->space, &call->run->windows, value_object(pointer), offset, width, &value);
    return value;
}

static void add_string(struct call *call, struct text *text, struct value pointer)
{
    uint64_t offset;
    char byte;
    for (size_t i = 0; i < 256 && peek_object(call, pointer, 1, &offset); i++, pointer.bits++) {
        if (!space_read_bytes(&call->state->space, value_object(pointer), offset, &byte, 1, NULL) || !byte)
            return;
        text_add_char(text, byte);
    }
}

/* ---- UBSan's descriptions: a location is file, line, column in 16 bytes; a
 * type is kind and information (16 bits each) and its name, in quotes ---- */

enum { LOCATION_BYTES = 16, TYPE_NAME_AT = 4, TYPE_INTEGER = 0 };

struct type {
    struct value description;
    bool known, is_integer, is_signed;
    unsigned width;
};

static bool has_data(const struct call *call) { return !strstr(call->name, "_minimal") && call->count > 0; }

/* The type that is pointed to at this place of the handler's data. */
static struct type type_at(struct call *call, uint64_t at)
{
    struct type type = {.width = 64};
    if (!has_data(call))
        return type;
    type.description = peek_word(call, call->arguments[0], at, 64);
    uint64_t offset;
    type.known = peek_object(call, type.description, TYPE_NAME_AT + 1, &offset);
    type.is_integer = type.known && peek_word(call, type.description, 0, 16).bits == TYPE_INTEGER;
    uint64_t information = peek_word(call, type.description, 2, 16).bits;
    type.is_signed = type.is_integer && (information & 1);
    if (type.is_integer)
        type.width = 1u << (information >> 1);
    return type;
}

static void add_type(struct call *call, struct text *text, struct type type)
{
    if (!type.known)
        text_add_string(text, "its type");
    else {
        type.description.bits += TYPE_NAME_AT;
        text_add_string(text, "type ");
        add_string(call, text, type.description);
    }
}

/* An argument of integer type as the model has it, sign-extended. */
static int64_t argument_value(struct call *call, uint32_t index, struct type type)
{
    if (index >= call->count)
        return 0;
    uint64_t bits = call_peek(call, call->arguments[index], call->widths[index]);
    unsigned width = type.width < 64 ? type.width : 64;
    if (!type.is_signed || width == 64)
        return (int64_t)(bits & width_mask(width));
    return (int64_t)(bits << (64 - width)) >> (64 - width);
}

static void add_value(struct call *call, struct text *text, uint32_t index, struct type type)
{
    if (!has_data(call) || index >= call->count || !type.is_integer || type.width > 64)
        text_add_string(text, "?");
    else if (type.is_signed)
        text_add(text, "%lld", (long long)argument_value(call, index, type));
    else
        text_add(text, "%llu", (unsigned long long)argument_value(call, index, type));
}

/* End the path; the text is released. */
static enum call_outcome fail(struct call *call, enum error_kind kind, struct text *message)
{
    struct text details = {0};
    if (has_data(call)) {
        struct value data = call->arguments[0];
        struct value file = peek_word(call, data, 0, 64);
        if (value_has_object(file)) {
            text_add_string(&details, "Check: ");
            add_string(call, &details, file);
            text_add(&details, ":%u:%u\n", (unsigned)peek_word(call, data, 8, 32).bits,
                     (unsigned)peek_word(call, data, 12, 32).bits);
        }
    }
    run_error(call->run, call->state, kind, details.data, "%s", text_string(message));
    text_release(&details);
    text_release(message);
    return CALL_ENDED;
}

static enum call_outcome fail_with(struct call *call, enum error_kind kind, const char *message)
{
    struct text text = {0};
    text_add_string(&text, message);
    return fail(call, kind, &text);
}

/* ---- arithmetic ---- */

static enum call_outcome overflow(struct call *call, const char *sign)
{
    struct type type = type_at(call, LOCATION_BYTES);
    struct text text = {0};
    text_add_string(&text, !type.known      ? "integer overflow"
                           : type.is_signed ? "signed integer overflow"
                                            : "unsigned integer overflow");
    if (has_data(call)) {
        text_add_string(&text, ": ");
        add_value(call, &text, 1, type);
        text_add(&text, " %s ", sign);
        add_value(call, &text, 2, type);
        text_add_string(&text, " cannot be represented in ");
        add_type(call, &text, type);
    }
    return fail(call, ERROR_OVERFLOW, &text);
}

static enum call_outcome add_overflow(struct call *call) { return overflow(call, "+"); }
static enum call_outcome sub_overflow(struct call *call) { return overflow(call, "-"); }
static enum call_outcome mul_overflow(struct call *call) { return overflow(call, "*"); }

static enum call_outcome negate_overflow(struct call *call)
{
    struct type type = type_at(call, LOCATION_BYTES);
    struct text text = {0};
    text_add_string(&text, "negation");
    if (has_data(call)) {
        text_add_string(&text, " of ");
        add_value(call, &text, 1, type);
    }
    text_add_string(&text, " cannot be represented in ");
    add_type(call, &text, type);
    return fail(call, ERROR_OVERFLOW, &text);
}

static enum call_outcome divrem_overflow(struct call *call)
{
    bool zero = true;
    if (!has_data(call))
        return fail_with(call, ERROR_DIVISION, "division by zero or overflow");
    if (!call_is_zero(call, 2, &zero))
        return call_interrupted(call);
    return zero ? fail_with(call, ERROR_DIVISION, "division by zero") : overflow(call, "/");
}

static enum call_outcome shift_out_of_bounds(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_SHIFT, "shift out of bounds");
    struct type left = type_at(call, LOCATION_BYTES), right = type_at(call, LOCATION_BYTES + 8);
    struct text text = {0};
    int64_t amount = argument_value(call, 2, right);
    if (right.is_signed && amount < 0)
        text_add(&text, "shift exponent %lld is negative", (long long)amount);
    else if ((uint64_t)amount >= left.width) {
        text_add(&text, "shift exponent %llu is too large for %u-bit ", (unsigned long long)amount,
                 left.width);
        add_type(call, &text, left);
    } else {
        text_add_string(&text, "left shift of ");
        add_value(call, &text, 1, left);
        text_add(&text, " by %llu places cannot be represented in ", (unsigned long long)amount);
        add_type(call, &text, left);
    }
    return fail(call, ERROR_SHIFT, &text);
}

static enum call_outcome float_cast_overflow(struct call *call)
{
    struct text text = {0};
    text_add_string(&text, "floating-point value is outside the range of ");
    add_type(call, &text, type_at(call, LOCATION_BYTES + 8));
    return fail(call, ERROR_OVERFLOW, &text);
}

static enum call_outcome implicit_conversion(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_OVERFLOW, "implicit conversion changed the value");
    struct type from = type_at(call, LOCATION_BYTES), to = type_at(call, LOCATION_BYTES + 8);
    struct text text = {0};
    text_add_string(&text, "implicit conversion from ");
    add_type(call, &text, from);
    text_add_string(&text, " of value ");
    add_value(call, &text, 1, from);
    text_add_string(&text, " to ");
    add_type(call, &text, to);
    text_add_string(&text, " changed the value to ");
    add_value(call, &text, 2, to);
    return fail(call, ERROR_OVERFLOW, &text);
}

/* ---- memory ---- */

static enum call_outcome out_of_bounds(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_OUT_OF_BOUNDS, "index out of bounds");
    struct text text = {0};
    text_add_string(&text, "index ");
    add_value(call, &text, 1, type_at(call, LOCATION_BYTES + 8));
    text_add_string(&text, " out of bounds for ");
    add_type(call, &text, type_at(call, LOCATION_BYTES));
    return fail(call, ERROR_OUT_OF_BOUNDS, &text);
}

static enum call_outcome type_mismatch(struct call *call)
{
    static const char *const uses[] = {"load of",
                                       "store to",
                                       "reference binding to",
                                       "member access within",
                                       "member call on",
                                       "constructor call on",
                                       "downcast of",
                                       "downcast of",
                                       "upcast of",
                                       "cast to virtual base of",
                                       "_Nonnull binding to",
                                       "dynamic operation on"};
    struct run *run = call->run;
    if (!has_data(call))
        return fail_with(call, ERROR_UNDEFINED, "pointer does not fit its type");
    struct value data = call->arguments[0];
    struct exprs *exprs = run->exprs;
    uint64_t alignment = (uint64_t)1 << (peek_word(call, data, LOCATION_BYTES + 8, 8).bits & 63);
    uint64_t use = peek_word(call, data, LOCATION_BYTES + 9, 8).bits;
    const char *words = use < ARRAY_COUNT(uses) ? uses[use] : "use of";
    bool null, aligned;
    expr_t low = expr_and(exprs, call_term(call, 1), expr_const(exprs, call->widths[1], alignment - 1));
    if (!call_is_zero(call, 1, &null) ||
        (!null && !call_branch(call, expr_eq(exprs, low, expr_const(exprs, call->widths[1], 0)), &aligned)))
        return call_interrupted(call);
    struct text text = {0};
    enum error_kind kind = null ? ERROR_NULL_POINTER : aligned ? ERROR_OUT_OF_BOUNDS : ERROR_UNDEFINED;
    if (null)
        text_add(&text, "%s null pointer of ", words);
    else if (aligned)
        text_add(&text, "%s address with insufficient space for an object of ", words);
    else
        text_add(&text, "%s misaligned address for ", words);
    add_type(call, &text, type_at(call, LOCATION_BYTES));
    if (!null && !aligned)
        text_add(&text, ", which requires %llu byte alignment", (unsigned long long)alignment);
    return fail(call, kind, &text);
}

static enum call_outcome pointer_overflow(struct call *call)
{
    return fail_with(call, ERROR_UNDEFINED, "pointer arithmetic overflowed");
}

static enum call_outcome alignment_assumption(struct call *call)
{
    return fail_with(call, ERROR_UNDEFINED, "assumed alignment does not hold");
}

/* ---- the rest ---- */

static enum call_outcome builtin_unreachable(struct call *call)
{
    return fail_with(call, ERROR_UNREACHABLE, "execution reached an unreachable program point");
}

static enum call_outcome missing_return(struct call *call)
{
    return fail_with(call, ERROR_UNREACHABLE,
                     "execution reached the end of a value-returning function without a value");
}

static enum call_outcome vla_bound(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_UNDEFINED, "variable length array bound is not positive");
    struct text text = {0};
    text_add_string(&text, "variable length array bound evaluates to non-positive value ");
    add_value(call, &text, 1, type_at(call, LOCATION_BYTES));
    return fail(call, ERROR_UNDEFINED, &text);
}

static enum call_outcome load_invalid_value(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_UNDEFINED, "load of a value that is not valid for its type");
    struct type type = type_at(call, LOCATION_BYTES);
    struct text text = {0};
    text_add_string(&text, "load of value ");
    add_value(call, &text, 1, type);
    text_add_string(&text, ", which is not a valid value for ");
    add_type(call, &text, type);
    return fail(call, ERROR_UNDEFINED, &text);
}

static enum call_outcome invalid_builtin(struct call *call)
{
    return fail_with(call, ERROR_UNDEFINED,
                     "passing zero to __builtin_ctz or __builtin_clz, which is not a valid argument");
}

static enum call_outcome nonnull_argument(struct call *call)
{
    return fail_with(call, ERROR_UNDEFINED,
                     "null pointer passed as an argument which is declared to never be null");
}

static enum call_outcome nonnull_return(struct call *call)
{
    return fail_with(call, ERROR_UNDEFINED,
                     "null pointer returned from a function declared to never return null");
}

static enum call_outcome function_type(struct call *call)
{
    if (!has_data(call))
        return fail_with(call, ERROR_UNDEFINED, "call of a function through a pointer to incorrect type");
    const struct function *function = land_in_function(call->run, call->state, call->arguments[1]);
    if (!function)
        return call_interrupted(call);
    struct text text = {0};
    text_add(&text, "call of %s through a pointer to incorrect function ", function->name);
    add_type(call, &text, type_at(call, LOCATION_BYTES));
    return fail(call, ERROR_UNDEFINED, &text);
}

static enum call_outcome other(struct call *call) { return fail_with(call, ERROR_UNDEFINED, call->name); }

/* -fsanitize-trap: clang's number of the check is all there is.
 * number, kind of error, text */
#define TRAPPED_CHECKS(X)                                                           \
    X(0, OVERFLOW, "integer overflow in an addition")                               \
    X(1, UNREACHABLE, "execution reached an unreachable program point")             \
    X(3, DIVISION, "division by zero or overflow")                                  \
    X(5, OVERFLOW, "floating-point value is outside the range of its integer type") \
    X(6, UNDEFINED, "call of a function through a pointer to incorrect type")       \
    X(7, OVERFLOW, "implicit conversion changed the value")                         \
    X(8, UNDEFINED, "passing zero to __builtin_ctz or __builtin_clz")               \
    X(10, UNDEFINED, "load of a value that is not valid for its type")              \
    X(11, UNREACHABLE, "end of a value-returning function without a value")         \
    X(12, OVERFLOW, "integer overflow in a multiplication")                         \
    X(13, OVERFLOW, "integer overflow in a negation")                               \
    X(14, UNDEFINED, "null pointer passed as an argument that must not be null")    \
    X(15, UNDEFINED, "null pointer returned where it must not be")                  \
    X(16, UNDEFINED, "null pointer passed as an argument that must not be null")    \
    X(17, UNDEFINED, "null pointer returned where it must not be")                  \
    X(18, OUT_OF_BOUNDS, "index out of bounds")                                     \
    X(19, UNDEFINED, "pointer arithmetic overflowed")                               \
    X(20, SHIFT, "shift out of bounds")                                             \
    X(21, OVERFLOW, "integer overflow in a subtraction")                            \
    X(22, UNDEFINED, "null or misaligned pointer, or too small an object")          \
    X(23, UNDEFINED, "assumed alignment does not hold")                             \
    X(24, UNDEFINED, "variable length array bound is not positive")

static enum call_outcome trapped(struct call *call)
{
    switch (call->arguments[0].bits) {
#define X(number, kind, words)                                        \
    case number:                                                      \
        run_error(call->run, call->state, ERROR_##kind, NULL, words); \
        break;
        TRAPPED_CHECKS(X)
#undef X
    default:
        run_error(call->run, call->state, ERROR_UNDEFINED, NULL, "a check of the sanitizer failed");
        break;
    }
    return CALL_ENDED;
}

const struct builtin builtins_sanitizer[] = {
    {"__ubsan_handle_add_overflow*", "v.", add_overflow},
    {"__ubsan_handle_sub_overflow*", "v.", sub_overflow},
    {"__ubsan_handle_mul_overflow*", "v.", mul_overflow},
    {"__ubsan_handle_negate_overflow*", "v.", negate_overflow},
    {"__ubsan_handle_divrem_overflow*", "v.", divrem_overflow},
    {"__ubsan_handle_shift_out_of_bounds*", "v.", shift_out_of_bounds},
    {"__ubsan_handle_float_cast_overflow*", "v.", float_cast_overflow},
    {"__ubsan_handle_implicit_conversion*", "v.", implicit_conversion},
    {"__ubsan_handle_out_of_bounds*", "v.", out_of_bounds},
    {"__ubsan_handle_local_out_of_bounds*", "v.", out_of_bounds},
    {"__ubsan_handle_type_mismatch*", "v.", type_mismatch},
    {"__ubsan_handle_pointer_overflow*", "v.", pointer_overflow},
    {"__ubsan_handle_alignment_assumption*", "v.", alignment_assumption},
    {"__ubsan_handle_builtin_unreachable*", "v.", builtin_unreachable},
    {"__ubsan_handle_missing_return*", "v.", missing_return},
    {"__ubsan_handle_vla_bound_not_positive*", "v.", vla_bound},
    {"__ubsan_handle_load_invalid_value*", "v.", load_invalid_value},
    {"__ubsan_handle_invalid_builtin*", "v.", invalid_builtin},
    {"__ubsan_handle_nonnull_arg*", "v.", nonnull_argument},
    {"__ubsan_handle_nullability_arg*", "v.", nonnull_argument},
    {"__ubsan_handle_nonnull_return*", "v.", nonnull_return},
    {"__ubsan_handle_nullability_return*", "v.", nonnull_return},
    {"__ubsan_handle_function_type_mismatch*", "v.", function_type},
    {"__ubsan_handle_*", "v.", other},
    {"llvm.ubsantrap", "vx", trapped},
    {NULL, NULL, NULL},
};
