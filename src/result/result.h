/* Everything a run leaves behind, behind one door: the main program makes a
 * result for its run, gives the run its observer, and finishes it. */
#ifndef RESULT_RESULT_H
#define RESULT_RESULT_H

#include "engine/run.h"
#include "result/output.h"
#include "result/summary.h"

struct result_options {
    /* Made by output_new() before the program was loaded, so that its warnings
     * are kept; becomes the result's. NULL: made here from output_directory. */
    struct output *output;
    const char *output_directory; /* NULL: ramify-out-N */
    const char *program;          /* the file under test, as the user named it */
    const char *version;          /* of Ramify */
    const char *const *command;   /* the whole command line, for info */
    size_t command_count;
    const struct option_value *options; /* in effect; for summary.json */
    size_t option_count;
    bool write_info;             /* testNNNNNN.info */
    bool write_smt2;             /* testNNNNNN.smt2 */
    bool write_kquery;           /* testNNNNNN.kquery */
    bool no_stats;               /* no run.stats */
    double stats_seconds;        /* between two rows of it; 0: none by time */
    uint64_t stats_instructions; /* the same in instructions, and then none by time; 0: none */
    bool no_tests;               /* no files for paths; the rest is written */
    bool no_progress;            /* no live line, even on a terminal */
};

struct result;

/* The options and what they point to must outlive the result. NULL and one
 * line in *error, which the caller frees, if the output directory cannot be
 * made. */
struct result *result_new(struct run *, const struct result_options *, char **error);
/* For run->observer. */
struct observer result_observer(struct result *);
/* Writes summary.json, coverage.info, results.sarif, the last row of run.stats
 * and report.html, and says how it went. true if all of the run's results
 * could be written; else the process should end with exit code 1. */
bool result_finish(struct result *);
void result_free(struct result *); /* NULL is allowed */

const char *result_directory(const struct result *);

#endif
