/* The chain as the engine uses it, put together from options. */
#ifndef SOLVER_CHAIN_H
#define SOLVER_CHAIN_H

#include "base/log.h"
#include "solver/arrays.h"
#include "solver/constraints.h"
#include "solver/forms.h"
#include "solver/patience.h"
#include "solver/solver.h"

struct chain_options {
    const char *backend; /* "ramify", "cadical", "z3", "smtlib2:COMMAND" */
    double seconds;      /* per query; 0: none */
    bool use_simplify, use_slicing, use_query_cache, use_counterexample_cache;
    bool use_address_cache;      /* with use_query_cache: keys without names and addresses */
    const char *cache_directory; /* for answers that outlast the run; NULL: none */
    uint64_t cache_bytes;        /* they may take */
    bool check_cache;            /* the back end must agree with every hit, or the process ends */
    bool check; /* Z3 must agree with every answer of the chain, or the process ends with exit code 1 and the
                   query as a file */
    unsigned arrays;   /* enum arrays_mode: how reads of tables are rewritten; 0: not at all */
    bool check_arrays; /* Z3 must prove what is rewritten equal, or the process ends with exit code 1 */
    const char *smt2_directory; /* write every query that reaches the back end there; NULL: none */
    const char
        *log_path; /* one line a query: number, verdict, terms, microseconds, who answered; NULL: none */
    struct log *log;
};

struct checker;
struct hit_check;
struct keys;
struct store;

struct chain {
    struct exprs *exprs;
    struct solver *first;
    struct solver_stats stats;
    struct patience patience;
    struct arrays *arrays;
    struct checker *checker; /* NULL: answers are not checked */
    struct keys *keys;       /* what the address-aware cache and the resolution of pointers know of terms */
    struct store *store;     /* NULL: answers end with the run */
    struct hit_check *hit_check;
    FILE *log_file; /* NULL: no solver log */
    expr_t *terms;  /* of the query at hand */
    size_t terms_capacity;
};

/* NULL and a line in *error (which the caller frees) if the back end is not known or cannot be started. */
struct chain *chain_new(struct exprs *, const struct chain_options *, char **error);
void chain_free(struct chain *);

/* Can the constraints and the term (0: none) hold together? With "yes" and
 * model not NULL: a new model that defines the variables of the slice that was
 * asked; laid over any model of the constraints it satisfies all of it.
 * near: a model of the constraints, if one is known; where searching for
 * another is hard, one is looked for close to it.
 * scale: multiplies the time allowed (1 usually; more when asked again). */
enum verdict chain_may(struct chain *, const struct constraints *, expr_t term, const struct model *near,
                       double scale, struct model **model);
/* The same for a branch of the program; site names it. Where too much time was
 * spent in vain at a site, what needs a search is "unknown" at once. */
enum verdict chain_may_branch(struct chain *, const struct constraints *, expr_t term,
                              const struct model *near, uint64_t site, struct model **model);
/* The same for an engine-internal question about pointers. */
enum verdict chain_may_resolve(struct chain *, const struct constraints *, expr_t term,
                               const struct model *near, struct model **model);

/* The leaves of a pointer, if it can point to none but the objects behind the
 * base symbols among them (see sorts.h), as far as it stays in bounds; NULL: it
 * may point anywhere. Valid until the next sweep. */
const leaf_t *chain_pointer_leaves(struct chain *, expr_t pointer, size_t *count);

#endif
