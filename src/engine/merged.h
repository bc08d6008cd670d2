/* Memory at one target, or at several as if they were one. */
#ifndef ENGINE_MERGED_H
#define ENGINE_MERGED_H

#include "engine/dereference.h"

/* Is its offset a number? */
static inline bool target_is_constant(const struct run *run, const struct target *target)
{
    return expr_is_const(run->exprs, target->offset);
}

/* A byte of the object that is in the piece of the access, as far as it is known. */
static inline uint64_t target_first(const struct run *run, const struct target *target)
{
    return target_is_constant(run, target) ? expr_value(run->exprs, target->offset) : target->first;
}

enum access_status target_load(struct run *, struct state *, const struct target *, unsigned width,
                               struct value *result);
void target_store(struct run *, struct state *, const struct target *, unsigned width, struct value);

/* Are all of them plain loads? Then a choice between them needs no array. */
bool targets_are_in_pages(struct run *, struct state *, const struct targets *, size_t count, unsigned width);

/* The first `count` targets, one of which the pointer is sure to be in. unite:
 * they become one segment, where that makes a difference; else the value is
 * chosen between them by their guards. */
struct value merged_load(struct run *, struct state *, const struct targets *, size_t count, unsigned width,
                         bool unite);
void merged_store(struct run *, struct state *, const struct targets *, size_t count, unsigned width,
                  struct value, bool unite);

#endif
