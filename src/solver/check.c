/* Cross-checking: the whole question as it was asked goes to a Z3 that shares
 * nothing with the chain but the terms. */
#include "solver/check.h"

#include "base/text.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/log.h"
#include "solver/z3.h"

#include <stdlib.h>
#include <string.h>

struct checker {
    struct solver *z3;
    struct solver_stats stats; /* its own: the chain's are not disturbed */
    char *directory;
    struct log *log;
    VECTOR(expr_t) terms;
};

struct checker *checker_new(struct exprs *exprs, const char *directory, struct log *log)
{
    struct checker *checker = NEW(struct checker);
    checker->z3 = z3_solver_new(exprs, &checker->stats);
    checker->directory = mem_string(directory ? directory : ".");
    checker->log = log;
    return checker;
}

void checker_free(struct checker *checker)
{
    if (!checker)
        return;
    solver_free(checker->z3);
    mem_free(checker->directory);
    vector_release(&checker->terms);
    mem_free(checker);
}

static _Noreturn void disagree(struct checker *checker, const struct query *query, const char *difference)
{
    char *path = text_format("%s/solver-difference.smt2", checker->directory);
    bool written = query_write_smt2(checker->z3->exprs, query, path);
    if (checker->log)
        log_message(checker->log, "error: --check-solver: %s; the query is %s %s", difference,
                    written ? "in" : "not in", path);
    else
        fprintf(stderr, "ramify: error: --check-solver: %s\n", difference);
    exit(1);
}

/* The chain's model speaks of its slice only; laid over any model of the
 * constraints, such as Z3's, it must satisfy the whole. */
static void compare_model(struct checker *checker, const struct query *query, const struct model *model,
                          const struct model *other)
{
    struct model *whole = model_copy(other);
    model_overlay(whole, model);
    bool satisfied = expr_all_true(checker->z3->exprs, query->terms, query->count, whole);
    model_unref(whole);
    if (!satisfied)
        disagree(checker, query, "the model of the chain does not satisfy the query");
}

void checker_compare(struct checker *checker, const struct constraints *constraints, expr_t term,
                     double seconds, enum verdict verdict, const struct model *model)
{
    if (verdict == VERDICT_UNKNOWN)
        return;
    const expr_t *known = constraints_terms(constraints);
    vector_clear(&checker->terms);
    for (size_t i = 0; i < constraints_count(constraints); i++)
        vector_push(&checker->terms, known[i]);
    if (term)
        vector_push(&checker->terms, term);
    struct query query = {.terms = checker->terms.data, .count = checker->terms.count, .seconds = seconds};
    struct model *found;
    enum verdict other = solver_check(checker->z3, &query, &found);
    if (other != VERDICT_UNKNOWN && other != verdict) {
        char difference[64];
        snprintf(difference, sizeof difference, "the chain says %s, Z3 says %s", verdict_name(verdict),
                 verdict_name(other));
        disagree(checker, &query, difference);
    }
    if (found && model)
        compare_model(checker, &query, model, found);
    model_unref(found);
}
