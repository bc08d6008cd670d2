/* How a path ends when the program says so: exit, abort, a failed assertion. */
#include "engine/builtins.h"

#include "base/text.h"
#include "engine/exit.h"
#include "engine/interpret.h"

#include <ctype.h>
#include <string.h>

/* ---- exit ---- */

/* The path is over, unless it has lost memory. */
static enum call_outcome finish(struct call *call)
{
    struct run *run = call->run;
    if (call->count)
        call->state->exit_status = call->arguments[0];
    if (!run->options.check_leaks || check_leaks(run, call->state))
        run_end(run, call->state, PATH_EXIT);
    return CALL_ENDED;
}

static enum call_outcome leave(struct call *call, enum exit_list list)
{
    struct value status = call->count ? call->arguments[0] : value_plain(0);
    if (exit_next(call->run, call->state, list, status))
        return call->run->running == call->state && call->state->pc == call->at ? CALL_AGAIN : CALL_ENDED;
    return finish(call);
}

static enum call_outcome answer_exit(struct call *call) { return leave(call, EXIT_NORMAL); }
static enum call_outcome answer_quick_exit(struct call *call) { return leave(call, EXIT_QUICK); }

static enum call_outcome answer_immediate_exit(struct call *call) { return finish(call); }

/* What a C library's own exit needs of the engine, which knows the destructors. */
static enum call_outcome run_destructors(struct call *call)
{
    if (!exit_next(call->run, call->state, EXIT_NORMAL, value_plain(0)))
        return CALL_RETURNS;
    return call->run->running == call->state && call->state->pc == call->at ? CALL_AGAIN : CALL_ENDED;
}

static enum call_outcome silent_exit(struct call *call)
{
    run_end(call->run, call->state, PATH_SILENT);
    return CALL_ENDED;
}

static enum call_outcome remember(struct call *call, enum exit_list list, enum exit_form form)
{
    struct value argument = call->count > 1 ? call->arguments[1] : value_plain(0);
    bool added = exit_add(call->run, call->state, list, form, call->arguments[0], argument);
    call_give(call, value_plain(added ? 0 : UINT32_MAX));
    return CALL_RETURNS;
}

static enum call_outcome answer_atexit(struct call *call) { return remember(call, EXIT_NORMAL, EXIT_PLAIN); }
static enum call_outcome answer_at_quick_exit(struct call *call)
{
    return remember(call, EXIT_QUICK, EXIT_PLAIN);
}
static enum call_outcome answer_cxa_atexit(struct call *call)
{
    return remember(call, EXIT_NORMAL, EXIT_ARGUMENT);
}
static enum call_outcome answer_on_exit(struct call *call)
{
    return remember(call, EXIT_NORMAL, EXIT_STATUS);
}

static enum call_outcome answer_nothing(struct call *call) { return CALL_RETURNS; }

/* ---- errors ---- */

static enum call_outcome fail(struct call *call, enum error_kind kind, const char *message)
{
    run_error(call->run, call->state, kind, NULL, "%s", message);
    return CALL_ENDED;
}

static enum call_outcome answer_abort(struct call *call) { return fail(call, ERROR_ABORT, "abort failure"); }
static enum call_outcome answer_trap(struct call *call) { return fail(call, ERROR_ABORT, "trap reached"); }
static enum call_outcome answer_stack_smashed(struct call *call)
{
    return fail(call, ERROR_OUT_OF_BOUNDS, "stack smashing detected");
}
static enum call_outcome answer_reach_error(struct call *call)
{
    struct text text = {0};
    text_add(&text, "%s was called", call->name);
    enum call_outcome outcome = fail(call, ERROR_REACH_ERROR, text_string(&text));
    text_release(&text);
    return outcome;
}

