/* The bit-blasting back end as a link of the chain: gates of the query's
 * terms, their cone, a search, a model that is believed only once evaluated. */
#include "solver/blast.h"

#include "base/bug.h"
#include "expr/eval.h"
#include "solver/blame.h"
#include "solver/blast_internal.h"
#include "solver/bounds.h"
#include "solver/cadical.h"
#include "solver/cdcl.h"
#include "solver/cone.h"
#include "solver/descent.h"
#include "solver/simulate.h"
#include "solver/trials.h"

#include <stdlib.h>
#include <string.h>

/* Gates are thrown away, to be made again, when there are more than KEPT_GATES
 * and GROWTH times those of the first query since. */
enum {
    KEPT_GATES = 1 << 20,
    GROWTH = 4,
    LARGE_CONE = 8000, /* gates: other ways cost little beside a search */
    TRIM_ROOTS = 16,   /* of a core, each of which is tried to be left out: */
    TRIM_LEAST = 4000, /* propagations more than the refutation took, for all of them together */
    DESCENT_STEPS = 400,
    DESCENT_GATES = 20000 /* with more, fewer steps */
};
/* Of the time that a query has; of one with floats, where only Z3 comes after it. */
static const double DESCENT_SHARE = 0.4, FLOAT_SHARE = 0.8;

struct blast_solver {
    struct solver solver;
    enum blast_engine engine;
    struct blaster blaster;
    struct cone cone;
    struct simulation simulation;
    struct trials *trials;
    struct cdcl *cdcl;
    gate_list roots;        /* of the query, and what was said of reads that wait */
    VECTOR(bool) needed;    /* by unit of the cone, after "no" */
    VECTOR(uint8_t) values; /* of the cone's inputs */
    size_t first_size;      /* of the gates after the first query; 0: none yet */
};

void blast_solver_cell_by_cell(struct solver *solver)
{
    struct blaster *blaster = &((struct blast_solver *)solver)->blaster;
    blaster->cell_by_cell = true;
    blaster->lazy_rule = (struct lazy_rule){UINT32_MAX, 0};
}

void blast_solver_truths(struct solver *solver, struct truths *truths)
{
    struct blast_solver *blast = (struct blast_solver *)solver;
    trials_free(blast->trials);
    blast->trials = trials_new(solver->exprs, truths);
}

void blast_solver_lazy(struct solver *solver, uint32_t ranges, uint32_t per_store)
{
    ((struct blast_solver *)solver)->blaster.lazy_rule = (struct lazy_rule){ranges, per_store};
}

static void clear(struct blast_solver *blast)
{
    blaster_clear(&blast->blaster);
    cone_forget(&blast->cone);
    blast->first_size = 0;
}

/* In gates; the bits of terms weigh less. */
static size_t size(const struct blast_solver *blast)
{
    return blast->blaster.gates.all.count + blast->blaster.bits.count / 8;
}

static void on_sweep(void *context)
{
    struct blast_solver *blast = context;
    blaster_sweep(&blast->blaster);
}

static int compare_roots(const void *left, const void *right, void *gates)
{
    gate_t a = *(const gate_t *)left, b = *(const gate_t *)right;
    uint64_t x = gates_hash(gates, a), y = gates_hash(gates, b);
    return x != y ? (x < y ? -1 : 1) : a < b ? -1 : a > b;
}

/* The gates that have to be true, in an order of their structure. */
static void collect_roots(struct blast_solver *blast, const struct query *query)
{
    vector_clear(&blast->roots);
    for (size_t i = 0; i < query->count; i++)
        vector_push(&blast->roots, *blaster_term(&blast->blaster, query->terms[i]));
    qsort_r(blast->roots.data, blast->roots.count, sizeof(gate_t), compare_roots, &blast->blaster.gates);
}

/* ---- what a refutation needed ---- */

/* Only the units that the search needed stay in the cone. */
static void keep_needed_units(struct blast_solver *blast)
{
    struct cone *cone = &blast->cone;
    size_t count = cone->cnf.units.count, kept = 0;
    vector_reserve(&blast->needed, count);
    cdcl_core(blast->cdcl, blast->needed.data);
    for (size_t i = 0; i < count; i++) {
        if (!blast->needed.data[i])
            continue;
        cone->cnf.units.data[kept] = cone->cnf.units.data[i];
        cone->origins.data[kept++] = cone->origins.data[i];
    }
    cone->cnf.units.count = cone->origins.count = kept;
}

