/* The chain: the caches first, because a hit costs less than anything else;
 * then what makes a query smaller; then, for what is left of it, the
 * address-aware cache or the exact one once more, and the back end behind its
 * door. */
#include "solver/chain.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/vector.h"
#include "solver/blast.h"
#include "solver/check.h"
#include "solver/links.h"
#include "solver/log.h"
#include "solver/smtlib.h"
#include "solver/terms.h"
#include "solver/z3.h"

#include <errno.h>
#include <string.h>

#define SMTLIB_PREFIX "smtlib2:"

/* What is known of conditions on one byte, if that is for those that read tables as well; else
 * NULL, and who needs it has his own. */
static struct truths *shared_truths(struct chain *chain, const struct chain_options *options)
{
    return options->arrays & ARRAYS_INDEX ? arrays_truths(chain->arrays) : NULL;
}

/* Our own back end, and Z3 for what it does not know. */
static struct solver *own_new(struct chain *chain, const struct chain_options *options,
                              enum blast_engine engine)
{
    struct solver *own = blast_solver_new(chain->exprs, &chain->stats, engine);
    struct truths *truths = shared_truths(chain, options);
    if (truths)
        blast_solver_truths(own, truths);
    if (!(options->arrays & ARRAYS_VALUE))
        blast_solver_cell_by_cell(own);
    return fallback_new(own, z3_solver_new(chain->exprs, &chain->stats));
}

/* NULL and *error if there is no such back end. */
static struct solver *backend_new(struct chain *chain, const struct chain_options *options, char **error)
{
    const char *name = options->backend;
    struct exprs *exprs = chain->exprs;
    struct solver_stats *stats = &chain->stats;
    if (!strcmp(name, "ramify"))
        return own_new(chain, options, BLAST_AUTO);
    if (!strcmp(name, "cadical"))
        return own_new(chain, options, BLAST_CADICAL);
    if (!strcmp(name, "z3"))
        return z3_solver_new(exprs, stats);
    if (!strncmp(name, SMTLIB_PREFIX, strlen(SMTLIB_PREFIX)))
        return smtlib_solver_new(exprs, stats, name + strlen(SMTLIB_PREFIX), options->log, error);
    *error = text_format("unknown solver \"%s\"; there are ramify, cadical, z3 and smtlib2:COMMAND", name);
    return NULL;
}

static struct solver *address_cache(struct chain *chain, struct solver *next,
                                    const struct chain_options *options)
{
    if (options->cache_directory)
        chain->store = store_new(options->cache_directory, options->cache_bytes, options->log);
    return address_cache_new(next, chain->keys, chain->store, shared_truths(chain, options),
                             chain->hit_check);
}

struct chain *chain_new(struct exprs *exprs, const struct chain_options *options, char **error)
{
    struct chain *chain = NEW(struct chain);
    chain->exprs = exprs;
    chain->patience.seconds = options->seconds;
    chain->keys = keys_new(exprs);
    if (options->log_path && !(chain->log_file = fopen(options->log_path, "w"))) {
        *error = text_format("cannot write the solver log %s: %s", options->log_path, strerror(errno));
        chain_free(chain);
        return NULL;
    }
    exprs_fold_reads(exprs, options->arrays & ARRAYS_FOLD);
    chain->arrays = arrays_new(exprs, options->arrays, options->check_arrays, options->log);
    struct solver *link = backend_new(chain, options, error);
    if (!link) {
        chain_free(chain);
        return NULL;
    }
    link = door_new(link, options->smt2_directory, options->log);
    if (options->check_cache) {
        chain->hit_check = NEW(struct hit_check);
        *chain->hit_check = (struct hit_check){link, options->smt2_directory, options->log};
    }
    bool smaller = options->use_slicing || options->use_simplify;
    if (options->use_query_cache && options->use_address_cache)
        link = address_cache(chain, link, options);
    else if (options->use_query_cache && smaller)
        link = query_cache_new(link, chain->hit_check, true);
    link = enumerate_new(link, chain->arrays);
    if (options->use_slicing)
        link = slice_new(link);
    if (options->use_simplify)
        link = simplify_new(link);
    if (options->use_counterexample_cache)
        link = counterexample_cache_new(link);
    if (options->arrays & ARRAYS_INDEX)
        link = arrays_link_new(link, chain->arrays);
    if (options->use_query_cache)
        link = query_cache_new(link, chain->hit_check, !smaller && !options->use_address_cache);
    chain->first = link;
    if (options->check)
        chain->checker = checker_new(exprs, options->smt2_directory, options->log);
    return chain;
}

void chain_free(struct chain *chain)
{
    if (!chain)
        return;
    solver_free(chain->first);
    arrays_free(chain->arrays);
    store_free(chain->store);
    keys_free(chain->keys);
    mem_free(chain->hit_check);
    checker_free(chain->checker);
    if (chain->log_file)
        fclose(chain->log_file);
    patience_release(&chain->patience);
    mem_free(chain->terms);
    mem_free(chain);
}

