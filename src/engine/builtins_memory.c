/* memcpy and its kind by name, and the intrinsics about objects.
 *
 * A symbolic length is first cut to what fits the objects (the rest is the
 * error's path), then each possible length becomes a state of its own. */
#include "engine/builtins.h"

#include "engine/dereference.h"
#include "engine/overlap.h"

/* The length, argument `index`, for which `pointer` has room; at least 1.
 * Zero is decided before: then the pointers do not matter. */
static bool room(struct call *call, uint32_t pointer, uint32_t index, bool write, uint32_t *object,
                 uint64_t *offset)
{
    struct run *run = call->run;
    struct value length = call->arguments[index];
    uint64_t known = value_is_concrete(length) ? length.bits : 1;
    if (!access_object(run, call->state, call->arguments[pointer], known, write, object, offset))
        return false;
    if (value_is_concrete(length))
        return true;
    uint64_t left = object_get(&run->objects, *object)->size - *offset;
    expr_t most = expr_const(run->exprs, call->widths[index], left);
    bool fits;
    if (!call_branch(call, expr_ule(run->exprs, call_term(call, index), most), &fits))
        return false;
    if (!fits)
        run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL,
                  "memory error: out of bound pointer: %s of up to %llu bytes, the object has %llu left",
                  call->name, (unsigned long long)call_peek(call, length, call->widths[index]),
                  (unsigned long long)left);
    return fits;
}

enum result { GIVES_TARGET, GIVES_END, GIVES_NOTHING };

static void give(struct call *call, uint32_t target, enum result result, uint64_t length)
{
    if (result == GIVES_NOTHING)
        return;
    struct value pointer = call->arguments[target];
    if (result == GIVES_END && value_is_concrete(pointer))
        pointer.bits += length;
    else if (result == GIVES_END) {
        struct exprs *exprs = call->run->exprs;
        call_give_term(call, expr_add(exprs, call_term(call, target), expr_const(exprs, 64, length)));
        return;
    }
    call_give(call, pointer);
}

static enum call_outcome copy(struct call *call, uint32_t target, uint32_t source, enum result result,
                              bool may_overlap)
{
    uint32_t to, from;
    uint64_t to_offset, from_offset, length;
    bool nothing;
    if (!call_is_zero(call, 2, &nothing))
        return call_interrupted(call);
    if (nothing) {
        give(call, target, result, 0);
        return CALL_RETURNS;
    }
    if (!room(call, target, 2, true, &to, &to_offset) || !room(call, source, 2, false, &from, &from_offset) ||
        !call_decide(call, 2, &length))
        return call_interrupted(call);
    if (!may_overlap && to == from &&
        !overlap_check(call->run, call->state, value_plain(to_offset), length, value_plain(from_offset),
                       length, true))
        return call_interrupted(call);
    space_move(&call->state->space, &call->run->windows, to, to_offset, from, from_offset, length);
    give(call, target, result, length);
    return CALL_RETURNS;
}

static enum call_outcome answer_memcpy(struct call *call) { return copy(call, 0, 1, GIVES_TARGET, false); }
static enum call_outcome answer_mempcpy(struct call *call) { return copy(call, 0, 1, GIVES_END, false); }
static enum call_outcome answer_memmove(struct call *call) { return copy(call, 0, 1, GIVES_TARGET, true); }
static enum call_outcome answer_bcopy(struct call *call) { return copy(call, 1, 0, GIVES_NOTHING, true); }

/* void __ramify_apart(const void *to, size_t to_size, const void *from, size_t from_size) */
static enum call_outcome apart(struct call *call)
{
    uint64_t to_size, from_size;
    if (!call_decide(call, 1, &to_size) || !call_decide(call, 3, &from_size) ||
        !overlap_check(call->run, call->state, call->arguments[0], to_size, call->arguments[2], from_size,
                       false))
        return call_interrupted(call);
    return CALL_RETURNS;
}

static enum call_outcome fill(struct call *call, struct value byte, uint32_t length_index, enum result result)
{
    uint32_t to;
    uint64_t offset, length;
    bool nothing;
    if (!call_is_zero(call, length_index, &nothing))
        return call_interrupted(call);
    if (!nothing) {
        if (!room(call, 0, length_index, true, &to, &offset) || !call_decide(call, length_index, &length))
            return call_interrupted(call);
        space_fill(&call->state->space, &call->run->windows, to, offset, length, byte);
    }
    give(call, 0, result, 0);
    return CALL_RETURNS;
}

