/* What is read at a pointer: see reach.h.
 *
 * The ends of a string are a condition on the offset and on the bytes behind
 * the last that is surely zero: one question, not one for each byte. */
#include "engine/reach.h"

#include "engine/dereference.h"
#include "expr/eval.h"

#include <string.h>

/* A string whose end may be at more places than this is looked at offset by offset. */
enum { MOST_ENDS = 4096 };

/* The pointer is here, where the guard holds. */
struct place {
    expr_t guard, offset;
    uint32_t object;
};
typedef VECTOR(struct place) place_list;

static uint64_t size_of(const struct call *call, const struct place *place)
{
    return object_get(&call->run->objects, place->object)->size;
}

static expr_t number(struct call *call, uint64_t value) { return expr_const(call->run->exprs, 64, value); }

/* Where the pointer can be; at least one byte can be read at each. */
static bool find_places(struct call *call, uint32_t index, place_list *places)
{
    struct run *run = call->run;
    struct value pointer = call->arguments[index];
    struct targets targets;
    uint32_t object;
    uint64_t offset;
    if (value_is_concrete(pointer)) {
        if (!access_object(run, call->state, pointer, 1, false, &object, &offset))
            return false;
        vector_push(places, (struct place){expr_bool(run->exprs, true), number(call, offset), object});
        return true;
    }
    if (!dereference_all(run, call->state, value_term(pointer), 1, &targets))
        return false;
    for (size_t i = 0; i < targets.count; i++) {
        expr_t at = constraints_simplify(call->state->constraints, targets.data[i].offset);
        vector_push(places, (struct place){targets.data[i].guard, at, targets.data[i].object});
    }
    targets_release(&targets);
    return true;
}

/* The place that the model has; there is one. */
static const struct place *example_of(const struct call *call, const place_list *places, uint64_t *offset)
{
    const struct place *found = &places->data[0];
    for (size_t i = 0; i < places->count; i++)
        if (expr_eval(call->run->exprs, places->data[i].guard, call->state->model)) {
            found = &places->data[i];
            break;
        }
    *offset = expr_eval(call->run->exprs, found->offset, call->state->model);
    return found;
}

/* ---- so many bytes ---- */

bool reach_bytes(struct call *call, uint32_t pointer, uint32_t count, struct reached *reached)
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    place_list places = {0};
    bool fits = false;
    if (value_is_concrete(call->arguments[pointer]) && value_is_plain(call->arguments[count]))
        return access_object(run, call->state, call->arguments[pointer], call->arguments[count].bits, false,
                             &reached->object, &reached->offset);
    if (!find_places(call, pointer, &places))
        goto done;
    expr_t wanted = expr_resize(exprs, call_term(call, count), 64), short_of = expr_bool(exprs, false);
    for (size_t i = 0; i < places.count; i++) {
        const struct place *place = &places.data[i];
        expr_t left = expr_sub(exprs, number(call, size_of(call, place)), place->offset);
        short_of = expr_or(exprs, short_of, expr_and(exprs, place->guard, expr_ult(exprs, left, wanted)));
    }
    if (!call_branch(call, expr_not(exprs, short_of), &fits))
        goto done;
    reached->object = example_of(call, &places, &reached->offset)->object;
    if (!fits)
        run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
                  "memory error: out of bound pointer: printing %llu bytes, the object has %llu left",
                  (unsigned long long)expr_eval(exprs, wanted, call->state->model),
                  (unsigned long long)(object_get(&run->objects, reached->object)->size - reached->offset));
done:
    vector_release(&places);
    return fits;
}

/* ---- a string ---- */

static expr_t byte_at(struct call *call, uint32_t object, uint64_t offset)
{
    uint8_t byte;
    struct space *space = &call->state->space;
    return space_read_bytes(space, object, offset, &byte, 1, NULL) ? expr_const(call->run->exprs, 8, byte)
                                                                   : space_byte(space, object, offset);
}

/* What is asked about one place: does the string not end, and how long is it? */
struct ends {
    expr_t missing; /* no byte from the offset on is zero, to the end of the object */
    expr_t first;   /* the offset of the first zero, or the object's size */
};

/* From a known offset on, no further than the limit. */
static struct ends ends_from(struct call *call, const struct place *place, uint64_t limit)
{
    struct exprs *exprs = call->run->exprs;
    uint64_t from = expr_value(exprs, place->offset), size = size_of(call, place), end = from;
    expr_t zero = expr_const(exprs, 8, 0);
    VECTOR(expr_t) zeros = {0};
    struct ends ends = {.missing = expr_bool(exprs, true)};
    for (; end < size && end - from < limit; end++) {
        expr_t is_zero = expr_eq(exprs, byte_at(call, place->object, end), zero);
        ends.missing = expr_and(exprs, ends.missing, expr_not(exprs, is_zero));
        if (expr_is_true(exprs, is_zero))
            break;
        vector_push(&zeros, is_zero);
    }
    if (end - from == limit)
        ends.missing = expr_bool(exprs, false);
    ends.first = number(call, end);
    for (size_t i = zeros.count; i-- > 0;)
        ends.first = expr_ite(exprs, zeros.data[i], number(call, from + i), ends.first);
    vector_release(&zeros);
    return ends;
}

