/* Which objects an instruction has met so far, by the context of their
 * allocation (papers/2, context-based resolution): candidates with a context
 * that is known at the instruction are asked about first, and one query tells
 * whether there can be others. */
#ifndef ENGINE_CONTEXTS_H
#define ENGINE_CONTEXTS_H

#include "engine/state.h"

/* Of an allocation here: the instruction and the `depth` innermost calls. Never 0. */
uint32_t context_here(const struct state *, unsigned depth);
/* Of an object: what its allocation gave it, else where it was allocated. */
uint32_t context_of(const struct object *);

struct contexts;

struct contexts *contexts_new(void);
void contexts_free(struct contexts *);
void contexts_learn(struct contexts *, uint32_t instruction, const struct object *);
bool contexts_know(const struct contexts *, uint32_t instruction, const struct object *);

#endif
