/* Which instructions one path has executed, for --write-cov: a set that states
 * share until one of them goes where the others have not been. */
#ifndef ENGINE_TRAIL_H
#define ENGINE_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

struct trail;

struct trail *trail_new(uint32_t instruction_count);
struct trail *trail_ref(struct trail *); /* NULL is allowed, here and below */
void trail_unref(struct trail *);
bool trail_has(const struct trail *, uint32_t instruction);
/* Adds `count` instructions from `first` on. Takes the caller's reference and
 * returns the one to keep: the set was copied if others have it, too. */
struct trail *trail_add(struct trail *, uint32_t first, uint32_t count);

#endif
