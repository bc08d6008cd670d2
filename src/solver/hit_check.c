/* A hit that the back end denies is our bug: the query is kept, the run ends. */
#include "solver/hit_check.h"

#include "base/alloc.h"
#include "base/text.h"
#include "solver/log.h"

#include <stdlib.h>

void hit_check(const struct hit_check *check, const struct query *query, enum verdict verdict)
{
    /* what is asked only to check is not counted: the figures are those of the run itself */
    struct solver_stats before = *check->backend->stats;
    enum verdict other = solver_check(check->backend, query, NULL);
    *check->backend->stats = before;
    if (other == VERDICT_UNKNOWN || other == verdict)
        return;
    char *path = text_format("%s/cache-difference.smt2", check->directory ? check->directory : ".");
    bool written = query_write_smt2(check->backend->exprs, query, path);
    char *line = text_format("--check-cache: the cache says %s, the solver says %s; the query is %s %s",
                             verdict_name(verdict), verdict_name(other), written ? "in" : "not in", path);
    if (check->log)
        log_message(check->log, "error: %s", line);
    else
        fprintf(stderr, "ramify: error: %s\n", line);
    mem_free(path);
    mem_free(line);
    exit(1);
}
