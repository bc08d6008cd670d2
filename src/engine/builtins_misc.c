/* Intrinsics that set how a path is explored, and setjmp's names. */
#include "engine/builtins.h"

#include "engine/jump.h"

static enum call_outcome is_replay(struct call *call)
{
    call_give(call, value_plain(0));
    return CALL_RETURNS;
}

static enum call_outcome set_forking(struct call *call)
{
    uint64_t enabled;
    if (!call_decide(call, 0, &enabled))
        return call_interrupted(call);
    call->state->forking_disabled = !enabled;
    return CALL_RETURNS;
}

/* States are not merged at these points; the depth is kept so that a path
 * that closes more than it opened is found out. */
static enum call_outcome open_merge(struct call *call)
{
    call->state->merge_depth++;
    return CALL_RETURNS;
}

static enum call_outcome close_merge(struct call *call)
{
    if (!call->state->merge_depth)
        log_warning(call->run->log, "klee_close_merge without klee_open_merge");
    else
        call->state->merge_depth--;
    return CALL_RETURNS;
}

static enum call_outcome nothing(struct call *call) { return CALL_RETURNS; }

const struct builtin builtins_misc[] = {
    INTRINSIC("is_replay", "i", is_replay),
    INTRINSIC("set_forking", "vi", set_forking),
    INTRINSIC("open_merge", "v", open_merge),
    INTRINSIC("close_merge", "v", close_merge),
    INTRINSIC("mark_global", "vp", nothing),
    {"setjmp", "ip", jump_set},
    {"_setjmp", "ip", jump_set},
    {"sigsetjmp", "ip|i", jump_set},
    {"__sigsetjmp", "ip|i", jump_set},
    {"longjmp", "vpi", jump_long},
    {"_longjmp", "vpi", jump_long},
    {"siglongjmp", "vpi", jump_long},
    {"__longjmp_chk", "vpi", jump_long},
    {NULL, NULL, NULL},
};