/* Puts the units of a root last; gives how many others there are. */
static size_t put_last(struct cone *cone, uint32_t root)
{
    size_t others = 0;
    for (size_t i = 0; i < cone->origins.count; i++) {
        if (cone->origins.data[i] == root)
            continue;
        uint32_t unit = cone->cnf.units.data[i], origin = cone->origins.data[i];
        cone->cnf.units.data[i] = cone->cnf.units.data[others];
        cone->origins.data[i] = cone->origins.data[others];
        cone->cnf.units.data[others] = unit;
        cone->origins.data[others++] = origin;
    }
    return others;
}

/* To load the clauses is work, too. */
static uint64_t work_done(const struct blast_solver *blast)
{
    return cdcl_propagations(blast->cdcl) + blast->cone.cnf.variables;
}

/* A root that was not tried yet; UINT32_MAX: all were. */
static uint32_t next_root(const struct cone *cone, const uint32_t *tried, unsigned count)
{
    for (size_t next = 0; next < cone->origins.count; next++) {
        unsigned i = 0;
        while (i < count && tried[i] != cone->origins.data[next])
            i++;
        if (i == count)
            return cone->origins.data[next];
    }
    return UINT32_MAX;
}

/* A search may look at more than it needs: each root is left out once, to see
 * whether the others do. */
static void trim_core(struct blast_solver *blast, struct core_work *counted)
{
    struct cone *cone = &blast->cone;
    uint64_t work = TRIM_LEAST + counted->refuting;
    work = work < counted->allowed ? work : counted->allowed;
    uint32_t tried[TRIM_ROOTS];
    for (unsigned count = 0; count < TRIM_ROOTS && work > cone->cnf.variables; count++) {
        struct cdcl_limits limits = {.propagations = work - cone->cnf.variables};
        if ((tried[count] = next_root(cone, tried, count)) == UINT32_MAX)
            return;
        size_t all = cone->origins.count, others = put_last(cone, tried[count]);
        cone->cnf.units.count = cone->origins.count = others;
        if (others && cdcl_solve(blast->cdcl, &cone->cnf, &limits) == VERDICT_NO)
            keep_needed_units(blast);
        else
            cone->cnf.units.count = cone->origins.count = all;
        uint64_t done = others ? work_done(blast) : 0;
        counted->shrinking += done;
        work = done < work ? work - done : 0;
    }
}

/* The terms that the roots left in the cone come from. What is said of reads holds always. */
static void write_core(struct blast_solver *blast, const struct query *query)
{
    memset(query->core, false, query->count * sizeof *query->core);
    for (size_t i = 0; i < blast->cone.origins.count; i++) {
        if (blast->cone.origins.data[i] >= query->count)
            continue;
        gate_t root = blast->roots.data[blast->cone.origins.data[i]];
        size_t k = 0;
        while (*blaster_term(&blast->blaster, query->terms[k]) != root)
            k++;
        query->core[k] = true;
    }
}

/* If one byte is to blame, its values say so with less work than further searches. */
static void find_core(struct blast_solver *blast, const struct query *query)
{
    if (query->core_work)
        query->core_work->refuting = work_done(blast);
    if (blame_byte(trials_blame(blast->trials), query))
        return;
    keep_needed_units(blast);
    if (query->core_work && blast->cone.inner.count <= LARGE_CONE)
        trim_core(blast, query->core_work);
    write_core(blast, query);
}

/* ---- searching ---- */

static struct budget *budget_of(struct blast_solver *blast) { return exprs_budget(blast->solver.exprs); }

static enum verdict search_cadical(struct blast_solver *blast)
{
    blast->solver.stats->sat_cadical++;
    return cadical_solve(&blast->cone.cnf, budget_of(blast), blast->values.data,
                         (uint32_t)blast->cone.inputs.count);
}

static enum verdict try_values(struct blast_solver *blast, const struct query *query, size_t numbers,
                               struct model **found)
{
    enum verdict verdict = trials_check(blast->trials, query, numbers, found);
    blast->solver.stats->trials += verdict != VERDICT_UNKNOWN;
    if (verdict == VERDICT_NO && query->core)
        blame_core(trials_blame(blast->trials), query);
    return verdict;
}

static bool in_time(struct blast_solver *blast) { return !budget_spent(budget_of(blast), 1); }

