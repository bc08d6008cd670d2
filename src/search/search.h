/* Which state runs next. A search is one strategy, or several asked in turn;
 * it is told of every state that comes, runs and goes (struct search_ops in
 * engine/run.h). Adding, removing and picking cost O(log n) or less.
 *
 * Every choice comes from run->rng, so a run can be repeated; but for nurs:qc
 * and batches limited by time, which look at the clock. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "engine/run.h"

/* The strategies of these names (KLEE's), asked in turn; with count 0 the
 * default: random-path, nurs:covnew and nurs:md2u. NULL and one line in *error,
 * which the caller frees, if a name is not known. Needs run->program and
 * run->covered. */
struct search *search_new(struct run *, const char *const *names, size_t count, char **error);

/* Keeps to the state that `inner` picked until it has executed so many
 * instructions, or has run so long, or has ended. 0: no such limit; with both
 * 0 nothing is kept. Owns inner. */
struct search *search_batching_new(struct run *, struct search *inner, uint64_t instructions, double seconds);

/* NULL is allowed. */
void search_free(struct search *);

#endif
