/* The door to the back ends: counts and times what passes, writes it down, and
 * believes no model that it has not evaluated. */
#include "solver/links.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "expr/eval.h"
#include "solver/log.h"

#include <errno.h>
#include <string.h>

struct door {
    struct solver solver;
    char *smt2_directory; /* NULL: queries are not written */
    struct log *log;      /* may be NULL */
};

static void write_query(struct door *door, const struct query *query)
{
    char *path = text_format("%s/query%06llu.smt2", door->smt2_directory,
                             (unsigned long long)door->solver.stats->solver);
    if (!query_write_smt2(door->solver.exprs, query, path)) {
        if (door->log)
            log_warning(door->log, "cannot write queries to %s: %s; no more are written", path,
                        strerror(errno));
        mem_free(door->smt2_directory);
        door->smt2_directory = NULL;
    }
    mem_free(path);
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct door *door = (struct door *)solver;
    if (query->cheaply) {
        if (model)
            *model = NULL;
        return VERDICT_UNKNOWN;
    }
    solver->stats->solver++;
    if (door->smt2_directory)
        write_query(door, query);
    struct model *found;
    double begin = clock_seconds();
    enum verdict verdict = solver_check(solver->next, query, &found);
    solver->stats->seconds += clock_seconds() - begin;
    if (found && !expr_all_true(solver->exprs, query->terms, query->count, found)) {
        if (door->log)
            log_warning(door->log, "a model of the solver \"%s\" does not satisfy its query; it is not used",
                        solver->next->ops->name);
        model_unref(found);
        return VERDICT_UNKNOWN;
    }
    if (model)
        *model = found;
    else
        model_unref(found);
    return verdict;
}

static void release(struct solver *solver)
{
    mem_free(((struct door *)solver)->smt2_directory);
    mem_free(solver);
}

static const struct solver_ops ops = {.name = "door", .check = check, .release = release};

struct solver *door_new(struct solver *next, const char *smt2_directory, struct log *log)
{
    struct door *door = NEW(struct door);
    door->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    door->smt2_directory = smt2_directory ? mem_string(smt2_directory) : NULL;
    door->log = log;
    return &door->solver;
}
