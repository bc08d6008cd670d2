/* Functions the engine answers itself: the intrinsics, the malloc family, exit,
 * the sanitizers' handlers. One table row each; a builtin is one C function.
 *
 * While a builtin runs, state->pc is the CALL instruction. A state forked by
 * run_branch() inside a builtin starts by executing the same call again, with
 * what was learnt in its constraints; so fork before any side effect. */
#ifndef ENGINE_BUILTIN_H
#define ENGINE_BUILTIN_H

#include "engine/run.h"

enum call_outcome {
    CALL_RETURNS, /* call->result holds the value, if the function has one */
    CALL_ENDED,   /* the state was ended (run_end, run_error), or its pc was set elsewhere */
    CALL_AGAIN    /* execute the call instruction once more */
};

struct call {
    struct run *run;
    struct state *state;
    const struct instruction *at;
    const struct call_site *site;
    const char *name;              /* the function's */
    const struct value *arguments; /* fixed and variadic, flattened */
    const uint16_t *widths;
    uint32_t count;
    unsigned result_width; /* 0: none */
    struct value result;   /* plain 0 to begin with */
};

struct builtin {
    const char *name; /* a trailing * matches any rest (longest match wins) */
    /* Result and parameters, a letter each: i int, l long, p pointer, f float, d double, e long double, v
     * void. A caller that has another type in mind is adapted to it (engine/adapt.h). Those behind | may be
     * missing. x and . are as the caller has them, and so is all behind them; x must be there. With ? for a
     * result nothing is adapted. */
    const char *type;
    enum call_outcome (*answer)(struct call *);
};

/* NULL if the name is none of ours. */
const struct builtin *builtin_find(const char *name);
bool builtin_known(const char *name);
/* Fewer arguments are an error. */
uint32_t builtin_required(const struct builtin *);
/* NULL: as the caller likes. */
const struct convention *builtin_convention(const struct builtin *, struct program *);

/* ---- help for builtins and instructions (engine/access.c) ----
 * Each returns true when it has done its work on this state. false: the state
 * has ended, or was forked and must execute the instruction again (the caller
 * returns CALL_AGAIN, or CALL_ENDED if run->running is NULL). */

/* A pointer made concrete and in bounds for `size` bytes: object and offset.
 * Forks over the targets of a symbolic pointer, ends states on errors. */
bool access_object(struct run *, struct state *, struct value pointer, uint64_t size, bool write,
                   uint32_t *object, uint64_t *offset);
/* A NUL-terminated concrete string at pointer, at most `limit` bytes; a new
 * string. Symbolic bytes are concretised with a warning. */
bool access_string(struct run *, struct state *, struct value pointer, size_t limit, char **string);
/* The same; help: what would not have concretised them. */
bool access_text(struct run *, struct state *, struct value pointer, size_t limit, const char *help,
                 char **string);
bool access_load(struct run *, struct state *, struct value pointer, unsigned width, struct value *result);
bool access_store(struct run *, struct state *, struct value pointer, unsigned width, struct value value);

/* The outcome a builtin returns after one of the above said false. */
static inline enum call_outcome call_interrupted(const struct call *call)
{
    return call->run->running == call->state ? CALL_AGAIN : CALL_ENDED;
}

/* The result of the call instruction, which is in the top frame, made what its
 * site expects; convention NULL: of the site's own type. */
void give_call_result(struct run *, struct state *, const struct instruction *, const struct convention *,
                      struct value);
/* Of calls that no instruction makes. */
extern const struct call_site no_call_site;

#endif
