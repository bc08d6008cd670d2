/* What of the user's source was executed, by line and by branch; code of our
 * runtime is left out. A line is covered if any instruction of it was. */
#ifndef RESULT_COVERAGE_H
#define RESULT_COVERAGE_H

#include "base/text.h"
#include "base/vector.h"
#include "engine/run.h"

struct covered_line {
    uint32_t file, line;
    bool covered;
};

struct covered_branch { /* one conditional jump: two ways to go */
    uint32_t file, line;
    uint32_t number; /* of the instruction */
    uint8_t taken;   /* bit 0 fell through, bit 1 jumped */
    bool reached;
};

struct coverage {
    VECTOR(struct covered_line) lines;      /* by file and line */
    VECTOR(struct covered_branch) branches; /* by file, line and number */
    uint64_t lines_covered;
    uint64_t ways, ways_taken; /* two a branch */
    uint64_t full_branches, partial_branches;
    uint64_t instructions; /* of the user's code */
};

/* Of all paths; or of the one with this trail, without branches. */
void coverage_init(struct coverage *, const struct run *, const struct trail *);
void coverage_release(struct coverage *);
/* As lcov's tools read it. */
void coverage_lcov(const struct coverage *, const struct run *, struct text *);

#endif
