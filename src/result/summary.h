/* summary.json: the run for machines. The keys are a contract. */
#ifndef RESULT_SUMMARY_H
#define RESULT_SUMMARY_H

#include "engine/run.h"
#include "result/coverage.h"
#include "result/json.h"

/* An option of the command line as it was in effect. */
struct option_value {
    const char *name, *value;
};

struct summary {
    const struct run *run;
    const struct coverage *coverage;
    const struct option_value *options;
    size_t option_count;
    uint32_t tests;
    bool failed; /* results could not be written, or the run broke off */
    double seconds;
};

/* "finished": every path was explored; "partial": it ran to its end, but something
 * was left out; "halted": a limit or the user ended it; "failed"; "running". */
const char *summary_status(const struct summary *);
/* Why it ended: a sentence, or the status itself. */
const char *summary_reason(const struct summary *);
void summary_write(const struct summary *, struct json *);
/* "test000012"; a new string */
char *test_name(uint32_t number);
/* Most bytes of memory this process ever had. */
uint64_t peak_memory(void);

#endif
