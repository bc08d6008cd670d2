/* Functions that copy and have no order in which they do it: their source and target must not overlap. */
#ifndef ENGINE_OVERLAP_H
#define ENGINE_OVERLAP_H

#include "engine/run.h"

/* The two lie apart, or (with same_allowed) begin at the same byte, as clang has it where a structure is
 * assigned to itself. Where they do not, the path ends with an error. false: so it did, or the state executes
 * the instruction again. */
bool overlap_check(struct run *, struct state *, struct value to, uint64_t to_size, struct value from,
                   uint64_t from_size, bool same_allowed);

#endif
