/* What lies in the machine's registers and on its stack between a caller and a
 * callee that do not agree on a type. Only who disagrees comes here. */
#include "engine/adapt.h"

#include "base/vector.h"
#include "engine/interpret.h"

enum { JUNK = 0xAB, INT_BITS = 32 };

static const struct passed int_pointers[] = {
    {.place = PLACE_GENERAL, .width = 32, .is_signed = true},
    {.place = PLACE_GENERAL + 64, .width = 64},
    {.place = PLACE_GENERAL + 128, .width = 64},
};
static const struct passed pointers[] = {{.place = PLACE_GENERAL, .width = 64}};
const struct convention convention_int_pointers = {
    .passed_count = 3, .passed = int_pointers, .returned_count = 1, .returned = int_pointers};
const struct convention convention_pointer = {
    .passed_count = 1, .passed = pointers, .returned_count = 1, .returned = pointers};

/* ---- one value ---- */

static struct value junk(struct run *run, unsigned width)
{
    uint64_t words[UINT16_MAX / 64 + 1];
    memset(words, JUNK, sizeof words);
    if (width <= 64)
        return value_plain(words[0] & width_mask(width));
    if (width % 64)
        words[width / 64] &= width_mask(width % 64);
    return value_of(run, expr_const_words(run->exprs, width, words));
}

static struct value resized(struct run *run, const struct passed *from, struct value value, unsigned width)
{
    struct exprs *exprs = run->exprs;
    if (from->width == width)
        return value;
    if (value_is_concrete(value) && width < from->width)
        return value_plain(value.bits & width_mask(width));
    expr_t term = term_of(run, value, from->width);
    if (from->is_signed && from->width < INT_BITS && width > from->width)
        term = expr_sext(exprs, term, width < INT_BITS ? width : INT_BITS);
    return value_of(run, expr_resize(exprs, term, width));
}

static const struct given *given_at(const struct given *given, uint32_t count, uint32_t place)
{
    for (uint32_t i = 0; i < count; i++)
        if (given[i].passed.place == place)
            return &given[i];
    return NULL;
}

bool is_given(const struct given *given, uint32_t count, const struct passed *wanted)
{
    return given_at(given, count, wanted->place) != NULL;
}

static unsigned bits_of(const struct passed *passed)
{
    return passed->bytes ? 8 * passed->bytes : passed->width;
}

/* The eight bits at a place. false: the state has ended. */
static bool read_byte(struct run *run, struct state *state, const struct given *given, uint32_t count,
                      uint32_t place, expr_t *byte)
{
    struct exprs *exprs = run->exprs;
    struct value value = value_plain(JUNK);
    for (uint32_t i = 0; i < count; i++) {
        const struct passed *passed = &given[i].passed;
        if (place < passed->place || place >= passed->place + bits_of(passed))
            continue;
        unsigned at = place - passed->place, left = bits_of(passed) - at;
        if (!passed->bytes) {
            expr_t term = term_of(run, given[i].value, passed->width);
            *byte = expr_zext(exprs, expr_extract(exprs, term, at, left < 8 ? left : 8), 8);
            return true;
        }
        struct value pointer = given[i].value;
        pointer.bits += at / 8;
        if (!access_load(run, state, pointer, 8, &value))
            return false;
        break;
    }
    *byte = term_of(run, value, 8);
    return true;
}

static bool read_scalar(struct run *run, struct state *state, const struct given *given, uint32_t count,
                        const struct passed *wanted, struct value *result)
{
    const struct given *there = given_at(given, count, wanted->place);
    unsigned width = wanted->width;
    if (there && !there->passed.bytes && (width <= 64 || there->passed.width >= width)) {
        *result = resized(run, &there->passed, there->value, width);
        return true;
    }
    expr_t whole = 0;
    for (unsigned at = 0; at < width; at += 8) {
        expr_t byte;
        if (!read_byte(run, state, given, count, wanted->place + at, &byte))
            return false;
        whole = at ? expr_concat(run->exprs, byte, whole) : byte;
    }
    *result = value_of(run, expr_resize(run->exprs, whole, width));
    return true;
}

/* A copy of the stack for a parameter that is passed by value in memory; it lives as
 * long as the callee, which makes a variable of it first. */
static bool read_bytes(struct run *run, struct state *state, const struct given *given, uint32_t count,
                       const struct passed *wanted, struct value *result)
{
    const struct given *there = given_at(given, count, wanted->place);
    if (there && there->passed.bytes == wanted->bytes) {
        *result = there->value;
        return true;
    }
    const struct object *copy =
        space_allocate(&state->space, OBJECT_FIXED, wanted->bytes, 16, 0, NO_LOCATION, false);
    BUG_ON(!copy);
    frame_adopt(state->top, copy->id);
    uint32_t id = copy->id;
    *result = value_pointer(copy->address, id);
    for (uint32_t at = 0; at < wanted->bytes; at++) {
        expr_t byte;
        if (!read_byte(run, state, given, count, wanted->place + 8 * at, &byte))
            return false;
        space_store(&state->space, &run->windows, id, at, 8, value_of(run, byte));
    }
    return true;
}