/* The offset is symbolic: a zero counts where it is not before it. */
static struct ends ends_anywhere(struct call *call, const struct place *place)
{
    struct exprs *exprs = call->run->exprs;
    uint64_t size = size_of(call, place);
    expr_t zero = expr_const(exprs, 8, 0), offset = place->offset;
    struct ends ends = {.missing = expr_bool(exprs, true), .first = number(call, size)};
    for (uint64_t i = size; i-- > 0;) {
        expr_t is_zero = expr_eq(exprs, byte_at(call, place->object, i), zero);
        if (expr_is_false(exprs, is_zero))
            continue;
        expr_t counts = expr_and(exprs, is_zero, expr_ule(exprs, offset, number(call, i)));
        ends.missing = expr_and(exprs, ends.missing, expr_not(exprs, counts));
        ends.first = expr_ite(exprs, counts, number(call, i), ends.first);
    }
    return ends;
}

/* A symbolic offset in a large object becomes one of its values. */
static bool settle_places(struct call *call, place_list *places)
{
    struct run *run = call->run;
    for (size_t i = 0; i < places->count; i++) {
        struct place *place = &places->data[i];
        uint64_t offset;
        if (expr_is_const(run->exprs, place->offset) || size_of(call, place) <= MOST_ENDS)
            continue;
        if (!call_decide_value(call, value_of(run, place->offset), 64, &offset))
            return false;
        place->offset = number(call, offset);
    }
    return true;
}

/* The bytes that the model's string begins with, as terms. */
static void take_example(struct call *call, const place_list *places, uint64_t limit,
                         struct reached_string *string)
{
    struct exprs *exprs = call->run->exprs;
    uint64_t offset;
    const struct place *place = example_of(call, places, &offset);
    uint64_t size = size_of(call, place);
    string->plain = places->count == 1 && expr_is_const(exprs, place->offset);
    for (uint64_t i = offset; i < size && i - offset < limit; i++) {
        expr_t byte = byte_at(call, place->object, i);
        if (expr_is_const(exprs, byte) && !expr_value(exprs, byte))
            break;
        string->plain &= expr_is_const(exprs, byte);
        vector_push(&string->example, byte);
    }
}

/* The usual case: a known place, and plain bytes up to the end or the limit. */
static bool reach_plain(struct call *call, struct value pointer, struct value limit,
                        struct reached_string *string)
{
    struct run *run = call->run;
    if (!value_has_object(pointer) || !value_is_plain(limit) ||
        !space_is_live(&call->state->space, value_object(pointer)))
        return false;
    const struct object *object = object_get(&run->objects, value_object(pointer));
    uint64_t offset = pointer.bits - object->address, length = 0;
    if (offset >= object->size || object->kind == OBJECT_FUNCTION)
        return false;
    for (bool ended = false; !ended && length < limit.bits;) {
        char bytes[64];
        uint64_t left = object->size - offset - length, wanted = limit.bits - length;
        uint64_t count = wanted < left ? wanted : left, known;
        known = count = count < sizeof bytes ? count : sizeof bytes;
        if (!count)
            return false;
        space_read_bytes(&call->state->space, object->id, offset + length, bytes, count, &known);
        const char *end = memchr(bytes, 0, known);
        if (!end && known < count)
            return false;
        length += end ? (uint64_t)(end - bytes) : count;
        ended = end != NULL;
    }
    string->length = number(call, length);
    string->plain = true;
    return true;
}

bool reach_string(struct call *call, uint32_t pointer, uint32_t limit, struct reached_string *string)
{
    *string = (struct reached_string){0};
    if (reach_plain(call, call->arguments[pointer], call->arguments[limit], string))
        return true;
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    expr_t most = constraints_simplify(call->state->constraints, call_term(call, limit));
    bool limited = expr_is_const(exprs, most);
    uint64_t known = limited ? expr_value(exprs, most) : UINT64_MAX;
    place_list places = {0};
    bool has_end = false;
    if (!find_places(call, pointer, &places) || !settle_places(call, &places))
        goto done;
    expr_t endless = expr_bool(exprs, false), length = number(call, 0);
    for (size_t i = places.count; i-- > 0;) {
        const struct place *place = &places.data[i];
        expr_t left = expr_sub(exprs, number(call, size_of(call, place)), place->offset);
        struct ends ends =
            expr_is_const(exprs, place->offset) ? ends_from(call, place, known) : ends_anywhere(call, place);
        expr_t beyond = expr_and(exprs, ends.missing, expr_ult(exprs, left, most));
        endless = expr_or(exprs, endless, expr_and(exprs, place->guard, beyond));
        expr_t own = expr_sub(exprs, ends.first, place->offset);
        length = i + 1 == places.count ? own : expr_ite(exprs, place->guard, own, length);
    }
    string->length = expr_ite(exprs, expr_ult(exprs, most, length), most, length);
    if (!call_branch(call, expr_not(exprs, endless), &has_end))
        goto done;
    uint64_t offset;
    uint32_t object = example_of(call, &places, &offset)->object;
    if (!has_end)
        run_error(
            run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
            "memory error: out of bound pointer: a printed string has no end in its object of %llu bytes",
            (unsigned long long)object_get(&run->objects, object)->size);
    else
        take_example(call, &places, limited ? known : expr_eval(exprs, most, call->state->model), string);
    string->plain &= limited;
done:
    vector_release(&places);
    if (!has_end)
        reached_string_release(string);
    return has_end;
}

void reached_string_release(struct reached_string *string) { vector_release(&string->example); }
