/* Conjunctions of conditions that have diagrams are decided by their product,
 * without a search: an empty one cannot hold, any way to a leaf that is not 0
 * is a model. The conditions of one path are multiplied in the order in which
 * they were added, so that a query costs one more product, not all of them.
 *
 * Atoms are looked at as if they were independent. That is right for "no"
 * always; for "yes" if all of them are bytes of the input. */
#include "solver/arrays_internal.h"

#include "base/bug.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "solver/facts.h"
#include "solver/links.h"

/* PRODUCT_BUDGET: edges made for one product. MOST_BYTES: a term that depends
 * on more of the input is not tried. PATIENCE: so many terms may fail for each
 * query that was answered, before only terms known to have diagrams are tried.
 * FEW_BYTES: a query about no more is tried even where no table was met; beyond
 * two, a search is often cheaper than what these products become. */
enum { PRODUCT_BUDGET = 1 << 13, MOST_BYTES = 12, PATIENCE = 4, FIRST_TRIES = 64, FEW_BYTES = 2 };

struct arrays_link {
    struct solver solver;
    struct arrays *arrays;
    struct table products; /* two diagrams → theirs; 0: too large */
    uint32_t epoch;        /* of the diagrams the products are of */
    uint64_t failed, answered;
};

static uint64_t both(const void *context, uint64_t left, uint64_t right) { return left && right; }

static diagram_t product(struct arrays_link *link, diagram_t left, diagram_t right)
{
    uint64_t key = (uint64_t)left << 32 | right;
    uint64_t *known = table_find(&link->products, key);
    if (known)
        return (diagram_t)*known;
    link->arrays->diagrams.budget = PRODUCT_BUDGET;
    diagram_t result = diagram_combine(&link->arrays->diagrams, left, right, both, NULL);
    table_set(&link->products, key, result);
    return result;
}

/* Is the query about few bytes of the input in all? */
static bool is_about_few(struct exprs *exprs, const struct query *query)
{
    uint32_t bytes[FEW_BYTES], count = 0;
    for (size_t i = 0; i < query->count; i++) {
        const struct support *support = expr_support(exprs, query->terms[i]);
        for (uint32_t k = 0; k < support->count; k++)
            for (uint32_t byte = support->ranges[k].first; byte < support->ranges[k].end; byte++) {
                uint32_t known = 0;
                while (known < count && bytes[known] != byte)
                    known++;
                if (known == FEW_BYTES)
                    return false;
                bytes[known] = byte;
                count += known == count;
            }
    }
    return true;
}

static bool is_narrow(struct exprs *exprs, expr_t term)
{
    const struct support *support = expr_support(exprs, term);
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < support->count; i++)
        bytes += support->ranges[i].end - support->ranges[i].first;
    return bytes <= MOST_BYTES;
}

/* Do all terms have diagrams? Those already asked about are looked at first. */
static bool have_diagrams(struct arrays_link *link, const struct query *query)
{
    struct arrays *arrays = link->arrays;
    bool patient = link->failed <= FIRST_TRIES + PATIENCE * link->answered;
    for (size_t i = 0; i < query->count; i++) {
        diagram_t known = arrays_known(arrays, query->terms[i]);
        if (known == NO_DIAGRAM || (!known && (!patient || !is_narrow(arrays->exprs, query->terms[i]))))
            return false;
    }
    for (size_t i = 0; i < query->count; i++)
        if (!arrays_diagram(arrays, query->terms[i])) {
            link->failed++;
            return false;
        }
    return true;
}

/* 0: there is none that is small. The first term is the newest. */
static diagram_t conjunction(struct arrays_link *link, const struct query *query)
{
    diagram_t result = diagram_leaf(&link->arrays->diagrams, 1);
    for (size_t i = 0; i < query->count && result; i++) {
        diagram_t next = arrays_diagram(link->arrays, query->terms[(i + 1) % query->count]);
        result = product(link, result, next);
    }
    return result;
}

/* Follows the first way that does not end in 0; NULL if an atom is no byte of an input. */
static struct model *model_of(struct arrays_link *link, diagram_t at)
{
    const struct diagrams *diagrams = &link->arrays->diagrams;
    struct model *model = model_new();
    while (!diagram_is_leaf(diagrams, at)) {
        const struct diagram_edge *edges = diagram_edges(diagrams, at);
        uint32_t variable, way = 0;
        while (diagram_is_leaf(diagrams, edges[way].to) && !diagram_look(diagrams, edges[way].to)->value)
            way++;
        expr_t atom = link->arrays->atoms.data[diagram_look(diagrams, at)->atom].term;
        if (!term_is_input_byte(link->solver.exprs, atom, &variable)) {
            model_unref(model);
            return NULL;
        }
        model_set(model, variable, (uint8_t)(way ? edges[way - 1].last + 1 : 0));
        at = edges[way].to;
    }
    return model;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct arrays_link *link = (struct arrays_link *)solver;
    struct arrays *arrays = link->arrays;
    if (!arrays->stats.index && !is_about_few(solver->exprs, query))
        return solver_check(solver->next, query, model);
    if (link->epoch != arrays->epoch) {
        table_clear(&link->products);
        link->epoch = arrays->epoch;
    }
    diagram_t all = have_diagrams(link, query) ? conjunction(link, query) : 0;
    bool none =
        all && diagram_is_leaf(&arrays->diagrams, all) && !diagram_look(&arrays->diagrams, all)->value;
    struct model *found = all && !none ? model_of(link, all) : NULL;
    if (!none && !found)
        return solver_check(solver->next, query, model);
    link->answered++;
    solver->stats->table_hits++;
    DEBUG_CHECK(!found || expr_all_true(solver->exprs, query->terms, query->count, found));
    if (found && model)
        *model = found;
    else
        model_unref(found);
    return found ? VERDICT_YES : VERDICT_NO;
}

static void release(struct solver *solver)
{
    table_release(&((struct arrays_link *)solver)->products);
    mem_free(solver);
}

static const struct solver_ops ops = {.name = "arrays", .check = check, .release = release};

struct solver *arrays_link_new(struct solver *next, struct arrays *arrays)
{
    struct arrays_link *link = NEW(struct arrays_link);
    link->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    link->arrays = arrays;
    return &link->solver;
}