/* With the assertion's text as argument `index`. */
static enum call_outcome assertion(struct call *call, uint32_t index)
{
    char *text;
    if (!access_string(call->run, call->state, call->arguments[index], 4096, &text))
        return call_interrupted(call);
    run_error(call->run, call->state, ERROR_ASSERT, NULL, "ASSERTION FAIL: %s", text);
    mem_free(text);
    return CALL_ENDED;
}

/* __assert_fail(assertion, file, line, function); __assert is the same without function */
static enum call_outcome answer_assert_fail(struct call *call) { return assertion(call, 0); }
/* __assert_rtn(function, file, line, assertion) */
static enum call_outcome answer_assert_rtn(struct call *call) { return assertion(call, 3); }

static enum call_outcome answer_assert_perror(struct call *call)
{
    run_error(call->run, call->state, ERROR_ASSERT, NULL, "ASSERTION FAIL: unexpected error %llu",
              (unsigned long long)call_peek(call, call->arguments[0], call->widths[0]));
    return CALL_ENDED;
}

/* A part of a file's name, whatever the program says: "mine" and KLEE's "mine.err" are the same.
 * returns NULL if nothing is left */
static char *plain_suffix(const char *text)
{
    enum { LONGEST = 64 };
    size_t length = strlen(text);
    if (length >= 4 && !strcmp(text + length - 4, ".err"))
        length -= 4;
    char *suffix = mem_string_n(text, length < LONGEST ? length : LONGEST);
    for (char *at = suffix; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._+-", *at))
            *at = '_';
    if (*suffix)
        return suffix;
    mem_free(suffix);
    return NULL;
}

/* klee_report_error(file, line, message, suffix) */
static enum call_outcome report_error(struct call *call)
{
    struct run *run = call->run;
    char *file, *message, *suffix;
    if (!access_string(run, call->state, call->arguments[0], 4096, &file))
        return call_interrupted(call);
    if (!access_string(run, call->state, call->arguments[2], 4096, &message)) {
        mem_free(file);
        return call_interrupted(call);
    }
    if (!access_string(run, call->state, call->arguments[3], 4096, &suffix)) {
        mem_free(file);
        mem_free(message);
        return call_interrupted(call);
    }
    char *details =
        text_format("Reported at: %s:%llu\nSuffix: %s\n", file,
                    (unsigned long long)call_peek(call, call->arguments[1], call->widths[1]), suffix);
    char *plain = plain_suffix(suffix);
    run_report(run, call->state, plain, details, message);
    mem_free(plain);
    mem_free(details);
    mem_free(suffix);
    mem_free(message);
    mem_free(file);
    return CALL_ENDED;
}

const struct builtin builtins_exit[] = {
    {"exit", "v|i", answer_exit},
    {"quick_exit", "v|i", answer_quick_exit},
    {"_exit", "v|i", answer_immediate_exit},
    {"_Exit", "v|i", answer_immediate_exit},
    {"__ramify_run_destructors", "v", run_destructors},
    {"atexit", "ip", answer_atexit},
    {"at_quick_exit", "ip", answer_at_quick_exit},
    {"__cxa_atexit", "ipp|p", answer_cxa_atexit},
    {"on_exit", "ipp", answer_on_exit},
    {"__cxa_finalize", "v.", answer_nothing},
    {"abort", "v", answer_abort},
    {"llvm.trap", "v", answer_trap},
    {"llvm.debugtrap", "v", answer_trap},
    {"__assert_fail", "vp|pip", answer_assert_fail},
    {"__assert", "vp|ip", answer_assert_fail},
    {"__assert_rtn", "vppip", answer_assert_rtn},
    {"__assert_perror_fail", "vi|pip", answer_assert_perror},
    {"__stack_chk_fail", "v", answer_stack_smashed},
    {"reach_error", "v", answer_reach_error},
    {"__VERIFIER_error", "v", answer_reach_error},
    INTRINSIC("silent_exit", "v|i", silent_exit),
    INTRINSIC("report_error", "vpipp", report_error),
    INTRINSIC("abort", "v", answer_abort),
    {NULL, NULL, NULL},
};
