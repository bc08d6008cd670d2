/* A path ended: its input becomes a test, and with an error the story of it.
 *
 *   testNNNNNN.ktest         the input
 *   testNNNNNN.KIND.err      with an error: what, where, the stack, the input
 *   testNNNNNN.early         the path did not end by itself: why
 *   testNNNNNN.out           what the path printed
 *   testNNNNNN.info          with --write-test-info: how it ended, how long it is
 *   testNNNNNN.cov           with --write-cov: the lines it executed, "file:line" each
 *   testNNNNNN.smt2          with --write-smt2s: the path's constraints, as a question
 *   testNNNNNN.kquery        with --write-kqueries: the same as KLEE writes it */
#ifndef RESULT_TESTS_H
#define RESULT_TESTS_H

#include "engine/run.h"
#include "result/ktest.h"
#include "result/output.h"

struct tests {
    struct output *output;
    bool write_info;       /* testNNNNNN.info */
    bool write_smt2;       /* testNNNNNN.smt2 */
    bool write_kquery;     /* testNNNNNN.kquery */
    uint32_t count;        /* written so far; the last number */
    uint32_t late;         /* left out: the run was over, and the input is large */
    uint32_t late_queries; /* the same: files of constraints */
};

/* A model of the path, bent towards the preferences the program stated as far
 * as they can be had; one reference, the caller's. */
struct model *tests_model(struct run *, const struct state *);
/* The input of the path under a model. ktest_release() it. */
void tests_input(const struct run *, const struct state *, const struct model *, struct ktest *input);

/* Writes what belongs to this path. Returns the number of its test; 0 if none
 * is due or it could not be written. */
uint32_t tests_write(struct tests *, const struct run *, const struct state *, enum path_end,
                     const struct error *, const struct model *, const struct ktest *input);
/* Is a test due for a path that ended so? */
bool tests_wanted(const struct run *, const struct state *, enum path_end);

#endif
