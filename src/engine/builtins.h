/* What the builtins_*.c files share: their tables, and help with arguments.
 *
 * A function that returns bool returns false when the call cannot go on now:
 * the builtin then returns call_interrupted(). */
#ifndef ENGINE_BUILTINS_H
#define ENGINE_BUILTINS_H

#include "base/alloc.h"
#include "engine/builtin.h"

/* One table a file, ended by a row without a name. */
#define BUILTIN_TABLES(X) \
    X(builtins_symbolic)  \
    X(builtins_value)     \
    X(builtins_verifier)  \
    X(builtins_heap)      \
    X(builtins_memory)    \
    X(builtins_scan)      \
    X(builtins_exit)      \
    X(builtins_sanitizer) \
    X(builtins_output)    \
    X(builtins_math)      \
    X(builtins_system)    \
    X(builtins_threads)   \
    X(builtins_misc)

#define X(table) extern const struct builtin table[];
BUILTIN_TABLES(X)
#undef X

/* The row of an intrinsic under both of its names. */
#define INTRINSIC(name, type, answer) \
    {"klee_" name, type, answer}, { "ramify_" name, type, answer }

/* ---- arguments (builtin_arguments.c) ---- */

expr_t call_term(const struct call *, uint32_t index);
/* The value under the state's model: adds no constraint and forks nothing, so
 * the program must not learn it, except where its intrinsic is made for that. */
uint64_t call_peek(const struct call *, struct value, unsigned width);
/* Does the condition hold? The other possibility becomes a state of its own. */
bool call_branch(struct call *, expr_t condition, bool *holds);
/* One value of an argument; each other value becomes a state of its own. */
bool call_decide(struct call *, uint32_t index, uint64_t *value);
bool call_decide_value(struct call *, struct value, unsigned width, uint64_t *value);
/* Is the argument zero? */
bool call_is_zero(struct call *, uint32_t index, bool *zero);

/* The live object that the pointer is the first byte of: as free() needs it.
 * Ends the state with an error if it is none. */
struct misuse;
bool call_object(struct call *, uint32_t index, const struct misuse *, uint32_t *object);

void call_give(struct call *, struct value);
void call_give_term(struct call *, expr_t);

/* A new symbolic object of the state, its name made unique in it: the array. */
expr_t state_add_symbolic(struct run *, struct state *, const char *name, uint32_t size);
/* A new symbolic value, 1 to 16 bytes. */
expr_t state_add_symbolic_value(struct run *, struct state *, const char *name, uint32_t size);

#endif