/* Our own search is meant for small queries: what takes it long may be nothing for it, so that
 * values are tried now and then; in the end CaDiCaL's preprocessing pays. *found: a model; or
 * NULL, and it can be read. */
static enum verdict search(struct blast_solver *blast, const struct query *query, struct model **found)
{
    static const struct stage {
        uint64_t conflicts, propagations;
        size_t numbers;
    } stages[] = {{100, 60000, 1 << 22}, {1000, 1000000, 1 << 26}, {20000, 20000000, 0}};
    uint32_t inputs = (uint32_t)blast->cone.inputs.count;
    vector_reserve(&blast->values, inputs);
    if (blast->cone.inner.count > LARGE_CONE &&
        simulate(&blast->simulation, &blast->cone, &blast->blaster.gates, budget_of(blast),
                 blast->values.data))
        return VERDICT_YES;
    if (blast->engine == BLAST_CADICAL)
        return search_cadical(blast);
    blast->solver.stats->sat_light++;
    enum verdict verdict = VERDICT_UNKNOWN;
    for (unsigned i = 0; i < sizeof stages / sizeof *stages && verdict == VERDICT_UNKNOWN; i++) {
        struct cdcl_limits limits = {stages[i].conflicts, stages[i].propagations, budget_of(blast)};
        verdict = i ? cdcl_resume(blast->cdcl, &limits) : cdcl_solve(blast->cdcl, &blast->cone.cnf, &limits);
        if (verdict != VERDICT_UNKNOWN || !in_time(blast))
            break;
        if (stages[i].numbers)
            verdict = try_values(blast, query, stages[i].numbers, found);
        if (verdict != VERDICT_UNKNOWN)
            return verdict;
    }
    if (verdict == VERDICT_UNKNOWN && in_time(blast))
        return search_cadical(blast);
    if (verdict == VERDICT_YES)
        for (uint32_t i = 0; i < inputs; i++)
            blast->values.data[i] = cdcl_value(blast->cdcl, i);
    else if (verdict == VERDICT_NO && query->core)
        find_core(blast, query);
    return verdict;
}

static struct model *read_model(struct blast_solver *blast)
{
    struct model *model = model_new();
    for (size_t i = 0; i < blast->cone.inputs.count; i++) {
        uint32_t label = blast->blaster.gates.all.data[blast->cone.inputs.data[i]].arg[0];
        uint32_t variable = label / 8;
        if (label & LAZY_LABEL)
            continue;
        model_set(model, variable,
                  model_get(model, variable) | (uint8_t)(blast->values.data[i] << label % 8));
    }
    return model;
}

/* What takes so many gates is often arithmetic, which says more as terms. What
 * takes very many is more often a large array, whose steps are dear. */
static struct model *descend(struct blast_solver *blast, const struct query *query, size_t gates,
                             double share)
{
    unsigned steps =
        gates > DESCENT_GATES ? (unsigned)(DESCENT_STEPS * DESCENT_GATES / gates) : DESCENT_STEPS;
    double before = budget_ask(budget_of(blast), query->seconds * share);
    struct model *found = descent_find(blast->solver.exprs, query->terms, query->count, query->near, steps);
    budget_answered(budget_of(blast), before);
    blast->solver.stats->descent += found != NULL;
    return found;
}

static void hand_over(struct model *found, struct model **model)
{
    if (model)
        *model = found;
    else
        model_unref(found);
}

static enum verdict recall(struct blast_solver *blast, const struct query *query, struct model **model)
{
    struct model *found = NULL;
    enum verdict verdict = trials_recall(blast->trials, query, &found);
    blast->solver.stats->trials += verdict != VERDICT_UNKNOWN;
    if (verdict == VERDICT_NO && query->core)
        blame_core(trials_blame(blast->trials), query);
    if (verdict == VERDICT_YES)
        hand_over(found, model);
    return verdict;
}

/* Were all gates made that were asked for? Forgets everything if there were too many. */
static bool made(struct blast_solver *blast)
{
    if (!blast->blaster.too_large)
        return !blast->blaster.late;
    clear(blast);
    return false;
}

