/* One thread and one process: what a program asks of others ends its path, with the name of what it called.
 * What one thread can do alone (locks, keys, once, attributes) the C library does as ever. */
#include "engine/builtins.h"

#include "base/text.h"

#include <errno.h>

static enum call_outcome others_needed(struct call *call)
{
    run_error(call->run, call->state, ERROR_UNSUPPORTED, NULL,
              "%s is not supported: there is one thread and one process", call->name);
    return CALL_ENDED;
}

/* system() and popen() may fail, and programs go on then. */
static enum call_outcome spawn(struct call *call)
{
    if (!call->state->top->function->is_library)
        return others_needed(call);
    char *why = text_format("%s fails: there is one process", state_library_call(call->state));
    run_partial(call->run, call->state, why, NULL);
    mem_free(why);
    call_give(call, value_plain(EAGAIN));
    return CALL_RETURNS;
}

/* _Noreturn void __ramify_wait(const char *what) */
static enum call_outcome wait_for_ever(struct call *call)
{
    char *what;
    if (!access_string(call->run, call->state, call->arguments[0], 256, &what))
        return call_interrupted(call);
    const char *name = state_library_call(call->state);
    run_error(call->run, call->state, ERROR_UNSUPPORTED, NULL,
              "%s waits for ever for %s: there is one thread and one process", name ? name : "the program",
              what);
    mem_free(what);
    return CALL_ENDED;
}

const struct builtin builtins_threads[] = {
    {"pthread_create", "i.", others_needed},
    {"__pthread_create", "i.", others_needed},
    {"pthread_cancel", "i.", others_needed},
    {"thrd_create", "i.", others_needed},
    {"clone", "i.", others_needed},
    {"__clone", "i.", others_needed},
    {"posix_spawn", "i.", spawn},
    {"posix_spawnp", "i.", spawn},
    {"aio_read", "i.", others_needed},
    {"aio_write", "i.", others_needed},
    {"aio_fsync", "i.", others_needed},
    {"lio_listio", "i.", others_needed},
    {"mq_notify", "i.", others_needed},
    {"__ramify_wait", "vp", wait_for_ever},
    {NULL, NULL, NULL},
};
