/* --check-memory: what the loads of each path gave, and what its objects hold at
 * its end, against a memory that is kept apart (memory/reference.h). A run that
 * does not check has no struct memory_check, and its states no history. */
#ifndef ENGINE_MEMORY_CHECK_H
#define ENGINE_MEMORY_CHECK_H

#include "engine/run.h"

/* name, summary key */
#define MEMORY_CHECK_COUNTERS(X) \
    X(paths, "paths")            \
    X(unchecked, "unchecked")    \
    X(loads, "loads")            \
    X(same, "same")              \
    X(evaluated, "evaluated")    \
    X(proven, "proven")          \
    X(unproven, "unproven")

/* paths      were checked; unchecked: were not (the run was stopped, or it was too much memory)
 * loads      the program's, and words of what was left in memory, on each path anew; they are
 * same       surely what was written, whatever the inputs are, or
 * evaluated  under several models of the path; of these were
 * proven     right by Z3 for all inputs of the path,
 * unproven   or not, in the time there was */
struct memory_check_counts {
#define X(name, key) uint64_t name;
    MEMORY_CHECK_COUNTERS(X)
#undef X
};

struct memory_check *memory_check_new(struct exprs *);
void memory_check_free(struct memory_check *);
/* All zero if the run does not check. */
struct memory_check_counts memory_check_counts(const struct run *);

/* The program got this value; the load is complete. */
void memory_check_loaded(struct run *, struct state *, struct value pointer, unsigned width,
                         struct value value);
/* The path ends here: the process does, too, with exit code 1, if something differs. */
void memory_check_path(struct run *, struct state *);

#endif
