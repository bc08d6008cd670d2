/* One link of the solver chain. Every link and every back end has this face:
 * a conjunction of terms of width 1 goes in, a verdict comes out, and with
 * "yes" a model, if one was asked for. A link passes on what it cannot answer.
 *
 * An answer of "unknown" (time, conflicts, a dead process, a kind of term the
 * back end does not know) is always a possible answer; nobody may read it as
 * yes or no. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "expr/model.h"

enum verdict { VERDICT_NO, VERDICT_YES, VERDICT_UNKNOWN };

struct query {
    const expr_t *terms; /* no constants among them once simplified; no order is promised */
    size_t count;
    double seconds;           /* time allowed for this query; 0: no limit */
    bool cheaply;             /* not worth a search: "unknown" where one is needed */
    bool resolution;          /* asked by the engine itself about where a pointer points */
    const struct model *near; /* satisfies most of it: a place to look for a model. NULL: none */
    bool *core; /* NULL, or true for each term: with "no" a back end may clear those that it did not need */
    struct core_work *core_work; /* NULL: none for making that smaller, and nobody counts */
};

/* In literals that a search looks at. */
struct core_work {
    uint64_t allowed;             /* for leaving out terms that a refutation has looked at */
    uint64_t refuting, shrinking; /* that it took, and of what was allowed */
};

/* Counters of the whole chain: one table, from which the struct, summary.json
 * and the statistics are derived. name, summary key */
#define SOLVER_COUNTERS(X)                    \
    X(total, "total")                         \
    X(solver, "solver")                       \
    X(cache_hits, "cache_hits")               \
    X(renamed_hits, "renamed_hits")           \
    X(address_hits, "address_hits")           \
    X(disk_hits, "disk_hits")                 \
    X(model_hits, "model_hits")               \
    X(core_hits, "core_hits")                 \
    X(renamed_core_hits, "renamed_core_hits") \
    X(value_hits, "value_hits")               \
    X(evaluated_hits, "evaluated_hits")       \
    X(table_hits, "table_hits")               \
    X(byte_hits, "byte_hits")                 \
    X(enumerated, "enumerated")               \
    X(cache_passed, "cache_passed")           \
    X(cache_handled, "cache_handled")         \
    X(cache_dependent, "cache_dependent")     \
    X(cache_entries, "cache_entries")         \
    X(resolution, "resolution")               \
    X(quantified, "quantified")               \
    X(quantified_staged, "quantified_staged") \
    X(undecided, "undecided")                 \
    X(bounds, "bounds")                       \
    X(descent, "descent")                     \
    X(trials, "trials")                       \
    X(sat_light, "sat_light")                 \
    X(sat_cadical, "sat_cadical")             \
    X(lemmas, "lemmas")                       \
    X(z3, "z3")

struct solver_stats {
#define X(name, key) uint64_t name;
    SOLVER_COUNTERS(X)
#undef X
    double seconds; /* in the back ends */
};

struct solver;

struct solver_ops {
    const char *name;
    /* *model is set to a new model (one reference, the caller's) when the
     * verdict is yes and model is not NULL; it defines at least the variables
     * of the query's support that matter, and satisfies the query as it stands */
    enum verdict (*check)(struct solver *, const struct query *, struct model **model);
    void (*release)(struct solver *); /* frees the link itself, not the next one */
};

struct solver {
    const struct solver_ops *ops;
    struct solver *next; /* NULL: a back end */
    struct exprs *exprs;
    struct solver_stats *stats;
};

enum verdict solver_check(struct solver *, const struct query *, struct model **model);
void solver_free(struct solver *); /* the link and all behind it */

#endif