/* One search over what the roots say; a model need not be right while reads wait. */
static enum verdict attempt(struct blast_solver *blast, const struct query *query, bool first,
                            struct model **found)
{
    *found = NULL;
    if (!cone_collect(&blast->cone, &blast->blaster.gates, blast->roots.data, blast->roots.count)) {
        if (query->core)
            write_core(blast, query);
        return VERDICT_NO;
    }
    if (blast->cone.is_left)
        return VERDICT_UNKNOWN;
    bool large = first && blast->cone.inner.count > LARGE_CONE;
    if (large && bounds_refute(blast->solver.exprs, query->terms, query->count)) {
        blast->solver.stats->bounds++;
        return VERDICT_NO;
    }
    enum verdict verdict = large ? try_values(blast, query, 1 << 22, found) : VERDICT_UNKNOWN;
    if (verdict == VERDICT_UNKNOWN && large &&
        (*found = descend(blast, query, blast->cone.inner.count, DESCENT_SHARE)))
        verdict = VERDICT_YES;
    if (verdict == VERDICT_UNKNOWN)
        verdict = search(blast, query, found);
    if (verdict == VERDICT_YES && !*found)
        *found = read_model(blast);
    return verdict;
}

static enum verdict answer(struct blast_solver *blast, const struct query *query, struct model **model)
{
    if (blast->engine != BLAST_CADICAL) {
        enum verdict verdict = recall(blast, query, model);
        if (verdict != VERDICT_UNKNOWN)
            return verdict;
    }
    blast->blaster.late = false;
    collect_roots(blast, query);
    if (!made(blast))
        return VERDICT_UNKNOWN;
    for (unsigned round = 0;; round++) {
        struct model *found;
        enum verdict verdict = attempt(blast, query, !round, &found);
        if (verdict != VERDICT_YES)
            return verdict;
        if (expr_all_true(blast->solver.exprs, query->terms, query->count, found)) {
            hand_over(found, model);
            return VERDICT_YES;
        }
        size_t lemmas =
            blast_refine(&blast->blaster, &blast->cone, blast->values.data, found, round, &blast->roots);
        blast->solver.stats->lemmas += lemmas;
        model_unref(found);
        if (!lemmas) {
            bool whole = made(blast);
            DEBUG_CHECK(!whole);
            return VERDICT_UNKNOWN;
        }
    }
}

/* There are no gates for floats, but there may be a model at hand. */
static enum verdict answer_float(struct blast_solver *blast, const struct query *query, struct model **model)
{
    struct model *found = descend(blast, query, 0, FLOAT_SHARE);
    if (!found)
        return VERDICT_UNKNOWN;
    hand_over(found, model);
    return VERDICT_YES;
}

static enum verdict ask(struct blast_solver *blast, const struct query *query, struct model **model)
{
    const struct exprs *exprs = blast->solver.exprs;
    for (size_t i = 0; i < query->count; i++)
        if (expr_has_float(exprs, query->terms[i]))
            return answer_float(blast, query, model);
    if (size(blast) > KEPT_GATES && size(blast) / GROWTH > blast->first_size)
        clear(blast);
    enum verdict verdict = answer(blast, query, model);
    if (!blast->first_size)
        blast->first_size = size(blast);
    return verdict;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct budget *budget = exprs_budget(solver->exprs);
    double before = budget_ask(budget, query->seconds);
    enum verdict verdict = ask((struct blast_solver *)solver, query, model);
    budget_answered(budget, before);
    return verdict;
}

static void release(struct solver *solver)
{
    struct blast_solver *blast = (struct blast_solver *)solver;
    exprs_forget_listener(solver->exprs, blast);
    blaster_release(&blast->blaster);
    cone_release(&blast->cone);
    simulation_release(&blast->simulation);
    trials_free(blast->trials);
    cdcl_free(blast->cdcl);
    vector_release(&blast->roots);
    vector_release(&blast->needed);
    vector_release(&blast->values);
    mem_free(blast);
}

static const struct solver_ops own = {"ramify", check, release};
static const struct solver_ops cadical = {"cadical", check, release};

struct solver *blast_solver_new(struct exprs *exprs, struct solver_stats *stats, enum blast_engine engine)
{
    struct blast_solver *blast = NEW(struct blast_solver);
    blast->solver.ops = engine == BLAST_CADICAL ? &cadical : &own;
    blast->solver.exprs = exprs;
    blast->solver.stats = stats;
    blast->engine = engine;
    blaster_init(&blast->blaster, exprs);
    blast->cone.budget = exprs_budget(exprs);
    blast->trials = trials_new(exprs, NULL);
    blast->cdcl = cdcl_new();
    exprs_on_sweep(exprs, on_sweep, blast);
    return &blast->solver;
}
