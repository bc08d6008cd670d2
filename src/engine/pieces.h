/* Splitting: large objects that are accessed at a symbolic offset are cut into
 * pieces, each with an array of its own (papers/2, intra-object). */
#ifndef ENGINE_PIECES_H
#define ENGINE_PIECES_H

#include "engine/interpret.h"
#include "memory/resolve.h"

/* Objects that --split says are cut; targets in objects that are in pieces
 * become one target for each piece that the access may be in. A target whose
 * access may reach from one piece into the next stays as it is. */
void split_targets(struct run *, struct state *, struct targets *, unsigned width);

#endif