/* The terms to ask about: the term first, because it decides soonest whether a
 * known model fits, and the constraints that share input bytes with it. */
static size_t gather(struct chain *chain, const struct constraints *constraints, expr_t term)
{
    size_t known = constraints_count(constraints);
    if (known + 1 > chain->terms_capacity) {
        chain->terms_capacity = 2 * (known + 1);
        chain->terms = mem_resize(chain->terms, chain->terms_capacity * sizeof *chain->terms);
    }
    if (!term) {
        if (known)
            memcpy(chain->terms, constraints_terms(constraints), known * sizeof *chain->terms);
        return known;
    }
    chain->terms[0] = term;
    return 1 + constraints_slice(constraints, expr_support(chain->exprs, term), chain->terms + 1);
}

static enum verdict ask(struct chain *chain, const struct constraints *constraints, expr_t term,
                        struct query *query, struct model **model)
{
    struct exprs *exprs = chain->exprs;
    if (constraints_contradict(constraints))
        return VERDICT_NO;
    expr_t simple = term ? constraints_simplify(constraints, term) : 0;
    if (term && expr_is_false(exprs, simple))
        return VERDICT_NO;
    if (term && !expr_is_true(exprs, simple)) {
        uint32_t variable;
        uint8_t byte;
        enum verdict decided = constraints_decide(constraints, simple, &variable, &byte);
        if (decided != VERDICT_UNKNOWN)
            chain->stats.byte_hits++;
        if (decided == VERDICT_YES && model) {
            *model = model_new();
            model_set(*model, variable, byte);
        }
        if (decided != VERDICT_UNKNOWN)
            return decided;
        query->count = gather(chain, constraints, simple);
    } else if (!term) {
        query->count = gather(chain, constraints, 0);
    }
    query->terms = chain->terms;
    if (!query->count) {
        if (model)
            *model = model_new();
        return VERDICT_YES;
    }
    struct model *found = NULL;
    enum verdict verdict = solver_check(chain->first, query, model ? &found : NULL);
    if (found) {
        /* a model from a cache may speak of bytes that are not asked about */
        *model = model_restrict(exprs, query->terms, query->count, found);
        model_unref(found);
    }
    return verdict;
}

/* How a question is asked. */
struct asking {
    double scale;
    uint64_t site;
    bool resolution;
};

static enum verdict may(struct chain *chain, const struct constraints *constraints, expr_t term,
                        const struct model *near, const struct asking *asking, struct model **model)
{
    struct solver_stats before;
    double begin = 0;
    if (chain->log_file || chain->checker)
        before = chain->stats;
    if (chain->log_file || chain->patience.length)
        begin = clock_seconds();
    bool cheaply, again = asking->scale > 1;
    double seconds = patience_allows(&chain->patience, asking->scale, asking->site, &cheaply);
    struct query query = {
        .seconds = seconds, .cheaply = cheaply, .resolution = asking->resolution, .near = near};
    if (model)
        *model = NULL;
    chain->stats.total++;
    chain->stats.resolution += asking->resolution;
    struct budget *budget = exprs_budget(chain->exprs);
    double outer = budget_ask(budget, seconds);
    enum verdict verdict =
        budget_is_over(budget) ? VERDICT_UNKNOWN : ask(chain, constraints, term, &query, model);
    budget_answered(budget, outer);
    if (verdict == VERDICT_UNKNOWN) {
        chain->stats.undecided++;
        if (chain->patience.length && !again)
            patience_lost(&chain->patience, asking->site, clock_seconds() - begin);
    }
    if (chain->log_file)
        query_log(chain->log_file, chain->stats.total, verdict, query.count, clock_seconds() - begin, &before,
                  &chain->stats);
    if (chain->checker)
        checker_compare(chain->checker, constraints, term, query.seconds, verdict, model ? *model : NULL);
    return verdict;
}

enum verdict chain_may(struct chain *chain, const struct constraints *constraints, expr_t term,
                       const struct model *near, double scale, struct model **model)
{
    return may(chain, constraints, term, near, &(struct asking){.scale = scale}, model);
}

enum verdict chain_may_branch(struct chain *chain, const struct constraints *constraints, expr_t term,
                              const struct model *near, uint64_t site, struct model **model)
{
    return may(chain, constraints, term, near, &(struct asking){.scale = 1, .site = site}, model);
}

enum verdict chain_may_resolve(struct chain *chain, const struct constraints *constraints, expr_t term,
                               const struct model *near, struct model **model)
{
    return may(chain, constraints, term, near, &(struct asking){.scale = 1, .resolution = true}, model);
}

const leaf_t *chain_pointer_leaves(struct chain *chain, expr_t pointer, size_t *count)
{
    *count = 0;
    if (!sorts_points(keys_sorts(chain->keys), pointer))
        return NULL;
    const struct form *form = form_of(keys_forms(chain->keys), pointer);
    *count = form->count;
    return form->leaves;
}
