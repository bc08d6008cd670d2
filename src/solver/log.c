/* Queries on paper. */
#include "solver/log.h"

#include "expr/print.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_NO] = "unsat", [VERDICT_YES] = "sat", [VERDICT_UNKNOWN] = "unknown"};
    return names[verdict];
}

bool query_write_smt2(struct exprs *exprs, const struct query *query, const char *path)
{
    struct text text = {0};
    bool whole = expr_print_smtlib(exprs, &text, query->terms, query->count, false, budget_is_late);
    FILE *file = whole ? fopen(path, "w") : NULL;
    bool written = file && fwrite(text_string(&text), 1, text.length, file) == text.length;
    if (file)
        written &= fclose(file) == 0;
    text_release(&text);
    return written || !whole;
}

/* The link nearest to a back end that did something is the one that answered. */
static const char *answerer(const struct solver_stats *before, const struct solver_stats *after)
{
#define ANSWERED(counter, name)           \
    if (after->counter > before->counter) \
        return name;
    ANSWERED(z3, "z3")
    ANSWERED(sat_cadical, "cadical")
    ANSWERED(sat_light, "ramify")
    ANSWERED(solver, "backend")
    ANSWERED(table_hits, "table")
    ANSWERED(enumerated, "enumerate")
    ANSWERED(byte_hits, "byte")
    ANSWERED(core_hits, "core")
    ANSWERED(renamed_core_hits, "core")
    ANSWERED(value_hits, "values")
    ANSWERED(evaluated_hits, "evaluated")
    ANSWERED(model_hits, "model")
    ANSWERED(cache_hits, "cache")
#undef ANSWERED
    return "simplify";
}

void query_log(FILE *file, uint64_t number, enum verdict verdict, size_t terms, double seconds,
               const struct solver_stats *before, const struct solver_stats *after)
{
    fprintf(file, "%llu %s %zu %.0f %s\n", (unsigned long long)number, verdict_name(verdict), terms,
            seconds * 1e6, answerer(before, after));
}
