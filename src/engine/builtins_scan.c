/* String functions at the host's speed, for plain bytes: the C library inside
 * asks here first and runs its own loop where the answer is "cannot say", as
 * for symbolic bytes, strings without an end, and pointers that are wrong. And
 * how far a loop must go that decides nothing about symbolic bytes. */
#include "engine/builtins.h"

#include <string.h>

/* Bytes at the pointer that may be read directly, at most `limit`; *bytes is
 * valid until the next change of memory. 0: none */
static uint64_t plain_bytes(struct call *call, struct value pointer, uint64_t limit, const uint8_t **bytes)
{
    struct windows *windows = &call->run->windows;
    if (!value_has_object(pointer))
        return 0;
    if (windows->closed) {
        uint64_t plain = space_plain_bytes(&call->state->space, pointer, bytes);
        return plain < limit ? plain : limit;
    }
    if (!(*bytes = window_read(windows, pointer, 1))) {
        if (!space_window(&call->state->space, windows, pointer, false) ||
            !(*bytes = window_read(windows, pointer, 1)))
            return 0;
    }
    const struct window *window = window_of(windows, pointer);
    if (window->slots)
        return 0; /* pointers are no plain bytes */
    uint64_t left = window->size - (pointer.bits - window->address);
    return left < limit ? left : limit;
}

/* long __ramify_scan(const void *bytes, int wanted, size_t limit, int is_string)
 * returns the index of the first byte that is wanted, or with is_string of the
 * string's end if that comes first; -1: none in limit; -2: cannot say */
static enum call_outcome scan(struct call *call)
{
    enum { NONE = -1, CANNOT_SAY = -2 };
    const struct value *arguments = call->arguments;
    struct value pointer = arguments[0];
    int64_t found = CANNOT_SAY;
    if (value_is_plain(arguments[1]) && value_is_plain(arguments[2]) && value_is_plain(arguments[3])) {
        uint64_t limit = arguments[2].bits, done = 0, count;
        const uint8_t *bytes, *at = NULL, *end = NULL;
        while (done < limit && (count = plain_bytes(call, pointer, limit - done, &bytes))) {
            at = memchr(bytes, (int)(arguments[1].bits & 0xff), count);
            end = arguments[3].bits ? memchr(bytes, 0, at ? (size_t)(at - bytes) : count) : NULL;
            if (at || end)
                break;
            done += count;
            pointer.bits += count;
        }
        if (at || end)
            found = (int64_t)(done + (uint64_t)((end ? end : at) - bytes));
        else if (done == limit)
            found = NONE;
    }
    call_give(call, value_plain((uint64_t)found));
    return CALL_RETURNS;
}

/* long __ramify_compare(const void *left, const void *right, size_t limit, int are_strings)
 * returns the difference of the first bytes that differ, 0 if there are none
 * before the limit or the end of both strings; 256: cannot say */
static enum call_outcome compare(struct call *call)
{
    enum { CANNOT_SAY = 256 };
    const struct value *arguments = call->arguments;
    struct value left = arguments[0], right = arguments[1];
    int64_t difference = CANNOT_SAY;
    if (value_is_plain(arguments[2]) && value_is_plain(arguments[3])) {
        uint64_t rest = arguments[2].bits, count;
        bool ended = false;
        const uint8_t *a, *b;
        /* the second window may take the place of the first: look again */
        while (rest && !ended && difference == CANNOT_SAY && (count = plain_bytes(call, left, rest, &a)) &&
               (count = plain_bytes(call, right, count, &b)) && plain_bytes(call, left, count, &a) == count) {
            for (uint64_t i = 0; i < count && !ended && difference == CANNOT_SAY; i++) {
                if (a[i] != b[i])
                    difference = a[i] - b[i];
                ended = arguments[3].bits && !a[i];
            }
            rest -= count;
            left.bits += count;
            right.bits += count;
        }
        if (difference == CANNOT_SAY && (ended || !rest))
            difference = 0;
    }
    call_give(call, value_plain((uint64_t)difference));
    return CALL_RETURNS;
}

/* How many bytes can be read at the pointer, at most `limit`; 0: not even one. */
static uint64_t readable(const struct call *call, struct value pointer, uint64_t limit)
{
    if (!value_has_object(pointer) || !space_is_live(&call->state->space, value_object(pointer)))
        return 0;
    const struct object *object = object_get(&call->run->objects, value_object(pointer));
    uint64_t offset = pointer.bits - object->address;
    uint64_t left = offset < object->size ? object->size - offset : 0;
    return left < limit ? left : limit;
}

/* Is the byte known, and which is it? false in *good: it must not be read. */
static bool known_byte(struct call *call, struct value pointer, uint64_t index, bool *good, uint8_t *byte)
{
    uint32_t id = value_object(pointer);
    uint64_t offset = pointer.bits + index - object_get(&call->run->objects, id)->address;
    struct value value;
    *good &= space_load(&call->state->space, &call->run->windows, id, offset, 8, &value) == ACCESS_OK;
    *byte = (uint8_t)value.bits;
    return value_is_plain(value);
}

/* long __ramify_decisive(const void *left, const void *right, size_t limit)
 * returns how many bytes decide how two strings compare, whatever the symbolic
 * ones among them are; all of them can be read; -1: cannot say, or too many for
 * one term */
static enum call_outcome decisive(struct call *call)
{
    enum { CANNOT_SAY = -1, MOST = 64 };
    struct value left = call->arguments[0], right = call->arguments[1];
    int64_t count = CANNOT_SAY;
    if (value_is_plain(call->arguments[2])) {
        uint64_t limit = call->arguments[2].bits;
        uint64_t most = limit < MOST ? limit : MOST;
        most = readable(call, right, readable(call, left, most));
        bool good = true;
        for (uint64_t i = 0; i < most && good && count == CANNOT_SAY; i++) {
            uint8_t a, b;
            bool knows_a = known_byte(call, left, i, &good, &a);
            bool knows_b = known_byte(call, right, i, &good, &b);
            if ((knows_a && !a) || (knows_b && !b))
                count = (int64_t)i + 1;
        }
        if (count == CANNOT_SAY && most == limit)
            count = (int64_t)limit;
        if (!good)
            count = CANNOT_SAY;
    }
    call_give(call, value_plain((uint64_t)count));
    return CALL_RETURNS;
}

const struct builtin builtins_scan[] = {
    {"__ramify_scan", "lpili", scan},
    {"__ramify_compare", "lppli", compare},
    {"__ramify_decisive", "lppl", decisive},
    {NULL, NULL, NULL},
};
