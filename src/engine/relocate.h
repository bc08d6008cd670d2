/* Bytes of objects move between arrays: counted. */
#ifndef ENGINE_RELOCATE_H
#define ENGINE_RELOCATE_H

#include "engine/interpret.h"
#include "memory/segment.h"

/* space_unite, space_join and space_split, for the running state. */
uint32_t relocate_unite(struct run *, struct state *, const struct extent *, size_t count);
bool relocate_join(struct run *, struct state *, uint32_t segment, const struct extent *, size_t count);
bool relocate_split(struct run *, struct state *, uint32_t object, uint64_t piece);

#endif
