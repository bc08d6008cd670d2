/* Independent parts: terms that share no input byte, directly or through
 * others, are asked about apart, and the models laid side by side. */
#include "solver/links.h"

#include "base/clock.h"
#include "solver/constraints_index.h"
#include "solver/marks.h"
#include "solver/terms.h"

struct slice {
    struct solver solver;
    struct constraints_index *index; /* of the query at hand */
    struct marks taken;              /* its terms that are in a part already */
};

/* The part of term i. Terms that depend on no input byte are one part. */
static size_t part_of(struct slice *slice, struct constraints_index *index, size_t i, expr_t *part)
{
    struct exprs *exprs = slice->solver.exprs;
    const struct support *support = expr_support(exprs, index->terms.data[i]);
    size_t count = 0;
    if (support->count) {
        count = constraints_index_slice(index, support, part);
    } else {
        for (size_t j = i; j < index->terms.count; j++)
            if (!expr_support(exprs, index->terms.data[j])->count)
                part[count++] = index->terms.data[j];
    }
    for (size_t j = 0; j < count; j++)
        marks_add(&slice->taken, part[j]);
    return count;
}

/* Every part is asked even after an "unknown": one "no" decides. */
static enum verdict check_parts(struct slice *slice, struct constraints_index *index,
                                const struct query *query, struct model **model)
{
    double begin = clock_seconds();
    expr_t *part = mem_alloc(query->count * sizeof *part);
    enum verdict result = VERDICT_YES;
    struct model *whole = model ? model_new() : NULL;
    for (size_t i = 0; i < index->terms.count && result != VERDICT_NO; i++) {
        if (marks_has(&slice->taken, index->terms.data[i]))
            continue;
        size_t count = part_of(slice, index, i, part);
        struct query small = *query;
        small.terms = part;
        small.count = count;
        if (query->seconds > 0 && (small.seconds -= clock_seconds() - begin) <= 0) {
            result = VERDICT_UNKNOWN;
            break;
        }
        struct model *found = NULL;
        enum verdict verdict = solver_check(slice->solver.next, &small, model ? &found : NULL);
        if (verdict != VERDICT_YES)
            result = verdict;
        if (found) {
            struct model *cut = model_restrict(slice->solver.exprs, part, count, found);
            model_overlay(whole, cut);
            model_unref(cut);
            model_unref(found);
        }
    }
    mem_free(part);
    if (model && result == VERDICT_YES)
        *model = whole;
    else
        model_unref(whole);
    return result;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct slice *slice = (struct slice *)solver;
    if (query->count < 2)
        return solver_check(solver->next, query, model);
    struct constraints_index *index = slice->index;
    constraints_index_clear(index);
    for (size_t i = 0; i < query->count; i++)
        if (!constraints_index_has(index, query->terms[i]))
            constraints_index_add(index, solver->exprs, NULL, query->terms[i]);
    marks_clear(&slice->taken, exprs_limit(solver->exprs));
    if (constraints_index_components(index) < 2)
        return solver_check(solver->next, query, model);
    return check_parts(slice, index, query, model);
}

static void release(struct solver *solver)
{
    marks_release(&((struct slice *)solver)->taken);
    constraints_index_free(((struct slice *)solver)->index);
    mem_free(solver);
}

static const struct solver_ops ops = {.name = "slice", .check = check, .release = release};

struct solver *slice_new(struct solver *next)
{
    struct slice *slice = NEW(struct slice);
    slice->index = constraints_index_new();
    slice->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    return &slice->solver;
}
