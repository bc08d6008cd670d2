/* SV-COMP's functions: __VERIFIER_nondet_TYPE gives a new input of that type. */
#include "engine/builtins.h"

#include <string.h>

/* type in the name, bytes */
#define NONDET_TYPES(X)      \
    X(char, 1)               \
    X(schar, 1)              \
    X(uchar, 1)              \
    X(unsigned_char, 1)      \
    X(short, 2)              \
    X(ushort, 2)             \
    X(unsigned_short, 2)     \
    X(int, 4)                \
    X(uint, 4)               \
    X(unsigned, 4)           \
    X(unsigned_int, 4)       \
    X(long, 8)               \
    X(ulong, 8)              \
    X(unsigned_long, 8)      \
    X(longlong, 8)           \
    X(ulonglong, 8)          \
    X(long_long, 8)          \
    X(unsigned_long_long, 8) \
    X(loff_t, 8)             \
    X(off_t, 8)              \
    X(size_t, 8)             \
    X(ssize_t, 8)            \
    X(pthread_t, 8)          \
    X(time_t, 8)             \
    X(sector_t, 8)           \
    X(S8, 1)                 \
    X(U8, 1)                 \
    X(S16, 2)                \
    X(U16, 2)                \
    X(S32, 4)                \
    X(U32, 4)                \
    X(S64, 8)                \
    X(U64, 8)                \
    X(u8, 1)                 \
    X(u16, 2)                \
    X(u32, 4)                \
    X(u64, 8)                \
    X(u128, 16)              \
    X(s8, 1)                 \
    X(s16, 2)                \
    X(s32, 4)                \
    X(s64, 8)                \
    X(int128, 16)            \
    X(uint128, 16)           \
    X(int8_t, 1)             \
    X(uint8_t, 1)            \
    X(int16_t, 2)            \
    X(uint16_t, 2)           \
    X(int32_t, 4)            \
    X(uint32_t, 4)           \
    X(int64_t, 8)            \
    X(uint64_t, 8)           \
    X(float, 4)              \
    X(double, 8)             \
    X(pointer, 8)            \
    X(charp, 8)              \
    X(pchar, 8)              \
    X(const_char_pointer, 8)

/* An integer of 128 bits is returned in two registers. */
static void give_upper_half(struct call *call, expr_t made)
{
    struct run *run = call->run;
    call->state->top->registers[call->at->dst + 1] =
        value_from_term(run->exprs, &run->objects, expr_extract(run->exprs, made, 64, 64));
}

static enum call_outcome nondet(struct call *call, const char *type, uint32_t size)
{
    /* a call through another prototype gets what it can hold */
    uint32_t bytes = call->result_width > size * 8 ? (call->result_width + 7) / 8 : size;
    expr_t made = state_add_symbolic_value(call->run, call->state, type, bytes);
    call_give_term(call, made);
    if (bytes == 16 && call->result_width == 64 && call->site->result_count == 2)
        give_upper_half(call, made);
    return CALL_RETURNS;
}

#define X(type, size) \
    static enum call_outcome nondet_##type(struct call *call) { return nondet(call, #type, size); }
NONDET_TYPES(X)
#undef X

/* one byte of input, 0 or 1 */
static enum call_outcome nondet_bool(struct call *call)
{
    struct exprs *exprs = call->run->exprs;
    expr_t made = state_add_symbolic_value(call->run, call->state, "bool", 1);
    if (!run_assume(call->run, call->state, expr_ule(exprs, made, expr_const(exprs, 8, 1))))
        return CALL_ENDED;
    call_give_term(call, made);
    return CALL_RETURNS;
}

/* __VERIFIER_nondet_memory(void *, size_t): bytes of an object become input */
static enum call_outcome nondet_memory(struct call *call)
{
    struct run *run = call->run;
    uint32_t object;
    uint64_t offset, size;
    if (!call_decide(call, 1, &size))
        return call_interrupted(call);
    if (!size)
        return CALL_RETURNS;
    if (!access_object(run, call->state, call->arguments[0], size, true, &object, &offset))
        return call_interrupted(call);
    expr_t array = state_add_symbolic(run, call->state, "memory", (uint32_t)size);
    space_make_symbolic(&call->state->space, &run->windows, object, offset, size, array);
    return CALL_RETURNS;
}

/* One thread runs at a time: every section is atomic. */
static enum call_outcome atomic(struct call *call) { return CALL_RETURNS; }

const struct builtin builtins_verifier[] = {
#define X(type, size) {"__VERIFIER_nondet_" #type, "?", nondet_##type},
    NONDET_TYPES(X)
#undef X
        {"__VERIFIER_nondet_bool", "?", nondet_bool},
    {"__VERIFIER_nondet__Bool", "?", nondet_bool},
    {"__VERIFIER_nondet_memory", "vpl", nondet_memory},
    {"__VERIFIER_atomic_begin", "v", atomic},
    {"__VERIFIER_atomic_end", "v", atomic},
    {NULL, NULL, NULL},
};
