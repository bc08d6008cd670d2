/* run.stats: how a run went over time, a SQLite database with KLEE's table and
 * column names, so that its tools read it; times in microseconds. */
#ifndef RESULT_STATS_H
#define RESULT_STATS_H

#include "engine/run.h"
#include "result/coverage.h"
#include "result/output.h"

struct stats;

/* NULL if the database cannot be made; the user was told. */
struct stats *stats_new(struct output *);
/* One row, as of now. A row that cannot be written is said once. */
void stats_row(struct stats *, const struct run *);
void stats_free(struct stats *); /* NULL is allowed */

/* `ramify stats DIR...`: the last row of each as a table, klee-stats' look.
 * Returns the exit code: 1 if one cannot be read, with a line on standard error. */
int stats_show(const char *const *directories, size_t count, FILE *out);

#endif
