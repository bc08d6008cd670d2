#include "result/stats.h"

#include "base/clock.h"
#include "base/visible.h"
#include "result/summary.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a row is computed from. */
struct moment {
    const struct run *run;
    struct coverage coverage;
    struct solver_stats solver;
    struct arrays_stats arrays;
    double user_seconds;
};

#define MICROSECONDS(seconds) (uint64_t)((seconds) * 1e6)

/* column, value of the moment m; KLEE's order */
#define COLUMNS(X)                                                             \
    X(Instructions, m->run->counters.instructions)                             \
    X(FullBranches, m->coverage.full_branches)                                 \
    X(PartialBranches, m->coverage.partial_branches)                           \
    X(NumBranches, m->coverage.ways / 2)                                       \
    X(UserTime, MICROSECONDS(m->user_seconds))                                 \
    X(NumStates, m->run->state_count)                                          \
    X(MallocUsage, mem_resident())                                             \
    X(Queries, m->solver.total)                                                \
    X(SolverQueries, m->solver.solver)                                         \
    X(NumQueryConstructs, m->run->exprs ? exprs_count(m->run->exprs) : 0)      \
    X(WallTime, MICROSECONDS(clock_seconds() - m->run->start))                 \
    X(CoveredInstructions, m->run->covered_count)                              \
    X(UncoveredInstructions, m->coverage.instructions - m->run->covered_count) \
    X(QueryTime, MICROSECONDS(m->solver.seconds))                              \
    X(SolverTime, MICROSECONDS(m->solver.seconds))                             \
    X(CexCacheTime, 0)                                                         \
    X(ForkTime, 0)                                                             \
    X(ResolveTime, MICROSECONDS(m->run->resolution_seconds))                   \
    X(QueryCacheMisses, m->solver.total - m->solver.cache_hits)                \
    X(QueryCacheHits, m->solver.cache_hits)                                    \
    X(QueryCexCacheMisses, m->solver.solver)                                   \
    X(QueryCexCacheHits, m->solver.model_hits + m->solver.core_hits)           \
    X(States, m->run->counters.created_states)                                 \
    X(Forks, m->run->counters.forks)                                           \
    X(CompletedPaths, m->run->counters.completed)                              \
    X(ErrorPaths, m->run->counters.errors)                                     \
    X(LinesCovered, m->coverage.lines_covered)                                 \
    X(LinesTotal, m->coverage.lines.count)                                     \
    X(CachePassed, m->solver.cache_passed)                                     \
    X(CacheHandled, m->solver.cache_handled)                                   \
    X(CacheDependent, m->solver.cache_dependent)                               \
    X(CacheEntries, m->solver.cache_entries)                                   \
    X(RenamedHits, m->solver.renamed_hits)                                     \
    X(AddressHits, m->solver.address_hits)                                     \
    X(DiskHits, m->solver.disk_hits)                                           \
    X(RenamedCoreHits, m->solver.renamed_core_hits)                            \
    X(ValueHits, m->solver.value_hits)                                         \
    X(EvaluatedHits, m->solver.evaluated_hits)                                 \
    X(ArraysFolded, m->arrays.folded)                                          \
    X(ArraysIndex, m->arrays.index)                                            \
    X(ArraysValue, m->arrays.value)                                            \
    X(TableHits, m->solver.table_hits)                                         \
    X(ByteHits, m->solver.byte_hits)                                           \
    X(Enumerated, m->solver.enumerated)

struct stats {
    struct output *output;
    sqlite3 *database;
    sqlite3_stmt *insert;
};

static const char create[] = "CREATE TABLE stats ("
#define X(name, value) #name " INTEGER,"
    COLUMNS(X)
#undef X
        "Row INTEGER PRIMARY KEY)";

static const char insert[] = "INSERT INTO stats ("
#define X(name, value) #name ","
    COLUMNS(X)
#undef X
        "Row) VALUES ("
#define X(name, value) "?,"
    COLUMNS(X)
#undef X
        "NULL)";

static void refused(struct stats *stats)
{
    int reason = sqlite3_system_errno(stats->database);
    if (!reason && sqlite3_errcode(stats->database) == SQLITE_IOERR)
        reason = errno; /* it does not always tell */
    output_refused(stats->output, text_format("cannot write %s/run.stats: %s", stats->output->directory,
                                              reason ? strerror(reason) : sqlite3_errmsg(stats->database)));
}

struct stats *stats_new(struct output *output)
{
    struct stats *stats = NEW(struct stats);
    stats->output = output;
    char *path = output_path(output, "run.stats");
    if (sqlite3_open(path, &stats->database) ||
        sqlite3_exec(stats->database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;", NULL, NULL,
                     NULL) ||
        sqlite3_exec(stats->database, create, NULL, NULL, NULL) ||
        sqlite3_prepare_v2(stats->database, insert, -1, &stats->insert, NULL)) {
        refused(stats);
        stats_free(stats);
        stats = NULL;
    }
    mem_free(path);
    return stats;
}

static double user_seconds(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage))
        return 0;
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

void stats_row(struct stats *stats, const struct run *run)
{
    struct moment moment = {.run = run, .user_seconds = user_seconds()}, *m = &moment;
    if (run->chain)
        moment.solver = run->chain->stats;
    if (run->chain && run->chain->arrays)
        moment.arrays = arrays_stats(run->chain->arrays);
    coverage_init(&moment.coverage, run, NULL);
    int column = 0;
#define X(name, value) sqlite3_bind_int64(stats->insert, ++column, (sqlite3_int64)(value));
    COLUMNS(X)
#undef X
    if (sqlite3_step(stats->insert) != SQLITE_DONE)
        refused(stats);
    sqlite3_reset(stats->insert);
    coverage_release(&moment.coverage);
}

