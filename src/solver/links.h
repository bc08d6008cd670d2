/* The links of the chain. Each takes the next one and gives itself; solver_free
 * on the first frees them all. What each does is said in the file of its name. */
#ifndef SOLVER_LINKS_H
#define SOLVER_LINKS_H

#include "base/log.h"
#include "solver/hit_check.h"
#include "solver/query_key.h"
#include "solver/solver.h"
#include "solver/store.h"

/* check: NULL unless hits are checked. counted: what passes and what is kept
 * is counted, because it stands where an address-aware cache would. */
struct solver *query_cache_new(struct solver *next, struct hit_check *check, bool counted);
/* store, and truths of terms that read tables, may be NULL. Owns none of them. */
struct truths;
struct solver *address_cache_new(struct solver *next, struct keys *, struct store *, struct truths *,
                                 struct hit_check *check);
struct solver *counterexample_cache_new(struct solver *next);
struct solver *simplify_new(struct solver *next);
struct solver *slice_new(struct solver *next);
/* Answers by diagrams, where conditions over tables were rewritten or a query is about two bytes. */
struct arrays;
struct solver *arrays_link_new(struct solver *next, struct arrays *);
/* Answers by trying all inputs, where there are few. */
struct solver *enumerate_new(struct solver *next, struct arrays *);
/* smt2_directory may be NULL */
struct solver *door_new(struct solver *next, const char *smt2_directory, struct log *);
/* Asks `first`, and `next` about what the first does not know. Owns both. */
struct solver *fallback_new(struct solver *first, struct solver *next);

#endif