static bool adapt_one(struct run *run, struct state *state, const struct given *given, uint32_t count,
                      const struct passed *wanted, struct value *result)
{
    if (wanted->bytes)
        return read_bytes(run, state, given, count, wanted, result);
    if (!is_given(given, count, wanted) && wanted->width <= 64) {
        for (uint32_t i = 0; i < count; i++) /* a part of what lies there */
            if (given[i].passed.place < wanted->place &&
                wanted->place < given[i].passed.place + bits_of(&given[i].passed))
                return read_scalar(run, state, given, count, wanted, result);
        *result = junk(run, wanted->width);
        return true;
    }
    return read_scalar(run, state, given, count, wanted, result);
}

/* ---- all of a call ---- */

static bool settle_pointer(struct run *run, struct state *state, struct given *given)
{
    uint32_t object;
    uint64_t offset;
    if (!given->passed.bytes || value_is_concrete(given->value))
        return true;
    if (!access_object(run, state, given->value, given->passed.bytes, false, &object, &offset))
        return false;
    given->value = value_pointer(object_get(&run->objects, object)->address + offset, object);
    return true;
}

bool given_by(struct run *run, struct state *state, const struct call_site *site, struct given *given)
{
    for (uint32_t i = 0; i < site->argument_count; i++)
        given[i] = (struct given){site->convention->passed[i], *reg(state, site->arguments[i])};
    struct given *variadic = given + site->argument_count;
    for (uint32_t i = 0; i < site->variadic_count; i++)
        variadic[i] = (struct given){site->variadic_passed[i], *reg(state, site->variadic[i].reg)};
    for (uint32_t i = 0; i < site->argument_count + site->variadic_count; i++)
        if (!settle_pointer(run, state, &given[i]))
            return false;
    return true;
}

bool adapt_parameters(struct run *run, struct state *state, const struct given *given, uint32_t count,
                      const struct convention *convention, struct value *parameters)
{
    for (uint32_t i = 0; i < convention->passed_count; i++)
        if (!adapt_one(run, state, given, count, &convention->passed[i], &parameters[i]))
            return false;
    return true;
}

void adapt_results(struct run *run, struct state *state, const struct given *given, uint32_t count,
                   const struct convention *wanted, struct value *results)
{
    for (uint32_t i = 0; i < wanted->returned_count; i++)
        adapt_one(run, state, given, count, &wanted->returned[i], &results[i]);
}

static bool is_beyond(const struct passed *passed, struct passing fixed)
{
    if (passed->place >= PLACE_STACK)
        return passed->place >= PLACE_STACK + 8 * fixed.stack;
    if (passed->place >= PLACE_VECTOR)
        return passed->place >= PLACE_VECTOR + 128 * fixed.vectors;
    return passed->place >= PLACE_GENERAL + 64 * fixed.general;
}

/* Into the area that va_start of the top frame shows. */
static bool fill_area(struct run *run, struct state *state, const struct given *given,
                      const struct variadic_argument *arguments, uint32_t count)
{
    uint32_t area = state->top->variadic;
    uint64_t address = object_get(&run->objects, area)->address;
    for (uint32_t i = 0; i < count; i++) {
        if (!given[i].passed.bytes)
            space_store(&state->space, &run->windows, area, arguments[i].at, given[i].passed.width,
                        given[i].value);
        else if (!access_copy(run, state, value_pointer(address + arguments[i].at, area), given[i].value,
                              value_plain(given[i].passed.bytes), true))
            return false;
    }
    return true;
}

bool adapt_variadic(struct run *run, struct state *state, const struct given *given, uint32_t count,
                    const struct convention *convention)
{
    VECTOR(struct given) beyond = {0};
    VECTOR(struct passed) passed = {0};
    for (uint32_t i = 0; i < count; i++)
        if (is_beyond(&given[i].passed, convention->used)) {
            vector_push(&beyond, given[i]);
            vector_push(&passed, given[i].passed);
        }
    struct variadic_argument arguments[beyond.count + 1];
    struct variadic_area area =
        lay_out_variadic(passed.data, (uint32_t)beyond.count, convention->used, arguments);
    call_variadic(run, state, area);
    bool good = fill_area(run, state, beyond.data, arguments, (uint32_t)beyond.count);
    vector_release(&beyond);
    vector_release(&passed);
    return good;
}