static enum call_outcome answer_memset(struct call *call)
{
    struct run *run = call->run;
    struct value byte = call->arguments[1];
    byte = value_is_term(byte)
               ? value_from_term(run->exprs, &run->objects, expr_extract(run->exprs, value_term(byte), 0, 8))
               : value_plain(byte.bits & 0xff);
    return fill(call, byte, 2, GIVES_TARGET);
}

static enum call_outcome answer_bzero(struct call *call)
{
    return fill(call, value_plain(0), 1, GIVES_NOTHING);
}

/* The checked forms say last how many bytes the target has. */
static enum call_outcome checked(struct call *call, enum call_outcome (*answer)(struct call *))
{
    struct run *run = call->run;
    struct exprs *exprs = run->exprs;
    bool fits;
    if (!call_branch(call,
                     expr_ule(exprs, expr_resize(exprs, call_term(call, 2), 64),
                              expr_resize(exprs, call_term(call, 3), 64)),
                     &fits))
        return call_interrupted(call);
    if (fits)
        return answer(call);
    run_error(run, call->state, ERROR_OUT_OF_BOUNDS, NULL, "buffer overflow detected by %s", call->name);
    return CALL_ENDED;
}

static enum call_outcome checked_memcpy(struct call *call) { return checked(call, answer_memcpy); }
static enum call_outcome checked_memmove(struct call *call) { return checked(call, answer_memmove); }
static enum call_outcome checked_mempcpy(struct call *call) { return checked(call, answer_mempcpy); }
static enum call_outcome checked_memset(struct call *call) { return checked(call, answer_memset); }

/* ---- intrinsics about objects ---- */

static enum call_outcome object_size(struct call *call)
{
    uint32_t object;
    static const struct misuse misuse = {"klee_get_obj_size",
                                         "klee_get_obj_size of an object that is gone:", ERROR_USE_AFTER_FREE,
                                         ERROR_OUT_OF_BOUNDS};
    if (!call_object(call, 0, &misuse, &object))
        return call_interrupted(call);
    call_give(call, value_plain(object_get(&call->run->objects, object)->size));
    return CALL_RETURNS;
}

static enum call_outcome check_access(struct call *call)
{
    uint32_t object;
    uint64_t offset;
    bool nothing;
    if (!call_is_zero(call, 1, &nothing) || (!nothing && !room(call, 0, 1, false, &object, &offset)))
        return call_interrupted(call);
    return CALL_RETURNS;
}

static enum call_outcome define_fixed(struct call *call)
{
    uint64_t address, size;
    if (!call_decide(call, 0, &address) || !call_decide(call, 1, &size))
        return call_interrupted(call);
    if (address && space_allocate_at(&call->state->space, address, size))
        return CALL_RETURNS;
    bool possible = address && address < SPACE_END && size < SPACE_END - address;
    run_error(call->run, call->state, ERROR_USER, NULL, "klee_define_fixed_object: %llu bytes at 0x%llx %s",
              (unsigned long long)size, (unsigned long long)address,
              possible  ? "overlap another object"
              : address ? "are more than the addresses that there are"
                        : "are no object: that is the null pointer");
    return CALL_ENDED;
}

const struct builtin builtins_memory[] = {
    {"memcpy", "pppl", answer_memcpy},
    {"memmove", "pppl", answer_memmove},
    {"mempcpy", "pppl", answer_mempcpy},
    {"__mempcpy", "pppl", answer_mempcpy},
    {"bcopy", "vppl", answer_bcopy},
    {"memset", "ppil", answer_memset},
    {"bzero", "vpl", answer_bzero},
    {"explicit_bzero", "vpl", answer_bzero},
    {"__memcpy_chk", "pppll", checked_memcpy},
    {"__memmove_chk", "pppll", checked_memmove},
    {"__mempcpy_chk", "pppll", checked_mempcpy},
    {"__memset_chk", "ppill", checked_memset},
    {"__ramify_apart", "vplpl", apart},
    INTRINSIC("get_obj_size", "lp", object_size),
    INTRINSIC("check_memory_access", "vpl", check_access),
    INTRINSIC("define_fixed_object", "vpl", define_fixed),
    {NULL, NULL, NULL},
};