void stats_free(struct stats *stats)
{
    if (!stats)
        return;
    sqlite3_finalize(stats->insert);
    sqlite3_close(stats->database);
    mem_free(stats);
}

/* ---- ramify stats ---- */

/* heading, SQL of the last row, width, digits after the point */
#define SHOWN(X)                                                                                            \
    X("Instrs", "Instructions", 12, 0)                                                                      \
    X("Time(s)", "WallTime / 1e6", 10, 2)                                                                   \
    X("ICov(%)", "100.0 * CoveredInstructions / max(1, CoveredInstructions + UncoveredInstructions)", 9, 2) \
    X("BCov(%)", "100.0 * (2 * FullBranches + PartialBranches) / max(1, 2 * NumBranches)", 9, 2)            \
    X("ICount", "CoveredInstructions + UncoveredInstructions", 9, 0)                                        \
    X("States", "NumStates", 9, 0)                                                                          \
    X("Paths", "CompletedPaths", 9, 0)                                                                      \
    X("Errors", "ErrorPaths", 8, 0)                                                                         \
    X("Mem(MiB)", "MallocUsage / 1048576.0", 10, 1)                                                         \
    X("Queries", "Queries", 10, 0)                                                                          \
    X("Cache", "CachePassed", 9, 0)                                                                         \
    X("Agnostic", "CacheHandled", 9, 0)                                                                     \
    X("Address", "CacheDependent", 9, 0)                                                                    \
    X("Tables", "ArraysIndex + ArraysValue", 9, 0)                                                          \
    X("Tried", "TableHits + ByteHits + Enumerated", 9, 0)                                                   \
    X("Solver", "SolverQueries", 9, 0)                                                                      \
    X("TSolver(%)", "100.0 * SolverTime / max(1, WallTime)", 12, 2)

/* A database may be a stranger's: what is called stats there may be any work
 * for the machine. */
enum { MOST_MEMORY = 64 << 20, STEPS_A_LOOK = 10000, MOST_LOOKS = 1000 };

static int look(void *left) { return --*(int *)left <= 0; }

static int allow(void *unused, int action, const char *first, const char *second, const char *database,
                 const char *view)
{
    bool known = action == SQLITE_SELECT || action == SQLITE_READ ||
                 (action == SQLITE_FUNCTION && !strcmp(second, "max"));
    return known && !view ? SQLITE_OK : SQLITE_DENY; /* of a view: who asked is its name */
}

/* NULL: it is open, to be read; else what is wrong. */
static const char *open_to_read(const char *path, sqlite3 **database, int *left)
{
    struct stat status;
    if (lstat(path, &status))
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "it is no plain file";
    sqlite3_hard_heap_limit64(MOST_MEMORY);
    if (sqlite3_open_v2(path, database, SQLITE_OPEN_READONLY, NULL))
        return *database ? sqlite3_errmsg(*database) : "no memory";
    sqlite3_db_config(*database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(*database, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_progress_handler(*database, STEPS_A_LOOK, look, left);
    sqlite3_set_authorizer(*database, allow, NULL);
    return NULL;
}

static bool show_one(const char *directory, int name_width, FILE *out)
{
    static const char select[] = "SELECT 0"
#define X(heading, sql, width, digits) ", " sql
        SHOWN(X)
#undef X
            " FROM stats ORDER BY Row DESC LIMIT 1";
    char *path = text_format("%s/run.stats", directory);
    sqlite3 *database = NULL;
    sqlite3_stmt *query = NULL;
    int left = MOST_LOOKS;
    const char *wrong = open_to_read(path, &database, &left);
    bool good = !wrong && !sqlite3_prepare_v2(database, select, -1, &query, NULL);
    int step = good ? sqlite3_step(query) : SQLITE_ERROR;
    good = step == SQLITE_ROW ||
           step == SQLITE_DONE; /* a run that was killed early has no row: all is nothing */
    if (good) {
        int column = 0;
        char *name = visible_line(directory);
        fprintf(out, "| %-*s |", name_width, name);
        mem_free(name);
#define X(heading, sql, width, digits) \
    fprintf(out, "%*.*f |", width, digits, sqlite3_column_double(query, ++column));
        SHOWN(X)
#undef X
        fputc('\n', out);
    } else {
        visible_say(stderr, "ramify: cannot read %s: %s", path, wrong ? wrong : sqlite3_errmsg(database));
    }
    sqlite3_finalize(query);
    sqlite3_close(database);
    mem_free(path);
    return good;
}

static void show_rule(int name_width, FILE *out)
{
    int width = name_width + 4;
#define X(heading, sql, column_width, digits) width += column_width + 2;
    SHOWN(X)
#undef X
    for (int i = 0; i < width; i++)
        fputc('-', out);
    fputc('\n', out);
}

int stats_show(const char *const *directories, size_t count, FILE *out)
{
    int name_width = 4;
    for (size_t i = 0; i < count; i++)
        if ((int)strlen(directories[i]) > name_width)
            name_width = (int)strlen(directories[i]);
    show_rule(name_width, out);
    fprintf(out, "| %-*s |", name_width, "Path");
#define X(heading, sql, width, digits) fprintf(out, "%*s |", width, heading);
    SHOWN(X)
#undef X
    fputc('\n', out);
    show_rule(name_width, out);
    int code = 0;
    for (size_t i = 0; i < count; i++)
        if (!show_one(directories[i], name_width, out))
            code = 1;
    show_rule(name_width, out);
    return code;
}
