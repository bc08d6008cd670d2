/* The strategies, one file each. All are made with the roster they share. */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include "search/roster.h"

struct search *dfs_new(struct roster *);
struct search *bfs_new(struct roster *);
struct search *random_state_new(struct roster *);
struct search *random_path_new(struct roster *);
struct search *places_new(struct roster *);

/* Weighted random choice: name, what makes a state likely */
#define NURS_VARIANTS(X)                                                      \
    X(covnew, "close to uncovered code, or just covered some")                \
    X(md2u, "close to uncovered code")                                        \
    X(depth, "passed many branches")                                          \
    X(rp, "passed few branches: 1/2 for each, as random-path in a full tree") \
    X(icnt, "stands at an instruction where states rarely stood")             \
    X(cpicnt, "is in a call path in which few instructions were executed")    \
    X(qc, "spent little time in the solver")

enum nurs_variant {
#define X(name, likely) NURS_##name,
    NURS_VARIANTS(X)
#undef X
        NURS_VARIANT_COUNT
};

struct search *nurs_new(struct roster *, enum nurs_variant);

/* Owns the searches; they are asked in turn. Gives out the slots of roster,
 * which it owns too. */
struct search *interleave_new(struct roster *, struct search **, size_t count);

#endif
